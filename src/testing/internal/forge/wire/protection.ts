/** The protection of branches, as the service writes it. */
import type { Repository } from "../state/model.ts"
import { actions } from "../state/checks.ts"
import { userOf } from "../state/model.ts"
import type { Named, Protection, RequiredChecks, RequiredReviews } from "../state/protection.ts"
import { app, team } from "./accounts.ts"
import { type Context, pathInUrl, repositoryUrl, user } from "./common.ts"

export const urlOf = (context: Context, repository: Repository, branch: string): string =>
  `${repositoryUrl(context, repository)}/branches/${pathInUrl(branch)}/protection`

export const users = (context: Context, { users }: Named) => users.flatMap((login) => user(context, login) ?? [])

/** The teams with these slugs, as far as they are there. */
export const teams = (context: Context, repository: Repository, { teams }: Named) => {
  const owner = userOf(context.world, repository.owner)
  const known = context.world.organizations.get(repository.owner.toLowerCase())?.teams
  return teams.flatMap((slug) => {
    const found = known?.get(slug)
    return owner === undefined || found === undefined
      ? []
      : [team(context, owner, found, found.repositories.get(repository.id))]
  })
}

export const apps = (context: Context, { apps }: Named) => {
  const all = [...context.world.apps.values(), actions]
  return apps.flatMap((slug) => all.filter((each) => each.slug === slug).map((each) => app(context, each)))
}

const named = (context: Context, repository: Repository, self: Named) => ({
  users: users(context, self),
  teams: teams(context, repository, self),
  apps: apps(context, self)
})

export const statusChecks = (url: string, { checks, strict }: RequiredChecks) => ({
  url: `${url}/required_status_checks`,
  strict,
  contexts: checks.map(({ context }) => context),
  contexts_url: `${url}/required_status_checks/contexts`,
  checks: checks.map(({ app_id, context }) => ({ context, app_id }))
})

export const reviews = (context: Context, repository: Repository, url: string, self: RequiredReviews) => {
  const { bypass_pull_request_allowances: bypass, dismissal_restrictions: dismissal, ...flags } = self
  return {
    url: `${url}/required_pull_request_reviews`,
    ...flags,
    ...(dismissal === null
      ? {}
      : {
          dismissal_restrictions: {
            url: `${url}/dismissal_restrictions`,
            users_url: `${url}/dismissal_restrictions/users`,
            teams_url: `${url}/dismissal_restrictions/teams`,
            ...named(context, repository, dismissal)
          }
        }),
    ...(bypass === null ? {} : { bypass_pull_request_allowances: named(context, repository, bypass) })
  }
}

export const restrictions = (context: Context, repository: Repository, url: string, self: Named) => ({
  url: `${url}/restrictions`,
  users_url: `${url}/restrictions/users`,
  teams_url: `${url}/restrictions/teams`,
  apps_url: `${url}/restrictions/apps`,
  ...named(context, repository, self),
  // Their description is text here.
  apps: apps(context, self).map((each) => ({ ...each, description: "" }))
})

export const adminEnforcement = (url: string, { enforce_admins }: Protection) => ({
  url: `${url}/enforce_admins`,
  enabled: enforce_admins
})

export const signatures = (url: string, { required_signatures }: Protection) => ({
  url: `${url}/required_signatures`,
  enabled: required_signatures
})

/** All rules of a protected branch. */
export const rules = (context: Context, repository: Repository, branch: string, self: Protection) => {
  const url = urlOf(context, repository, branch)
  const { required_pull_request_reviews, required_status_checks } = self
  return {
    url,
    ...(required_status_checks === null ? {} : { required_status_checks: statusChecks(url, required_status_checks) }),
    ...(required_pull_request_reviews === null
      ? {}
      : { required_pull_request_reviews: reviews(context, repository, url, required_pull_request_reviews) }),
    ...(self.restrictions === null ? {} : { restrictions: restrictions(context, repository, url, self.restrictions) }),
    required_signatures: signatures(url, self),
    enforce_admins: adminEnforcement(url, self),
    required_linear_history: { enabled: self.required_linear_history },
    allow_force_pushes: { enabled: self.allow_force_pushes },
    allow_deletions: { enabled: self.allow_deletions },
    block_creations: { enabled: self.block_creations },
    required_conversation_resolution: { enabled: self.required_conversation_resolution },
    lock_branch: { enabled: self.lock_branch },
    allow_fork_syncing: { enabled: self.allow_fork_syncing }
  }
}
