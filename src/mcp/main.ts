#!/usr/bin/env node
/** The command `forgecast-mcp`. */
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Path from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as Cause from "effect/Cause"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import type { Forge } from "../forge/Forge.ts"
import type { SeedInvalid } from "../testing/SeedJson.ts"
import type { Weather } from "../weather/Weather.ts"
import { access } from "./http.ts"
import { boundsOf, help, InvalidOptions, isPlanning, type Listening, type Options, readOptions } from "./options.ts"
import { makeRecorders } from "./recording.ts"
import * as Server from "./server.ts"
import * as Services from "./services.ts"
import * as Sessions from "./sessions.ts"
import { choose } from "./tools.ts"

const manifest = Path.resolve(import.meta.dirname, "../../package.json")

const versionOf = (): string => {
  const read: unknown = JSON.parse(Fs.readFileSync(manifest, "utf8"))
  return typeof read === "object" && read !== null && "version" in read ? String(read.version) : ""
}

/** On standard output, it would be in the way of the protocol. */
const say = (message: string): void => {
  process.stderr.write(`forgecast-mcp: ${message.replaceAll("\n", " ")}\n`)
}

const readsOf = (bounds: unknown): ReadonlyArray<string> => {
  const { reads } = bounds as { readonly reads?: { readonly in?: ReadonlyArray<string> } }
  return reads?.in ?? []
}

const anonymous =
  "Requests to GitHub have no credentials, as GITHUB_TOKEN is not set: only what is public can be read, 60 times an hour."

const instructionsOf = ({ simulate }: Options, isAnonymous: boolean, plans: boolean): string =>
  [
    "Tools of GitHub and of the weather services. A failure is a result that says what to do next.",
    ...(simulate === false ? [] : ["GitHub and the weather are simulated."]),
    ...(isAnonymous ? [anonymous] : []),
    ...(plans ? ["Writes are only planned. plan_apply has a person approve them."] : [])
  ].join(" ")

const listening = (server: Server.ServerOptions, { host, hosts, port, token }: Listening) => {
  const ready = HttpServer.addressFormattedWith((address) =>
    Effect.sync(() => void process.stdout.write(`mcp ${address}/mcp\n`))
  )
  return HttpRouter.serve(Layer.merge(Server.layerHttp(server), access({ hosts, token }, server.sessions)), {
    disableLogger: true,
    disableListenLog: true
  }).pipe(
    Layer.merge(Layer.effectDiscard(ready)),
    Layer.provide(NodeHttpServer.layer(() => Http.createServer(), { host, port, disablePreemptiveShutdown: true }))
  )
}

/** What records each session. A test starts with what the simulated service does. */
const recorderOf = Effect.fnUntraced(function* ({ record, simulate }: Options) {
  if (record === undefined) return undefined
  const seed = simulate === false ? undefined : yield* Services.seedOf(simulate)
  return makeRecorders({ directory: record, seed })
})

/** What serves, as the arguments say. */
const serverOf = Effect.fnUntraced(function* (options: Options) {
  const tools = yield* Effect.fromResult(
    Result.mapError(choose(options.tools, options.writing === "none"), (message) => new InvalidOptions(message))
  )
  const bounds = boundsOf(options)
  const sessions = yield* Effect.mapError(
    Sessions.make({ bounds, recorder: yield* recorderOf(options) }),
    ({ reason }) => new InvalidOptions(`The bounds are not valid: ${reason}`)
  )
  const isAnonymous = options.simulate === false && (yield* Services.isAnonymous)
  if (isAnonymous) say(anonymous)
  const plans = isPlanning(bounds, options.writing)
  const server: Server.ServerOptions = {
    version: versionOf(),
    tools,
    sessions,
    plans,
    reads: readsOf(bounds),
    instructions: instructionsOf(options, isAnonymous, plans)
  }
  const services: Layer.Layer<Forge | Weather, ConfigError | SeedInvalid> =
    options.simulate === false ? Services.real : Services.simulated(options.simulate)
  return options.listening === undefined
    ? Server.layerStdio(server).pipe(Layer.provide(NodeStdio.layer), Layer.provide(services))
    : listening(server, options.listening).pipe(Layer.provide(services))
})

const main = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => readOptions(process.argv.slice(2), process.env),
    catch: (error) => error
  })
  if ("print" in options) {
    process.stdout.write(options.print === "help" ? help : `${versionOf()}\n`)
    return
  }
  yield* Layer.launch(yield* serverOf(options))
}).pipe(
  Effect.catch((error) =>
    Effect.sync(() => {
      const { cause = error } = error instanceof Error ? error : {}
      say(error instanceof Error ? error.message : String(cause))
      process.exitCode = 1
    })
  ),
  Effect.provideService(Logger.LogToStderr, true)
)

NodeRuntime.runMain(main, {
  // The end of standard input, or a signal, is how a client stops it.
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
