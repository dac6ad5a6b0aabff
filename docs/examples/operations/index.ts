/**
 * The examples of all operations.
 *
 * Each is a constant with the operation's name, in the file of the operation's module. It is an Effect that needs `Forge`
 * or `Weather`, and succeeds with what is shown as its output. The comment above it is its caption. The compiler demands
 * an example for each operation.
 */
import type * as gitHub from "forgecast/forge"
import type * as openMeteo from "forgecast/weather"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Actions from "./forge/Actions.ts"
import * as BranchProtection from "./forge/BranchProtection.ts"
import * as BranchRestrictions from "./forge/BranchRestrictions.ts"
import * as Apps from "./forge/Apps.ts"
import * as ActionsVariables from "./forge/ActionsVariables.ts"
import * as Branches from "./forge/Branches.ts"
import * as Caches from "./forge/Caches.ts"
import * as Checks from "./forge/Checks.ts"
import * as Collaborators from "./forge/Collaborators.ts"
import * as Commits from "./forge/Commits.ts"
import * as Contents from "./forge/Contents.ts"
import * as DeployKeys from "./forge/DeployKeys.ts"
import * as Deployments from "./forge/Deployments.ts"
import * as Gists from "./forge/Gists.ts"
import * as DependabotSecrets from "./forge/DependabotSecrets.ts"
import * as Environments from "./forge/Environments.ts"
import * as Git from "./forge/Git.ts"
import * as Hooks from "./forge/Hooks.ts"
import * as Invitations from "./forge/Invitations.ts"
import * as Issues from "./forge/Issues.ts"
import * as Labels from "./forge/Labels.ts"
import * as Milestones from "./forge/Milestones.ts"
import * as Notifications from "./forge/Notifications.ts"
import * as Organizations from "./forge/Organizations.ts"
import * as PullRequests from "./forge/PullRequests.ts"
import * as RateLimits from "./forge/RateLimits.ts"
import * as Reactions from "./forge/Reactions.ts"
import * as Refs from "./forge/Refs.ts"
import * as Releases from "./forge/Releases.ts"
import * as Repositories from "./forge/Repositories.ts"
import * as Rulesets from "./forge/Rulesets.ts"
import * as Search from "./forge/Search.ts"
import * as Stars from "./forge/Stars.ts"
import * as Secrets from "./forge/Secrets.ts"
import * as Statuses from "./forge/Statuses.ts"
import * as Subscriptions from "./forge/Subscriptions.ts"
import * as Teams from "./forge/Teams.ts"
import * as Users from "./forge/Users.ts"
import * as AirQuality from "./weather/AirQuality.ts"
import * as Archive from "./weather/Archive.ts"
import * as Climate from "./weather/Climate.ts"
import * as Elevation from "./weather/Elevation.ts"
import * as Ensemble from "./weather/Ensemble.ts"
import * as Flood from "./weather/Flood.ts"
import * as Forecast from "./weather/Forecast.ts"
import * as Geocoding from "./weather/Geocoding.ts"
import * as HistoricalForecast from "./weather/HistoricalForecast.ts"
import * as Marine from "./weather/Marine.ts"
import * as ModelUpdates from "./weather/ModelUpdates.ts"
import * as PreviousRuns from "./weather/PreviousRuns.ts"
import * as SatelliteRadiation from "./weather/SatelliteRadiation.ts"
import * as Seasonal from "./weather/Seasonal.ts"
import * as SingleRuns from "./weather/SingleRuns.ts"

/** The names of a module's operations. */
type OperationsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends { readonly declaration: object }
    ? "deprecated" extends keyof Module[Name]
      ? never
      : Name
    : never
}[keyof Module]

/** An example of each operation of a service. */
type ExamplesOf<Service, Requirement> = {
  readonly [Module in keyof Service as OperationsOf<Service[Module]> extends never ? never : Module]: {
    readonly [Operation in OperationsOf<Service[Module]>]: Effect.Effect<Schema.Json | void, unknown, Requirement>
  }
}

/** The examples of GitHub. */
export const forge: ExamplesOf<typeof gitHub, gitHub.Forge.Forge> = {
  Actions,
  BranchProtection,
  BranchRestrictions,
  Apps,
  ActionsVariables,
  Branches,
  Caches,
  Checks,
  Collaborators,
  Commits,
  Contents,
  DeployKeys,
  Deployments,
  Gists,
  DependabotSecrets,
  Environments,
  Git,
  Hooks,
  Invitations,
  Issues,
  Labels,
  Milestones,
  Notifications,
  Organizations,
  PullRequests,
  RateLimits,
  Reactions,
  Refs,
  Releases,
  Repositories,
  Rulesets,
  Search,
  Stars,
  Secrets,
  Statuses,
  Subscriptions,
  Teams,
  Users
}

/** The examples of the weather services. */
export const weather: ExamplesOf<typeof openMeteo, openMeteo.Weather.Weather> = {
  AirQuality,
  Archive,
  Climate,
  Elevation,
  Ensemble,
  Flood,
  Forecast,
  Geocoding,
  HistoricalForecast,
  Marine,
  ModelUpdates,
  PreviousRuns,
  SatelliteRadiation,
  Seasonal,
  SingleRuns
}

/** The time at which the examples run. */
export const now = "2026-03-02T09:00:00Z"
