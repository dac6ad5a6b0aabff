/** Where processes share the tokens of installations. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Turns } from "../../../rest/Lease.ts"
import type { Minted } from "./mint.ts"

/** A store of tokens. A broken store is an empty one: nothing fails because of it. */
export interface Shared {
  readonly get: (key: string) => Effect.Effect<Minted | undefined>
  readonly set: (key: string, minted: Minted) => Effect.Effect<void>
  readonly remove: (key: string) => Effect.Effect<void>
  /** Of processes that lack a token, one mints it at a time; undefined if the store cannot tell them apart. */
  readonly turns: Turns | undefined
}

/** The store; undefined keeps tokens in memory only. */
export const TokenStore = Context.Reference<Shared | undefined>("forgecast/forge/AppTokenStore", {
  defaultValue: () => undefined
})
