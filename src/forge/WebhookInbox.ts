/**
 * An inbox for deliveries: they are kept before the service gets its response, and handled afterwards, at least once.
 *
 * **Details**
 *
 * `accept` verifies a delivery and keeps it once for each of its handlers, in a queue of `effect/persistence`. A delivery
 * that was kept before is dropped by its id: the service has sent it again. Handlers take from the queue, and no handler
 * waits for another one. One that fails is tried again, and at last its delivery goes to the `DeadLetters`, from where
 * `replay` brings it back.
 *
 * A handler may see a delivery twice: when its process ends before it is done. Make it safe to repeat.
 *
 * **Example** (A server)
 *
 * ```ts
 * const Inbox = WebhookInbox.layer(Webhooks.handlers(welcome)).pipe(
 *   Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerMemory])
 * )
 * const Server = HttpRouter.serve(WebhookInbox.route("/webhooks").pipe(Layer.provide(Inbox)))
 * ```
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import type * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import * as DeadLetters from "./DeadLetters.ts"
import { decode, Raw } from "./WebhookDelivery.ts"
import { InboxFailed, type WebhookError } from "./WebhookError.ts"
import * as Webhooks from "./Webhooks.ts"

/** Keeps deliveries until they are handled. */
export class WebhookInbox extends Context.Service<
  WebhookInbox,
  {
    /** Verifies a delivery and keeps it. Returns once it is safe: then respond with a 202. */
    readonly accept: (request: Webhooks.Incoming) => Effect.Effect<Webhooks.Delivery, WebhookError | InboxFailed>
    /** What handlers have given up, the oldest first. */
    readonly failed: Effect.Effect<ReadonlyArray<DeadLetters.DeadLetter>, InboxFailed>
    /** Hands a dead letter to its handler again. */
    readonly replay: (letter: DeadLetters.DeadLetter) => Effect.Effect<void, InboxFailed>
  }
>()("forgecast/forge/WebhookInbox") {}

/** How deliveries are handled. */
export interface Options<in E> {
  /** The name of the queue. Default: `webhooks`. */
  readonly name?: string | undefined
  /** How many deliveries are handled at the same time. Default: 8. */
  readonly concurrency?: number | undefined
  /** How often a handler tries before it gives up. Default: 10. */
  readonly maxAttempts?: number | undefined
  /** When a handler that has failed tries again. Default: after 1 s, then each time after twice as long, up to 5 min. */
  readonly retrySchedule?: Schedule.Schedule<unknown, number> | undefined
  /** Failures after which a handler gives up at once. Default: none. */
  readonly isFinal?: ((error: E) => boolean) | undefined
}

/** The work of one handler for one delivery. */
const Work = Schema.Struct({
  handler: Schema.String,
  delivery: Raw,
  replays: Schema.Int,
  /** The span of the request that brought it. */
  span: Schema.NullOr(Schema.Struct({ traceId: Schema.String, spanId: Schema.String, sampled: Schema.Boolean }))
})

/** Keeps deliveries for these handlers, and runs the handlers as long as the Layer lives. */
export const layer = <E, R>(
  handlers: Webhooks.Handlers<E, R>,
  { concurrency = 8, isFinal, maxAttempts = 10, name = "webhooks", retrySchedule }: Options<E> = {}
): Layer.Layer<
  WebhookInbox,
  never,
  R | Webhooks.Webhooks | DeadLetters.DeadLetters | PersistedQueue.PersistedQueueFactory
> =>
  Layer.effect(
    WebhookInbox,
    Effect.gen(function* () {
      const webhooks = yield* Webhooks.Webhooks
      const letters = yield* DeadLetters.DeadLetters
      // The queue counts an attempt when a handler starts, so that a crash is one. What is left to do after the last
      // one is to give up, which is no attempt of the handler.
      const queue = yield* PersistedQueue.make({ name, schema: Work, maxAttempts: 1_000_000, retrySchedule })

      const giveUp = (
        id: string,
        { delivery, handler, replays }: typeof Work.Type,
        attempts: number,
        failure: string
      ) =>
        Effect.flatMap(DateTime.now, (failed_at) =>
          letters.add({ id, handler, delivery, attempts, replays, failed_at, failure })
        )

      const work = Effect.fnUntraced(function* (
        one: typeof Work.Type,
        { attempts, id }: { readonly attempts: number; readonly id: string }
      ) {
        const handler = handlers.find(({ name: of }) => of === one.handler)
        if (handler === undefined) return yield* giveUp(id, one, attempts, "There is no handler of this name any more")
        if (attempts > maxAttempts)
          return yield* giveUp(id, one, attempts - 1, "The program ended during the last attempt")
        const delivery = yield* Effect.orDie(Effect.fromResult(decode(one.delivery)))
        const handled = Webhooks.run(handler, delivery)
        yield* (one.span === null ? handled : Effect.withParentSpan(handled, Tracer.externalSpan(one.span))).pipe(
          Effect.catchCause((cause): Effect.Effect<void, E | InboxFailed> => {
            const error = Cause.findErrorOption(cause)
            const isLast = attempts >= maxAttempts || (error._tag === "Some" && isFinal?.(error.value) === true)
            if (Cause.hasInterruptsOnly(cause) || !isLast) return Effect.failCause(cause)
            return giveUp(id, one, attempts, Cause.pretty(cause))
          })
        )
      })

      yield* queue.take(work).pipe(
        // What has failed is in the queue again, to be tried later.
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("A delivery failed", cause)
        ),
        Effect.forever,
        Effect.replicateEffect(concurrency, { concurrency, discard: true }),
        Effect.forkScoped
      )

      const offer = (id: string, one: typeof Work.Type) =>
        Effect.mapError(queue.offer(one, { id }), (cause) => new InboxFailed({ cause }))

      return {
        accept: Effect.fnUntraced(function* (request) {
          const raw = yield* Webhooks.readRaw(request).pipe(Effect.provideService(Webhooks.Webhooks, webhooks))
          const delivery = yield* Effect.fromResult(decode(raw))
          const span = yield* Effect.map(Effect.option(Effect.currentSpan), Option.map(partsOf))
          yield* Effect.forEach(
            Webhooks.handlersOf(handlers, delivery),
            (handler) =>
              offer(`${raw.id}/${handler.name}`, {
                handler: handler.name,
                delivery: raw,
                replays: 0,
                span: Option.getOrNull(span)
              }),
            { discard: true }
          )
          return delivery
        }),
        failed: letters.list,
        replay: ({ delivery, handler, id, replays }) =>
          // Replayed twice, it is kept once: the queue knows the id.
          offer(`${delivery.id}/${handler}#${replays + 1}`, {
            handler,
            delivery,
            replays: replays + 1,
            span: null
          }).pipe(Effect.andThen(letters.remove(id)))
      }
    })
  )

const partsOf = ({ sampled, spanId, traceId }: Tracer.Span) => ({ traceId, spanId, sampled })

/**
 * A route that takes deliveries: it responds with a 202 once a delivery is kept, and with the status of the failure
 * otherwise. The service sends those that have failed again when it is asked to.
 */
export const route = (path: HttpRouter.PathInput): Layer.Layer<never, never, HttpRouter.HttpRouter | WebhookInbox> =>
  Layer.unwrap(
    WebhookInbox.useSync(({ accept }) =>
      HttpRouter.add("POST", path, (request) =>
        Effect.matchEffect(accept(request), {
          onFailure: HttpServerRespondable.toResponse,
          onSuccess: () => Effect.succeed(HttpServerResponse.empty({ status: 202 }))
        })
      )
    )
  )

/** Keeps deliveries in memory: for tests, and for programs that may lose them when they end. */
export const layerMemory: Layer.Layer<PersistedQueue.PersistedQueueFactory | DeadLetters.DeadLetters> = Layer.mergeAll(
  PersistedQueue.layer,
  PersistedQueue.layerCleanup({ timeToLive: "7 days" })
).pipe(Layer.provide(PersistedQueue.layerStoreMemory), Layer.merge(DeadLetters.layerMemory()))
