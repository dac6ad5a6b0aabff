/**
 * Events in: deliveries of the service's webhooks, verified and typed, and handlers for them.
 *
 * **Details**
 *
 * A delivery is a request that the service sends when something happens. `receive` reads it, checks that its signature is
 * that of the hook's secret, and decodes its payload by the schema of its event and action. Events without a schema are
 * passed on unchanged, and new actions of an event too, once what all of its payloads have was found to match. A failure has the status of its response, and a route that fails with it responds with that
 * status.
 *
 * The service waits 10 seconds for a response, never repeats a delivery on its own, and guarantees no order. So respond
 * first and work afterwards: `WebhookInbox` keeps deliveries until handlers are done with them.
 *
 * **Example** (A route of effect/http)
 *
 * ```ts
 * const Route = HttpRouter.add(
 *   "POST",
 *   "/webhooks",
 *   Effect.gen(function* () {
 *     const delivery = yield* Webhooks.receive(yield* HttpServerRequest.HttpServerRequest)
 *     if (Webhooks.is(delivery, "issues", ["opened"])) yield* Effect.log(delivery.payload.issue.title)
 *     return HttpServerResponse.empty({ status: 202 })
 *   })
 * )
 * ```
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Configuration from "../rest/Configuration.ts"
import { HmacSha256 } from "../rest/Hmac.ts"
import { type InvalidInput, invalidInput } from "../rest/RestError.ts"
import { Installations } from "./AppCredentials.ts"
import type { Forge } from "./Forge.ts"
import { read } from "./internal/webhooks/read.ts"
import * as WebhookDelivery from "./WebhookDelivery.ts"
import type { ActionOf, Delivery, DeliveryOf, EventName, OtherDelivery, Raw } from "./WebhookDelivery.ts"
import { InstallationMissing, type WebhookError } from "./WebhookError.ts"
import type { OtherAction, OtherEvent } from "./WebhookTypes.ts"

export type { ActionOf, Delivery, DeliveryOf, EventName, OtherDelivery, Payload, Raw } from "./WebhookDelivery.ts"
export { decode, is } from "./WebhookDelivery.ts"
export { type HookTarget, layerRecovery, recover, type RecoveryError } from "./WebhookRecovery.ts"
export { durable } from "./WebhookWorkflows.ts"

/** Reads deliveries. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Reads a delivery and verifies it. Its payload is not decoded. */
    readonly read: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Raw, WebhookError>
  }
>()("forgecast/forge/Webhooks") {}

/** The secrets of a hook. */
export type Secrets =
  | { readonly secret: Redacted.Redacted<string>; readonly secrets?: undefined }
  /** Several while a secret is being replaced: a delivery may be signed with any of them. */
  | { readonly secrets: ReadonlyArray<Redacted.Redacted<string>>; readonly secret?: undefined }

/** Limits of what is read. */
export interface Limits {
  /** The longest body, in bytes. Default: 25 MiB, which is the most that the service sends. */
  readonly maxBodySize?: number | undefined
  /** How long a body may take to arrive. Default: 10 seconds, which is how long the service waits for a response. */
  readonly bodyTimeout?: Duration.Input | undefined
}

const largest = 25 * 1024 * 1024

const make = (secrets: ReadonlyArray<Redacted.Redacted<string>>, { bodyTimeout, maxBodySize }: Limits) =>
  Effect.map(HmacSha256, (hmacOf) => {
    const receiver = {
      hmacs: secrets.map(hmacOf),
      maxBodySize: maxBodySize ?? largest,
      bodyTimeout: Duration.toMillis(bodyTimeout ?? "10 seconds")
    }
    return Webhooks.of({ read: (request) => read(receiver, request) })
  })

/**
 * Deliveries that are signed with the secret of their hook. Fails with `InvalidInput` if a secret is empty, or if there
 * is none.
 */
export const layer = (options: Secrets & Limits): Layer.Layer<Webhooks, InvalidInput> =>
  Layer.effect(
    Webhooks,
    Effect.suspend(() => {
      const secrets = options.secrets ?? [options.secret]
      return secrets.length > 0 && secrets.every((secret) => Redacted.value(secret) !== "")
        ? make(secrets, options)
        : Effect.fail(invalidInput("Webhooks.layer", options.secrets === undefined ? "secret" : "secrets", "is empty"))
    })
  )

/** Deliveries of hooks without a secret: anybody can send them. Use it behind something else that verifies them. */
export const layerUnverified = (limits: Limits = {}): Layer.Layer<Webhooks> => Layer.effect(Webhooks, make([], limits))

/**
 * Reads the secret from `GITHUB_WEBHOOK_SECRET`, and from `GITHUB_WEBHOOK_PREVIOUS_SECRET` the one that it replaces, if it
 * is set. Another prefix reads the same names with that prefix. Fails if there is no secret.
 */
export const layerConfig = (
  prefix: string = "GITHUB",
  limits: Limits = {}
): Layer.Layer<Webhooks, Config.ConfigError> =>
  Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const secret = yield* Configuration.read(`${prefix}_WEBHOOK_SECRET`)
      const previous = yield* Configuration.read(`${prefix}_WEBHOOK_PREVIOUS_SECRET`)
      if (secret === undefined) return yield* Configuration.invalid(`${prefix}_WEBHOOK_SECRET is not set`)
      return yield* make(
        [secret, ...(previous === undefined ? [] : [previous])].map((text) => Redacted.make(text)),
        limits
      )
    })
  )

/** A request of a server, or of anything that speaks the web's `Request`. */
export type Incoming = HttpServerRequest.HttpServerRequest | Request

const serverRequest = (request: Incoming): HttpServerRequest.HttpServerRequest =>
  HttpServerRequest.TypeId in request ? request : HttpServerRequest.fromWeb(request)

/**
 * Reads a delivery and verifies it, and leaves its payload as it was sent. If you store deliveries, store this:
 * `decode` makes a `Delivery` from it.
 */
export const readRaw = (request: Incoming): Effect.Effect<Raw, WebhookError, Webhooks> =>
  Webhooks.use((webhooks) => webhooks.read(serverRequest(request)))

/** Reads a delivery, verifies it, and decodes its payload. */
export const receive = (request: Incoming): Effect.Effect<Delivery, WebhookError, Webhooks> =>
  Effect.flatMap(readRaw(request), (raw) => Effect.fromResult(WebhookDelivery.decode(raw)))

/** What a program does with deliveries of one event. */
export interface Handler<out E = never, out R = never> {
  /** Such as `pull_request.opened`. It names the work in spans, and where it is kept. */
  readonly name: string
  /** The event; null for all of them. */
  readonly event: string | null
  /** The actions; null for all of them. */
  readonly actions: ReadonlyArray<string> | null
  /** Which of them it takes. Default: all. */
  readonly accepts?: ((delivery: Delivery) => boolean) | undefined
  /** Set if it takes only the newest of a burst. */
  readonly burst?: Burst | undefined
  /** Handles a delivery of the event and the actions. */
  readonly run: (delivery: Delivery) => Effect.Effect<void, E, R>
}

/** Deliveries of which only the newest counts. */
export interface Burst {
  /** What they have in common; undefined for a delivery that is handled on its own. */
  readonly key: (delivery: Delivery) => string | undefined
  /** How long it waits for a newer one. */
  readonly quiet: Duration.Duration
}

/** Options of a handler. */
export interface HandlerOptions {
  /**
   * Such as `welcome`. Default: the event and its actions. Do not change it later: stored deliveries refer to the
   * handler by its name.
   */
  readonly name?: string | undefined
}

/**
 * Handles deliveries of an event, or only of some of its actions, which narrow the payload.
 *
 * **Example** (Label what is opened)
 *
 * ```ts
 * const welcome = Webhooks.on("issues", ["opened"], ({ payload }) =>
 *   Labels.addToIssue({
 *     owner: payload.repository.owner.login,
 *     repo: payload.repository.name,
 *     issue_number: payload.issue.number,
 *     labels: ["triage"]
 *   })
 * )
 * ```
 */
export const on: {
  <const E extends EventName, const A extends ActionOf<E>, X, Err, R>(
    event: E,
    actions: ReadonlyArray<A>,
    handle: (delivery: DeliveryOf<E, A>) => Effect.Effect<X, Err, R>,
    options?: HandlerOptions
  ): Handler<Err, R>
  <const E extends EventName, X, Err, R>(
    event: E,
    handle: (delivery: DeliveryOf<E>) => Effect.Effect<X, Err, R>,
    options?: HandlerOptions
  ): Handler<Err, R>
  /** An event or actions without a schema: their payload is what the optional peer says, and is not checked. */
  <const E extends OtherEvent, const A extends OtherAction<E>, X, Err, R>(
    event: E,
    actions: ReadonlyArray<A>,
    handle: (delivery: OtherDelivery<E, A>) => Effect.Effect<X, Err, R>,
    options?: HandlerOptions
  ): Handler<Err, R>
  <const E extends OtherEvent, X, Err, R>(
    event: E extends EventName ? never : E,
    handle: (delivery: OtherDelivery<E>) => Effect.Effect<X, Err, R>,
    options?: HandlerOptions
  ): Handler<Err, R>
} = <X, E, R>(
  event: string,
  ...[first, second, third]:
    | readonly [actions: ReadonlyArray<string>, handle: Handle<X, E, R>, options?: HandlerOptions | undefined]
    | readonly [handle: Handle<X, E, R>, options?: HandlerOptions | undefined]
): Handler<E, R> =>
  typeof first === "function"
    ? handler(event, null, first, second as HandlerOptions | undefined)
    : handler(event, first, second as Handle<X, E, R>, third)

/** What handles the deliveries of one event: a method, so that it need not take all of them. `run` gives it no others. */
type Handle<X, E, R> = { handle(delivery: Delivery): Effect.Effect<X, E, R> }["handle"]

const handler = <X, E, R>(
  event: string,
  actions: ReadonlyArray<string> | null,
  handle: Handle<X, E, R>,
  options: HandlerOptions = {}
): Handler<E, R> => ({
  name: options.name ?? (actions === null ? event : `${event}.${actions.join(",")}`),
  event,
  actions,
  run: (delivery) => Effect.asVoid(handle(delivery))
})

/** Handles all deliveries, including those of events without a schema. `is` tells them apart. */
export const onAny = <X, E, R>(
  handle: (delivery: Delivery) => Effect.Effect<X, E, R>,
  { name = "any" }: HandlerOptions = {}
): Handler<E, R> => ({ name, event: null, actions: null, run: (delivery) => Effect.asVoid(handle(delivery)) })

/** Handlers with names of their own. */
export interface Handlers<out E = never, out R = never> extends ReadonlyArray<Handler<E, R>> {}

/**
 * Combines handlers. The result can fail with the errors of all of them, and needs the services of all of them. A name
 * that is taken gets a number: `push#2` is the second handler of `push`.
 */
export const handlers = <H extends ReadonlyArray<Handler<unknown, unknown>>>(
  ...all: H
): Handlers<ErrorOf<H[number]>, ServicesOf<H[number]>> => {
  const seen = new Map<string, number>()
  return all.map((one) => {
    const times = (seen.get(one.name) ?? 0) + 1
    seen.set(one.name, times)
    return times === 1 ? one : { ...one, name: `${one.name}#${times}` }
  }) as ReadonlyArray<Handler<ErrorOf<H[number]>, ServicesOf<H[number]>>>
}

/** What a handler can fail with. */
export type ErrorOf<H> = H extends Handler<infer E, infer _R> ? E : never

/** The services that a handler needs. */
export type ServicesOf<H> = H extends Handler<infer _E, infer R> ? R : never

/**
 * Runs handlers as the installation of each delivery: `Forge` has its credentials. A delivery of a hook that is not an App's
 * fails with `InstallationMissing`.
 *
 * **Example** (A bot of an App)
 *
 * ```ts
 * const bot = Webhooks.asInstallation(Webhooks.handlers(welcome, closeStale))
 * const AppLive = AppCredentials.forInstallations({ appId: 1234, privateKey })
 * ```
 */
export const asInstallation = <E, R>(
  all: Handlers<E, R>
): Handlers<E | InstallationMissing, Exclude<R, Forge> | Installations> =>
  all.map((one) => ({
    ...one,
    run: (delivery) =>
      Effect.gen(function* () {
        if (delivery.installation === null) return yield* new InstallationMissing({ event: delivery.event })
        const { layer: forge } = yield* Installations
        return yield* Effect.provide(one.run(delivery), forge({ installationId: delivery.installation.id }))
      })
  }))

/** Who writes: a user, such as `Users.me` returns, or an App, such as `Apps.get` returns. */
export type Author = { readonly login: string } | { readonly slug: string | null }

/**
 * Drops deliveries whose sender is this user or the bot of this App, since a program's own writes cause events, too.
 *
 * **Example** (A bot that does not answer itself)
 *
 * ```ts
 * const handlers = Webhooks.ignoreOwn(Webhooks.handlers(welcome, answer), yield* Users.me())
 * ```
 */
export const ignoreOwn = <E, R>(all: Handlers<E, R>, author: Author): Handlers<E, R> => {
  const own = ("login" in author ? author.login : `${author.slug}[bot]`).toLowerCase()
  const isOwn = (delivery: Delivery) => WebhookDelivery.senderOf(delivery)?.toLowerCase() === own
  return all.map((one) => ({ ...one, accepts: (delivery) => !isOwn(delivery) && one.accepts?.(delivery) !== false }))
}

/**
 * From a burst of deliveries with the same key, an inbox passes only the newest to these handlers, once none has come
 * for a while. By default, the key is the subject of a delivery, such as `acme/web#7`. An older delivery is dropped
 * only when the queue has handed over a newer one, so the last one is never lost. Processes that share an inbox each
 * know their own bursts.
 *
 * **Example** (Check a pull request once, when its author has pushed three times)
 *
 * ```ts
 * const handlers = Webhooks.latest(Webhooks.handlers(Webhooks.on("pull_request", ["synchronize"], check)))
 * ```
 */
export const latest = <E, R>(
  all: Handlers<E, R>,
  {
    key = WebhookDelivery.subjectOf,
    quiet = "2 seconds"
  }: {
    /** What the deliveries of a burst have in common; undefined for one that is handled anyway. */
    readonly key?: Burst["key"] | undefined
    /** How long a delivery waits for a newer one. Default: 2 seconds. */
    readonly quiet?: Duration.Input | undefined
  } = {}
): Handlers<E, R> => all.map((one) => ({ ...one, burst: { key, quiet: Duration.fromInputUnsafe(quiet) } }))

const failed = Exit.die(new Error("The Stream of deliveries has failed"))

/** Deliveries as a Stream. */
export interface Events {
  /** Passes deliveries to the Stream. It is done with a delivery when the Stream is asked for the next one. */
  readonly handler: Handler
  /** What the handler gets. Run it once: several runs share the deliveries. If a run fails, its delivery comes again. */
  readonly stream: Stream.Stream<Delivery>
}

/**
 * Deliveries as a Stream, at least once, and no faster than they are consumed.
 *
 * **Example** (A log of all that happens)
 *
 * ```ts
 * const { handler, stream } = yield* Webhooks.events()
 * const Inbox = WebhookInbox.layer(Webhooks.handlers(handler))
 * const log = Stream.runForEach(stream, ({ event, id }) => Effect.log(event, id))
 * ```
 */
export const events = ({ name = "events" }: HandlerOptions = {}): Effect.Effect<Events> =>
  Effect.sync(() => {
    const handed = Effect.runSync(Queue.bounded<readonly [Delivery, Deferred.Deferred<void>]>(1))
    const handler = onAny(
      (delivery) =>
        Effect.gen(function* () {
          const done = Deferred.makeUnsafe<void>()
          yield* Queue.offer(handed, [delivery, done])
          yield* Deferred.await(done)
        }),
      { name }
    )
    const stream = Stream.suspend(() => {
      let current: Deferred.Deferred<void> | undefined
      const next = Effect.gen(function* () {
        if (current !== undefined) Deferred.doneUnsafe(current, Effect.void)
        current = undefined
        const [delivery, done] = yield* Queue.take(handed)
        current = done
        return delivery
      })
      return Stream.fromEffectRepeat(next).pipe(
        Stream.onExit((exit) =>
          Effect.sync(() => {
            if (current !== undefined) Deferred.doneUnsafe(current, Exit.isSuccess(exit) ? Exit.void : failed)
          })
        )
      )
    })
    return { handler, stream }
  })

/** The handlers of a delivery. */
export const handlersOf = <E, R>(all: Handlers<E, R>, delivery: Delivery): Handlers<E, R> =>
  all.filter(
    ({ accepts, actions, event }) =>
      (event === null || WebhookDelivery.matches(delivery, event, actions)) && accepts?.(delivery) !== false
  )

/** Runs one handler, in a span that names the event, the delivery, and its subject. */
export const run = <E, R>(one: Handler<E, R>, delivery: Delivery): Effect.Effect<void, E, R> =>
  one.run(delivery).pipe(
    Effect.withSpan(`Webhooks.${one.name}`, {
      kind: "consumer",
      attributes: {
        "webhook.event": delivery.event,
        "webhook.action": delivery.action ?? undefined,
        "webhook.delivery": delivery.id,
        "webhook.subject": WebhookDelivery.subjectOf(delivery)
      }
    })
  )

/**
 * Runs all handlers of a delivery at the same time, and returns how each ended, by name. A failure or a defect of one
 * handler does not affect the others.
 */
export const dispatch = <E, R>(
  all: Handlers<E, R>,
  delivery: Delivery
): Effect.Effect<ReadonlyMap<string, Exit.Exit<void, E>>, never, R> =>
  Effect.forEach(
    handlersOf(all, delivery),
    (one) => Effect.map(Effect.exit(run(one, delivery)), (exit) => [one.name, exit] as const),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((exits) => new Map(exits)))
