import { Subscriptions } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Stops watching a repository. */
const delete_ = Subscriptions.delete(repo)

/** Reads how you watch a repository. You may not watch it at all. */
export const get = Subscriptions.get(repo).pipe(
  Effect.map(({ ignored, subscribed }) => ({ subscribed, ignored })),
  Effect.catchTag("NotFound", () => Effect.succeed("You do not watch it."))
)

/** Lists the repositories that you watch. */
export const listForMe = Subscriptions.listForMe().pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Lists the repositories that a user watches. */
export const listForUser = Subscriptions.listForUser({ username: "grace" }).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Ignores a repository: you get no more notifications of it. */
export const set = Subscriptions.set({ ...repo, ignored: true }).pipe(
  Effect.map(({ ignored, subscribed }) => ({ subscribed, ignored }))
)

export { delete_ as delete }
