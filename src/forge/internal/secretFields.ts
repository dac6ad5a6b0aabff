/** What secrets of all kinds share: fields of inputs, and how their values are encrypted. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type InvalidInput, invalidInput } from "../../rest/RestError.ts"
import type { MissingPeer } from "../ForgeError.ts"
import type { PublicKey } from "../schema/PublicKey.ts"
import type { Boxed, Plain } from "../PlainSecret.ts"
import { both, inRepo, Ordinal } from "./fields.ts"
import { seal } from "./sealedBox.ts"

/** 201 for what was created, and 204 for what was changed. */
export const created = [201, 204, 205] as const

export const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

export const EnvironmentPath = inRepo({
  /** Name of the environment, such as `production`. Case does not matter. */
  environment_name: Schema.NonEmptyString
})

/** The rule of names of secrets and variables. */
const nameRule = "letters, digits and underscores, with no digit and no GITHUB_ at the start"

/** The name of a secret or a variable that is created. Others may be older than the rules. */
export const SettingName = Schema.String.check(Schema.isPattern(/^(?!GITHUB_|\d)\w+$/i, { expected: nameRule }))

const Named = {
  /** Name of the secret. Case does not matter. */
  secret_name: Schema.NonEmptyString
}

const NewlyNamed = {
  /** Name of the secret: letters, digits and underscores, with no digit and no `GITHUB_` at the start. */
  secret_name: SettingName
}

export const RepoSecretPath = inRepo(Named)
export const RepoNewSecretPath = inRepo(NewlyNamed)
export const EnvironmentSecretPath = both(EnvironmentPath, Named)
export const EnvironmentNewSecretPath = both(EnvironmentPath, NewlyNamed)
export const OrgSecretPath = both(OrgPath, Named)
export const OrgNewSecretPath = both(OrgPath, NewlyNamed)

const InSelection = {
  /** The `id` of the repository. */
  repository_id: Ordinal
}

export const SelectedPath = both(OrgSecretPath, InSelection)

const Box = Schema.String.check(
  Schema.isPattern(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/, {
    expected: "Base64"
  })
)

export const Sealed = {
  /** The sealed box of the value, in Base64. */
  encrypted_value: Box,
  /** The `key_id` of the public key that it is sealed for. */
  key_id: Schema.NonEmptyString
}

/** Who gets a secret or a variable of an organization. */
export const Sharing = {
  /** `selected`, `private` (and internal) or `all` repositories. */
  visibility: Schema.Literals(["selected", "private", "all"]),
  /** The ids of the selected repositories. */
  selected_repository_ids: Schema.optional(Schema.Array(Ordinal))
}

export const SharedSecret = both(Sharing, {
  /** The sealed box of the value, in Base64. Default: the value stays. */
  encrypted_value: Schema.optional(Box),
  /** The `key_id` of the public key that it is sealed for. */
  key_id: Schema.optional(Schema.NonEmptyString)
})

export const Selected = {
  /** The ids of all repositories that get it. */
  selected_repository_ids: Schema.Array(Ordinal)
}

type Given = Readonly<Record<string, unknown>>

export const selectedOnly = {
  path: "selected_repository_ids",
  reason: "only goes with the visibility selected",
  isBroken: ({ selected_repository_ids: ids, visibility }: Given) => ids !== undefined && visibility !== "selected"
}

export const together = {
  path: "key_id",
  reason: "goes with encrypted_value",
  isBroken: ({ encrypted_value, key_id }: Given) => (encrypted_value === undefined) !== (key_id === undefined)
}

/** The most bytes of a value. */
const most = 48 * 1_024

const faultOf = (operation: string, secret_name: string, value: unknown): InvalidInput | undefined => {
  // A program without types can give anything. What it gave is not shown.
  if (typeof value !== "string") return invalidInput(operation, "value", "is not text")
  if (!Schema.is(SettingName)(secret_name)) return invalidInput(operation, "secret_name", `is not ${nameRule}`)
  return new TextEncoder().encode(value).length > most
    ? invalidInput(operation, "value", "is longer than 48 KB")
    : undefined
}

/** Makes of an operation one that takes a plain value, which it encrypts for the public key that `keyOf` reads. */
export const putWith =
  <Input extends { readonly secret_name: string }, E1, E2, R>(
    operation: string,
    send: (input: Input) => Effect.Effect<void, E2, R>,
    keyOf: (input: Omit<Input, Boxed>) => Effect.Effect<PublicKey, E1, R>
  ) =>
  (input: Omit<Input, Boxed> & Plain): Effect.Effect<void, E1 | E2 | InvalidInput | MissingPeer, R> =>
    Effect.gen(function* () {
      const { value, ...place } = input
      const plain = Redacted.isRedacted(value) ? Redacted.value(value) : value
      const fault = faultOf(operation, input.secret_name, plain)
      if (fault !== undefined) return yield* fault
      const { key, key_id } = yield* keyOf(input)
      const encrypted_value = yield* seal(operation, plain, key)
      // The cast is safe: an input is its place, the box and the id of the key.
      yield* send({ ...place, encrypted_value, key_id } as unknown as Input)
    })
