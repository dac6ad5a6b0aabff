/** Users, organizations with their teams, and bots. */
import { type Repository, same } from "../state/model.ts"
import { isMember } from "../access/permissions.ts"
import { gistsWhere } from "../state/gists.ts"
import { followersOf, followingOf } from "../state/profiles.ts"
import { repositoriesOf } from "../state/repositories.ts"
import { permissionOf } from "../state/roles.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { user as writeUser, userId } from "../wire/common.ts"
import { rendered } from "../wire/markup.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  type Fields,
  List,
  notFound,
  pathOf,
  reference,
  type Records,
  users,
  type View
} from "./nodes.ts"

type Self = Records["User"]

const avatarOf = (id: number, size: number | null | undefined): string =>
  `https://avatars.githubusercontent.com/u/${id}?${typeof size === "number" ? `s=${size}&` : ""}v=4`

/** The fields of whoever can act. */
const actor = ({ user }: Self, view: View) => {
  const url = writeUser(view, user.login)?.html_url ?? view.urls.html
  return {
    avatarUrl: ({ size }: Arguments) => avatarOf(user.id, size),
    createdAt: dateTime(user.created_at),
    databaseId: databaseId(user.id),
    id: userId(user),
    login: user.login.replace("[bot]", ""),
    resourcePath: pathOf(url),
    updatedAt: dateTime(user.created_at),
    url
  }
}

const orders: Readonly<Record<string, (repository: Repository) => number | string>> = {
  CREATED_AT: ({ created_at }) => created_at,
  NAME: ({ name }) => name.toLowerCase(),
  PUSHED_AT: ({ pushed_at }) => pushed_at,
  STARGAZERS: ({ stars }) => stars,
  UPDATED_AT: ({ updated_at }) => updated_at
}

/** Repositories in the order and of the kinds that are asked for. */
export const repositoryList = (
  view: View,
  found: ReadonlyArray<Repository>,
  { isArchived, isFork, orderBy, privacy, visibility }: Arguments
): List<Repository> => {
  const isPrivate = visibility ?? privacy
  const rows = found.filter(
    (repository) =>
      view.sees(repository) &&
      (isArchived ?? repository.archived) === repository.archived &&
      (isFork ?? repository.parent !== null) === (repository.parent !== null) &&
      (isPrivate === null || isPrivate === undefined || (isPrivate === "PRIVATE") === repository.private)
  )
  const value = orders[orderBy?.field ?? ""]
  if (value !== undefined) {
    const sign = orderBy?.direction === "DESC" ? -1 : 1
    rows.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : a.id - b.id))
  }
  const totalDiskUsage = 0
  return new List(
    rows,
    (repository) => reference("Repository", { repository }),
    ({ id }) => id,
    { totalDiskUsage }
  )
}

/** The repositories that an account has to do with. */
const repositoriesFor = ({ world }: View, login: string, affiliations: Arguments["ownerAffiliations"]) => {
  const wanted = affiliations ?? ["OWNER", "COLLABORATOR"]
  const own = wanted.includes("OWNER") ? repositoriesOf(world, login) : []
  const key = login.toLowerCase()
  const others = [...world.repositories.values()].filter(
    (repository) =>
      !same(repository.owner, login) &&
      ((wanted.includes("COLLABORATOR") && repository.collaborators.has(key)) ||
        (wanted.includes("ORGANIZATION_MEMBER") &&
          world.organizations.get(repository.owner.toLowerCase())?.members.has(key) === true &&
          permissionOf(world, repository, login) !== undefined))
  )
  return [...own, ...others]
}

/** The fields of whoever can have repositories. */
const owner = (self: Self, view: View) => {
  const { user } = self
  return {
    ...actor(self, view),
    email: user.email ?? "",
    location: user.location,
    name: user.name,
    repositories: (args: Arguments) =>
      repositoryList(view, repositoriesFor(view, user.login, args.ownerAffiliations), args),
    repository: ({ name = "" }: Arguments) => {
      const found = repositoriesOf(view.world, user.login).find((each) => same(each.name, name))
      if (found !== undefined && view.sees(found)) return reference("Repository", { repository: found })
      throw notFound(`Could not resolve to a Repository with the name '${user.login}/${name}'.`)
    },
    websiteUrl: user.blog
  }
}

/** Accounts that nobody names are only counted. */
const counted = (count: number) => ({ totalCount: count })

const organizationsOf = (view: View, login: string): List<string> => {
  const shown = [...view.world.organizations].flatMap(([key, { members }]) => {
    const membership = members.get(login.toLowerCase())
    const isSeen = membership?.public === true || (membership !== undefined && isMember(view, key))
    return isSeen ? [key] : []
  })
  return users(view, shown)
}

const isViewer = ({ viewer }: View, login: string): boolean => viewer !== null && same(viewer, login)

const gistsOf = (view: View, { user }: Self, { privacy }: Arguments) => {
  const shown = gistsWhere(view.world, (gist) => {
    const isOwn = gist.owner !== null && same(gist.owner, user.login)
    const isWanted = privacy === "ALL" || (privacy === "SECRET" ? !gist.public : gist.public)
    return isOwn && isWanted && (gist.public || isViewer(view, user.login))
  })
  return new List(
    shown,
    (gist) => reference("Gist", { gist }),
    ({ id }) => id
  )
}

const User: Fields<"User"> = (self, view) => {
  const { user } = self
  const key = user.login.toLowerCase()
  return {
    ...owner(self, view),
    bio: user.bio,
    bioHTML: () => rendered(view, user.bio ?? ""),
    company: user.company,
    companyHTML: () => rendered(view, user.company ?? ""),
    followers: counted(followersOf(user)),
    following: counted(followingOf(user)),
    gists: (args: Arguments) => gistsOf(view, self, args),
    isBountyHunter: false,
    isCampusExpert: false,
    isDeveloperProgramMember: false,
    isEmployee: false,
    isGitHubStar: false,
    isHireable: false,
    isSiteAdmin: false,
    isViewer: isViewer(view, user.login),
    organization: ({ login = "" }: Arguments) => {
      const found = account(view, login)
      return found?.__typename === "Organization" && found.organization.members.has(key) ? found : null
    },
    organizations: () => organizationsOf(view, user.login),
    starredRepositories: (args: Arguments) => {
      const starred = [...view.world.repositories.values()].filter(({ stargazers }) => stargazers.has(key))
      return repositoryList(view, starred, args)
    },
    status: null,
    twitterUsername: user.twitter_username
  }
}

const Organization: Fields<"Organization"> = (self, view) => {
  const { organization, user } = self
  const isIn = isMember(view, user.login)
  // Teams are for members alone.
  const teams = isIn ? [...organization.teams.values()] : []
  return {
    ...owner(self, view),
    description: user.bio,
    descriptionHTML: () => rendered(view, user.bio ?? ""),
    isVerified: false,
    membersWithRole: () => {
      const shown = [...organization.members].filter(([, member]) => member.public || isIn)
      return users(
        view,
        shown.map(([login]) => login)
      )
    },
    team: ({ slug }: Arguments) => {
      const found = teams.find((each) => each.slug === slug)
      return found === undefined ? null : reference("Team", { owner: user, team: found })
    },
    teams: () =>
      new List(
        teams,
        (team) => reference("Team", { owner: user, team }),
        ({ id }) => id
      ),
    viewerCanAdminister: organization.members.get(view.viewer?.toLowerCase() ?? "")?.role === "admin",
    viewerIsAMember: isIn
  }
}

const Team: Fields<"Team"> = ({ owner, team }, view) => {
  const url = `${view.urls.html}/orgs/${owner.login}/teams/${team.slug}`
  return {
    combinedSlug: `${owner.login}/${team.slug}`,
    createdAt: dateTime(owner.created_at),
    databaseId: databaseId(team.id),
    description: team.description,
    id: nodeId("T", team.id),
    members: () => users(view, [...team.members]),
    name: team.name,
    organization: () => account(view, owner.login),
    parentTeam: null,
    privacy: "VISIBLE",
    repositories: (args: Arguments) => {
      const found = [...team.repositories.keys()].flatMap((id) => view.world.repositories.get(id) ?? [])
      return repositoryList(view, found, args)
    },
    resourcePath: pathOf(url),
    slug: team.slug,
    updatedAt: dateTime(owner.created_at),
    url
  }
}

export const fields = { Bot: actor, Organization, Team, User }
