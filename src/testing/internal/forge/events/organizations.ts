/** What happens to organizations: to their members, to those who are invited, and to their teams. */
import type { Permission } from "../../../ForgeState.ts"
import type { Membership, Organization, OrganizationInvitation, Team, User } from "../state/accounts.ts"
import type { Repository } from "../state/model.ts"
import { includes } from "../state/roles.ts"
import * as Wire from "../wire/accounts.ts"
import { type Context, user } from "../wire/common.ts"
import { repository as writeRepository } from "../wire/repository.ts"
import { changes, edited, type Event, happened, listChanges, only, was } from "./happened.ts"

/** An event of an organization, which may be about one of its repositories. */
export interface Told {
  readonly event: Event
  readonly repository?: Repository
  /** Whether the hooks of the repository get it, too. */
  readonly inRepository?: boolean
}

/** What of an organization is compared. */
export interface Belonging {
  readonly members: ReadonlyMap<string, Membership>
  readonly invitations: ReadonlyMap<string, OrganizationInvitation>
  readonly teams: ReadonlyArray<Team>
}

export const belongingTo = ({ invitations, members, teams }: Organization): Belonging => ({
  members: new Map(members),
  invitations: new Map(invitations),
  teams: [...teams.values()]
})

/** What is permitted, as it was before there were roles. */
const permissionsOf = (permission: Permission | undefined) => ({
  admin: permission === "admin",
  push: permission !== undefined && includes(permission, "write"),
  pull: permission !== undefined
})

/** What a team may do in repositories. Those that are gone tell of it themselves. */
const accessEvents = (
  { context, written }: { readonly context: Context; readonly written: () => object },
  before: ReadonlyMap<number, Permission>,
  after: ReadonlyMap<number, Permission>
): ReadonlyArray<Told> =>
  changes(before, after).flatMap(([id, old, now]) => {
    const repository = context.world.repositories.get(id)
    if (repository === undefined) return []
    const about = () => ({
      team: written(),
      repository: { ...writeRepository(context, repository), permissions: permissionsOf(now) }
    })
    const told = (action: string, more: object = {}): Told => ({
      event: happened("team", action, () => ({ ...about(), ...more })),
      repository
    })
    if (now === undefined) return [told("removed_from_repository")]
    if (old !== undefined)
      return [told("edited", { changes: { repository: { permissions: { from: permissionsOf(old) } } } })]
    const added = happened("team_add", null, () => ({ team: written() }))
    return [told("added_to_repository"), { event: added, repository, inRepository: true }]
  })

const nobody: Pick<Team, "members" | "repositories"> = { members: new Set(), repositories: new Map() }

const teamEvents = (
  context: Context,
  owner: User,
  before: ReadonlyArray<Team>,
  after: ReadonlyArray<Team>
): ReadonlyArray<Told> =>
  listChanges(before, after).flatMap(([, old, now]): ReadonlyArray<Told> => {
    const self = now ?? old
    if (self === undefined) return []
    const written = () => Wire.team(context, owner, self)
    const fields = () => ({ team: written() })
    if (now === undefined) return [{ event: happened("team", "deleted", fields) }]
    const { members, repositories } = old ?? nobody
    const moved = (action: string, from: Team["members"], to: Team["members"]): ReadonlyArray<Told> =>
      only([...from], [...to]).map((login) => ({
        event: happened("membership", action, () => ({ ...fields(), scope: "team", member: user(context, login) }))
      }))
    return [
      ...(old === undefined
        ? [{ event: happened("team", "created", fields) }]
        : edited("team", was(old, now, ["name", "description", "privacy"]), fields).map((event) => ({ event }))),
      ...moved("removed", members, now.members),
      ...moved("added", now.members, members),
      ...accessEvents({ context, written }, repositories, now.repositories)
    ]
  })

/** What a change of an organization becomes. Who joins is a member before joining teams, and leaves the teams first. */
export const organizationEvents = (
  context: Context,
  owner: User,
  before: Belonging,
  after: Belonging
): ReadonlyArray<Told> => {
  const belonging = (login: string, { role }: Membership) => {
    const { organization: _, ...written } = Wire.membership(context, owner, login, "active", role)
    return written
  }
  const moved = (action: string, from: Belonging["members"], to: Belonging["members"]): ReadonlyArray<Told> =>
    [...from].flatMap(([login, self]) =>
      to.has(login) ? [] : [{ event: happened("organization", action, () => ({ membership: belonging(login, self) })) }]
    )
  const invited = [...after.invitations].flatMap(([login, invitation]): ReadonlyArray<Told> =>
    before.invitations.has(login)
      ? []
      : [
          {
            event: happened("organization", "member_invited", () => ({
              invitation: Wire.organizationInvitation(context, owner, login, invitation),
              user: user(context, login)
            }))
          }
        ]
  )
  return [
    ...invited,
    ...moved("member_added", after.members, before.members),
    ...teamEvents(context, owner, before.teams, after.teams),
    ...moved("member_removed", before.members, after.members)
  ]
}
