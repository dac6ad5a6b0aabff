/** Each operation has an example, which calls it and returns the recorded output. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { inspect } from "node:util"
import * as forge from "../../src/forge/index.ts"
import * as weather from "../../src/weather/index.ts"
import { now } from "../../docs/examples/operations/index.ts"
import { appSeed, seed, seedOf } from "../../docs/examples/operations/seed.ts"
import { weatherSeed } from "../../docs/examples/operations/weatherSeed.ts"
import { declarationsOf } from "../../.build/docs/declarations.ts"
import { examples } from "../../.build/docs/operationRuns.ts"
import { root } from "../../.build/docs/snippets.ts"
import { bundled } from "../bundled.ts"

const directory = Path.join(root, "docs/examples/operations")

const program = await bundled("docs/examples/operations/run.ts")

const recorded = JSON.parse(Fs.readFileSync(Path.join(directory, "output.json"), "utf8")) as Record<string, unknown>

const declared = [forge, weather].flatMap((service) =>
  Object.entries(service).flatMap(([module, exports]: readonly [string, object]) =>
    declarationsOf(exports).map(([operation]) => `${module}.${operation}`)
  )
)

/** The source of each example with the line before it, by the name of the operation. */
const sources = new Map(
  ["forge", "weather"].flatMap((service) =>
    Fs.readdirSync(Path.join(directory, service)).flatMap((file) =>
      [
        ...Fs.readFileSync(Path.join(directory, service, file), "utf8").matchAll(
          /^(.*)\n((?:export const (\w+)|const (delete)_) = [^]+?)(?=\n\n|\n$)/gm
        )
      ].map(
        ([, before = "", code = "", exported, name = exported]) =>
          [`${Path.basename(file, ".ts")}.${name}`, { before, code }] as const
      )
    )
  )
)

describe("examples of the operations", () => {
  it("are there for each operation, and for nothing else", () => {
    const names = examples.map(({ name }) => name)
    assert.deepStrictEqual(names.toSorted(), declared.toSorted())
    assert.deepStrictEqual([...sources.keys()].toSorted(), declared.toSorted())
    assert.deepStrictEqual(Object.keys(recorded).toSorted(), names.toSorted())
  })

  it.each([...sources].map(([name, { before, code }]) => ({ name, before, code })))(
    "$name is short, has a caption, and shows its operation",
    ({ before, code, name }) => {
      assert.match(before, /^\/\*\* [A-Z].*\. \*\/$/)
      assert.isAtMost(code.split("\n").length, 12)
      assert.include(code, name)
    }
  )

  it.effect.each(examples)("$name calls the operation, and returns what is recorded", ({ name, run }) =>
    Effect.gen(function* () {
      const { called, output, served } = yield* run(now)
      assert.include(called, name)
      // A weather service cannot tell who asks for several places, or for a part of a span.
      assert.include(served, name.replace(/\.(?:getMany|stream)$/, ".get"))
      assert.deepStrictEqual(output, recorded[name])
    })
  )

  it.effect.each(examples)("$name succeeds at another time", ({ name, run }) =>
    Effect.gen(function* () {
      const { called } = yield* run("2027-07-01T12:00:00Z")
      assert.include(called, name)
    })
  )

  it.each(["Issues.list", "Labels.delete", "Elevation.get"])(
    "%s prints what it returns when it is run by its name",
    (name) => {
      const printed = execFileSync(process.execPath, [program, name], { encoding: "utf8" })
      const output = recorded[name] ?? "Done"
      assert.strictEqual(printed, `${typeof output === "string" ? output : inspect(output)}\n`)
    }
  )

  it.each([
    ["seed", seed],
    ["appSeed", appSeed],
    ["seed of the App", seedOf("Hooks.getConfigForApp")],
    ["weatherSeed", weatherSeed]
  ] as const)("run on a %s that is plain JSON", (_name, value) => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(value)), value)
  })
})
