import { Milestones } from "forgecast/forge"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Creates a milestone that is due on a day. Its title may be taken. */
export const create = Milestones.create({ ...repo, title: "v1.2", due_on: "2026-06-30T00:00:00Z" }).pipe(
  Effect.map(({ number, title }) => ({ number, title })),
  Effect.catchTag("ValidationFailed", (error) =>
    error.alreadyExists ? Effect.succeed("It is there already.") : Effect.fail(error)
  )
)

/** Reads how far a milestone is. */
export const get = Milestones.get({ ...repo, milestone_number: 1 }).pipe(
  Effect.map(({ closed_issues, open_issues, title }) => ({ title, open_issues, closed_issues }))
)

/** Lists the open milestones, the one that is due next first. Times are instants, not text. */
export const list = Milestones.list({ ...repo, state: "open", sort: "due_on" }).pipe(
  Stream.map(({ due_on, title }) => ({ title, due: due_on === null ? null : DateTime.formatIsoDate(due_on) })),
  Stream.runCollect
)

/** Deletes a milestone. Its issues stay. */
const delete_ = Milestones.delete({ ...repo, milestone_number: 2 }).pipe(Effect.catchTag("NotFound", () => Effect.void))

/** Closes a milestone. */
export const update = Milestones.update({ ...repo, milestone_number: 1, state: "closed" }).pipe(
  Effect.map(({ state, title }) => ({ title, state }))
)

export { delete_ as delete }
