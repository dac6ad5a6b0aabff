/** Who belongs to organizations and teams. */
import type { Membership, Organization, Team } from "./accounts.ts"
import { type Repository, same, type World } from "./model.ts"
import type { Named } from "./protection.ts"
import { repositoriesOf } from "./repositories.ts"

/** What paths call a team by. */
export const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]+/g, "-")

/** Replaces a team, which may have another slug now, by a changed one; undefined deletes it. */
export const putTeam = (
  world: World,
  login: string,
  { teams }: Organization,
  before: Team | undefined,
  after: Team | undefined
): void => {
  if (before !== undefined && after?.slug !== before.slug) {
    teams.delete(before.slug)
    for (const repository of repositoriesOf(world, login)) follow(repository, before.slug, after?.slug)
  }
  if (after !== undefined) teams.set(after.slug, after)
}

/** Puts the new slug of a team in the place of the old one, wherever the records of a repository name it. */
const follow = (repository: Repository, from: string, to: string | undefined): void => {
  const moved = (slugs: ReadonlyArray<string>): ReadonlyArray<string> =>
    slugs.flatMap((slug) => (slug === from ? (to ?? []) : slug))
  for (const issue of repository.issues.values()) {
    const { pull_request } = issue
    if (pull_request?.requested_teams.includes(from) !== true) continue
    const requested_teams = moved(pull_request.requested_teams)
    repository.issues.set(issue.number, { ...issue, pull_request: { ...pull_request, requested_teams } })
  }
  const named = <A extends Named | null>(all: A): A => (all === null ? all : { ...all, teams: moved(all.teams) })
  for (const [branch, rules] of repository.protection) {
    const reviews = rules.required_pull_request_reviews
    repository.protection.set(branch, {
      ...rules,
      restrictions: named(rules.restrictions),
      required_pull_request_reviews: reviews && {
        ...reviews,
        dismissal_restrictions: named(reviews.dismissal_restrictions),
        bypass_pull_request_allowances: named(reviews.bypass_pull_request_allowances)
      }
    })
  }
}

/** Makes somebody a member, with the teams of the invitation. */
export const join = (organization: Organization, login: string, now: number): void => {
  const key = login.toLowerCase()
  const invitation = organization.invitations.get(key)
  if (invitation === undefined) return
  organization.invitations.delete(key)
  organization.members.set(key, { role: invitation.role, public: false })
  for (const [slug, role] of Object.entries(invitation.teams)) {
    const team = organization.teams.get(slug)
    if (team !== undefined) organization.teams.set(slug, withMember(team, key, role, now))
  }
}

export const withMember = (team: Team, login: string, role: "member" | "maintainer", now: number): Team => {
  const maintainers = new Set(team.maintainers)
  if (role === "maintainer") maintainers.add(login)
  else maintainers.delete(login)
  return { ...team, members: new Set([...team.members, login]), maintainers, updated_at: now }
}

export const withoutMember = (team: Team, login: string, now: number): Team => ({
  ...team,
  members: new Set([...team.members].filter((each) => !same(each, login))),
  maintainers: new Set([...team.maintainers].filter((each) => !same(each, login))),
  updated_at: now
})

/** Takes a member out of an organization and of all of its teams. */
export const leave = (organization: Organization, login: string, now: number): void => {
  organization.members.delete(login.toLowerCase())
  organization.invitations.delete(login.toLowerCase())
  for (const team of organization.teams.values()) {
    if (team.members.has(login.toLowerCase())) organization.teams.set(team.slug, withoutMember(team, login, now))
  }
}

/** Whether a member is the only owner. An organization always has one, if it has had one. */
export const isLastOwner = ({ members }: Organization, login: string): boolean =>
  members.get(login.toLowerCase())?.role === "admin" &&
  [...members.values()].filter(({ role }: Membership) => role === "admin").length === 1
