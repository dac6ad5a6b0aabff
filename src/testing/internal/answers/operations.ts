/** The declarations of all operations by name. */
import * as Actions from "../../../forge/Actions.ts"
import * as Branches from "../../../forge/Branches.ts"
import * as Checks from "../../../forge/Checks.ts"
import * as Commits from "../../../forge/Commits.ts"
import * as Contents from "../../../forge/Contents.ts"
import * as Deployments from "../../../forge/Deployments.ts"
import * as Git from "../../../forge/Git.ts"
import * as Issues from "../../../forge/Issues.ts"
import * as Labels from "../../../forge/Labels.ts"
import * as Milestones from "../../../forge/Milestones.ts"
import * as Organizations from "../../../forge/Organizations.ts"
import * as PullRequests from "../../../forge/PullRequests.ts"
import * as RateLimits from "../../../forge/RateLimits.ts"
import * as Reactions from "../../../forge/Reactions.ts"
import * as Refs from "../../../forge/Refs.ts"
import * as Releases from "../../../forge/Releases.ts"
import * as Repositories from "../../../forge/Repositories.ts"
import * as Search from "../../../forge/Search.ts"
import * as Statuses from "../../../forge/Statuses.ts"
import * as Teams from "../../../forge/Teams.ts"
import * as Users from "../../../forge/Users.ts"
import type { AnyDeclaration } from "../../../rest/Declaration.ts"
import type { Modules } from "../../ForgeAnswers.ts"

const modules: Modules = {
  Actions,
  Branches,
  Checks,
  Commits,
  Contents,
  Deployments,
  Git,
  Issues,
  Labels,
  Milestones,
  Organizations,
  PullRequests,
  RateLimits,
  Reactions,
  Refs,
  Releases,
  Repositories,
  Search,
  Statuses,
  Teams,
  Users
}

const isDeclared = (value: unknown): value is { readonly declaration: AnyDeclaration } =>
  typeof value === "function" && "declaration" in value

/** The field around the items of a listing. */
const envelopes: Readonly<Record<string, string>> = { "Checks.listRuns": "check_runs" }

export const declarations: ReadonlyMap<string, AnyDeclaration> = new Map(
  Object.values(modules).flatMap((module: object) =>
    Object.values(module)
      .filter(isDeclared)
      .map(({ declaration }) => [declaration.name, declaration] as const)
  )
)

/** The field around the items of a listing; undefined if the answer is the list. */
export const envelopeOf = (name: string): string | undefined =>
  envelopes[name] ?? (name.startsWith("Search.") ? "items" : undefined)
