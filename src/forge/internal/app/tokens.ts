/**
 * The token of one installation: minted once for all callers, renewed before it ends, and replaced when the service
 * refuses it.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type { Credential, Credentials, Refused } from "../../../rest/Credentials.ts"
import { fingerprint } from "../../../rest/Sha256.ts"
import type { Mint, Minted, MintFailed } from "./mint.ts"
import type { Shared } from "./tokenStore.ts"

/** The tokens of one installation, one after the other. */
export interface Tokens extends Required<Credentials["Service"]> {
  /** Whether nothing would be lost with it. `now` is in milliseconds. */
  readonly isIdle: (now: number) => boolean
  /** Stops minting, and revokes the token in use if that is wanted. */
  readonly close: Effect.Effect<void>
}

/** How long before its end a token is renewed, in the background. In milliseconds, as all of these. */
const renewal = 300_000
/** How long before its end a token is no longer sent: a request takes a while. */
const margin = 30_000
/** The wait after a renewal that failed, while the token is still valid. */
const pause = 30_000
/** How long after it was minted a token may be unknown to some of the service's replicas. */
const replication = 60_000
/** The first wait for the replicas. Each further one is twice as long. */
const firstWait = 500
const mostWaits = 5

/** A token in use. */
interface Held extends Minted {
  readonly credential: Credential
  /** How often the service has been given time to learn of the token. */
  waits: number
  /** Until then, no request is sent with it. */
  resumeAt: number
  /** Whether it was minted because the service had refused the one before. */
  readonly isReplacement: boolean
}

export interface Options {
  readonly minter: Mint
  readonly store: Shared | undefined
  /** Names the App and its host in the keys of the store. */
  readonly app: string
  /** The context in which tokens are minted: that of the Layer, not that of the call which happens to be the first. */
  readonly context: Context.Context<never>
  /** Revokes a token when the Layer is released; undefined lets it end by itself. */
  readonly revoke: ((token: Redacted.Redacted<string>) => Effect.Effect<void>) | undefined
}

export const makeTokens = ({ app, context, minter, revoke, store }: Options): Tokens => {
  let held: Held | undefined
  let minting: { readonly done: Deferred.Deferred<Held, MintFailed>; readonly fiber: Fiber.Fiber<unknown> } | undefined
  let storing: Fiber.Fiber<void> | undefined
  let renewAfter = 0
  let refused = ""
  /** Of the token in the store. */
  let key = ""

  const hold = (minted: Minted, principal: string): Effect.Effect<Held> =>
    Effect.map(fingerprint(Redacted.value(minted.token)), (fingerprint) => ({
      ...minted,
      credential: { principal, fingerprint, token: minted.token },
      waits: 0,
      resumeAt: 0,
      isReplacement: held === undefined && refused !== ""
    }))

  /** Takes a token from the store, unless it is the one that the service has refused or the one that ends. */
  const shared = Effect.fnUntraced(function* (principal: string) {
    const found = yield* store === undefined ? Effect.undefined : store.get(key)
    const now = yield* Clock.currentTimeMillis
    if (found === undefined || now >= found.expiresAt - renewal) return undefined
    const candidate = yield* hold(found, principal)
    return candidate.credential.fingerprint === refused ? undefined : candidate
  })

  /** Waits while another process mints a token, and takes it. */
  const afterTurn = Effect.fnUntraced(function* (principal: string) {
    if (store?.turns === undefined || !(yield* store.turns.take(key))) return undefined
    return yield* shared(principal)
  })

  /** Does something with the store, and ends the turn of this process. Nobody waits for it. */
  const inStore = (act: (store: Shared) => Effect.Effect<void>): void => {
    if (store === undefined) return
    storing = Effect.runForkWith(context)(Effect.andThen(act(store), store.turns?.end(key) ?? Effect.void))
  }

  const replace = (done: Deferred.Deferred<Held, MintFailed>) =>
    Effect.gen(function* () {
      // By now, the caller knows of it.
      yield* Effect.yieldNow
      const principal = yield* minter.principal
      if (store !== undefined) key = yield* fingerprint(`${app}\n${principal}`)
      const found = (yield* shared(principal)) ?? (yield* afterTurn(principal))
      if (found !== undefined) return found
      const minted = yield* minter.mint
      const made = yield* hold(minted, principal)
      inStore((store) => store.set(key, minted))
      return made
    }).pipe(
      Effect.onError(() => Effect.sync(() => inStore(() => Effect.void))),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          minting = undefined
          if (exit._tag === "Success") held = exit.value
          Deferred.doneUnsafe(done, exit)
        })
      )
    )

  /** Starts minting unless it is under way. The caller may be interrupted, the others still get the token. */
  const renewed = (): Deferred.Deferred<Held, MintFailed> => {
    if (minting !== undefined) return minting.done
    const done = Deferred.makeUnsafe<Held, MintFailed>()
    const fiber = Effect.runForkWith(context)(Effect.exit(replace(done)))
    minting = { done, fiber }
    return done
  }

  const inBackground = (): void => {
    const done = renewed()
    Effect.runForkWith(context)(
      Effect.catchCause(Deferred.await(done), (cause) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          renewAfter = now + pause
          return Effect.logWarning("The token of an installation could not be renewed. It is still valid.", cause)
        })
      )
    )
  }

  const sendable = ({ credential, resumeAt }: Held, now: number): Effect.Effect<Credential> =>
    now >= resumeAt ? Effect.succeed(credential) : Effect.as(Effect.sleep(resumeAt - now), credential)

  const get: Effect.Effect<Credential, MintFailed> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (held === undefined || now >= held.expiresAt - margin) {
      return Effect.map(Deferred.await(renewed()), ({ credential }) => credential)
    }
    if (now >= held.expiresAt - renewal && now >= renewAfter && minting === undefined) inBackground()
    return sendable(held, now)
  })

  const renew = ({ credential }: Refused): Effect.Effect<Credential | undefined, MintFailed> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (held === undefined || held.credential.fingerprint !== credential.fingerprint) return get
      const age = now - held.mintedAt
      if (age >= 0 && age < replication) {
        // What was refused while nothing was to be sent was refused together.
        if (now < held.resumeAt) return get
        if (held.waits < mostWaits) {
          held.resumeAt = now + firstWait * 2 ** held.waits++
          return get
        }
        if (held.isReplacement) return Effect.undefined
      }
      refused = credential.fingerprint
      held = undefined
      return get
    })

  return {
    get,
    renew,
    isIdle: (now) => minting === undefined && (held === undefined || now >= held.expiresAt),
    close: Effect.gen(function* () {
      if (minting !== undefined) yield* Fiber.interrupt(minting.fiber)
      if (storing !== undefined) yield* Fiber.await(storing)
      if (held === undefined || revoke === undefined) return
      if (store !== undefined) yield* store.remove(key)
      yield* revoke(held.token)
    })
  }
}
