/**
 * Shares the tokens of Apps between processes, through whatever `Persistence` is provided: Redis, SQL, files.
 *
 * Tokens are encrypted (AES-256-GCM) with a key of the program's. A value that cannot be decrypted counts as missing,
 * so a different key just leads to new tokens. A store that fails or takes longer than two seconds delays nothing
 * further: the process then mints tokens of its own.
 *
 * **Example**
 *
 * ```ts
 * AppCredentials.layer({ appId: 1234, privateKey, installationId: 70 }).pipe(
 *   Layer.provide(AppTokenStore.layerRedis({ key })),
 *   Layer.provide(RedisNode.layer(url))
 * )
 * ```
 */
import * as Aead from "effect/crypto/Aead"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Persistable from "effect/persistence/Persistable"
import * as Persistence from "effect/persistence/Persistence"
import { Redis } from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Clock from "effect/Clock"
import type * as Scope from "effect/Scope"
import { CredentialsFailed } from "../rest/Credentials.ts"
import * as Lease from "../rest/Lease.ts"
import { type Shared, TokenStore } from "./internal/app/tokenStore.ts"

/** Options of the store. */
export interface Options {
  /** The key: 32 bytes in base64, such as `openssl rand -base64 32` makes. */
  readonly key: Redacted.Redacted<string>
  /** Name of the store. Default: `forgecast-tokens`. */
  readonly storeId?: string | undefined
}

class StoredToken extends Persistable.Class<{ payload: { readonly key: string; readonly lifetime: number } }>()(
  "Token",
  {
    primaryKey: ({ key }) => key,
    success: Schema.String
  }
) {}

const Sealed = Schema.fromJsonString(
  Schema.Struct({ token: Schema.RedactedFromValue(Schema.String), mintedAt: Schema.Finite, expiresAt: Schema.Finite })
)

const nonceLength = Aead.aes256Gcm.nonceLength

const utf8 = new TextEncoder()

/** How long the store may take. */
const patience = Duration.seconds(2)

/** How long one process keeps the others from minting. */
const longestTurn = Duration.seconds(5)

const defaultStore = "forgecast-tokens"

const keyOf = ({ key }: Options): Effect.Effect<Aead.Key, CredentialsFailed> => {
  const bytes = Base64.decode(Redacted.value(key).trim())
  // The error could quote the key.
  const invalid = new CredentialsFailed({
    reason: "InvalidEncryptionKey",
    description: "the key of the token store is not 32 bytes in base64"
  })
  return Result.isFailure(bytes)
    ? Effect.fail(invalid)
    : Effect.mapError(Aead.key(Aead.aes256Gcm, bytes.success), () => invalid)
}

/**
 * Provide it to the Layers of `AppCredentials`. Fails with `CredentialsFailed` if the key is not valid.
 *
 * With `revoke`, a process that ends revokes a token that others may use. They then mint a new one.
 */
export const layer = (options: Options): Layer.Layer<never, CredentialsFailed, Persistence.Persistence> =>
  Layer.effect(TokenStore, make(options))

/**
 * Like `layer`, in Redis. If several processes lack a token at the same time, one of them mints it, and the others wait
 * for it, at most 5 seconds.
 */
export const layerRedis = (options: Options): Layer.Layer<never, CredentialsFailed, Redis> =>
  Layer.effect(
    TokenStore,
    Effect.flatMap(Redis, (redis) =>
      make(options, Lease.make(redis, `${options.storeId ?? defaultStore}:lease:`, longestTurn))
    )
  ).pipe(Layer.provide(Persistence.layerRedis))

const make = (
  options: Options,
  leases?: Lease.Leases
): Effect.Effect<Shared, CredentialsFailed, Persistence.Persistence | Scope.Scope> =>
  Effect.gen(function* () {
    const secret = yield* keyOf(options)
    const aead = yield* Aead.Aead
    const random = yield* SecureRandom.SecureRandom
    const store = yield* Effect.flatMap(Persistence.Persistence, (persistence) =>
      persistence.make({
        storeId: options.storeId ?? defaultStore,
        timeToLive: (_, key) => (key instanceof StoredToken ? key.lifetime : 0)
      })
    )
    let warned = false
    const harmless = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A | undefined> =>
      effect.pipe(
        Effect.timeout(patience),
        Effect.catchCause((cause) => {
          if (warned) return Effect.undefined
          warned = true
          return Effect.as(Effect.logWarning("The store of tokens failed. Tokens are not shared.", cause), undefined)
        })
      )
    const aad = (key: string) => utf8.encode(key)
    const unsealed = (key: string, text: string) =>
      Effect.gen(function* () {
        const bytes = yield* Effect.fromResult(Base64.decode(text))
        const nonce = bytes.subarray(0, nonceLength)
        const plain = yield* aead.decrypt(secret, bytes.subarray(nonceLength), { nonce, aad: aad(key) })
        return yield* Schema.decodeEffect(Sealed)(new TextDecoder().decode(plain))
      })
    const shared: Shared = {
      get: (key) =>
        harmless(
          Effect.gen(function* () {
            const exit = yield* store.get(new StoredToken({ key, lifetime: 0 }))
            if (exit === undefined || Exit.isFailure(exit)) return undefined
            // Written with another key, or damaged: as good as none.
            return yield* unsealed(key, exit.value).pipe(Effect.catch(() => Effect.undefined))
          })
        ),
      set: (key, minted) =>
        harmless(
          Effect.gen(function* () {
            const lifetime = minted.expiresAt - (yield* Clock.currentTimeMillis)
            const nonce = yield* random.randomBytes(nonceLength)
            const plain = utf8.encode(yield* Schema.encodeEffect(Sealed)(minted))
            const sealed = yield* aead.encrypt(secret, plain, { nonce, aad: aad(key) })
            const bytes = new Uint8Array([...nonce, ...sealed])
            yield* store.set(new StoredToken({ key, lifetime }), Exit.succeed(Base64.encode(bytes)))
          })
        ),
      remove: (key) => harmless(store.remove(new StoredToken({ key, lifetime: 0 }))),
      turns:
        leases &&
        Lease.turns({
          claim: (key) => harmless(leases.claim(key)),
          end: (key) => harmless(leases.end(key)),
          longest: leases.duration
        })
    }
    return shared
  }).pipe(Effect.provide(Aead.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))))
