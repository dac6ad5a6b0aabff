/** The milestones of a repository. `milestone_number` is the number in the repository, not the global id. */
import type { Deprecated } from "../rest/Operation.ts"
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Direction, inRepo, Ordinal, Removed, RepoPath, State, StateFilter, Text } from "./internal/fields.ts"
import { Milestone } from "./schema/Milestone.ts"

const MilestonePath = inRepo({
  /** Number of the milestone in its repository (not its `id`). */
  milestone_number: Ordinal
})

const DueOn = Schema.optional(Wire.InputTimestamp)

/**
 * Lists the milestones of a repository. By default: the open ones, sorted by `due_on`, `direction` asc.
 *
 * GET /repos/{owner}/{repo}/milestones
 */
export const list = Forge.listing("Milestones.list", "GET /repos/{owner}/{repo}/milestones", {
  path: RepoPath,
  query: {
    /** Open, closed or all. Default: open. */
    state: StateFilter,
    /** By the due date, or by how complete it is. Default: due_on. */
    sort: Schema.optional(Schema.Literals(["due_on", "completeness"])),
    /** The order. Default: asc. */
    direction: Direction
  },
  item: Milestone,
  errors: [NotFound]
})

/**
 * Gets a milestone.
 *
 * GET /repos/{owner}/{repo}/milestones/{milestone_number}
 */
export const get = Forge.operation("Milestones.get", "GET /repos/{owner}/{repo}/milestones/{milestone_number}", {
  path: MilestonePath,
  success: Milestone,
  errors: [NotFound]
})

/**
 * Creates a milestone. If the title is taken, it fails with `ValidationFailed`, where `alreadyExists` is true.
 *
 * POST /repos/{owner}/{repo}/milestones · needs write access
 */
export const create = Forge.operation("Milestones.create", "POST /repos/{owner}/{repo}/milestones", {
  path: RepoPath,
  body: {
    /** The title, which is unique in the repository. */
    title: Schema.NonEmptyString,
    /** Open or closed. Default: open. */
    state: State,
    /** What the milestone is for. */
    description: Text,
    /** When it is due. */
    due_on: DueOn
  },
  success: Milestone,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "title",
    find: (input, look) =>
      look.first(
        "/repos/{owner}/{repo}/milestones",
        Milestone,
        ({ description, state, title }) =>
          title === input.title &&
          state === (input.state ?? "open") &&
          (description ?? "") === (input.description ?? ""),
        { input, query: { state: "all" } }
      )
  }
})

/**
 * Changes a milestone. Only the given fields change. `state` closes or reopens it.
 *
 * PATCH /repos/{owner}/{repo}/milestones/{milestone_number} · needs write access
 */
export const update = Forge.operation(
  "Milestones.update",
  "PATCH /repos/{owner}/{repo}/milestones/{milestone_number}",
  {
    path: MilestonePath,
    body: {
      /** The title, which is unique in the repository. */
      title: Schema.optional(Schema.NonEmptyString),
      /** Closes or reopens it. */
      state: State,
      /** What the milestone is for. */
      description: Text,
      /** When it is due. */
      due_on: DueOn
    },
    success: Milestone,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a milestone. Its issues stay, without a milestone.
 *
 * DELETE /repos/{owner}/{repo}/milestones/{milestone_number} · needs write access
 */
const delete_ = Forge.operation("Milestones.delete", "DELETE /repos/{owner}/{repo}/milestones/{milestone_number}", {
  path: MilestonePath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * The earlier name of `delete`.
 *
 * @deprecated Use `delete`.
 */
export const remove: Deprecated<typeof delete_> = delete_
