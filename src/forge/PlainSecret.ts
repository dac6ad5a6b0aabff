/** A secret that is encrypted before it is sent: the types of `Secrets.put` and its like. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { InvalidInput } from "../rest/RestError.ts"
import type { MissingPeer } from "./ForgeError.ts"
import type { PublicKey } from "./schema/PublicKey.ts"

/** The plain value of a secret. */
export interface Plain {
  /** The value. It appears in no log, no error and no span. At most 48 KB. */
  readonly value: string | Redacted.Redacted
}

/** What `put` makes of the value. */
export type Boxed = "encrypted_value" | "key_id"

/** An operation that takes a plain value in place of its box. */
export type Put<
  Send extends (input: never) => Effect.Effect<void, unknown, unknown>,
  KeyOf extends (input: never) => Effect.Effect<PublicKey, unknown, unknown>
> = (
  input: Omit<Parameters<Send>[0], Boxed> & Plain
) => Effect.Effect<
  void,
  Effect.Error<ReturnType<Send>> | Effect.Error<ReturnType<KeyOf>> | InvalidInput | MissingPeer,
  Effect.Services<ReturnType<Send>>
>
