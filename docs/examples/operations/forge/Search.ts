import { Search } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

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

/** Finds the repositories about a topic with the most stars. */
export const repositories = Search.repositories({ q: "topic:weather", sort: "stars" }).pipe(
  Stream.take(10),
  Stream.map(({ full_name, stargazers_count }) => ({ full_name, stargazers_count })),
  Stream.runCollect
)

/** Counts the users in a place with a single request. */
export const users = Search.users
  .page({ q: "location:London type:user", per_page: 1 })
  .pipe(Effect.map(({ total_count }) => total_count))
