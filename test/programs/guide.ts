/** The lines of the guide "Run other people's programs against it", which the tests run. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { packaged, type Ran, run, start, tokenOf } from "./program.ts"

export const guide = Fs.readFileSync(Path.join(import.meta.dirname, "../../docs/guides/other-programs.md"), "utf8")

/** The lines for each program: the first block of its section. */
export const sectionsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page.split(/^#+ /m).flatMap((section) => {
      const [, program = "", block = ""] = /^(.*)\n[^]*?^```sh\n([^]*?)^```$/m.exec(section) ?? []
      return block === "" ? [] : [[program, block] as const]
    })
  )

/** The words of a line of a shell, without their quotes. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"))

interface Where {
  readonly cwd: string
  /** The file of the certificate to trust: `$CA` of the guide. */
  readonly ca?: string
  /** What a test sets beside the guide's lines. */
  readonly env?: Readonly<Record<string, string>>
}

interface Guided {
  /** What the guide sets for the program, and what the test does. */
  readonly env: Readonly<Record<string, string>>
  /** Runs the line of the guide that begins with `npx` and these words. */
  readonly run: (words: string) => Effect.Effect<Ran>
  /** Starts it, as long as the scope lasts, and waits until it has printed a text. */
  readonly start: (words: string, ready: string) => Effect.Effect<void, never, Scope.Scope>
}

/** The lines for a program, on a served simulator. */
export const guided = (
  program: string,
  simulator: ForgeSimulator["Service"],
  { ca = "", cwd, env: more = {} }: Where
): Guided => {
  const block = sectionsOf(guide).get(program)
  if (block === undefined) throw new Error(`The guide has no lines for ${program}`)
  const { host, origin } = new URL(simulator.baseUrl)
  const values = { API: simulator.baseUrl, TOKEN: tokenOf(simulator), ORIGIN: origin, SERVER: host, CA: ca }
  const lines = Object.entries(values)
    .reduce((text, [name, value]) => text.replaceAll(`$${name}`, () => value), block.replaceAll(/ *\\\n */g, " "))
    .trim()
    .split("\n")
    .map(wordsOf)
  const set = lines.flatMap(([first, assignment = ""]) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(assignment) ?? []
    return first === "export" ? [[name, value] as const] : []
  })
  const env = { ...Object.fromEntries(set), ...more }
  const argsOf = (words: string): ReadonlyArray<string> => {
    const [, name, ...args] = lines.find((line) => line.join(" ").startsWith(`npx ${words}`)) ?? []
    if (name === undefined) throw new Error(`The guide does not run ${words}`)
    return [packaged(`.bin/${name}`), ...args]
  }
  return {
    env,
    run: (words) => run(process.execPath, argsOf(words), { cwd, env }),
    start: (words, ready) => start(process.execPath, argsOf(words), { cwd, env }, ready)
  }
}
