/** How labels become as they are wanted. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../forge/Forge.ts"
import * as Issues from "../../../forge/Issues.ts"
import * as Labels from "../../../forge/Labels.ts"
import { InvalidInput } from "../../../rest/RestError.ts"
import * as Write from "../../../rest/Write.ts"
import type { WantedLabel } from "../../SyncInput.ts"
import type { Change, Failure } from "../../SyncPlan.ts"
import { differences } from "./differences.ts"
import type { Step, Steps } from "./engine.ts"
import type { Place } from "../place.ts"
import { idOf, type LabelChange, stepsOf } from "./labelPlan.ts"

export const labelSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  labels: ReadonlyArray<WantedLabel>,
  prune: boolean
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  for (const [index, label] of labels.entries()) {
    const checked = Labels.create.finding.check({ ...place, ...fieldsOf(label) })
    if (Result.isFailure(checked)) return yield* inLabel(index, checked.failure)
  }
  const there = yield* Stream.runCollect(Labels.list(place))
  const all = yield* Effect.fromResult(stepsOf(there, labels, prune))
  return {
    steps: all.flatMap((step): ReadonlyArray<Step<Failure>> =>
      step._tag === "Keep" ? [] : [{ changes: changesOf(step), apply: carryOut(place, step) }]
    ),
    unchanged: all.flatMap((step) => (step._tag === "Keep" ? step.label.name : []))
  }
})

const fieldsOf = ({ color, description, name }: WantedLabel) => ({ name, color, description })

/** Says which of the labels was refused. */
const inLabel = (index: number, { path, reason }: InvalidInput): InvalidInput => {
  const place = `labels[${index}].${path}`
  return new InvalidInput({ operation: "Sync.labels", message: `${place} ${reason}`, path: place, reason })
}

const changesOf = (step: LabelChange): ReadonlyArray<Change> => {
  const kind = "labels"
  switch (step._tag) {
    case "Create": {
      const { color, description, name } = step.label
      return [{ kind, action: "create", name, differences: differences({}, { color, description }) }]
    }
    case "Update":
      return [
        { kind, action: "update", name: step.label.name, differences: differences(step.found, fieldsOf(step.label)) }
      ]
    case "Remove":
      return [{ kind, action: "remove", name: step.name, differences: [] }]
    // It is part of the removal that follows.
    case "Move":
    case "Keep":
      return []
  }
}

const carryOut = (place: Place, step: LabelChange): Effect.Effect<unknown, Failure, Forge> => {
  switch (step._tag) {
    case "Create":
      return create({ ...place, ...fieldsOf(step.label) })
    case "Update": {
      const { color, description, name } = step.label
      const new_name = step.name === name ? undefined : name
      const change = { ...place, name: step.name, new_name, color, description }
      // A name of one's own for each write: the label is found by its content.
      return Write.once(Labels.update, change, { key: `label/${name}` })
    }
    case "Keep":
      return Effect.void
    case "Move":
      return move(place, step)
    case "Remove": {
      const removal = Write.once(Labels.delete, { ...place, name: step.name }, { key: `label/${step.name}` })
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
  place: Place,
  { into, name }: { readonly name: string; readonly into: string }
): Effect.fn.Return<void, Failure, Forge> {
  const moved = new Set<number>()
  // The service takes a comma for the end of a name. All issues are listed then.
  const filter = name.includes(",") ? undefined : [name]
  while (true) {
    const left = yield* Issues.list({ ...place, state: "all", labels: filter }).pipe(
      Stream.filter(({ labels, number }) => {
        const ids = new Set(labels.map(({ name }) => idOf(name)))
        return ids.has(idOf(name)) && !ids.has(idOf(into)) && !moved.has(number)
      }),
      Stream.map(({ number }) => number),
      Stream.runCollect
    )
    if (left.length === 0) return
    yield* Effect.forEach(left, (issue_number) => Labels.addToIssue({ ...place, issue_number, labels: [into] }), {
      concurrency: 4,
      discard: true
    })
    for (const number of left) moved.add(number)
  }
})
