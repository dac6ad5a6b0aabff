import { Labels } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Adds a label to an issue, and returns all that it has now. */
export const addToIssue = Labels.addToIssue({ ...repo, issue_number: 2, labels: ["bug"] }).pipe(
  Effect.map((labels) => labels.map(({ name }) => name))
)

/** Creates a label, or changes its colour if it exists. */
export const create = Labels.create({ ...repo, name: "bug", color: "ff0000" }).pipe(
  Effect.catchTag("ValidationFailed", (error) =>
    error.alreadyExists ? Labels.update({ ...repo, name: "bug", color: "ff0000" }) : Effect.fail(error)
  ),
  Effect.map(({ color, name }) => ({ name, color }))
)

/** Reads a label. The case of its name does not matter. */
export const get = Labels.get({ ...repo, name: "bug" }).pipe(
  Effect.map(({ color, description, name }) => ({ name, color, description })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists the names of all labels of a repository. */
export const list = Labels.list(repo).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Lists the labels of an issue. */
export const listForIssue = Labels.listForIssue({ ...repo, issue_number: 1 }).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Deletes a label, and removes it from all issues. It does not matter if it is gone already. */
const delete_ = Labels.delete({ ...repo, name: "stale" }).pipe(Effect.catchTag("NotFound", () => Effect.void))

/** Takes a label off an issue that may not have it, and returns those that are left. */
export const removeFromIssue = Labels.removeFromIssue({ ...repo, issue_number: 4, name: "stale" }).pipe(
  Effect.map((labels) => labels.map(({ name }) => name)),
  Effect.catchTag("NotFound", () => Effect.succeed("The issue did not have it."))
)

/** Sets the labels of an issue. All others are removed. */
export const replaceOnIssue = Labels.replaceOnIssue({ ...repo, issue_number: 1, labels: ["feature"] }).pipe(
  Effect.map((labels) => labels.map(({ name }) => name))
)

/** Renames a label, on all issues as well. */
export const update = Labels.update({ ...repo, name: "feature", new_name: "enhancement" }).pipe(
  Effect.map(({ color, name }) => ({ name, color }))
)

export { delete_ as delete }
