import { Repositories, Search } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Finds the files of a repository that have a word, in a language. */
export const code = Search.code({ q: "unit language:ts repo:acme/web" }).pipe(
  Stream.map(({ path }) => path),
  Stream.runCollect
)

/** Finds the commits of an author whose messages have a word, the newest first. */
export const commits = Search.commits({ q: "guide repo:acme/web author:ada", sort: "author-date" }).pipe(
  Stream.map(({ commit, sha }) => `${sha.slice(0, 7)} ${commit.message}`),
  Stream.runCollect
)

/** Finds the ten oldest open issues with a word. A query that is wrong is `ValidationFailed`. */
export const issues = Search.issues({
  q: "humidity repo:acme/web is:issue is:open",
  sort: "created",
  order: "asc"
}).pipe(
  Stream.take(10),
  Stream.map(({ number, title }) => ({ number, title })),
  Stream.runCollect,
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.serviceMessage))
)

/** Finds the labels of a repository by the words of their names and descriptions. */
export const labels = Repositories.get({ owner: "acme", repo: "web" }).pipe(
  Effect.flatMap(({ id }) => Stream.runCollect(Search.labels({ repository_id: id, q: "bug feature" }))),
  Effect.map((found) => found.map(({ name }) => name))
)

/** Finds the repositories about a topic with the most stars. */
export const repositories = Search.repositories({ q: "topic:weather", sort: "stars" }).pipe(
  Stream.take(10),
  Stream.map(({ full_name, stargazers_count }) => ({ full_name, stargazers_count })),
  Stream.runCollect
)

/** Finds topics, and how many repositories have them. */
export const topics = Search.topics({ q: "weather" }).pipe(
  Stream.map(({ name, repository_count }) => ({ name, repository_count })),
  Stream.runCollect
)

/** Counts the users in a place with a single request. */
export const users = Search.users
  .page({ q: "location:London type:user", per_page: 1 })
  .pipe(Effect.map(({ total_count }) => total_count))
