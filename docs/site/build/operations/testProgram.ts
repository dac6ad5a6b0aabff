/** Makes a module that exports an effect a test of it, on the simulator. */
import type { Recorded } from "./calls.ts"
import type { Service } from "./list.ts"
import { literal } from "./literal.ts"
import { withModule, withName } from "./runnable.ts"

const simulators: Readonly<Record<Service, string>> = { forge: "ForgeSimulator", weather: "WeatherSimulator" }

export interface Tested {
  /** A module that exports the effect as its default. */
  readonly module: string
  readonly service: Service
  /** The name of the operation. */
  readonly name: string
  /** What the effect returns; undefined if it returns nothing. */
  readonly output: unknown
  readonly recorded: Recorded
}

/** The package's own modules before those of Effect, each by name. */
const byModule = (one: string, other: string): number => {
  const keyOf = (line: string): string => {
    const [, module = ""] = /from "([^"]+)"/.exec(line) ?? []
    return `${module.startsWith("forgecast") ? 0 : 1} ${module}`
  }
  return keyOf(one) < keyOf(other) ? -1 : 1
}

/** The module with a test, and a file beside it: `seed.ts`. */
export const testOf = ({ module, name, output, recorded: { last, time }, service }: Tested): string => {
  const [head = "", ...rest] = module.trimEnd().split("\n\n")
  const simulator = simulators[service]
  const named = withModule(withName(head.split("\n"), simulator, "forgecast/testing"), "Effect").toSorted(byModule)
  const imports = time === null ? named : [...named, `import * as TestClock from "effect/testing/TestClock"`]
  const layer = `${simulator}.layer(seed)`
  const checks =
    output === undefined
      ? [
          "    yield* program",
          `    const { requests } = yield* ${simulator}.${simulator}`,
          `    assert.strictEqual((yield* requests).at(-1)?.status, ${last ?? "null"})`,
          `  }).pipe(Effect.provide(${layer}))`
        ]
      : [
          // Seeds count from the time at which their service starts.
          ...(time === null ? [] : [`    yield* TestClock.setTime(Date.parse(${JSON.stringify(time)}))`]),
          `    const result = yield* Effect.provide(program, ${layer})`,
          `    assert.deepStrictEqual(result, ${literal(output, "    ", 38)})`,
          "  })"
        ]
  return [
    [`import { assert, it } from "@effect/vitest"`, ...imports, `import { seed } from "./seed.ts"`].join("\n"),
    ...rest.map((part) => part.replace(/^export default /, "const program = ")),
    [`it.effect(${JSON.stringify(name)}, () =>`, "  Effect.gen(function* () {", ...checks, ")"].join("\n")
  ]
    .join("\n\n")
    .concat("\n")
}

/** The file beside it. */
export const seedFile = (service: Service, json: string): string => {
  const simulator = simulators[service]
  return [
    `import type { ${simulator} } from "forgecast/testing"`,
    "",
    "/** What the simulated service starts with. */",
    `export const seed: ${simulator}.Seed = ${literal(JSON.parse(json))}`,
    ""
  ].join("\n")
}
