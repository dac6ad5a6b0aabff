/** The answers of single operations, typed by the operation that they answer. */
import type * as Effect from "effect/Effect"
import type * as Actions from "../forge/Actions.ts"
import type * as BranchProtection from "../forge/BranchProtection.ts"
import type * as BranchRestrictions from "../forge/BranchRestrictions.ts"
import type * as Apps from "../forge/Apps.ts"
import type * as ActionsVariables from "../forge/ActionsVariables.ts"
import type * as Branches from "../forge/Branches.ts"
import type * as Caches from "../forge/Caches.ts"
import type * as Checks from "../forge/Checks.ts"
import type * as Collaborators from "../forge/Collaborators.ts"
import type * as Commits from "../forge/Commits.ts"
import type * as Contents from "../forge/Contents.ts"
import type * as DeployKeys from "../forge/DeployKeys.ts"
import type * as DependabotSecrets from "../forge/DependabotSecrets.ts"
import type * as Deployments from "../forge/Deployments.ts"
import type * as Environments from "../forge/Environments.ts"
import type { Forge } from "../forge/Forge.ts"
import type * as Gists from "../forge/Gists.ts"
import type * as Git from "../forge/Git.ts"
import type * as Hooks from "../forge/Hooks.ts"
import type * as Invitations from "../forge/Invitations.ts"
import type * as Issues from "../forge/Issues.ts"
import type * as Labels from "../forge/Labels.ts"
import type * as Milestones from "../forge/Milestones.ts"
import type * as Notifications from "../forge/Notifications.ts"
import type * as Organizations from "../forge/Organizations.ts"
import type * as PullRequests from "../forge/PullRequests.ts"
import type * as RateLimits from "../forge/RateLimits.ts"
import type * as Reactions from "../forge/Reactions.ts"
import type * as Refs from "../forge/Refs.ts"
import type * as Releases from "../forge/Releases.ts"
import type * as Repositories from "../forge/Repositories.ts"
import type * as Rulesets from "../forge/Rulesets.ts"
import type * as Search from "../forge/Search.ts"
import type * as Stars from "../forge/Stars.ts"
import type * as Secrets from "../forge/Secrets.ts"
import type * as Statuses from "../forge/Statuses.ts"
import type * as Subscriptions from "../forge/Subscriptions.ts"
import type * as Teams from "../forge/Teams.ts"
import type * as Users from "../forge/Users.ts"
import type { Download } from "../rest/Download.ts"
import type { AnyDeclaration, Listing, Operation } from "../rest/Operation.ts"
import type { Upload } from "../rest/Upload.ts"

/** The modules that have operations. */
export interface Modules {
  readonly Actions: typeof Actions
  readonly BranchProtection: typeof BranchProtection
  readonly BranchRestrictions: typeof BranchRestrictions
  readonly Apps: typeof Apps
  readonly ActionsVariables: typeof ActionsVariables
  readonly Branches: typeof Branches
  readonly Caches: typeof Caches
  readonly Checks: typeof Checks
  readonly Collaborators: typeof Collaborators
  readonly Commits: typeof Commits
  readonly Contents: typeof Contents
  readonly DeployKeys: typeof DeployKeys
  readonly Deployments: typeof Deployments
  readonly Gists: typeof Gists
  readonly DependabotSecrets: typeof DependabotSecrets
  readonly Environments: typeof Environments
  readonly Git: typeof Git
  readonly Hooks: typeof Hooks
  readonly Invitations: typeof Invitations
  readonly Issues: typeof Issues
  readonly Labels: typeof Labels
  readonly Milestones: typeof Milestones
  readonly Notifications: typeof Notifications
  readonly Organizations: typeof Organizations
  readonly PullRequests: typeof PullRequests
  readonly RateLimits: typeof RateLimits
  readonly Reactions: typeof Reactions
  readonly Refs: typeof Refs
  readonly Releases: typeof Releases
  readonly Repositories: typeof Repositories
  readonly Rulesets: typeof Rulesets
  readonly Search: typeof Search
  readonly Stars: typeof Stars
  readonly Secrets: typeof Secrets
  readonly Statuses: typeof Statuses
  readonly Subscriptions: typeof Subscriptions
  readonly Teams: typeof Teams
  readonly Users: typeof Users
}

type OperationsOf<Name extends keyof Modules> = {
  readonly [
    K in keyof Modules[Name] & string as Modules[Name][K] extends { readonly declaration: AnyDeclaration }
      ? `${Name}.${K}`
      : never
  ]: Modules[Name][K]
}

type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never

/** The operations by name, such as `PullRequests.get`. */
export type Operations = Merged<{ [Name in keyof Modules]: OperationsOf<Name> }[keyof Modules]>

/** An answer to calls with this input: a value, a failure, or a function of the input. */
export type Answer<Input, A, E> = A | E | Effect.Effect<A, E> | ((input: Input) => A | E | Effect.Effect<A, E>)

/** The answer that an operation takes. Uploads look like operations, except for their options. */
export type AnswerOf<O> =
  O extends Listing<infer Input, infer Item, infer E, Forge>
    ? Answer<Input, ReadonlyArray<Item>, E>
    : O extends Download<infer Input, infer E, Forge>
      ? Answer<Input, Uint8Array | string, E>
      : O extends (...parameters: infer P) => unknown
        ? P extends [unknown]
          ? OperationAnswer<O>
          : UploadAnswer<O>
        : never

type OperationAnswer<O> = O extends Operation<infer Input, infer A, infer E, Forge> ? Answer<Input, A, E> : never

type UploadAnswer<O> = O extends Upload<infer Input, infer A, infer E, Forge> ? Answer<Input, A, E> : never

/**
 * Answers by the name of the operation.
 *
 * - An operation is answered with its result, which `Samples` can complete.
 * - A listing is answered with all items, from which pages are cut.
 * - An operation in another media type is answered with the fields that its record has of it, such as `body_html`.
 * - A download is answered with bytes, or text.
 * - An upload is answered with the record of what was uploaded, which gets the size of the bytes that were sent.
 */
export type Answers = { readonly [Name in keyof Operations]?: AnswerOf<Operations[Name]> }
