/** How pages of the repository become pages of the site. */
import { assert, describe, it } from "vitest"
import { formatCode } from "../../docs/site/build/format.ts"
import { withCards } from "../../docs/site/build/tables.ts"
import { literal } from "../../docs/site/build/operations/literal.ts"
import { valuesIn } from "../../docs/site/build/operations/calls.ts"
import { partsOf, replaceTargets } from "../../docs/site/build/markdown.ts"
import { runsInPlayground } from "../../docs/site/build/playground.ts"
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

describe("a table", () => {
  it("has the names of its columns in its cells, if they are three or more", () => {
    const table = (columns: number): string => {
      const cells = (name: string) =>
        Array.from({ length: columns }, (_, index) => `<${name}>${index} &amp; b</${name}>`)
      return `<table><thead><tr>${cells("th").join("")}</tr></thead><tbody><tr>${cells("td").join("")}</tr></tbody></table>`
    }
    assert.include(
      withCards(table(3)),
      '<td>0 &amp; b</td><td data-label="1 &amp; b">1 &amp; b</td><td data-label="2 &amp; b">'
    )
    assert.notInclude(withCards(table(2)), "data-label")
    assert.include(withCards(table(2)), '<table class="cards">')
    assert.strictEqual(withCards('<table class="fields"><td></td></table>'), '<table class="fields"><td></td></table>')
  })
})

describe("a table of names", () => {
  const table = (...rows: ReadonlyArray<ReadonlyArray<string>>): string => {
    const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    return `<table><thead><tr><th>a</th></tr></thead><tbody>${lines.join("")}</tbody></table>`
  }
  const code = (text: string): string => `<code dir="auto">${text}</code>`
  const classOf = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
    /^<table class="([^"]*)"/.exec(withCards(table(...rows)))?.[1]

  it("is known by the code in its first column", () => {
    assert.strictEqual(classOf([code("f(x)"), "1"], ["g", "2"]), "cards")
    assert.strictEqual(classOf([code("f(x)"), "1"], [`<a href="/">${code("g(x)")}</a>`, "2"]), "cards names")
  })

  it("has short code in its first column whole, and no other", () => {
    const html = (...cells: ReadonlyArray<string>) => withCards(table(cells))
    assert.include(html(code("x".repeat(32)), "1"), '<code class="whole" dir="auto">')
    assert.notInclude(html(code("x".repeat(33)), "1"), "whole")
    assert.notInclude(html("a", code("x")), "whole")
    assert.include(html(`a ${code("x &amp; ".repeat(8))}`, "1"), 'a <code class="whole"')
  })

  it("gives little room to a last column that is empty in most rows", () => {
    assert.strictEqual(classOf([code("f"), ""], [code("g"), ""], [code("h"), "3"]), "cards names sparse")
    assert.strictEqual(classOf([code("f"), ""], [code("g"), "2"]), "cards names")
  })

  it("has places where long names may be broken", () => {
    const html = withCards(
      table([code("createOrUpdateRepoSecret"), code("Secrets.createOrUpdate")], [code("createIssue"), ""])
    )
    assert.include(html, "create<wbr>Or<wbr>Update<wbr>Repo<wbr>Secret<")
    assert.include(html, "Secrets.<wbr>create<wbr>Or<wbr>Update<")
    assert.include(html, "createIssue")
    assert.include(withCards(table([code("x".repeat(17) + "Y"), ""])), "x<wbr>Y")
    assert.notInclude(withCards(table([code("x".repeat(16) + "Y"), ""])), "wbr")
  })
})

describe("code", () => {
  it("has lines of 84 characters, unless it is not a whole program", async () => {
    const long = `const program = Issues.list({ owner: "acme", repo: "web", state: "open" }).pipe(Stream.runCollect)\n`
    const formatted = await formatCode(long)
    assert.isAtMost(Math.max(...formatted.split("\n").map(({ length }) => length)), 84)
    assert.strictEqual(await formatCode(formatted), formatted)
    const comments = `/** ${"Why it is so. ".repeat(9)}*/\nconst one = 1 // ${"as it is ".repeat(9)}\n`
    const short = await formatCode(comments)
    assert.isAtMost(Math.max(...short.split("\n").map(({ length }) => length)), 84)
    assert.match(short, /^\/\*\*\n \* Why [^]*\n \*\/\nconst one = 1\n\/\/ as it is/)
    const table = `// 1  Issues.create  ${"x".repeat(80)}\n`
    assert.strictEqual(await formatCode(table), table)
    const part = `${"a".repeat(90)} ) => {\n`
    assert.strictEqual(await formatCode(part), part)
  })
})

describe("a value as code", () => {
  it("is on one line if it fits, and else has a line for each member", () => {
    assert.strictEqual(literal({ a: [1, "b", null], "c-d": {} }), '{ a: [1, "b", null], "c-d": {} }')
    const words = ["w".repeat(30), "x".repeat(30), "y".repeat(30)]
    assert.strictEqual(literal({ words }), `{\n  words: [\n${words.map((word) => `    "${word}"`).join(",\n")}\n  ]\n}`)
    assert.strictEqual(literal([], "", 200), "[]")
  })
})

describe("the values of a path", () => {
  for (const [route, path, values] of [
    ["GET /repos/{owner}/{repo}", "/repos/acme/web", { owner: "acme", repo: "web" }],
    ["GET /a/{path}", "/a/b/c%20d", { path: "b/c d" }],
    ["GET /c/{basehead}", "/c/main...x", { basehead: "main...x" }],
    ["GET /d/{ref}/zip", "/d/heads%2Fx/zip", { ref: "heads/x" }]
  ] as const)
    it(`are found by ${route}`, () => assert.deepStrictEqual<unknown>(valuesIn(route, path), values))

  it("are none of another route", () => {
    assert.throws(() => valuesIn("GET /repos/{owner}", "/repos/acme/web"), "is no GET /repos/{owner}")
  })
})

describe("a program", () => {
  for (const [program, runs] of [
    [`import { Issues } from "forgecast/forge"\nimport * as Effect from "effect/Effect"`, true],
    [`import * as Fs from "node:fs"`, false],
    [`import { ForgeNode } from "forgecast/node"`, false],
    [`import * as SimulatorServer from "forgecast/testing/node"`, false],
    [`import { triage } from "./triage.ts"`, false],
    [`import "effected"`, false],
    [`import { assert, it } from "@effect/vitest"`, true],
    [`import { assert, it } from "vitest"`, false]
  ] as const)
    it(`${runs ? "runs" : "does not run"} in the playground with ${program.split("\n")[0]}`, () => {
      assert.strictEqual(runsInPlayground(program), runs)
    })
})
