/**
 * Starts the PostgreSQL and the Redis that are installed on this machine, each on a free port, with nothing kept. Where one
 * of them is missing, there is a file.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** A server is not installed. */
class Missing extends Data.TaggedError("Missing")<{ readonly message: string }> {}

/** The folder of PostgreSQL's commands. Debian has one for each version, none of them in PATH. */
const bin = Fs.globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1) ?? ""

const isInstalled = (command: string) => spawnSync(command, ["--version"]).status === 0

const installed = (command: string, packageName: string, variable: string) =>
  isInstalled(command)
    ? Effect.void
    : new Missing({
        message:
          `${Path.basename(command)} is not installed. Install the package ${packageName} ` +
          `(apt-get install ${packageName}, brew install ${packageName}), or set ${variable}.`
      })

/** A port that nothing listens on. */
export const freePort = Effect.callback<number>((resume) => {
  const server = Net.createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    server.close(() => resume(Effect.succeed(port)))
  })
})

const connects = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = Net.connect(port, "127.0.0.1")
    socket.once("connect", () =>
      resume(
        Effect.as(
          Effect.sync(() => socket.destroy()),
          true
        )
      )
    )
    socket.once("error", () => resume(Effect.succeed(false)))
  })

/** Ends a process and waits until it has ended. */
export const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  })

/** A folder that the scope removes. */
export const directory = Effect.acquireRelease(
  Effect.sync(() => Fs.mkdtempSync(Path.join(Os.tmpdir(), "fleet-"))),
  (path) => Effect.sync(() => Fs.rmSync(path, { recursive: true, force: true, maxRetries: 10 }))
)

const start = Effect.fnUntraced(function* (
  command: string,
  args: ReadonlyArray<string>,
  { port, signal, user }: { readonly port: number; readonly signal: NodeJS.Signals; readonly user?: User | undefined }
) {
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { stdio: "ignore", ...user })),
    (child) => end(child, signal)
  )
  while (!(yield* connects(port))) yield* Effect.sleep("50 millis")
})

const redis = Effect.gen(function* () {
  yield* installed("redis-server", Os.platform() === "darwin" ? "redis" : "redis-server", "FORGECAST_REDIS_URL")
  const port = yield* freePort
  const dir = yield* directory
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--dir", dir, "--save", "", "--appendonly", "no"]
  yield* start("redis-server", args, { port, signal: "SIGKILL" })
  return `redis://127.0.0.1:${port}`
})

interface User {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to be run by root. */
const unprivileged = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

const postgres = Effect.gen(function* () {
  yield* installed(Path.join(bin, "postgres"), "postgresql", "DATABASE_URL")
  const port = yield* freePort
  const home = yield* directory
  const user = unprivileged()
  if (user !== undefined) Fs.chownSync(home, user.uid, user.gid)
  const data = Path.join(home, "data")
  const prepare = [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]
  execFileSync(Path.join(bin, "initdb"), prepare, { stdio: "ignore", cwd: home, ...user })
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])]
  // SIGQUIT ends it without waiting for its clients.
  yield* start(Path.join(bin, "postgres"), args, { port, signal: "SIGQUIT", user })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
})

/**
 * The variables of the environment that name the servers. A server that is named already is not started. If none is named,
 * and one of them is not installed, there are no servers: null.
 */
export const servers = Effect.gen(function* () {
  const { DATABASE_URL, FORGECAST_REDIS_URL } = process.env
  const isNamed = DATABASE_URL !== undefined || FORGECAST_REDIS_URL !== undefined
  if (!isNamed && !(isInstalled(Path.join(bin, "postgres")) && isInstalled("redis-server"))) return null
  return {
    DATABASE_URL: DATABASE_URL ?? (yield* postgres),
    FORGECAST_REDIS_URL: FORGECAST_REDIS_URL ?? (yield* redis)
  }
})
