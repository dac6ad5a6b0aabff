/** A program that acts as an App: keys, signatures and encryption are the runtime's. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "forgecast/forge/AppCredentials"
import * as AppTokenStore from "forgecast/forge/AppTokenStore"
import * as Forge from "forgecast/forge/Forge"
import * as Issues from "forgecast/forge/Issues"
import * as HttpCache from "forgecast/rest/HttpCache"
import * as RateLimit from "forgecast/rest/RateLimit"
import type { Given } from "./setting.ts"

/** Two programs that share a token, and one that does not. */
export const actsAsApp = ({ api, appKeys, client }: Given) =>
  Effect.gen(function* () {
    const store = yield* Layer.build(
      AppTokenStore.layer({ key: Redacted.make(btoa("0123456789abcdef0123456789abcdef")) }).pipe(
        Layer.provide(Persistence.layerMemory)
      )
    )
    const comment = (key: string, tokens: Layer.Layer<never>) =>
      Issues.createComment({ owner: "octo", repo: "web", issue_number: 5, body: "Built" }).pipe(
        Effect.map(({ user }) => user?.login),
        Effect.provide(
          Forge.layer({ baseUrl: api }).pipe(
            Layer.provide([
              AppCredentials.layer({
                appId: 7,
                privateKey: Redacted.make(key),
                installationId: 70,
                baseUrl: api
              }).pipe(Layer.provide(tokens)),
              HttpCache.layerNone,
              RateLimit.layerMemory()
            ]),
            Layer.provide(client)
          )
        )
      )
    const shared = Layer.succeedContext(store)
    return [
      yield* comment(appKeys.pkcs1, shared),
      yield* comment(appKeys.pkcs8, shared),
      yield* comment(appKeys.pkcs8, Layer.empty)
    ]
  }).pipe(Effect.scoped)
