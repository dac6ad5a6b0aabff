/** The sessions of clients: each has bounds of its own, and a plan. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as Bounds from "../ai/Bounds.ts"
import type * as Planning from "../ai/Planning.ts"
import type { ToolStep } from "../ai/ToolCall.ts"
import type { InvalidInput } from "../rest/RestError.ts"
import type { Recorder } from "./recording.ts"

/** A session of a client. */
export interface Session {
  /** What the model does: calls of tools, and reads of resources. */
  readonly agent: Bounds.Session
  /** What completions read while a person types. The model does not see it, so its labels are not those of the agent. */
  readonly typing: Bounds.Session
  /** The steps around calls, the outermost first. */
  readonly steps: ReadonlyArray<ToolStep>
  /** Says that planned calls were carried out. */
  readonly applied: Recorder["applied"]
  /** One plan is asked about at a time. */
  readonly asking: Semaphore.Semaphore
  /** The approval of a plan that has stopped on its way. */
  pending: Planning.Approved | undefined
}

/** The session of the request that is answered. */
export class CurrentSession extends Context.Service<CurrentSession, Session>()("forgecast/mcp/CurrentSession") {}

/** All sessions. */
export interface Sessions {
  /** The session of an id, which is made when it is first asked for. */
  readonly of: (id: string) => Effect.Effect<Session>
  /** Forgets a session that has ended. */
  readonly end: (id: string) => void
}

/** How to make sessions. */
export interface SessionsOptions {
  /** The bounds of each session. */
  readonly bounds: unknown
  /** Makes what records a session. Default: nothing does. */
  readonly recorder?: Effect.Effect<Recorder> | undefined
}

/** Makes sessions. Fails if the bounds are not as they should be. */
export const make: (options: SessionsOptions) => Effect.Effect<Sessions, InvalidInput> = Effect.fn("Sessions.make")(
  function* ({ bounds, recorder }: SessionsOptions) {
    // `Bounds.make` checks what comes from a file.
    const options = bounds as Bounds.Options
    // So that a mistake is found when the command starts.
    yield* Bounds.make(options)
    const sessions = new Map<string, Session>()
    const begin = Effect.fnUntraced(function* (id: string) {
      const [agent, typing] = yield* Effect.orDie(Effect.all([Bounds.make(options), Bounds.make(options)]))
      const recording = recorder === undefined ? undefined : yield* recorder
      // Another request may have begun it meanwhile.
      const session = sessions.get(id) ?? {
        agent,
        typing,
        steps: recording === undefined ? [agent.step] : [recording.step, agent.step],
        applied: recording === undefined ? () => Effect.void : recording.applied,
        asking: Semaphore.makeUnsafe(1),
        pending: undefined
      }
      sessions.set(id, session)
      return session
    })
    return {
      of: (id) =>
        Effect.suspend(() => {
          const session = sessions.get(id)
          return session === undefined ? begin(id) : Effect.succeed(session)
        }),
      end: (id) => void sessions.delete(id)
    }
  }
)
