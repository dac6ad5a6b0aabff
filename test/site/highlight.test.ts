/** The colours of code, which a thread finds. */
import { assert, describe, it } from "vitest"
import { toHtml } from "../../docs/site/node_modules/@astrojs/starlight/dist/integrations/expressive-code/hast.js"
import { ExpressiveCode } from "../../docs/site/node_modules/@astrojs/starlight/dist/expressive-code.js"
import { highlight } from "../../docs/site/build/highlight/plugin.ts"

/** With the themes that Expressive Code has by default: GitHub's dark one, and its light one. */
const code = new ExpressiveCode({ shiki: false, plugins: [highlight()] })

/** The lines of a block, each token with its colours in both themes. */
const linesOf = async (language: string, text: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const { renderedGroupAst } = await code.render({ language, code: text })
  return Array.from(toHtml(renderedGroupAst).matchAll(/<div class="code">(.*?)<\/div>/gs), ([, line = ""]) =>
    Array.from(line.matchAll(/<span style="--0:(#\w+);--1:(#\w+)">(.*?)<\/span>/g), ([, dark, light, token]) =>
      [token, dark?.toLowerCase(), light?.toLowerCase()].join(" ")
    )
  )
}

const imported = [
  "import #f97583 #bf3441",
  "  #e1e4e8 #24292e",
  "* #79b8ff #005cc5",
  "  #e1e4e8 #24292e",
  "as #f97583 #bf3441",
  " Effect  #e1e4e8 #24292e",
  "from #f97583 #bf3441",
  "  #e1e4e8 #24292e",
  `"effect/Effect" #9ecbff #032f62`
]

describe("the colours of code", () => {
  it("has the tokens of a line in both themes", async () => {
    assert.deepStrictEqual(await linesOf("ts", `import * as Effect from "effect/Effect"`), [imported])
  })

  it("colours a line that it knows as the lines before it require", async () => {
    const line = `import * as Effect from "effect/Effect"`
    const [open, inText, close, inCode] = await linesOf("ts", `const text = \`\n${line}\n\`\n${line}`)
    assert.include(open ?? [], "const #f97583 #bf3441")
    assert.deepStrictEqual(inText, [`${line} #9ecbff #032f62`])
    assert.deepStrictEqual(close, ["` #9ecbff #032f62"])
    assert.deepStrictEqual(inCode, imported)
  })

  it("takes a name in angle brackets for no redirection", async () => {
    const [line] = await linesOf("sh", "gh repo clone <owner>/<name> > log.txt")
    assert.strictEqual(line?.filter((token) => token.includes("#f97583")).join(), "> #f97583 #bf3441")
  })

  it("has the tokens of a line that takes seconds", async () => {
    const [line = []] = await linesOf("ts", `${"a".repeat(7_000)}; const last = 1`)
    assert.deepStrictEqual(line.slice(-7, -4), ["const #f97583 #bf3441", "  #e1e4e8 #24292e", "last #79b8ff #005cc5"])
  })

  it("takes text, and a language that it does not know, as they are", async () => {
    for (const language of ["text", "nothing"]) {
      assert.deepStrictEqual(await linesOf(language, "no `code`"), [["no `code` #e1e4e8 #24292e"]])
    }
  })
})
