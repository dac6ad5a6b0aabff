/** Reads the type of an issue and the values of its fields, which its organization defines. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import type { Organization } from "../../state/accounts.ts"
import { typeNamed } from "../../state/issues.ts"
import { contentFor, type FieldValue, type IssueField, withValues } from "../../state/records.ts"

type Read<A> = Result.Result<A, Answer>

/** Who defines types and fields; undefined where there are none. */
type Definitions = Organization | undefined

/** Reads the name of a type, or a record that has it as `value`. Null removes the type. */
export const readType = (
  call: Call,
  definitions: Definitions,
  fields: Input.Fields
): Read<number | null | undefined> => {
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

const readValue = (call: Call, defined: ReadonlyMap<number, IssueField>, entry: Input.Fields): Read<FieldValue> =>
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
export const readValues = (
  call: Call,
  definitions: Definitions,
  fields: Input.Fields,
  before: ReadonlyArray<FieldValue>
): Read<ReadonlyArray<FieldValue> | undefined> =>
  Result.gen(function* () {
    const given = yield* Input.objects(call, fields, "issue_field_values")
    const defined = definitions?.issue_fields
    if (given === undefined || defined === undefined || defined.size === 0) return undefined
    const read: Array<FieldValue> = []
    for (const entry of given) read.push(yield* readValue(call, defined, entry))
    return withValues(before, read)
  })
