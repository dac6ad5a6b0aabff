/** How pages of the repository become pages of the site. */
import { assert, describe, it } from "vitest"
import { partsOf, replaceTargets } from "../../docs/site/build/markdown.ts"
import { runsInPlayground } from "../../docs/site/build/playground.ts"
import { tokensOf } from "../../docs/site/src/search/tokens.ts"
import { codeOf, stretchesOf } from "../../.build/docs/fences.ts"

const page = `# The \`title\`

The first [sentence](a.md) of
the page. A second one.

- An item:

  \`\`\`ts run
  if (a) {
    b
  }
  \`\`\`

\`\`\`\`md
\`\`\`ts
\`\`\`
\`\`\`\`

The end.
`

describe("markdown", () => {
  it("is divided into text and code", () => {
    const stretches = stretchesOf("a.md", page)
    assert.deepStrictEqual(
      stretches.map(({ info }) => info),
      [undefined, "ts run", undefined, "md", undefined]
    )
    assert.strictEqual(stretches.flatMap(({ lines }) => lines).join("\n"), page)
    const [, program] = stretches
    assert.strictEqual(program && codeOf(program), "if (a) {\n  b\n}\n")
  })

  it("has a title, and a first sentence", () => {
    const { body, description, title } = partsOf(page)
    assert.strictEqual(title, "The title")
    assert.strictEqual(description, "The first sentence of the page.")
    assert.isTrue(body.startsWith("\nThe first"))
    assert.throws(() => partsOf("no title"))
  })

  it("keeps the links within code", () => {
    assert.strictEqual(
      replaceTargets("[`a`](b.md#c), ![d](e.svg) and `[f](g)`", (target) => `/${target}/`),
      "[`a`](/b.md#c/), ![d](/e.svg/) and `[f](g)`"
    )
  })
})

describe("a program", () => {
  for (const [program, runs] of [
    [`import { Issues } from "forgecast/forge"\nimport * as Effect from "effect/Effect"`, true],
    [`import * as Fs from "node:fs"`, false],
    [`import { ForgeNode } from "forgecast/node"`, false],
    [`import * as SimulatorServer from "forgecast/testing/node"`, false],
    [`import { triage } from "./triage.ts"`, false],
    [`import "effected"`, false]
  ] as const)
    it(`${runs ? "runs" : "does not run"} in the playground with ${program.split("\n")[0]}`, () => {
      assert.strictEqual(runsInPlayground(program), runs)
    })
})

describe("the words of the search", () => {
  for (const [text, words] of [
    ["Issues.listComments", "issues.listcomments issues listcomments list comments"],
    ["RateLimited", "ratelimited rate limited"],
    ["whenGreen.", "whengreen when green"],
    ["issue_number", "issue_number issue number"],
    ["HTTPClient v2", "httpclient http client v2 v 2"],
    ["a 304 (`größe`)", "a 304 größe"]
  ] as const)
    it(`are whole names and their parts: ${text}`, () => {
      assert.strictEqual(tokensOf(text).join(" "), words)
    })
})
