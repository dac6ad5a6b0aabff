/** What all recipes have in common. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import type { Forge } from "forgecast/forge/Forge"
import type { Weather } from "forgecast/weather/Weather"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { run } from "../workflow/support/run.ts"
import { forgeSeed, on, weatherSeed } from "./support.ts"

const directory = Path.resolve(import.meta.dirname, "../../docs/recipes")
const names = Fs.readdirSync(directory, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : []
)
const read = (file: string): string => Fs.readFileSync(Path.join(directory, file), "utf8")

/** What the playground has. Other files of a recipe may need Node, Redis or DuckDB. */
const inBrowsers = /^(?:effect\/|forgecast$|forgecast\/(?!node|testing\/node))/

/** These have a service of their own in each run. A key or a signature takes time, which no clock skips. */
const own = ["github-app", "label-by-path", "merge-on-events", "release-on-tag"]

/** The program of a recipe. */
const programOf = async (name: string): Promise<unknown> => {
  const module = (await import(Path.join(directory, name, "program.ts"))) as { readonly default: unknown }
  return module.default
}

describe.each(names)("%s", (name) => {
  const page = read(`${name}/README.md`)
  const program = read(`${name}/program.ts`)

  it("has a page with its program, what it avoids, and how to run it", () => {
    assert.match(page, /^# .+\n\n.+/)
    assert.lengthOf(page.match(/^\[The program\]\(program\.ts\)$/gm) ?? [], 1)
    assert.include(page, "\n## What it avoids\n")
    assert.include(page, `npx tsx docs/recipes/run.ts ${name}`)
  })

  it("is in the list of docs/README.md", () => {
    assert.include(read("../README.md"), `](recipes/${name}/README.md) |`)
  })

  it("is a program for browsers, and no longer than a screen or two", () => {
    const imports = Array.from(program.matchAll(/^(?:import|\} from)\b[^"]*"([^"]+)"/gm), ([, from = ""]) => from)
    assert.isNotEmpty(imports)
    assert.deepStrictEqual(
      imports.filter((from) => !inBrowsers.test(from)),
      []
    )
    // This one brings the client of a registry.
    assert.isAtMost(program.split("\n").length, name === "dependency-updates" ? 250 : 90)
  })

  it("has valid seeds", () => {
    assert.isObject(forgeSeed(name))
    assert.isObject(weatherSeed(name))
  })
})

it.effect.each(names.filter((name) => !own.includes(name)))(
  "the program of %s is an Effect, which succeeds twice on the same services",
  (name) =>
    Effect.gen(function* () {
      const program = yield* Effect.promise(() => programOf(name))
      assert.isTrue(Effect.isEffect(program))
      // Recipes need no more than these.
      const twice = program as Effect.Effect<unknown, unknown, Forge | Weather>
      assert.isTrue(Exit.isSuccess(yield* run(twice)), "the first time")
      const second = yield* run(twice)
      assert.isTrue(Exit.isSuccess(second), `the second time: ${JSON.stringify(second)}`)
    }).pipe(on(name), Effect.provide(Logger.layer([])))
)

it.each(own)("the program of %s is an Effect, which succeeds twice", async (name) => {
  const program = (await programOf(name)) as Effect.Effect<unknown, unknown>
  const twice = Effect.provide(Effect.andThen(program, program), Logger.layer([]))
  assert.isTrue(Exit.isSuccess(await Effect.runPromiseExit(twice)))
})
