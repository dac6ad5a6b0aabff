/** Runs a program on a runtime, until it has reported. */
import { spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { chromium } from "../../chromium.ts"
import type { Host } from "./host.ts"
import type { Report } from "./program/setting.ts"

/** The end of what a program writes, which says why it failed. */
const longest = 4_000

/** Runs a command. Fails if it ends before it has reported. */
const reportOf = (command: string, args: ReadonlyArray<string>, { report }: Host): Effect.Effect<Report> => {
  const ended = Effect.callback<never>((resume) => {
    // A group of its own, so that its children end with it.
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true })
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, "SIGKILL")
      }
    }
    // Should the tests be stopped.
    process.once("exit", kill)
    let written = ""
    const note = (text: Buffer) => (written = (written + text.toString()).slice(-longest))
    child.stdout.on("data", note)
    child.stderr.on("data", note)
    child.on("error", (cause) => resume(Effect.die(cause)))
    child.on("exit", (code) =>
      // A program that has reported ends, too.
      resume(Effect.delay(Effect.die(new Error(`${command} ended with ${code}:\n${written}`)), "1 second"))
    )
    return Effect.callback<void>((resume) => {
      process.off("exit", kill)
      if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
      child.once("exit", () => resume(Effect.void))
      kill()
    })
  })
  return Effect.raceFirst(report, ended).pipe(Effect.timeout("10 minutes"), Effect.orDie)
}

const bin = (name: string): string => Path.resolve(import.meta.dirname, "../../../node_modules/.bin", name)

/** Runs the program of servers on Node, Bun or Deno. */
export const runServer =
  (runtime: "node" | "bun" | "deno", client: "fetch" | "node") =>
  (host: Host, main: string): Effect.Effect<Report> => {
    const command = runtime === "node" ? process.execPath : bin(runtime)
    const args = runtime === "deno" ? ["run", "--allow-all", "--no-lock", "--node-modules-dir=manual"] : []
    return reportOf(command, [...args, main, host.origin, client], host)
  }

const flags = [
  "--headless",
  ...chromium.args,
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  // Keeps it running.
  "--remote-debugging-port=0"
]

/** Loads the page. */
export const runBrowser = (host: Host): Effect.Effect<Report> =>
  Effect.scoped(
    Effect.gen(function* () {
      const profile = yield* Effect.acquireRelease(
        Effect.sync(() => Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-chromium-"))),
        (folder) =>
          Effect.sync(() => Fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
      )
      return yield* reportOf(chromium.executablePath, [...flags, `--user-data-dir=${profile}`, `${host.origin}/`], host)
    })
  )
