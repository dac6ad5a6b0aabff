/**
 * Makes a set of records as it is wanted.
 *
 * ```ts
 * Sync.labels({ owner, repo, labels: [{ name: "bug", color: "d73a4a" }, { name: "feature", formerly: ["enhancement"] }] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import * as Labels from "../forge/Labels.ts"
import * as CallSite from "../rest/CallSite.ts"
import { type Gone, InvalidInput, type NotFound, type RequestError, type ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { idOf, type LabelChange, stepsOf } from "./internal/labels.ts"

/** A label as it should be. */
export interface WantedLabel {
  /** Its name. Case counts: a label in another case is renamed. */
  readonly name: string
  /** Six hex digits without `#`. Default: as it is; the service picks one for a new label. */
  readonly color?: string | undefined
  /** A short description. Default: as it is; empty for a new label. */
  readonly description?: string | undefined
  /**
   * Names that the label may have now. If there is no label with its name, the first of these that the repository has is
   * renamed, so that issues keep it. Case does not matter. Default: none.
   */
  readonly formerly?: ReadonlyArray<string> | undefined
}

/** The repository, and its labels as they should be. */
export interface LabelsInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The labels. */
  readonly labels: ReadonlyArray<WantedLabel>
}

/** Options of `labels`. */
export interface LabelsOptions {
  /**
   * Whether to delete all other labels, also from the issues that have them. Issues with an old name get the new one
   * before that. Default: no.
   */
  readonly prune?: boolean | undefined
}

/** What `labels` has changed, by name. */
export interface Synced {
  /** Labels that were created. */
  readonly created: ReadonlyArray<string>
  /** Labels that were renamed, or have another colour or description now. */
  readonly updated: ReadonlyArray<string>
  /** Labels that were deleted. */
  readonly removed: ReadonlyArray<string>
  /** Labels that were as they are wanted. */
  readonly unchanged: ReadonlyArray<string>
}

/** What `labels` can fail with. */
export type Failure = RequestError | NotFound | Gone | ValidationFailed

/**
 * Makes the labels of a repository as they are wanted, and returns what it has changed. What a label leaves out stays as
 * it is.
 *
 * **Details**
 *
 * Sends nothing for a label that is as it should be. Writes one label after the other, in an order that lets names be
 * passed on: with `a` renamed `b` and `b` renamed `c`, it begins with `c`. If it fails or is interrupted, some labels are
 * changed, and the others are as they were: running it again changes the rest.
 *
 * If the repository has a label and one of its old names, both stay. With `prune`, the issues and pull requests with the
 * old one get the new one, and only then is the old one deleted.
 *
 * Fails with `InvalidInput`, before anything is written, for labels that the service would not tell apart: two names that
 * differ only in case, an old name that two labels have, renames in a circle, or names that were passed on where the
 * repository has all of them.
 *
 * **Gotchas**
 *
 * A label whose name is also an old name of another one is renamed whenever that other one is missing. Leave out old
 * names that no repository has any more. Discussions lose a label that is deleted.
 */
export const labels: (input: LabelsInput, options?: LabelsOptions) => Effect.Effect<Synced, Failure, Forge> = Effect.fn(
  "Sync.labels"
)(function* ({ labels, owner, repo }, { prune = false } = {}) {
  const repository = { owner, repo }
  for (const [index, label] of labels.entries()) {
    const checked = Labels.create.finding.check({ ...repository, ...fieldsOf(label) })
    if (Result.isFailure(checked)) return yield* inLabel(index, checked.failure)
  }
  const there = yield* Stream.runCollect(Labels.list(repository))
  const steps = yield* Effect.fromResult(stepsOf(there, labels, prune))
  yield* Effect.forEach(steps, (step) => carryOut(repository, step), { discard: true })
  return {
    created: steps.flatMap((step) => (step._tag === "Create" ? step.label.name : [])),
    updated: steps.flatMap((step) => (step._tag === "Update" ? step.label.name : [])),
    removed: steps.flatMap((step) => (step._tag === "Remove" ? step.name : [])),
    unchanged: steps.flatMap((step) => (step._tag === "Keep" ? step.label.name : []))
  }
}, CallSite.ofFn)

interface Repository {
  readonly owner: string
  readonly repo: string
}

const fieldsOf = ({ color, description, name }: WantedLabel) => ({ name, color, description })

/** Says which of the labels was refused. */
const inLabel = (index: number, { path, reason }: InvalidInput): InvalidInput => {
  const place = `labels[${index}].${path}`
  return new InvalidInput({ operation: "Sync.labels", message: `${place} ${reason}`, path: place, reason })
}

const carryOut = (repository: Repository, step: LabelChange): Effect.Effect<unknown, Failure, Forge> => {
  switch (step._tag) {
    case "Create":
      return create({ ...repository, ...fieldsOf(step.label) })
    case "Update": {
      const { color, description, name } = step.label
      const new_name = step.name === name ? undefined : name
      const change = { ...repository, name: step.name, new_name, color, description }
      // A name of one's own for each write: the label is found by its content.
      return Write.once(Labels.update, change, { key: `label/${name}` })
    }
    case "Keep":
      return Effect.void
    case "Move":
      return move(repository, step)
    case "Remove": {
      const removal = Write.once(Labels.delete, { ...repository, name: step.name }, { key: `label/${step.name}` })
      // Somebody else has deleted it.
      return Effect.catchTag(removal, "NotFound", () => Effect.void)
    }
  }
}

/** Creates a label, or changes the one that somebody else has created meanwhile. */
const create = (label: Parameters<typeof Labels.create>[0]) =>
  Write.once(Labels.create, label, { key: `label/${label.name}` }).pipe(
    Effect.catchTag("ValidationFailed", (error) => (error.alreadyExists ? Labels.update(label) : Effect.fail(error)))
  )

/** Labels all issues that have `name` with `into`, too. Looks again until it finds no other one. */
const move = Effect.fnUntraced(function* (
  repository: Repository,
  { into, name }: { readonly name: string; readonly into: string }
): Effect.fn.Return<void, Failure, Forge> {
  const moved = new Set<number>()
  // The service takes a comma for the end of a name. All issues are listed then.
  const filter = name.includes(",") ? undefined : [name]
  while (true) {
    const left = yield* Issues.list({ ...repository, state: "all", labels: filter }).pipe(
      Stream.filter(({ labels, number }) => {
        const ids = new Set(labels.map(({ name }) => idOf(name)))
        return ids.has(idOf(name)) && !ids.has(idOf(into)) && !moved.has(number)
      }),
      Stream.map(({ number }) => number),
      Stream.runCollect
    )
    if (left.length === 0) return
    yield* Effect.forEach(left, (issue_number) => Labels.addToIssue({ ...repository, issue_number, labels: [into] }), {
      concurrency: 4,
      discard: true
    })
    for (const number of left) moved.add(number)
  }
})
