/** What the records of all resources share: URLs, ids, dates and users, as the service writes them. */
import type { ReactionKind } from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import type { Call } from "../http/call.ts"
import type { Media } from "../http/media.ts"
import type { User } from "../state/accounts.ts"
import { hasContributed } from "../state/identities.ts"
import { fullName, type Repository, same, userOf } from "../state/model.ts"
import type { Reaction } from "../state/records.ts"
import { asText, type Reader, rendered } from "./markup.ts"
import { nodeId } from "./nodeIds.ts"

export type Context = Pick<Call, "world" | "urls" | "viewer" | "sees" | "media">

export const dateOrNull = (millis: number | null): string | null => (millis === null ? null : isoDate(millis))

const userKinds = { User: "U", Organization: "O", Bot: "BOT" } as const

export const userId = ({ id, type }: Pick<User, "id" | "type">): string => nodeId(userKinds[type], id)

export const repositoryUrl = ({ urls }: Context, repository: Repository): string =>
  `${urls.api}/repos/${fullName(repository)}`

/** The path of a repository in links: it survives renames. */
export const stablePath = (repository: Repository): string => `/repositories/${repository.id}`

/** A path in a URL, with its slashes. */
export const pathInUrl = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

export const pageUrl = ({ urls }: Context, repository: Repository): string => `${urls.html}/${fullName(repository)}`

/** Writes the user with this login; null for nobody, and for deleted accounts. */
export const user = ({ world, urls }: Context, login: string | null) => {
  const found = login === null ? undefined : userOf(world, login)
  if (found === undefined) return null
  // The login of an app's bot has brackets: `renovate[bot]`.
  const isBot = found.type === "Bot"
  const api = `${urls.api}/users/${isBot ? encodeURIComponent(found.login) : found.login}`
  return {
    login: found.login,
    id: found.id,
    node_id: userId(found),
    avatar_url: `https://avatars.githubusercontent.com/u/${found.id}?v=4`,
    gravatar_id: "",
    url: api,
    html_url: isBot ? `${urls.html}/apps/${found.login.replace("[bot]", "")}` : `${urls.html}/${found.login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: found.type,
    user_view_type: "public",
    site_admin: false
  }
}

/** The author's relation to the repository. Only members see who else is a private member. */
export const authorAssociation = ({ viewer, world }: Context, repository: Repository, login: string | null) => {
  if (login === null) return "NONE" as const
  if (same(login, repository.owner)) return "OWNER" as const
  const members = world.organizations.get(repository.owner.toLowerCase())?.members
  const membership = members?.get(login.toLowerCase())
  if (membership !== undefined && (membership.public || members?.has(viewer?.toLowerCase() ?? "") === true)) {
    return "MEMBER" as const
  }
  if (repository.collaborators.has(login.toLowerCase())) return "COLLABORATOR" as const
  return hasContributed(world, repository, login) ? ("CONTRIBUTOR" as const) : ("NONE" as const)
}

interface BodyFields<Body> {
  readonly body?: Body
  readonly body_html?: string | (Body & null)
  readonly body_text?: string | (Body & null)
}

/**
 * Writes the body of an issue, a comment, a review or a release in the representation that the client accepts: `body`
 * has its Markdown, `body_html` and `body_text` what that looks like, and `full` asks for all three.
 */
export const bodyFields = <Body extends string | null>(
  context: Reader & { readonly media: Media },
  body: Body,
  repository?: Repository
): BodyFields<Body> => {
  const { media } = context
  // Where there is no text, there is none in any representation.
  const html = () => ({ body_html: body === null ? body : rendered(context, body, repository) })
  const text = () => ({ body_text: body === null ? body : asText(context, body, repository) })
  if (media === "html") return html()
  if (media === "text") return text()
  return media === "full" ? { body, ...html(), ...text() } : { body }
}

/** Writes the number of reactions of each kind. */
export const reactions = (url: string, all: ReadonlyArray<Reaction> = []) => {
  const count = (content: ReactionKind) => all.filter((each) => each.content === content).length
  return {
    url: `${url}/reactions`,
    total_count: all.length,
    "+1": count("+1"),
    "-1": count("-1"),
    laugh: count("laugh"),
    hooray: count("hooray"),
    confused: count("confused"),
    heart: count("heart"),
    rocket: count("rocket"),
    eyes: count("eyes")
  }
}

export const reaction = (context: Context, self: Reaction) => ({
  id: self.id,
  node_id: nodeId("REA", self.id),
  user: user(context, self.user),
  content: self.content,
  created_at: isoDate(self.created_at)
})
