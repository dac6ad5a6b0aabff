/** A real PostgreSQL for tests. */
import { execFileSync, spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Net from "node:net"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Daemon, daemon, temporary } from "./daemon.ts"
import { freePorts } from "./ports.ts"

/** The folder of its commands. Debian has one for each version, none of them in PATH. */
const bin = Fs.globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1) ?? ""

/** Whether tests that need PostgreSQL are skipped: nowhere in CI. */
export const lacksPostgres =
  process.env["CI"] === undefined && spawnSync(Path.join(bin, "postgres"), ["--version"]).status !== 0

const username = "postgres"

/** Whoever runs it: it refuses to be run by root. */
const unprivileged = () => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync("id", [flag, username], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

/** A database that nobody has used. To make one takes a second of processor, to copy it a tenth, so this machine keeps it. */
const template = (user: ReturnType<typeof unprivileged>): string => {
  const version = execFileSync(Path.join(bin, "postgres"), ["--version"], { encoding: "utf8" }).replaceAll(/\W+/g, "-")
  const kept = Path.join(tmpdir(), `forgecast-${version}${process.getuid?.() ?? ""}`, "data")
  if (Fs.existsSync(kept)) return kept
  const home = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-postgres-"))
  if (user !== undefined) Fs.chownSync(home, user.uid, user.gid)
  const options = ["--auth=trust", "--encoding=UTF8", "--no-sync", "--wal-segsize=1"]
  const args = [`--pgdata=${Path.join(home, "data")}`, `--username=${username}`, ...options]
  execFileSync(Path.join(bin, "initdb"), args, { stdio: "pipe", cwd: home, ...user })
  try {
    Fs.renameSync(home, Path.dirname(kept))
  } catch {
    // Another worker was faster.
    Fs.rmSync(home, { recursive: true })
  }
  return kept
}

export interface PostgresServer extends Daemon {
  readonly port: number
  readonly url: string
}

/** Starts a PostgreSQL that trusts everybody on this machine and has an empty database. The scope ends it. */
export const postgresServer: Effect.Effect<PostgresServer, never, Scope.Scope> = Effect.gen(function* () {
  const home = yield* temporary("forgecast-postgres-")
  const port = yield* Effect.promise(freePorts)
  const user = unprivileged()
  if (user !== undefined) Fs.chownSync(home, user.uid, user.gid)
  const data = Path.join(home, "data")
  execFileSync("cp", ["-a", template(user), data])
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])]
  // SIGQUIT ends it without waiting for its clients.
  const server = yield* daemon({ command: Path.join(bin, "postgres"), args, port, stopsBy: "SIGQUIT", user })
  return { ...server, port, url: `postgres://${username}@127.0.0.1:${port}/postgres` }
})

const refusal = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0")
const head = Buffer.alloc(5, "E")
head.writeInt32BE(refusal.length + 4, 1)

/** Starts a server late: stops it, refuses two clients as one that is starting does, and starts it. */
export const restartedLate = ({ port, start, stop }: PostgresServer): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* stop
    const refused = yield* Deferred.make<void>()
    let clients = 0
    yield* Effect.acquireUseRelease(
      Effect.callback<Net.Server>((resume) => {
        const server = Net.createServer((socket) => {
          socket.on("error", () => {})
          socket.once("data", () => socket.end(Buffer.concat([head, refusal])))
          socket.on("close", () => ++clients === 2 && Deferred.doneUnsafe(refused, Effect.void))
        })
        server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      () => Deferred.await(refused),
      (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    )
    yield* start
  })
