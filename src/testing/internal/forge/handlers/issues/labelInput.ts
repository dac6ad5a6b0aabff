/** Reads labels from bodies. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import { ensureLabel, type Label, type Repository } from "../../state/model.ts"

type Read<A> = Result.Result<A, Answer>

/** Reads a color: six hexadecimal digits, without `#`. */
export const colorOf = (call: Call, fields: Input.Fields): Read<string | undefined> =>
  Result.flatMap(Input.text(call, fields, "color"), (color) => {
    if (color === undefined || color === null) return Result.succeed(undefined)
    return /^[0-9a-fA-F]{6}$/.test(color)
      ? Result.succeed(color)
      : Result.fail(invalid(call, { resource: "Label", code: "invalid", field: "color" }))
  })

/** Reads the names of labels, none of them blank. */
export const namesOf = (call: Call, fields: Input.Fields): Read<ReadonlyArray<string> | undefined> =>
  Result.flatMap(Input.names(call, fields, "labels", "name"), (names) =>
    names?.some((each) => each.trim() === "") === true
      ? Result.fail(invalid(call, { resource: "Label", code: "missing_field", field: "name" }))
      : Result.succeed(names)
  )

/** A label for an issue. A label that the repository does not have is created like this. */
export type GivenLabel = Pick<Label, "name"> & Partial<Pick<Label, "color" | "description">>

/** Completes a record of a label, which can have an id in place of a name. */
const named = (repository: Repository, item: unknown): unknown => {
  if (!Input.isFields(item) || item["name"] !== undefined || typeof item["id"] !== "number") return item
  return { ...item, name: repository.labels.get(item["id"])?.name }
}

const detailsOf = (call: Call, item: unknown): Read<Omit<GivenLabel, "name">> =>
  Result.gen(function* () {
    if (!Input.isFields(item)) return {}
    const color = yield* colorOf(call, item)
    const description = yield* Input.text(call, item, "description")
    return { ...(color === undefined ? {} : { color }), ...(description === undefined ? {} : { description }) }
  })

/** Reads the labels of an issue: names, and records like those of a repository. */
export const readLabels = (
  call: Call,
  repository: Repository,
  fields: Input.Fields
): Read<ReadonlyArray<GivenLabel> | undefined> =>
  Result.gen(function* () {
    const { labels: value } = fields
    const items: ReadonlyArray<unknown> = Array.isArray(value) ? value.map((item) => named(repository, item)) : []
    const names = yield* namesOf(call, Array.isArray(value) ? { labels: items } : fields)
    if (names === undefined) return undefined
    const given: Array<GivenLabel> = []
    for (const [index, name] of names.entries()) given.push({ name, ...(yield* detailsOf(call, items[index])) })
    return given
  })

/** Returns the ids of labels, and creates those that the repository does not have. */
export const labelIds = (
  call: Call,
  repository: Repository,
  labels: ReadonlyArray<GivenLabel>
): ReadonlyArray<number> => [
  ...new Set(labels.map(({ name, ...details }) => ensureLabel(call.world, repository, name, details).id))
]
