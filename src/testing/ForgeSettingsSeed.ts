/** Secrets, variables, environments and caches that a seed holds. */
import * as Schema from "effect/Schema"
import { moment } from "./ForgeContentSeed.ts"
import { flag, named, natural, optional, orText, text, texts, whole } from "./internal/seedFields.ts"

const visibility = optional(Schema.Literals(["all", "private", "selected"]))

const shared = {
  /** Which repositories of the organization get it: `all` by default. */
  visibility,
  /** The selected repositories (`owner/name`). */
  selected: texts,
  created_at: moment,
  updated_at: moment
}

/** A secret. A string is its name. */
export interface SecretSeed extends Schema.Struct.Type<typeof secretFields>, Schema.Struct.Type<typeof shared> {}

const secretFields = {
  name: Schema.String,
  /** The sealed box of its value, for the key of the simulator. Without it, nobody knows the value. */
  encrypted_value: text
}

/** The schema of a `SecretSeed`. */
export const secretSeed: Schema.Decoder<SecretSeed> = named("SecretSeed", { ...secretFields, ...shared })

/** A variable. */
export interface VariableSeed extends Schema.Struct.Type<typeof variableFields>, Schema.Struct.Type<typeof shared> {}

const variableFields = { name: Schema.String, value: Schema.String }

/** The schema of a `VariableSeed`. */
export const variableSeed: Schema.Decoder<VariableSeed> = named("VariableSeed", { ...variableFields, ...shared })

/** The secrets and variables of a repository, an environment or an organization. */
export const settingsFields = {
  /** Secrets of GitHub Actions. */
  secrets: orText(secretSeed),
  /** Variables of GitHub Actions: the value of each by its name, or whole. */
  variables: optional(Schema.Union([Schema.Array(variableSeed), Schema.Record(Schema.String, Schema.String)]))
}

/** The secrets of Dependabot. */
export const dependabotFields = {
  /** Secrets of Dependabot. */
  dependabot_secrets: orText(secretSeed)
}

/** Secrets and variables. */
export interface VaultSeed
  extends Schema.Struct.Type<typeof settingsFields>, Schema.Struct.Type<typeof dependabotFields> {}

/** A user or a team that reviews deployments. */
const reviewer = Schema.Union([Schema.String, Schema.Struct({ type: Schema.Literals(["User", "Team"]), id: natural })])

/** An environment. A string is its name. */
export interface EnvironmentSeed
  extends Schema.Struct.Type<typeof environmentFields>, Schema.Struct.Type<typeof settingsFields> {}

const environmentFields = {
  name: Schema.String,
  id: whole,
  /** In minutes; none by default. When it has run out, a run continues with the next request of anybody. */
  wait_timer: whole,
  prevent_self_review: flag,
  /** Who reviews deployments: logins, or users and teams by their ids. Nobody by default. */
  reviewers: optional(Schema.Array(reviewer)),
  /** Which branches may deploy: those with protection, or those that `policies` match. All by default. */
  branches: optional(Schema.Literals(["protected", "custom"])),
  /** The patterns of branches and tags; a string is one of branches. */
  policies: optional(
    Schema.Array(
      Schema.Union([
        Schema.String,
        Schema.Struct({ name: Schema.String, id: whole, type: optional(Schema.Literals(["branch", "tag"])) })
      ])
    )
  ),
  /** The rules by which apps decide about deployments: ids of the apps. */
  rules: optional(Schema.Array(Schema.Struct({ app: natural, id: whole }))),
  created_at: moment,
  updated_at: moment
}

/** The schema of an `EnvironmentSeed`. */
export const environmentSeed: Schema.Decoder<EnvironmentSeed> = named("EnvironmentSeed", {
  ...environmentFields,
  ...settingsFields
})

/** What runs have cached under a key. A string is the key. */
export interface CacheSeed extends Schema.Struct.Type<typeof cacheFields> {}

const cacheFields = {
  key: Schema.String,
  id: whole,
  /** The full ref: that of the default branch by default. */
  ref: text,
  version: text,
  size_in_bytes: whole,
  created_at: moment,
  last_accessed_at: moment
}

/** The schema of a `CacheSeed`. */
export const cacheSeed: Schema.Decoder<CacheSeed> = named("CacheSeed", cacheFields)
