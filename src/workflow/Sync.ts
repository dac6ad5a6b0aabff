/**
 * Keeps repositories in a wanted state: the settings, labels, rules, secrets and files of one repository or of a whole
 * organization.
 *
 * ```ts
 * Sync.labels({ owner, repo, labels: [{ name: "bug", color: "d73a4a" }, { name: "feature", formerly: ["enhancement"] }] })
 * ```
 *
 * **Details**
 *
 * Each of them reads the present state, and writes only the differences. Each is a function with two more: `.plan`
 * returns the differences, and `.drift` streams them. Both write nothing. What an input leaves out stays as it is, and
 * additional records are removed only with `prune`. If one fails or is interrupted, some things are changed, and the
 * others are as they were: running it again changes the rest. Two wanted records of the same name fail with
 * `InvalidInput`, before anything is written.
 *
 * ```ts
 * const { changes } = yield* Sync.protection.plan({ owner, repo, protection: { main: { enforce_admins: true } } })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Repositories from "../forge/Repositories.ts"
import * as Bulk from "./Bulk.ts"
import { collaboratorsSteps, teamsSteps, webhooksSteps } from "./internal/sync/access.ts"
import { make, makeForOrg, makeOf, planOf } from "./internal/sync/engine.ts"
import type { Place } from "./internal/place.ts"
import { labelSteps } from "./internal/sync/labels.ts"
import { orgSecretsSteps } from "./internal/sync/orgSecrets.ts"
import { secretsSteps, settingsSteps, topicsSteps } from "./internal/sync/repository.ts"
import { orgRulesetsSteps, protectionSteps, rulesetsSteps } from "./internal/sync/rules.ts"
import { configFor, filesSteps, repositorySteps } from "./internal/sync/whole.ts"
import type {
  Config,
  OrganizationConfig,
  WantedCollaborator,
  WantedFiles,
  WantedLabel,
  WantedOrgRuleset,
  WantedOrgSecret,
  WantedProtection,
  WantedRuleset,
  WantedSecret,
  WantedSettings,
  WantedTeam,
  WantedWebhook
} from "./SyncInput.ts"
import type {
  Failure,
  Options,
  OrganizationPlan,
  Plan,
  SecretsFailure,
  Sync,
  Synced,
  WholeFailure
} from "./SyncPlan.ts"

export * from "./SyncInput.ts"
export * from "./SyncPlan.ts"

/** A repository. */
export interface RepositoryInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
}

/** A sync of something that has nothing to remove. */
type Simple<Input, E> = Sync<Input, NoOptions, Synced, Plan, E>

/** A sync of a set of records. */
type OfSet<Input, E> = Sync<Input, Options, Synced, Plan, E>

/** There are none. */
export interface NoOptions {}

/** The repository, and its labels as they should be. */
export interface LabelsInput extends RepositoryInput {
  /** The labels. */
  readonly labels: ReadonlyArray<WantedLabel>
}

/** Options of `labels`. */
export interface LabelsOptions {
  /**
   * Whether to delete all other labels, also from the issues that have them. Issues with an old name get the new one
   * before that. Default: no.
   */
  readonly prune?: boolean | undefined
}

/**
 * Brings the labels of a repository to the wanted state, and returns what it has changed. What a label leaves out stays
 * as it is.
 *
 * **Details**
 *
 * Writes one label after the other, in an order that lets names be passed on: with `a` renamed `b` and `b` renamed `c`, it
 * begins with `c`.
 *
 * If the repository has a label and one of its old names, both stay. With `prune`, the issues and pull requests with the
 * old one get the new one, and only then is the old one deleted.
 *
 * Fails with `InvalidInput`, before anything is written, for labels that the service would not tell apart: two names that
 * differ only in case, an old name that two labels have, renames in a circle, or names that were passed on where the
 * repository has all of them.
 *
 * **Gotchas**
 *
 * A label whose name is also an old name of another one is renamed whenever that other one is missing. Leave out old
 * names that no repository still has. Discussions lose a label that is deleted.
 */
export const labels: Sync<LabelsInput, LabelsOptions, Synced, Plan, Failure> = make(
  "Sync.labels",
  (input: LabelsInput, options?: LabelsOptions) => labelSteps(input, input.labels, options?.prune ?? false)
)

/** The repository, and its settings as they should be. */
export interface SettingsInput extends RepositoryInput {
  /** The settings: fields of `Repositories.update`. */
  readonly settings: WantedSettings
}

/** Brings the settings of a repository to the wanted state. Needs admin access. */
export const settings: Simple<SettingsInput, Failure> = make("Sync.settings", (input: SettingsInput) =>
  settingsSteps(input, input.settings)
)

/** The repository, and its topics. */
export interface TopicsInput extends RepositoryInput {
  /** The topics: lower-case letters, digits and hyphens, at most 20. */
  readonly topics: ReadonlyArray<string>
}

/** Gives a repository its topics. With `prune`, it has no others. Needs admin access. */
export const topics: OfSet<TopicsInput, Failure> = make("Sync.topics", (input: TopicsInput, options?: Options) =>
  topicsSteps(input, input.topics, options?.prune ?? false)
)

/** The repository, and who has access to it. */
export interface CollaboratorsInput extends RepositoryInput {
  /** The collaborators. */
  readonly collaborators: ReadonlyArray<WantedCollaborator>
}

/**
 * Gives people access to a repository. People without access get an invitation, and an open invitation counts. With
 * `prune`, all others who were added individually lose their access, and invitations of others are cancelled. Owners,
 * and those who have access as members of the organization or of a team, keep it. Needs admin access.
 */
export const collaborators: OfSet<CollaboratorsInput, Failure> = make(
  "Sync.collaborators",
  (input: CollaboratorsInput, options?: Options) =>
    collaboratorsSteps(input, input.collaborators, options?.prune ?? false)
)

/** The repository, and the teams that have access to it. */
export interface TeamsInput extends RepositoryInput {
  /** The teams of the organization that owns the repository. */
  readonly teams: ReadonlyArray<WantedTeam>
}

/** Gives teams access to a repository. With `prune`, all others lose it. Needs admin access. */
export const teams: OfSet<TeamsInput, Failure> = make("Sync.teams", (input: TeamsInput, options?: Options) =>
  teamsSteps(input, input.teams, options?.prune ?? false)
)

/** The repository, and its hooks. */
export interface WebhooksInput extends RepositoryInput {
  /** The hooks. */
  readonly webhooks: ReadonlyArray<WantedWebhook>
}

/** Brings the hooks of a repository to the wanted state. With `prune`, all others are deleted. Needs admin access. */
export const webhooks: OfSet<WebhooksInput, Failure> = make(
  "Sync.webhooks",
  (input: WebhooksInput, options?: Options) => webhooksSteps(input, input.webhooks, options?.prune ?? false)
)

/** The repository, and its secrets. */
export interface SecretsInput extends RepositoryInput {
  /** The secrets of GitHub Actions. */
  readonly secrets: ReadonlyArray<WantedSecret>
}

/**
 * Sets the secrets of GitHub Actions that a repository does not have, and those that were set before their value has
 * changed. With `prune`, all others are deleted. Needs write access.
 *
 * A value is encrypted before it is sent, which needs the packages `@noble/ciphers` and `@noble/curves`. Without them, it
 * fails with `MissingPeer`.
 */
export const secrets: OfSet<SecretsInput, SecretsFailure> = make(
  "Sync.secrets",
  (input: SecretsInput, options?: Options) => secretsSteps(input, input.secrets, options?.prune ?? false)
)

/** The repository, and the protection of its branches. */
export interface ProtectionInput extends RepositoryInput {
  /** The rules by name of the branch, which must exist; null for a branch without rules. Others stay as they are. */
  readonly protection: Readonly<Record<string, WantedProtection | null>>
}

/** Protects branches of a repository as wanted. Needs admin access. */
export const protection: Simple<ProtectionInput, Failure> = make("Sync.protection", (input: ProtectionInput) =>
  protectionSteps(input, input.protection)
)

/** The repository, and its rulesets. */
export interface RulesetsInput extends RepositoryInput {
  /** The rulesets, known by their names. */
  readonly rulesets: ReadonlyArray<WantedRuleset>
}

/**
 * Brings the rulesets of a repository to the wanted state. With `prune`, all others of the repository are deleted;
 * those of the organization stay. Needs admin access.
 */
export const rulesets: OfSet<RulesetsInput, Failure> = make(
  "Sync.rulesets",
  (input: RulesetsInput, options?: Options) => rulesetsSteps(input, input.rulesets, options?.prune ?? false)
)

/** The repository, and its files. */
export interface FilesInput extends RepositoryInput {
  /** The files, and the pull request that proposes them. */
  readonly files: WantedFiles
}

/**
 * Proposes files that differ in the base of a repository, with `Propose.pullRequest`. Files that are proposed but not
 * merged yet still differ. Needs write access.
 */
export const files: Simple<FilesInput, WholeFailure> = make("Sync.files", (input: FilesInput) =>
  filesSteps(input, input.files)
)

/** The repository, and what it should be like. */
export interface WholeInput extends RepositoryInput {
  /** The parts that are kept. */
  readonly config: Config
}

/**
 * Brings all parts of a repository that the configuration has to the wanted state, and returns what was changed. Their
 * order is: settings, topics, labels, collaborators, teams, webhooks, secrets, files, protection, rulesets.
 */
export const repository: Sync<WholeInput, NoOptions, Plan, Plan, WholeFailure> = makeOf("Sync.repository", {
  run: (input: WholeInput) =>
    Effect.gen(function* () {
      const found = yield* repositorySteps(input, input.config)
      for (const { apply } of found.steps) yield* apply
      return planOf(input, found)
    }),
  plan: (input: WholeInput) => Effect.map(repositorySteps(input, input.config), (found) => planOf(input, found))
})

/** The organization, and its rulesets. */
export interface OrganizationRulesetsInput {
  /** Login of the organization. */
  readonly org: string
  /** The rulesets, known by their names. */
  readonly rulesets: ReadonlyArray<WantedOrgRuleset>
}

/**
 * Brings the rulesets of the organization itself to the wanted state. With `prune`, all its other rulesets are deleted;
 * those of its repositories stay. Needs an owner of the organization.
 */
export const organizationRulesets: Sync<OrganizationRulesetsInput, Options, Synced, OrganizationPlan, Failure> =
  makeForOrg("Sync.organizationRulesets", (input: OrganizationRulesetsInput, options?: Options) =>
    orgRulesetsSteps(input.org, input.rulesets, options?.prune ?? false)
  )

/** The organization, and its secrets. */
export interface OrganizationSecretsInput {
  /** Login of the organization. */
  readonly org: string
  /** The secrets of GitHub Actions. */
  readonly secrets: ReadonlyArray<WantedOrgSecret>
}

/**
 * Sets the secrets of GitHub Actions that an organization does not have, those that were set before their value
 * changed, and those whose repositories are not the wanted ones. With `prune`, all its other secrets are deleted. Needs
 * an owner of the organization, and the packages that `secrets` needs.
 */
export const organizationSecrets: Sync<OrganizationSecretsInput, Options, Synced, OrganizationPlan, SecretsFailure> =
  makeForOrg("Sync.organizationSecrets", (input: OrganizationSecretsInput, options?: Options) =>
    orgSecretsSteps(input.org, input.secrets, options?.prune ?? false)
  )

/** The organization, and what its repositories should be like. */
export interface OrganizationInput {
  /** Login of the organization. */
  readonly org: string
  /** What applies to all of them, and to some. */
  readonly config: OrganizationConfig
}

/** What was done, or would be done, by repository. If one fails, the others are still changed. */
export type OrganizationResult = Bulk.Outcome<RepositoryInput, Plan, WholeFailure>

/**
 * Brings all repositories of an organization to the wanted state, and returns what was changed in each, and which ones
 * failed. Archived repositories, and forks, are left alone.
 *
 * `options` are those of `Bulk.forEach`: how many at a time, and how much of the budget is left to others.
 */
export const organization: Sync<OrganizationInput, Bulk.Options, OrganizationResult, OrganizationResult, WholeFailure> =
  makeOf("Sync.organization", {
    run: (input: OrganizationInput, options?: Bulk.Options) => everywhere(input, options, repository),
    plan: (input: OrganizationInput, options?: Bulk.Options) => everywhere(input, options, repository.plan)
  })

const everywhere = Effect.fnUntraced(function* (
  { config: { defaults, except = [], repositories }, org }: OrganizationInput,
  options: Bulk.Options | undefined,
  one: (input: WholeInput) => Effect.Effect<Plan, WholeFailure, Forge>
): Effect.fn.Return<OrganizationResult, WholeFailure, Forge> {
  const skipped = new Set(except.map((name) => name.toLowerCase()))
  const places: ReadonlyArray<Place> = yield* Repositories.listForOrg({ org, type: "sources" }).pipe(
    Stream.filter(({ archived, name }) => !archived && !skipped.has(name.toLowerCase())),
    Stream.map(({ name }) => ({ owner: org, repo: name })),
    Stream.runCollect
  )
  return yield* Bulk.forEach(
    places,
    (place) => one({ ...place, config: configFor(place.repo, defaults, repositories) }),
    options
  )
})
