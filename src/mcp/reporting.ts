/** What clients hear of while a request is answered: its progress, if they have asked for it, and what is logged. */
import * as McpServer from "effect/ai/McpServer"
import type { LoggingLevel, McpRequestContext } from "effect/ai/McpSchema"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"
import type { ToolStep } from "../ai/ToolCall.ts"
import { ToolRefused } from "../ai/ToolError.ts"

type Notifications = McpServer.McpServer["Service"]["notifications"]

/** Tells the client of each request that a call sends. A workflow that waits for long asks again and again. */
export const progress = (notifications: Notifications, progressToken: string | number): ToolStep => {
  let sent = 0
  return {
    transport: () => ({
      request: (next) => (call, reader, since) =>
        Effect.andThen(
          Effect.suspend(() =>
            notifications["notifications/progress"]({ progressToken, progress: ++sent, message: call.operation })
          ),
          next(call, reader, since)
        )
    })
  }
}

/** The refusal that has ended a call: by a step, or from within its requests. */
const refusalIn = (cause: Cause.Cause<unknown>): ToolRefused | undefined =>
  cause.reasons
    .map((reason) =>
      Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    )
    .find((error) => error instanceof ToolRefused)

/** Logs what bounds have refused, and at level Debug each call. */
export const logged: ToolStep = {
  around: (call, run) =>
    Effect.flatMap(Clock.currentTimeMillis, (start) =>
      Effect.onExit(run, (exit) => {
        const refusal = Exit.isFailure(exit) ? refusalIn(exit.cause) : undefined
        if (refusal !== undefined) return Effect.logWarning(`${call.tool}: ${refusal.message}`)
        return Effect.flatMap(Clock.currentTimeMillis, (end) =>
          Effect.logDebug(
            `${call.tool} ${Exit.isSuccess(exit) ? "has answered" : "has failed"} after ${Math.round(end - start)} ms`
          )
        )
      })
    )
}

const levelOf = (level: LogLevel.LogLevel): LoggingLevel => {
  switch (level) {
    case "Fatal":
      return "critical"
    case "Error":
      return "error"
    case "Warn":
      return "warning"
    case "Info":
      return "info"
    case "All":
    case "Debug":
    case "Trace":
    case "None":
      return "debug"
  }
}

/** Sentences, without what only the log of the server is to have. */
const sentences = (message: unknown): ReadonlyArray<string> =>
  (Array.isArray(message) ? message : [message]).filter((part) => typeof part === "string")

/** Makes what sends the log of a request to its client as well, from the level on that the client has set. */
export const makeClientLog = Effect.gen(function* () {
  const { notifications } = yield* McpServer.McpServer
  const run = yield* FiberSet.makeRuntime()
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | McpRequestContext> =>
    Effect.contextWith((context) =>
      Effect.withFiber((fiber) => {
        const level = fiber.getRef(References.CurrentLogLevel)
        const minimum = fiber.getRef(References.MinimumLogLevel)
        const sending: Array<Fiber.Fiber<void>> = []
        const toClient = Logger.make(({ logLevel, message }) => {
          const data = sentences(message).join(" ")
          if (data === "" || LogLevel.isLessThan(logLevel, level)) return
          const notice = notifications["notifications/message"]({ level: levelOf(logLevel), logger: "forgecast", data })
          // In the context of the request, so that no other client gets it.
          sending.push(run(Effect.provideContext(Effect.ignore(notice), context)))
        })
        const others = [...fiber.getRef(References.CurrentLoggers)].map((logger) =>
          Logger.make((options) => {
            // A client does not change what the server logs.
            if (!LogLevel.isLessThan(options.logLevel, minimum)) logger.log(options)
          })
        )
        return effect.pipe(
          Effect.provideService(References.CurrentLoggers, new Set([toClient, ...others])),
          Effect.provideService(References.MinimumLogLevel, LogLevel.isLessThan(level, minimum) ? level : minimum),
          // Otherwise the response could overtake them, which is the last that a client gets.
          Effect.onExit(() => Effect.forEach(sending, (fiber) => Fiber.await(fiber), { discard: true }))
        )
      })
    )
})
