/** What the body of a request gives an issue: its text, labels, assignees, milestone, type and fields. */
import * as Result from "effect/Result"
import { may } from "../access/permissions.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { type Fault, invalid } from "../http/refusals.ts"
import type { Organization } from "../state/accounts.ts"
import { organizationOf, typeNamed } from "../state/issues.ts"
import { ensureLabel, type Issue, type Label, type Repository, userOf, type World } from "../state/model.ts"
import { contentFor, type FieldValue, type IssueField, withValues } from "../state/issueFields.ts"
import { isAssignable } from "./assignees.ts"

/** Who defines types and fields; undefined where there are none. */
type Definitions = Organization | undefined

/** Reads the name of a type, or a record that has it as `value`. Null removes the type. */
const readType = (call: Call, definitions: Definitions, fields: Input.Fields): OrRefusal<number | null | undefined> => {
  const { type } = fields
  const given = Input.isFields(type) ? { type: type["value"] } : fields
  return Result.flatMap(Input.text(call, given, "type"), (name) => {
    if (name === undefined || name === null) return Result.succeed(name)
    const found = typeNamed(definitions, name)
    return found?.is_enabled === true
      ? Result.succeed(found.id)
      : Result.fail(invalid(call, { value: name, resource: "Issue", field: "type", code: "invalid" }))
  })
}

const readValue = (call: Call, defined: ReadonlyMap<number, IssueField>, entry: Input.Fields): OrRefusal<FieldValue> =>
  Result.gen(function* () {
    yield* Input.required(call, entry, "field_id")
    yield* Input.required(call, entry, "value")
    const id = yield* Input.integer(call, entry, "field_id")
    const field = defined.get(id ?? 0)
    const about = { resource: "Issue", field: "issue_field_values", code: "invalid" } as const
    if (field === undefined) {
      const message = `The field ${id} does not exist.`
      return yield* Result.fail(invalid(call, { ...about, message }))
    }
    const value = contentFor(field, entry["value"])
    if (value === undefined) {
      const message = `${JSON.stringify(entry["value"])} is not a valid value for the field ${field.name}.`
      return yield* Result.fail(invalid(call, { ...about, message }))
    }
    return { field: field.id, value }
  })

/** Reads values of fields. The other fields keep theirs. Where there are no fields, the service ignores all values. */
const readValues = (
  call: Call,
  definitions: Definitions,
  fields: Input.Fields,
  before: ReadonlyArray<FieldValue>
): OrRefusal<ReadonlyArray<FieldValue> | undefined> =>
  Result.gen(function* () {
    const given = yield* Input.objects(call, fields, "issue_field_values")
    const defined = definitions?.issue_fields
    if (given === undefined || defined === undefined || defined.size === 0) return undefined
    const read: Array<FieldValue> = []
    for (const entry of given) read.push(yield* readValue(call, defined, entry))
    return withValues(before, read)
  })

/** Reads a color: six hexadecimal digits, without `#`. */
export const colorOf = (call: Call, fields: Input.Fields): OrRefusal<string | undefined> =>
  Result.flatMap(Input.text(call, fields, "color"), (color) => {
    if (color === undefined || color === null) return Result.succeed(undefined)
    return /^[0-9a-fA-F]{6}$/.test(color)
      ? Result.succeed(color)
      : Result.fail(invalid(call, { resource: "Label", code: "invalid", field: "color" }))
  })

/** Reads the names of labels, none of them blank. */
export const namesOf = (call: Call, fields: Input.Fields): OrRefusal<ReadonlyArray<string> | undefined> =>
  Result.flatMap(Input.names(call, fields, "labels", "name"), (names) =>
    names?.some((each) => each.trim() === "") === true
      ? Result.fail(invalid(call, { resource: "Label", code: "missing_field", field: "name" }))
      : Result.succeed(names)
  )

/** A label for an issue. A label that the repository does not have is created like this. */
type GivenLabel = Pick<Label, "name"> & Partial<Pick<Label, "color" | "description">>

/** Completes a record of a label, which can have an id in place of a name. */
const named = (repository: Repository, item: unknown): unknown => {
  if (!Input.isFields(item) || item["name"] !== undefined || typeof item["id"] !== "number") return item
  return { ...item, name: repository.labels.get(item["id"])?.name }
}

const detailsOf = (call: Call, item: unknown): OrRefusal<Omit<GivenLabel, "name">> =>
  Result.gen(function* () {
    if (!Input.isFields(item)) return {}
    const color = yield* colorOf(call, item)
    const description = yield* Input.text(call, item, "description")
    return { ...(color === undefined ? {} : { color }), ...(description === undefined ? {} : { description }) }
  })

/** Reads the labels of an issue: names, and records like those of a repository. */
const readLabels = (
  call: Call,
  repository: Repository,
  fields: Input.Fields
): OrRefusal<ReadonlyArray<GivenLabel> | undefined> =>
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

const body = { resource: "Issue", maximum: 65_536, blank: true }
export const maxAssignees = 10

export const tooManyAssignees: Fault = {
  resource: "Issue",
  field: "assignees",
  code: "custom",
  message: `An issue can have at most ${maxAssignees} assignees`
}

const isSuggestion = (value: unknown): boolean => Input.isFields(value) && value["suggest"] === true

/** Leaves out what is only suggested: people review it first. A field with nothing but suggestions is left out whole. */
export const withoutSuggestions = (fields: Input.Fields): Input.Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (isSuggestion(value)) return []
      if (!Array.isArray(value) || !value.some(isSuggestion)) return [[name, value]]
      const applied = value.filter((each) => !isSuggestion(each))
      return applied.length === 0 ? [] : [[name, applied]]
    })
  )

export const canonicalLogins = (world: World, logins: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(logins.map((login) => userOf(world, login)?.login ?? login))
]

/** Checks a new set of assignees. Refuses a login that cannot be assigned; `addAssignees` ignores it. */
const assigneesFor = (
  call: Call,
  repository: Repository,
  logins: ReadonlyArray<string> | undefined
): OrRefusal<ReadonlyArray<string> | undefined> => {
  if (logins === undefined) return Result.succeed(undefined)
  const refused = logins.filter((login) => !isAssignable(call.world, repository, login))
  if (refused.length > 0) {
    const errors = refused.map((value): Fault => ({ value, resource: "Issue", field: "assignees", code: "invalid" }))
    return Result.fail(invalid(call, ...errors))
  }
  const set = canonicalLogins(call.world, logins)
  return set.length > maxAssignees ? Result.fail(invalid(call, tooManyAssignees)) : Result.succeed(set)
}

/** Checks the number of a milestone; null clears it. */
const milestoneFor = (call: Call, repository: Repository, value: unknown): OrRefusal<number | null | undefined> => {
  if (value === undefined || value === null) return Result.succeed(value)
  const number = typeof value === "string" ? Number(value) : value
  return typeof number === "number" && repository.milestones.has(number)
    ? Result.succeed(number)
    : Result.fail(
        invalid(call, { value: JSON.stringify(value), resource: "Issue", field: "milestone", code: "invalid" })
      )
}

/** Reads the logins of `assignees`, or the one of `assignee`, an old field that null and an empty text clear. */
const loginsOf = (call: Call, fields: Input.Fields): OrRefusal<ReadonlyArray<string> | undefined> =>
  Result.gen(function* () {
    const logins = yield* Input.names(call, fields, "assignees", "login")
    const login = yield* Input.text(call, fields, "assignee")
    if (logins !== undefined || login === undefined) return logins
    return login === null || login === "" ? [] : [login]
  })

/** What a body says; fields that it leaves out are missing. */
interface Content extends Partial<Pick<Issue, "assignees" | "milestone" | "type" | "field_values">> {
  readonly text?: string | null
  readonly labels?: ReadonlyArray<GivenLabel>
}

/** Reads and checks the fields, before any change. Without triage permission, all but the text are silently ignored. */
export const readContent = (
  call: Call,
  repository: Repository,
  fields: Input.Fields,
  before?: Issue
): OrRefusal<Content> =>
  Result.gen(function* () {
    const text = yield* Input.boundedText(call, fields, "body", body)
    const written = text === undefined ? {} : { text }
    if (!may(call, repository, "triage")) return written
    const labels = yield* readLabels(call, repository, fields)
    const assignees = yield* assigneesFor(call, repository, yield* loginsOf(call, fields))
    const milestone = yield* milestoneFor(call, repository, fields["milestone"])
    // Pull requests have neither a type nor fields.
    const isPull = before !== undefined && before.pull_request !== null
    const definitions = isPull ? undefined : organizationOf(call.world, repository)
    const type = yield* readType(call, definitions, fields)
    const field_values = yield* readValues(call, definitions, fields, before?.field_values ?? [])
    return {
      ...written,
      ...(labels === undefined ? {} : { labels }),
      ...(assignees === undefined ? {} : { assignees }),
      ...(milestone === undefined ? {} : { milestone }),
      ...(type === undefined ? {} : { type }),
      ...(field_values === undefined ? {} : { field_values })
    }
  })
