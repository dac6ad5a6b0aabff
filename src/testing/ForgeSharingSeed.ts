/**
 * Who has access to a seeded repository besides its collaborators, through invitations and deploy keys, and who watches
 * it.
 */
import * as Schema from "effect/Schema"
import { moment } from "./ForgeContentSeed.ts"
import { flag, named, optional, permission, text, textOrNull, whole } from "./internal/seedFields.ts"

/** An invitation that is still to be accepted. */
export interface InvitationSeed extends Schema.Struct.Type<typeof invitationFields> {}

const invitationFields = {
  /** Login of who is invited. */
  invitee: Schema.String,
  id: whole,
  /** Login of who has invited; the owner by default. */
  inviter: textOrNull,
  /** `write` by default. */
  permission: optional(permission),
  /** It can be accepted for seven days. */
  created_at: moment
}

/** The schema of an `InvitationSeed`. */
export const invitationSeed: Schema.Decoder<InvitationSeed> = named("InvitationSeed", invitationFields)

/** An SSH key that gives a machine access. */
export interface DeployKeySeed extends Schema.Struct.Type<typeof deployKeyFields> {}

const deployKeyFields = {
  /** The public key in OpenSSH's format. */
  key: Schema.String,
  id: whole,
  title: text,
  /** False by default. */
  read_only: flag,
  /** Login; the owner by default. */
  added_by: textOrNull,
  created_at: moment
}

/** The schema of a `DeployKeySeed`. */
export const deployKeySeed: Schema.Decoder<DeployKeySeed> = named("DeployKeySeed", deployKeyFields)

/** How a user watches a repository. */
export interface SubscriptionSeed extends Schema.Struct.Type<typeof subscriptionFields> {}

const subscriptionFields = {
  /** True by default. */
  subscribed: flag,
  /** False by default. */
  ignored: flag,
  created_at: moment
}

/** The schema of a `SubscriptionSeed`. */
export const subscriptionSeed: Schema.Decoder<SubscriptionSeed> = named("SubscriptionSeed", subscriptionFields)
