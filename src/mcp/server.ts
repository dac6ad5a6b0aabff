/** What a server has for its clients: tools, resources, prompts, and a session around each request. */
import * as McpProtocol from "effect/ai/McpProtocol"
import { McpServerClient } from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ToolCalls, type ToolStep } from "../ai/ToolCall.ts"
import { Forge } from "../forge/Forge.ts"
import * as Approval from "./approval.ts"
import * as Completions from "./completions.ts"
import * as Prompts from "./prompts.ts"
import * as Reporting from "./reporting.ts"
import * as Resources from "./resources.ts"
import { CurrentSession, type Session, type Sessions } from "./sessions.ts"
import type { Chosen } from "./tools.ts"

/** The versions of the protocol with sessions: bounds belong to a session. */
const protocols = [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26] as const

/** What a server is made of. */
export interface ServerOptions {
  /** The version of the package. */
  readonly version: string
  readonly tools: Chosen
  readonly sessions: Sessions
  /** Whether writes are planned, so that there is a tool to have them approved. */
  readonly plans: boolean
  /** Patterns of what may be read. */
  readonly reads: ReadonlyArray<string>
  /** What clients are told of the server. */
  readonly instructions: string
}

/** The id of the only session on standard input and output. */
const onlySession = "stdio"

/** The token of a client that wants to hear of progress. */
const progressTokenOf = (metadata: Readonly<Record<string, unknown>> | undefined): string | number | undefined => {
  const token = metadata?.["progressToken"]
  return typeof token === "string" || typeof token === "number" ? token : undefined
}

/** Runs each request within the session of its client. */
const within = (sessions: Sessions) =>
  McpServer.middleware<{ provides: CurrentSession }>()(
    Effect.gen(function* () {
      const { notifications } = yield* McpServer.McpServer
      const withClientLog = yield* Reporting.makeClientLog
      const stepsOf = (session: Session, token: string | number | undefined): ReadonlyArray<ToolStep> => [
        Reporting.logged,
        ...(token === undefined ? [] : [Reporting.progress(notifications, token)]),
        ...session.steps
      ]
      return (effect, { sessionId }) =>
        Effect.gen(function* () {
          const session = yield* sessions.of(sessionId ?? onlySession)
          const { requestMetadata } = yield* McpServerClient
          return yield* effect.pipe(
            Effect.provideService(CurrentSession, session),
            Effect.provideService(ToolCalls, stepsOf(session, progressTokenOf(requestMetadata))),
            withClientLog
          )
        })
    })
  )

/** What is shown to clients. */
const registrations = ({ plans, reads, sessions, tools }: ServerOptions) =>
  Layer.unwrap(
    Effect.map(Forge, (forge) => {
      const complete = Completions.make(reads, forge)
      const names = new Set([...tools.names, ...(plans ? [Approval.toolName] : [])])
      return Layer.mergeAll(
        tools.registrations,
        plans ? Approval.registration : Layer.empty,
        Resources.registrations(complete),
        Prompts.registrations(names, complete)
      )
    })
  ).pipe(Layer.provide(within(sessions).layer))

/** The same for all transports. */
const options = (server: ServerOptions) => ({
  name: "forgecast",
  version: server.version,
  instructions: server.instructions,
  protocols,
  registrations: registrations(server)
})

/** Serves a single client over standard input and output. */
export const layerStdio = (server: ServerOptions) => McpServer.layerStdio(options(server))

/** Serves clients over streamable HTTP, at this path of a router. */
export const layerHttp = (server: ServerOptions) =>
  McpServer.layerHttp({ ...options(server), path: "/mcp", allowSessionTermination: true })
