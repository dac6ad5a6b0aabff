/** Code is highlighted in a thread as Expressive Code's own plugin does it. */
import { assert, it } from "vitest"
import { toHtml } from "../../docs/site/node_modules/@astrojs/starlight/dist/integrations/expressive-code/hast.js"
import {
  ExpressiveCode,
  type ExpressiveCodeConfig
} from "../../docs/site/node_modules/@astrojs/starlight/dist/expressive-code.js"
import { highlight } from "../../docs/site/build/highlight/plugin.ts"

const blocks = [
  {
    language: "ts",
    code: `import * as Effect from "effect/Effect"

/** A program. */
export const program = Effect.gen(function* () {
  const text = \`\${yield* Effect.succeed(1)} of \${"2"}\`
  return text.replace(/a+/g, (all) => \`<\${all}>\`)
})
`
  },
  // A line and a search of it are known from the block above.
  { language: "ts", code: `import * as Effect from "effect/Effect"\n\nexport type Text = string | \`a\${number}\`` },
  { language: "sh", code: `curl -L 'https://api.github.com/repos/<owner>/<name>' | jq . > issues.json # all` },
  { language: "diff", code: "- const a = 1\n+ const b = 2\n" },
  { language: "json", code: `{ "a": [1, null, "b"] }` },
  { language: "html", code: `<script type="module">const a = "</b>"</script>\n<style>a { color: red }</style>` },
  { language: "text", code: "no <code>" },
  { language: "nothing", code: "a language that is not known" }
]

const rendered = async (config: ExpressiveCodeConfig): Promise<ReadonlyArray<string>> => {
  // One of the blocks has a language that is not known, which the other plugin warns of.
  const logger = { label: "test", warn: () => {}, error: () => {} }
  const renderer = new ExpressiveCode({ ...config, logger })
  const { renderedGroupContents } = await renderer.render(blocks)
  return renderedGroupContents.map(({ renderedBlockAst }) => toHtml(renderedBlockAst))
}

it("colours the same as without the thread", async () => {
  const expected = await rendered({ shiki: { engine: "javascript" } })
  const found = await rendered({ shiki: false, plugins: [highlight()] })
  assert.deepStrictEqual(found, expected)
  assert.match(expected[0] ?? "", /<span style="--0:#\w+;--1:#\w+">/)
})
