/** The checker of the playground, with the declarations that the built site has. */
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import type { Answers } from "../../docs/site/src/playground/checker/protocol.ts"
import { checkerOf } from "../../docs/site/src/playground/checker/service.ts"
import type { Sketch } from "../../docs/site/src/playground/protocol.ts"
import { lacksPages } from "./browser.ts"

// The types of the site's compiler are those of the name here.
const typescript = createRequire(Path.resolve(import.meta.dirname, "../../docs/site/package.json"))(
  "typescript"
) as Parameters<typeof checkerOf>[0]

const generated = Path.resolve(import.meta.dirname, "../../docs/site/dist/generated")

const read = <A>(name: string): A => {
  const bytes = Fs.readFileSync(Path.join(generated, name))
  return JSON.parse((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString()) as A
}

interface Example {
  readonly title: string
  readonly sketch: Sketch
}

describe.skipIf(lacksPages)("the checker", () => {
  it("finds no errors in the examples", () => {
    const ask = checkerOf(typescript, new Map(Object.entries(read<Readonly<Record<string, string>>>("types.json.gz"))))
    const examples = read<ReadonlyArray<Example>>("sketches.json")
    assert.isAbove(examples.length, 50)
    // All in one program, each in a folder of its own.
    const texts = new Map(
      examples.flatMap(({ sketch: { files, program } }, place) =>
        Object.entries({ ...files, "main.ts": program }).map(([name, text]) => [`${place}/${name}`, text] as const)
      )
    )
    const found = examples.flatMap(({ title }, place) =>
      // The cast is safe: it is the answer to this question.
      (ask({ file: `${place}/main.ts`, texts, question: { _tag: "problems" } }) as Answers["problems"]).map(
        ({ message }) => `${title}: ${message}`
      )
    )
    assert.deepStrictEqual(found, [])
  })
})
