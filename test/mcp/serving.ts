/** The server over HTTP in process, and clients of the official SDK. */
import * as Http from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Bounds from "../../src/ai/Bounds.ts"
import type { ToolStep } from "../../src/ai/ToolCall.ts"
import { access } from "../../src/mcp/http.ts"
import { boundsOf, type Writing } from "../../src/mcp/options.ts"
import { seed as small } from "../../src/mcp/seed.ts"
import * as Server from "../../src/mcp/server.ts"
import * as Sessions from "../../src/mcp/sessions.ts"
import { choose, setNames } from "../../src/mcp/tools.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"

export interface Options {
  readonly tools?: ReadonlyArray<string>
  readonly writing?: Writing
  readonly bounds?: Bounds.Options
  readonly seed?: ForgeSimulator.Seed
  /** The outermost step around calls, as that of a recorder. */
  readonly step?: ToolStep
  readonly token?: string
  readonly hosts?: ReadonlyArray<string>
  readonly mostSessions?: number
}

/** Serves, until the scope ends. */
export const serving = Effect.fnUntraced(function* (options: Options = {}) {
  const { bounds, hosts = [], mostSessions, seed = small, step, token, writing = "act" } = options
  const logged: Array<string> = []
  const log = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))
  const given = boundsOf({ bounds, simulate: undefined, writing })
  const recorder = step === undefined ? undefined : Effect.succeed({ step, applied: () => Effect.void })
  const sessions = yield* Sessions.make({ bounds: given, recorder })
  const tools = Result.getOrThrow(choose(options.tools ?? setNames, writing === "none"))
  const server: Server.ServerOptions = {
    version: "1.2.3",
    tools,
    sessions,
    plans: writing === "plan",
    reads: (given as Bounds.Options).reads?.in ?? [],
    instructions: "Only a test."
  }
  const who = { hosts, token: token === undefined ? null : Redacted.make(token) }
  const context = yield* Layer.build(
    HttpRouter.serve(Layer.merge(Server.layerHttp(server), access(who, sessions, mostSessions)), {
      disableLogger: true,
      disableListenLog: true
    }).pipe(
      Layer.provideMerge(NodeHttpServer.layer(() => Http.createServer(), { host: "127.0.0.1", port: 0 })),
      Layer.provideMerge(Layer.merge(ForgeSimulator.layer(seed), WeatherSimulator.layer())),
      Layer.provide(Logger.layer([log]))
    )
  )
  const { address } = Context.get(context, HttpServer.HttpServer)
  const url = `${HttpServer.formatAddress(address)}/mcp`
  return { url, logged, sessions, simulator: Context.get(context, ForgeSimulator.ForgeSimulator) }
})

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities
  readonly headers?: Record<string, string>
}

/** A client, until the scope ends. */
export const connected = (url: string, { capabilities = {}, headers = {} }: ClientOptions = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new Client({ name: "test", version: "1" }, { capabilities })
        const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
        await client.connect(transport)
        return { client, transport }
      }),
      ({ client }) => Effect.promise(() => client.close())
    ),
    ({ client, transport }) => ({
      client,
      transport,
      call: (name: string, input: Record<string, unknown> = {}) =>
        Effect.promise(async () => (await client.callTool({ name, arguments: input })) as CallToolResult)
    })
  )

/** What a tool has answered. */
export const answerOf = (result: CallToolResult): unknown => {
  const [first] = result.content
  return first?.type === "text" ? JSON.parse(first.text) : undefined
}

/** The message of an error, or nothing. */
export const failing = (run: () => Promise<unknown>) =>
  Effect.promise(() =>
    run().then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : String(error))
    )
  )
