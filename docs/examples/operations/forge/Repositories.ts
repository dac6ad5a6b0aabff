import { Repositories } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Creates a private repository for the authenticated user, with a first commit. Its name may be taken. */
export const create = Repositories.create({ name: "engine", private: true, auto_init: true }).pipe(
  Effect.map(({ full_name, visibility }) => ({ full_name, visibility })),
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.message))
)

/** Creates a repository of an organization. */
export const createForOrg = Repositories.createForOrg({
  org: "acme",
  name: "api",
  description: "The weather for programs",
  delete_branch_on_merge: true
}).pipe(Effect.map(({ full_name }) => full_name))

/** Sends an event of your own, which starts the workflows that wait for it. */
export const dispatch = Repositories.dispatch({
  ...repo,
  event_type: "storm",
  client_payload: { place: "Bergen" }
})

/** Reads a repository that may not exist, or that the token may not see. */
export const get = Repositories.get(repo).pipe(
  Effect.map(({ default_branch, full_name, stargazers_count }) => ({ full_name, default_branch, stargazers_count })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the topics of a repository. */
export const getTopics = Repositories.getTopics(repo).pipe(Effect.map(({ names }) => names))

/** Lists who has contributed most. */
export const listContributors = Repositories.listContributors(repo).pipe(
  Stream.take(3),
  Stream.map(({ contributions, login, name }) => ({ who: login ?? name, contributions })),
  Stream.runCollect
)

/** Lists the private repositories of the authenticated user. */
export const listForMe = Repositories.listForMe({ visibility: "private", affiliation: ["owner"] }).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Lists the repositories of an organization, the most recently pushed first. */
export const listForOrg = Repositories.listForOrg({ org: "acme", sort: "pushed" }).pipe(
  Stream.map(({ name, stargazers_count }) => ({ name, stargazers_count })),
  Stream.runCollect
)

/** Lists the public repositories of a user that are not forks. */
export const listForUser = Repositories.listForUser({ username: "grace", type: "owner" }).pipe(
  Stream.filter(({ fork }) => !fork),
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Lists the newest forks of a repository. */
export const listForks = Repositories.listForks({ ...repo, sort: "newest" }).pipe(
  Stream.take(10),
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Reads how many bytes of each language a repository has. */
export const getLanguages = Repositories.getLanguages(repo)

/** Lists who is notified of what happens in a repository. */
export const listSubscribers = Repositories.listSubscribers(repo).pipe(
  Stream.take(10),
  Stream.map(({ login }) => login),
  Stream.runCollect
)

/** Lists the tags of a repository. */
export const listTags = Repositories.listTags(repo).pipe(
  Stream.map(({ name, sha }) => `${name} ${sha.slice(0, 7)}`),
  Stream.runCollect
)

/** Lists the teams that have access to a repository, and what they may do. */
export const listTeams = Repositories.listTeams(repo).pipe(
  Stream.map(({ permission, slug }) => ({ slug, permission })),
  Stream.runCollect
)

/** Sets the topics of a repository. All others are removed. */
export const replaceTopics = Repositories.replaceTopics({ ...repo, names: ["weather", "effect"] }).pipe(
  Effect.map(({ names }) => names)
)

/** Changes settings of a repository. What is left out stays as it is. */
export const update = Repositories.update({
  ...repo,
  description: "The weather, as a page",
  allow_merge_commit: false
}).pipe(Effect.map(({ allow_merge_commit, description }) => ({ description, allow_merge_commit })))
