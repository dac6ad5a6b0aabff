/** Sends the requests of a plan as they are. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Forge } from "../../../forge/Forge.ts"
import { type ForgeError, NotAcceptable, Unmergeable } from "../../../forge/ForgeError.ts"
import * as GraphQL from "../../../forge/GraphQL.ts"
import type { Call, Reader as BodyReader } from "../../../rest/Call.ts"
import * as Reader from "../../../rest/Reader.ts"
import {
  Conflict,
  type DeclaredErrorClass,
  type Failure,
  Gone,
  NotFound,
  ValidationFailed
} from "../../../rest/RestError.ts"
import type { PlannedRead, PlannedWrite } from "../../PlanTypes.ts"
import type { Wire } from "./findable.ts"
import { printOf } from "./fetched.ts"
import { isRecord } from "./answers.ts"
import { bodyOf as jsonBody } from "./bodies.ts"
import { jsonOf } from "./requests.ts"

const declarable: ReadonlyArray<DeclaredErrorClass> = [
  NotFound,
  Gone,
  Conflict,
  ValidationFailed,
  Unmergeable,
  NotAcceptable
]

/** The errors of these tags, in their order: the first one that fits a response is used. */
const classesOf = (tags: ReadonlyArray<string>): ReadonlyArray<DeclaredErrorClass> =>
  tags.flatMap((tag) => declarable.filter(({ fields }) => fields._tag.schema.literal === tag))

const callOf = (request: PlannedRead | PlannedWrite, url: string, body: Call["body"], repeatable: boolean): Call => {
  const { accept, errors, host, method, operation, resource, statuses } = request
  const declared = classesOf(errors)
  // A read of the plan that is no GET only reads.
  const onlyReads = "after" in request
  return {
    operation,
    method,
    url,
    host,
    accept: accept ?? undefined,
    body,
    resource,
    repeatable,
    onlyReads,
    statuses,
    declared
  }
}

const text: BodyReader<string> = Result.succeed

/** A read that is sent later has none. */
const bodyOf = ({ body }: PlannedRead): Call["body"] =>
  body._tag === "Json"
    ? jsonBody(new TextEncoder().encode(JSON.stringify(body.value)), "application/json")
    : { _tag: "Empty" }

/** Asks for a read, and returns its JSON, and what tells it from others. */
export const asked = (
  read: PlannedRead,
  url: string
): Effect.Effect<{ readonly json: unknown; readonly print: string | null }, Failure, Forge> =>
  Forge.pipe(
    Effect.flatMap(({ request }) => request(callOf(read, url, bodyOf(read), true), text)),
    Effect.flatMap(({ status, value }) =>
      Effect.map(printOf({ text: value, status, failure: undefined }), (print) => ({ json: parsed(value), print }))
    ),
    Effect.catch((error) =>
      read.fingerprint?.startsWith("failure ") === true
        ? Effect.succeed({ json: undefined, print: `failure ${error._tag}` })
        : Effect.fail(error)
    )
  )

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const anything = Reader.valueOf("POST", Schema.Unknown)

/** Sends a write, and returns what it was answered with. */
export const sentAs = (write: PlannedWrite, { body, url }: Wire): Effect.Effect<unknown, ForgeError, Forge> =>
  write.host === "graphql" ? mutated(jsonOf(body)) : Effect.mapError(raw(write, url, body), asForge)

/** The errors of a mutation come with a 200. */
const mutated = (json: unknown): Effect.Effect<unknown, ForgeError, Forge> => {
  const { operationName, query, variables } = isRecord(json) ? json : {}
  // The casts are safe: that is what the body was made of.
  return GraphQL.request(String(query), variables ?? {}, {
    operationName: operationName as string | undefined
  })
}

// Calls fail with errors of this service alone.
export const asForge = (error: Failure): ForgeError => error as ForgeError

const raw = (write: PlannedWrite, url: string, body: Call["body"]): Effect.Effect<unknown, Failure, Forge> =>
  Effect.flatMap(Forge, ({ request }) =>
    Effect.map(request(callOf(write, url, body, write.repeatable), anything), ({ value }) => value)
  )
