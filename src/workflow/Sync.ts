/**
 * Makes a set of records as it is wanted.
 *
 * ```ts
 * Sync.labels({ owner, repo, labels: [{ name: "bug", color: "d73a4a" }, { name: "feature", formerly: ["enhancement"] }] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Labels from "../forge/Labels.ts"
import type { Label } from "../forge/schema/Label.ts"
import type { NotFound, RequestError, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"

/** A label as it should be. */
export interface WantedLabel {
  /** Its name. Case counts: a label in another case is renamed. */
  readonly name: string
  /** Six hex digits without `#`. Default: as it is; the service picks one for a new label. */
  readonly color?: string | undefined
  /** A short description. Default: as it is. */
  readonly description?: string | undefined
  /** Names that the label may have now. The first one that the repository has is renamed, so that issues keep it. */
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
  /** Whether to delete all other labels, also from the issues that have them. Default: no. */
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
export type Failure = RequestError | NotFound | ValidationFailed

/**
 * Makes the labels of a repository as they are wanted, and returns what it has changed.
 *
 * Sends nothing for a label that is as it should be. Writes one label after the other. If it fails or is interrupted,
 * some labels are changed, and the others are as they were: running it again changes the rest.
 */
export const labels: (input: LabelsInput, options?: LabelsOptions) => Effect.Effect<Synced, Failure, Forge> = Effect.fn(
  "Sync.labels"
)(function* ({ labels, owner, repo }, { prune = false } = {}) {
  const repository = { owner, repo }
  const there = new Map<string, Label>()
  yield* Stream.runForEach(Labels.list(repository), (label) => Effect.sync(() => there.set(idOf(label.name), label)))
  const created: Array<string> = []
  const updated: Array<string> = []
  const removed: Array<string> = []
  const unchanged: Array<string> = []

  for (const wanted of labels) {
    const { color, description, formerly = [], name } = wanted
    const id = [name, ...formerly].map(idOf).find((id) => there.has(id))
    const current = id === undefined ? undefined : there.get(id)
    if (id === undefined || current === undefined) {
      yield* create({ ...repository, name, color, description })
      created.push(name)
      continue
    }
    there.delete(id)
    if (isAsWanted(current, wanted)) {
      unchanged.push(name)
    } else {
      const new_name = current.name === name ? undefined : name
      // A name of one's own for each write: the label is found by its content.
      yield* Write.once(
        Labels.update,
        { ...repository, name: current.name, new_name, color, description },
        { key: `label/${name}` }
      )
      updated.push(name)
    }
  }
  if (prune) {
    for (const { name } of there.values()) {
      const removal = Write.once(Labels.remove, { ...repository, name }, { key: `label/${name}` })
      // Somebody else has deleted it.
      yield* Effect.catchTag(removal, "NotFound", () => Effect.void)
      removed.push(name)
    }
  }
  return { created, updated, removed, unchanged }
})

/** Creates a label, or changes the one that somebody else has created meanwhile. */
const create = (label: Parameters<typeof Labels.create>[0]) =>
  Write.once(Labels.create, label, { key: `label/${label.name}` }).pipe(
    Effect.catchTag("ValidationFailed", (error) => (error.alreadyExists ? Labels.update(label) : Effect.fail(error)))
  )

/** The service ignores case in names. */
const idOf = (name: string): string => name.toLowerCase()

const isAsWanted = (label: Label, { color, description, name }: WantedLabel): boolean =>
  label.name === name &&
  (color === undefined || label.color?.toLowerCase() === color.toLowerCase()) &&
  (description === undefined || (label.description ?? "") === description)
