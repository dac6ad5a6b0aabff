/** Processes of a module, each of which writes a report as its last line. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as Effect from "effect/Effect"
import { bundled } from "../bundled.ts"

export interface Started {
  readonly child: ChildProcess
  /** What it has written; its report is the last line. */
  readonly output: () => string
  readonly ended: Promise<unknown>
}

const start = (program: string, env: Readonly<Record<string, string>>): Started => {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: once(child, "close") }
}

/** Starts processes. The scope kills those that are left. */
export const startAll = (number: number, module: string, env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.map(
      Effect.promise(() => bundled(`test/processes/${module}`)),
      (program) => Array.from({ length: number }, () => start(program, env))
    ),
    (team) => Effect.sync(() => team.forEach(({ child }) => child.kill("SIGKILL")))
  )

/** Waits for the end of processes, and returns their reports. */
export const reports = <Report>(team: ReadonlyArray<Started>): Effect.Effect<ReadonlyArray<Report>> =>
  Effect.promise(async () => {
    await Promise.all(team.map(({ ended }) => ended))
    // The cast is safe: the module wrote it.
    return team.map(({ output }) => JSON.parse(output().trim().split("\n").at(-1) ?? "") as Report)
  })
