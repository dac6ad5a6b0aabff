/** Reads what the bodies of `create` and `update` say of an issue: all but its title and its state. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { may } from "../../access/permissions.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { type Fault, invalid } from "../../http/refusals.ts"
import { organizationOf } from "../../state/issues.ts"
import { type Issue, type Repository, userOf, type World } from "../../state/model.ts"
import { isAssignable } from "./assignees.ts"
import { readType, readValues } from "./attributes.ts"
import { type GivenLabel, readLabels } from "./labelInput.ts"

type Read<A> = Result.Result<A, Answer>

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
): Read<ReadonlyArray<string> | undefined> => {
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
const milestoneFor = (call: Call, repository: Repository, value: unknown): Read<number | null | undefined> => {
  if (value === undefined || value === null) return Result.succeed(value)
  const number = typeof value === "string" ? Number(value) : value
  return typeof number === "number" && repository.milestones.has(number)
    ? Result.succeed(number)
    : Result.fail(
        invalid(call, { value: JSON.stringify(value), resource: "Issue", field: "milestone", code: "invalid" })
      )
}

/** Reads the logins of `assignees`, or the one of `assignee`, an old field that null and an empty text clear. */
const loginsOf = (call: Call, fields: Input.Fields): Read<ReadonlyArray<string> | undefined> =>
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
export const readContent = (call: Call, repository: Repository, fields: Input.Fields, before?: Issue): Read<Content> =>
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
