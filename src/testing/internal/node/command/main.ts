#!/usr/bin/env node
/** The command `forgecast-simulator`. */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type { Handle } from "../../../ForgeHandle.ts"
import type { Seed } from "../../../ForgeSeed.ts"
import { type Received, row } from "../../../Journal.ts"
import { serveForge } from "../server.ts"
import { stateRoot } from "../statePage.ts"
import { readTls } from "./certificates.ts"
import { type StateWriter, makeStateWriter } from "./stateWriter.ts"
import { help, type Options, parseOptions, readStart, InvalidOptions } from "./options.ts"

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const complain = (error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`forgecast-simulator: ${message.replaceAll("\n", " ")}\n`)
}

/** The root of the package, from the sources as from what is built of them. */
const root = resolve(import.meta.dirname, "../../../../..")

const versionOf = async (): Promise<string> => {
  const manifest: unknown = JSON.parse(await readFile(resolve(root, "package.json"), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : ""
}

const printed = async (what: "help" | "version" | "schema"): Promise<string> => {
  if (what === "help") return help.trimEnd()
  return what === "version"
    ? versionOf()
    : (await readFile(resolve(root, "src/testing/seed.schema.json"), "utf8")).trim()
}

const ready = (
  { token: secret, urls }: Handle,
  listensOn: string,
  ca: string | undefined,
  { json }: Options
): string => {
  const token = secret === null ? null : Redacted.value(secret)
  const { api, storage, uploads } = urls
  const page = `${new URL(api).origin}${stateRoot}`
  // Behind a proxy, the API is not where the server listens.
  const isElsewhere = !api.startsWith(listensOn)
  if (json) return JSON.stringify({ api, uploads, storage, page, token, ca, ...(isElsewhere ? { listensOn } : {}) })
  const lines = [
    `api ${api}`,
    `uploads ${uploads}`,
    `storage ${storage}`,
    `page ${page}`,
    ...(token === null ? [] : [`token ${token}`]),
    ...(ca === undefined ? [] : [`ca ${ca}`]),
    ...(isElsewhere ? [`listens on ${listensOn}`] : [])
  ]
  return lines.join("\n")
}

/** Prints requests as they are answered. */
const makeLog = (): ((received: Received) => void) => {
  let count = 0
  let start: number | undefined
  return (received) => {
    start ??= received.receivedAt
    count++
    print(row(received, count, start))
  }
}

/** Which other things a seed says of the service: they belong to its state. */
const behaviour = ({ latency, limits, unserved }: Seed): Seed => ({
  ...(latency === undefined ? {} : { latency }),
  ...(limits === undefined ? {} : { limits }),
  ...(unserved === undefined ? {} : { unserved })
})

/** Serves until it is interrupted. */
const serving = Effect.fnUntraced(function* (options: Options, seed: Seed) {
  let handle: Handle | undefined
  const file = options.state
  const stateOf = (): string =>
    handle === undefined ? "" : `${JSON.stringify({ ...behaviour(seed), ...Effect.runSync(handle.toSeed) }, null, 1)}\n`
  const stateWriter: StateWriter | undefined =
    file === undefined
      ? undefined
      : makeStateWriter(file, stateOf, (error) => complain(new Error(`${file} cannot be written. ${String(error)}`)))
  const log = options.log ? makeLog() : undefined
  const watch = (received: Received): void => {
    log?.(received)
    // Reads change little: counts of downloads, and whether it is known that something can be merged.
    if (received.method === "GET" || received.method === "HEAD") stateWriter?.note()
    else if (received.acted) stateWriter?.touch()
  }
  const flush = Effect.promise(async () => {
    if (handle === undefined) return
    await stateWriter?.flush().catch((error: unknown) => {
      throw new InvalidOptions(`${file} cannot be written. ${error instanceof Error ? error.message : String(error)}`)
    })
  })
  const { deliverTo, hosts, host, maxBody, origins, port, prefix, publicUrl } = options
  yield* Effect.scoped(
    Effect.gen(function* () {
      const tls = yield* Effect.acquireRelease(
        Effect.promise(() => readTls(options, seed)),
        (made) => Effect.promise(async () => made?.remove?.())
      )
      const served = yield* serveForge(
        {
          ...seed,
          ...(options.latency === undefined ? {} : { latency: options.latency }),
          ...(options.unlimited ? { limits: "none" } : {}),
          ...(options.unserved === undefined ? {} : { unserved: options.unserved })
        },
        {
          host,
          port,
          hosts,
          origins,
          prefix,
          deliverTo,
          watch,
          ...(publicUrl === undefined ? {} : { publicUrl }),
          ...(tls === undefined ? {} : { tls }),
          ...(maxBody === undefined ? {} : { maxBody }),
          ...(port === 0 ? {} : { storagePort: port + 1 })
        }
      )
      handle = served.handle
      // Whether the state can be written is known before anybody sends a request.
      stateWriter?.note()
      yield* flush
      print(ready(handle, served.listensOn, tls?.ca, options))
      yield* Effect.never
    })
  ).pipe(Effect.ensuring(flush))
})

/** Runs until it is stopped. Returns the exit code. */
const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const options = parseOptions(args)
  if ("print" in options) {
    print(await printed(options.print))
    return 0
  }
  const fiber = Effect.runFork(serving(options, await readStart(options)))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => fiber.interruptUnsafe())
  const exit = await Effect.runPromise(Fiber.await(fiber))
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  throw Cause.squash(exit.cause)
}

// A reader of the output may stop before the service does.
process.stdout.on("error", () => {})

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  complain(error)
  process.exitCode = 1
}
// Nothing should be left to wait for.
setTimeout(() => process.exit(), 300).unref()
