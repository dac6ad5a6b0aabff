/** What a program costs before its first line runs: a process that only imports. */
import { execFileSync } from "node:child_process"
import { buildPackage, root } from "./built.ts"
import { type Contender, type Cost, measure, type Taken } from "./measure.ts"
import { millis, type Row, row } from "./report.ts"

/** A whole process, from its start to the end of the last import. The CPU time is of all its threads. */
const importing =
  (...specifiers: ReadonlyArray<string>): Contender =>
  () => {
    const program = [
      ...specifiers.map((specifier) => `await import("${specifier}")`),
      `const { system, user } = process.cpuUsage()`,
      `console.log(JSON.stringify({ wall: performance.now(), cpu: (system + user) / 1_000 }))`
    ].join("\n")
    const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: root })
    // The process prints its cost.
    return Promise.resolve(JSON.parse(output.toString()) as Cost)
  }

const contenders = {
  effect: importing("effect/Effect", "effect/Schema", "effect/Stream"),
  issues: importing("forgecast/forge/Issues"),
  forge: importing("forgecast/forge"),
  weather: importing("forgecast/weather"),
  node: importing("forgecast/node"),
  octokit: importing("@octokit/rest")
}

export const imports = async (): Promise<ReadonlyArray<Row>> => {
  buildPackage()
  const taken = await measure(contenders, { seconds: 40, times: 1 })
  const compare = (name: keyof typeof contenders, of: keyof Cost): ReadonlyArray<number> =>
    taken[name].map((cost, round) => cost[of] / (taken.effect[round]?.[of] ?? Number.NaN))
  const details = (name: keyof typeof contenders): string =>
    millis({ [name]: taken[name], effect: taken.effect } satisfies Record<string, Taken>)
  return [
    row("import forge/Issues / Effect, Schema, Stream, CPU", compare("issues", "cpu"), {
      target: 1.25,
      details: details("issues")
    }),
    row("  the same, wall", compare("issues", "wall")),
    row("import forge / the same, CPU", compare("forge", "cpu"), { details: details("forge") }),
    row("import weather / the same, CPU", compare("weather", "cpu"), { details: details("weather") }),
    row("import node / the same, CPU", compare("node", "cpu"), { details: details("node") }),
    row("import @octokit/rest / the same, CPU", compare("octokit", "cpu"), { details: details("octokit") })
  ]
}
