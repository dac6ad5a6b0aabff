/** Runs the text of a recorded program, as a project runs it that has it in a file. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Esbuild from "esbuild"
import * as Vm from "node:vm"
import * as ai from "../../../src/ai/index.ts"
import type { Forge } from "../../../src/forge/Forge.ts"
import * as forge from "../../../src/forge/index.ts"
import * as Page from "../../../src/rest/Page.ts"
import * as testing from "../../../src/testing/index.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import * as weather from "../../../src/weather/index.ts"

/** A test of a recording, as it declares itself. */
interface Declared {
  readonly title: string
  readonly run: () => Effect.Effect<unknown, unknown>
}

const evaluate = (text: string, others: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const modules: Readonly<Record<string, unknown>> = {
    "effect/Effect": Effect,
    "effect/Fiber": Fiber,
    "effect/testing/TestClock": TestClock,
    "forgecast/ai": ai,
    "forgecast/forge": forge,
    "forgecast/rest/Page": Page,
    "forgecast/testing": testing,
    "forgecast/weather": weather,
    ...others
  }
  const { code } = Esbuild.transformSync(text, { loader: "ts", format: "cjs" })
  const module = { exports: {} }
  const require = (name: string) => {
    if (!(name in modules)) throw new Error(`The program imports ${name}`)
    return modules[name]
  }
  Reflect.apply(Vm.compileFunction(code, ["module", "require"]), undefined, [module, require])
  return module.exports
}

/** The program of a text. */
export const programOf = (text: string, others: Readonly<Record<string, unknown>> = {}) =>
  // The cast is what the compiler says of a program: test/ai/recording/operations.test.ts.
  evaluate(text, others)["program"] as Effect.Effect<void, unknown, Forge | Weather>

/** The test of a text. */
export const testOf = (text: string): Declared => {
  const declared: Array<Declared> = []
  const it = { effect: (title: string, run: Declared["run"]) => declared.push({ title, run }) }
  evaluate(text, { "@effect/vitest": { assert, it } })
  const [one] = declared
  if (one === undefined) throw new Error("The text has no test")
  return one
}
