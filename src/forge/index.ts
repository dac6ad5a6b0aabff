/** GitHub, with one namespace for each module. */
export * as Actions from "./Actions.ts"
export * as BranchProtection from "./BranchProtection.ts"
export * as BranchRestrictions from "./BranchRestrictions.ts"
export * as Apps from "./Apps.ts"
export * as ActionsVariables from "./ActionsVariables.ts"
export * as Branches from "./Branches.ts"
export * as Caches from "./Caches.ts"
export * as Checks from "./Checks.ts"
export * as Collaborators from "./Collaborators.ts"
export * as Commits from "./Commits.ts"
export * as Contents from "./Contents.ts"
export * as DeployKeys from "./DeployKeys.ts"
export * as DependabotSecrets from "./DependabotSecrets.ts"
export * as Deployments from "./Deployments.ts"
export * as Environments from "./Environments.ts"
export * as Forge from "./Forge.ts"
export * as ForgeError from "./ForgeError.ts"
export { GraphQLFailed, MissingPeer, NotAcceptable, SearchTruncated, Unmergeable } from "./ForgeError.ts"
export * as Gists from "./Gists.ts"
export * as Git from "./Git.ts"
export * as GraphQL from "./GraphQL.ts"
export * as Hooks from "./Hooks.ts"
export * as Invitations from "./Invitations.ts"
export * as Issues from "./Issues.ts"
export * as Labels from "./Labels.ts"
export * as MediaTypes from "./MediaTypes.ts"
export * as Milestones from "./Milestones.ts"
export * as Notifications from "./Notifications.ts"
export * as Organizations from "./Organizations.ts"
export * as PullRequests from "./PullRequests.ts"
export * as RateLimits from "./RateLimits.ts"
export * as Reactions from "./Reactions.ts"
export * as Refs from "./Refs.ts"
export * as Releases from "./Releases.ts"
export * as Repositories from "./Repositories.ts"
export * as RestError from "../rest/RestError.ts"
export {
  BadRequest,
  Conflict,
  DecodeFailed,
  Forbidden,
  Gone,
  IntegrityFailed,
  InvalidInput,
  NotFound,
  NotModified,
  RateLimited,
  ResponseTooLarge,
  ServiceUnavailable,
  TransportFailed,
  Unauthorized,
  UnexpectedStatus,
  UnsafeRedirect,
  ValidationFailed
} from "../rest/RestError.ts"
export * as Rulesets from "./Rulesets.ts"
export * as Search from "./Search.ts"
export * as SearchByDate from "./SearchByDate.ts"
export * as Stars from "./Stars.ts"
export * as Secrets from "./Secrets.ts"
export * as Statuses from "./Statuses.ts"
export * as Subscriptions from "./Subscriptions.ts"
export * as Teams from "./Teams.ts"
export * as Users from "./Users.ts"
