/** What a repository should be like, as plain data: each part has a schema, which reads it from a file. */
import * as Schema from "effect/Schema"
import * as Repositories from "../forge/Repositories.ts"
import * as Rulesets from "../forge/Rulesets.ts"
import { CheckRequirement, PushRestrictions, reviewRequirements } from "../forge/schema/BranchRulesInput.ts"
import type { Takes } from "../rest/Operation.ts"
import * as Wire from "../rest/Wire.ts"
import { Kind } from "./SyncPlan.ts"

const Flag = Schema.optional(Schema.Boolean)
const Text = Schema.optional(Schema.String)
const Texts = Schema.Array(Schema.NonEmptyString)

/** The fields of an input that are sent in the body, apart from some. */
type BodyOf<Op extends Takes<never>, Not extends string = never> =
  Op extends Takes<infer Input> ? Omit<Exclude<Input, void>, "owner" | "repo" | Not> : never

/**
 * The schema of what an operation sends. The cast is safe: the fields of a declaration are the schemas from which the type
 * of its input is made.
 */
const bodyOf = <Body>({ declaration }: Takes<never>, not: ReadonlyArray<string> = []): Schema.Codec<Body, unknown> =>
  Schema.Struct(
    Object.fromEntries(Object.entries(declaration.body ?? {}).filter(([name]) => !not.includes(name)))
  ) as Schema.Constraint as Schema.Codec<Body, unknown>

/**
 * The settings of a repository: the fields of `Repositories.update`, except for the name, and whether it is archived.
 * What is left out stays as it is.
 */
export type WantedSettings = BodyOf<typeof Repositories.update, "name" | "archived">
export const WantedSettings = bodyOf<WantedSettings>(Repositories.update, ["name", "archived"])

/** A label as it should be. */
export const WantedLabel = Schema.Struct({
  /** Its name. Case counts: a label in another case is renamed. */
  name: Schema.String,
  /** Six hex digits without `#`. Default: unchanged; the service picks one for a new label. */
  color: Text,
  /** A short description. Default: unchanged; empty for a new label. */
  description: Text,
  /**
   * Names that the label may have now. If there is no label with its name, the first of these that the repository has is
   * renamed, so that issues keep it. Case does not matter. Default: none.
   */
  formerly: Schema.optional(Schema.Array(Schema.String))
})
export type WantedLabel = typeof WantedLabel.Type

const Permission = Schema.NonEmptyString

/** A collaborator, and what the user may do. */
export const WantedCollaborator = Schema.Struct({
  /** The login. Case does not matter. */
  login: Schema.NonEmptyString,
  /**
   * `pull`, `triage`, `push`, `maintain`, `admin`, or a role that the organization has defined. Only repositories of
   * organizations have values other than `push`.
   */
  permission: Permission
})
export type WantedCollaborator = typeof WantedCollaborator.Type

/** A team of the organization, and what its members may do. */
export const WantedTeam = Schema.Struct({
  /** The slug. */
  slug: Schema.NonEmptyString,
  /** `pull`, `triage`, `push`, `maintain`, `admin`, or a role that the organization has defined. */
  permission: Permission
})
export type WantedTeam = typeof WantedTeam.Type

/** When a value that the service does not reveal was last changed. */
const Changed = Schema.optional(Wire.InputTimestamp)

/** A secret, as text or `Redacted`. */
const Value = Schema.Union([Schema.RedactedFromValue(Schema.NonEmptyString), Schema.NonEmptyString])

/** A hook, known by its URL. What is left out stays as it is. */
export const WantedWebhook = Schema.Struct({
  /** Where the deliveries go. */
  url: Schema.NonEmptyString,
  /** The media type of the bodies. Default: unchanged; form for a new hook. */
  content_type: Schema.optional(Schema.Literals(["json", "form"])),
  /** Whether the certificate of the host is left unchecked: `"1"` if it is. Default: unchanged; `"0"` for a new hook. */
  insecure_ssl: Schema.optional(Schema.Literals(["0", "1"])),
  /** The key that signs the deliveries. The service does not reveal it: it is set if there is none. Default: unchanged. */
  secret: Schema.optional(Value),
  /** When the secret was last changed. A hook that was last changed before that gets the secret again. Default: never. */
  changed_at: Changed,
  /** The events to deliver, such as `push`: all of them. Default: unchanged; push for a new hook. */
  events: Schema.optional(Texts),
  /** Whether events are delivered. Default: unchanged; true for a new hook. */
  active: Flag
})
export type WantedWebhook = typeof WantedWebhook.Type

/** A secret of GitHub Actions. The service does not reveal its value: it is set if there is no such secret. */
export const WantedSecret = Schema.Struct({
  /** The name. Case does not matter. */
  name: Schema.NonEmptyString,
  /** The value, at most 48 KB. It appears in no log, no error and no plan. */
  value: Value,
  /** When the value was last changed. A secret that was last set before that is set again. Default: never. */
  changed_at: Changed
})
export type WantedSecret = typeof WantedSecret.Type

/** The rules of a branch. What is left out stays as it is, and is off if the branch was not protected. */
export const WantedProtection = Schema.Struct({
  /** The checks that must succeed before a merge: all of them. Null for none. */
  required_status_checks: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        /** Whether a branch must be up to date before it is merged. Default: false. */
        strict: Flag,
        /** The checks, by name, with the App that must report each. Default: as the service has it, or any App. */
        checks: Schema.Array(CheckRequirement)
      })
    )
  ),
  /** The reviews that a pull request needs; null if no pull request is needed. */
  required_pull_request_reviews: Schema.optional(Schema.NullOr(Schema.Struct(reviewRequirements))),
  /** Who can push; null for everyone with write access. Only repositories of organizations can name somebody. */
  restrictions: Schema.optional(Schema.NullOr(PushRestrictions)),
  /** Whether the rules also apply to administrators. */
  enforce_admins: Flag,
  /** Whether commits must be signed. */
  required_signatures: Flag,
  /** Whether merge commits are refused. */
  required_linear_history: Flag,
  /** Whether the branch can move to a commit that does not follow its current one. */
  allow_force_pushes: Flag,
  /** Whether the branch can be deleted. */
  allow_deletions: Flag,
  /** Whether a branch that the rules match can only be created by those who can push. */
  block_creations: Flag,
  /** Whether all conversations must be resolved before a merge. */
  required_conversation_resolution: Flag,
  /** Whether nobody can push. */
  lock_branch: Flag,
  /** Whether a locked branch of a fork can be synchronised with its origin. */
  allow_fork_syncing: Flag
})
export type WantedProtection = typeof WantedProtection.Type

/**
 * A ruleset of the repository, known by its name: the fields of `Rulesets.create`. What is left out stays as it is; `rules`,
 * `bypass_actors` and each list of conditions are whole.
 */
export type WantedRuleset = BodyOf<typeof Rulesets.create>
export const WantedRuleset = bodyOf<WantedRuleset>(Rulesets.create)

/**
 * A ruleset of an organization, known by its name: the fields of `Rulesets.createForOrg`. What is left out stays as it is;
 * `rules`, `bypass_actors` and each list of conditions are whole.
 */
export type WantedOrgRuleset = BodyOf<typeof Rulesets.createForOrg, "org">
export const WantedOrgRuleset = bodyOf<WantedOrgRuleset>(Rulesets.createForOrg)

/** A secret of GitHub Actions of an organization, and which of its repositories get it. */
export const WantedOrgSecret = Schema.Struct({
  ...WantedSecret.fields,
  /** Who gets it: `all` repositories, those that are `private` or internal, or those that are `selected`. */
  visibility: Schema.Literals(["all", "private", "selected"]),
  /** Names of the selected repositories: all of them. Case does not matter. Default: none. */
  repositories: Schema.optional(Texts)
})
export type WantedOrgSecret = typeof WantedOrgSecret.Type

/** Files, and the pull request that proposes them. */
export const WantedFiles = Schema.Struct({
  /** Text of files by their path; null deletes a file. */
  contents: Schema.Record(Schema.String, Schema.NullOr(Schema.String)),
  /** The branch of the pull request. Default: `forgecast/files`. */
  branch: Schema.optional(Schema.NonEmptyString),
  /** The branch to merge into. Default: the default branch. */
  base: Schema.optional(Schema.NonEmptyString),
  /** Title of the pull request, and message of its commit. Default: `Update shared files`. */
  title: Schema.optional(Schema.NonEmptyString),
  /** Text of the pull request. */
  body: Text
})
export type WantedFiles = typeof WantedFiles.Type

/** What a repository should be like. Parts that are left out stay as they are. */
export const Config = Schema.Struct({
  /** Fields of the repository. */
  settings: Schema.optional(WantedSettings),
  /** Lower-case letters, digits and hyphens, at most 20. */
  topics: Schema.optional(Texts),
  /** Labels, by name. */
  labels: Schema.optional(Schema.Array(WantedLabel)),
  /** Collaborators and invitations, by login. */
  collaborators: Schema.optional(Schema.Array(WantedCollaborator)),
  /** Teams of the organization that may use it, by slug. */
  teams: Schema.optional(Schema.Array(WantedTeam)),
  /** Webhooks, by URL. */
  webhooks: Schema.optional(Schema.Array(WantedWebhook)),
  /** Secrets of Actions, by name. */
  secrets: Schema.optional(Schema.Array(WantedSecret)),
  /** By name of the branch; null for a branch without rules. */
  protection: Schema.optional(Schema.Record(Schema.String, Schema.NullOr(WantedProtection))),
  /** Rulesets of the repository, by name. */
  rulesets: Schema.optional(Schema.Array(WantedRuleset)),
  /** Files, which a pull request proposes. */
  files: Schema.optional(WantedFiles),
  /** The parts that are pruned: see `prune` of each. Default: none. */
  prune: Schema.optional(Schema.Array(Kind))
})
export type Config = typeof Config.Type

/** What all repositories of an organization should be like. */
export const OrganizationConfig = Schema.Struct({
  /** What applies to all repositories. */
  defaults: Schema.optional(Config),
  /** What applies to some, by name: each part replaces that of the defaults, but `settings` only the given fields. */
  repositories: Schema.optional(Schema.Record(Schema.String, Config)),
  /** Names of repositories that are left alone. */
  except: Schema.optional(Texts)
})
export type OrganizationConfig = typeof OrganizationConfig.Type
