/** The checker of the playground, with the declarations that the built site has. */
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
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
    // Most have one file. These are checked at once, each under a name of its own.
    const single = examples.filter(({ sketch }) => Object.keys(sketch.files ?? {}).length === 0)
    const nameOf = (place: number): string => `example${place}.ts`
    const together = new Map(single.map(({ sketch }, place) => [nameOf(place), sketch.program]))
    const problemsOf = (title: string, file: string, texts: ReadonlyMap<string, string>) =>
      (ask({ file, texts, question: { _tag: "problems" } }) as ReadonlyArray<{ readonly message: string }>).map(
        ({ message }) => `${title}: ${message}`
      )
    const found = [
      ...single.flatMap(({ title }, place) => problemsOf(title, nameOf(place), together)),
      ...examples
        .filter((example) => !single.includes(example))
        .flatMap(({ sketch, title }) => {
          const texts = new Map([["main.ts", sketch.program], ...Object.entries(sketch.files ?? {})])
          return problemsOf(title, "main.ts", texts)
        })
    ]
    assert.deepStrictEqual(found, [])
  })
})
