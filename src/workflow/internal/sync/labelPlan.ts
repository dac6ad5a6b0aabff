/**
 * Plans how the labels of a repository become as they are wanted, so that no issue loses one on the way.
 *
 * A plan is made anew from the labels that are there. So each step leaves labels whose plan leads to the same end.
 */
import * as Result from "effect/Result"
import type { Label } from "../../../forge/schema/Label.ts"
import { InvalidInput } from "../../../rest/RestError.ts"
import type { WantedLabel } from "../../SyncInput.ts"

/** What to do next. Labels have the names that they have at that time. */
export type LabelChange =
  | { readonly _tag: "Create"; readonly label: WantedLabel }
  | { readonly _tag: "Update"; readonly name: string; readonly found: Label; readonly label: WantedLabel }
  | { readonly _tag: "Keep"; readonly label: WantedLabel }
  /** Labels the issues that have the label `name` with `into`, too. */
  | { readonly _tag: "Move"; readonly name: string; readonly into: string }
  | { readonly _tag: "Remove"; readonly name: string }

/** The service ignores case in names. */
export const idOf = (name: string): string => name.toLowerCase()

/** Plans the steps. Refuses what cannot be told apart from what an earlier run has done, before anything is written. */
export const stepsOf = (
  there: ReadonlyArray<Label>,
  wanted: ReadonlyArray<WantedLabel>,
  prune: boolean
): Result.Result<ReadonlyArray<LabelChange>, InvalidInput> =>
  Result.gen(function* () {
    const successors = yield* successorsOf(wanted)
    const names = new Set(wanted.map(({ name }) => idOf(name)))
    const labels = new Map(there.map((label) => [idOf(label.name), label]))
    const steps: Array<LabelChange> = []

    for (const label of yield* inOrder(wanted, successors)) {
      const id = idOf(label.name)
      const current = labels.get(id)
      const old = formersOf(label).flatMap((former) => labels.get(former) ?? [])
      const [source = current, ...others] = current === undefined ? old : [current, ...old]
      if (source === undefined) {
        steps.push({ _tag: "Create", label })
        continue
      }
      // Beside this label, one that is wanted itself is the new one of its name.
      const merged = prune ? others.filter(({ name }) => current === undefined || !names.has(idOf(name))) : []
      const successor = current === undefined ? undefined : successors.get(id)
      if (successor !== undefined && merged[0] !== undefined) {
        return yield* refused(
          wanted.indexOf(label),
          "formerly",
          `cannot be carried out: the repository has ${merged[0].name}, ${label.name} and ${successor.name}, so ` +
            `${label.name} may be the old one, which ${successor.name} replaces, or the new one`
        )
      }
      for (const { name } of merged) {
        steps.push({ _tag: "Move", name, into: source.name }, { _tag: "Remove", name })
        labels.delete(idOf(name))
      }
      labels.delete(idOf(source.name))
      steps.push(
        isAsWanted(source, label)
          ? { _tag: "Keep", label }
          : { _tag: "Update", name: source.name, found: source, label }
      )
      labels.set(id, source)
    }

    if (prune) {
      for (const [id, { name }] of labels) if (!names.has(id)) steps.push({ _tag: "Remove", name })
    }
    return steps
  })

/** The other names of a label, each once. */
const formersOf = ({ formerly = [], name }: WantedLabel): ReadonlyArray<string> => [
  ...new Set(formerly.map(idOf).filter((former) => former !== idOf(name)))
]

/** The label that replaces each old name. Refuses labels that the service would not tell apart. */
const successorsOf = (
  wanted: ReadonlyArray<WantedLabel>
): Result.Result<ReadonlyMap<string, WantedLabel>, InvalidInput> => {
  const names = new Map<string, string>()
  const successors = new Map<string, WantedLabel>()
  for (const [index, label] of wanted.entries()) {
    const same = names.get(idOf(label.name))
    if (same !== undefined) return refused(index, "name", `is the name of another label, ${same}: case does not matter`)
    names.set(idOf(label.name), label.name)
    for (const former of formersOf(label)) {
      const other = successors.get(former)
      if (other !== undefined) return refused(index, "formerly", `has ${former}, which ${other.name} has too`)
      successors.set(former, label)
    }
  }
  return Result.succeed(successors)
}

/** Sorts labels so that a name is free before another label takes it. */
const inOrder = (
  wanted: ReadonlyArray<WantedLabel>,
  successors: ReadonlyMap<string, WantedLabel>
): Result.Result<ReadonlyArray<WantedLabel>, InvalidInput> => {
  const order = new Set<WantedLabel>()
  for (const [index, label] of wanted.entries()) {
    const chain: Array<WantedLabel> = []
    let next: WantedLabel | undefined = label
    while (next !== undefined && !order.has(next)) {
      if (chain.includes(next)) {
        const circle = [...chain, next].map(({ name }) => name).join(", ")
        return refused(index, "formerly", `leads in a circle (${circle}): a second run would rename them again`)
      }
      chain.push(next)
      next = successors.get(idOf(next.name))
    }
    for (const each of chain.reverse()) order.add(each)
  }
  return Result.succeed([...order])
}

const refused = (index: number, field: string, reason: string): Result.Result<never, InvalidInput> => {
  const path = `labels[${index}].${field}`
  return Result.fail(new InvalidInput({ operation: "Sync.labels", message: `${path} ${reason}`, path, reason }))
}

const isAsWanted = (label: Label, { color, description, name }: WantedLabel): boolean =>
  label.name === name &&
  (color === undefined || label.color.toLowerCase() === color.toLowerCase()) &&
  (description === undefined || (label.description ?? "") === description)
