/** Releases the packages of a repository by schedule, from a main branch whose checks have passed. */
import { Branches } from "forgecast/forge"
import { Await, Release } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const packages = [
  { name: "api", path: "packages/api" },
  { name: "app", path: "packages/app" }
]

/** Releases what has changed, if the checks of the head have passed: exactly that commit. Returns the tags. */
export const train = Effect.fn("train")(function* (owner: string, repo: string, prerelease?: string) {
  const { commit } = yield* Branches.get({ owner, repo, branch: "main" })
  const input = { owner, repo, branch: "main", sha: commit.sha, packages, prerelease }
  // Without changes, no checks are awaited.
  if ((yield* Release.next(input)).length === 0) return []
  yield* Await.checks({ owner, repo, ref: commit.sha }, { timeout: "1 hour" })
  const releases = yield* Release.publish(input)
  return releases.map(({ tag_name }) => tag_name)
})

/** Leaves each Monday at nine. A train that cannot leave says why, and the next one takes its changes along. */
export const everyMonday = (owner: string, repo: string) =>
  train(owner, repo).pipe(
    Effect.tap((tags) => Effect.log(tags.length === 0 ? "Nothing to release" : `Released ${tags.join(", ")}`)),
    Effect.catchTag("ChecksFailed", ({ failed }) => Effect.logError(failed.map(({ name }) => name))),
    Effect.catchTag("ChecksTimedOut", ({ message }) => Effect.logError(message)),
    Effect.schedule(Schedule.cron("0 9 * * 1", "UTC"))
  )

export default Effect.gen(function* () {
  const released = yield* train("acme", "web")
  return { released, again: yield* train("acme", "web") }
})
