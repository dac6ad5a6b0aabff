/** Installed servers as child processes, each in a directory of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A directory that the scope removes. */
export const temporary = (prefix: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => Fs.mkdtempSync(Path.join(Os.tmpdir(), prefix))),
    (directory) => Effect.sync(() => Fs.rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  )

export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly port: number
  /** The signal that ends it at once and cleanly. */
  readonly stopsBy: NodeJS.Signals
  /** The user that runs it, where it refuses to be run by root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

export interface Daemon {
  /** Ends it. Its clients lose their connections. */
  readonly stop: Effect.Effect<void>
  /** Starts it again on the same port, and waits until it accepts connections. */
  readonly start: Effect.Effect<void>
  /** Stops it from answering; connections stay open. */
  readonly pause: Effect.Effect<void>
  readonly resume: Effect.Effect<void>
}

/** Starts a server. The scope ends it. */
export const daemon = (command: Command): Effect.Effect<Daemon, never, Scope.Scope> =>
  Effect.gen(function* () {
    let child: ChildProcess | undefined
    const signal = (name: NodeJS.Signals) =>
      Effect.sync(() => {
        if (child !== undefined) signalAll(child, name)
      })
    const start = Effect.promise(async () => {
      child = launch(command)
      await accepting(child, command)
    })
    const stop = Effect.promise(async () => {
      const ending = child
      child = undefined
      if (ending === undefined || hasEnded(ending)) return
      const ended = new Promise((resolve) => ending.once("exit", resolve))
      // A paused process takes no other signal.
      signalAll(ending, "SIGCONT")
      ending.kill(command.stopsBy)
      await ended
    })
    yield* Effect.acquireRelease(start, () => stop)
    return { stop, start, pause: signal("SIGSTOP"), resume: signal("SIGCONT") }
  })

/** Sends a signal to a process and to those that it has started: PostgreSQL has one for each connection. */
const signalAll = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")
  for (const line of table) {
    const [own = 0, parent] = line.trim().split(/\s+/).map(Number)
    if (own !== pid && parent !== pid) continue
    try {
      process.kill(own, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** How many characters are kept of what a server writes. It says why the server did not start. */
const longest = 4_000

const written = new WeakMap<ChildProcess, string>()

const launch = ({ args, command, stopsBy, user }: Command): ChildProcess => {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...user })
  const note = (text: Buffer) => void written.set(child, ((written.get(child) ?? "") + text.toString()).slice(-longest))
  child.stdout.on("data", note)
  child.stderr.on("data", note)
  // Should the tests be stopped.
  const kill = () => void child.kill(stopsBy)
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
  return child
}

const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = Net.connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true) ?? socket.destroy())
    socket.once("error", () => resolve(false))
  })

const accepting = async (child: ChildProcess, { command, port }: Command): Promise<void> => {
  for (;;) {
    if (hasEnded(child)) throw new Error(`${command} has ended:\n${written.get(child)}`)
    if (await connects(port)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
