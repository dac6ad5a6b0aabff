/**
 * The endpoint of GraphQL. What executes queries is loaded when the first one comes: it needs packages that a test without
 * GraphQL does not have.
 */
import * as Result from "effect/Result"
import type { Request, Response } from "../../../Exchange.ts"
import { chosen, operationsOf, type Operation } from "../../../../forge/internal/graphql/operations.ts"
import { json, textOf } from "../../exchange.ts"
import { isTooDeep } from "../../depth.ts"
import type { Call, Handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { refusal } from "../http/refusals.ts"
import type { Route } from "../http/router.ts"

/** A query, as it was sent. */
export interface Query {
  readonly query: string
  readonly variables: Input.Fields
  readonly operationName: string | undefined
}

export type Execute = (call: Call, query: Query) => Response

const packages = "graphql @octokit/graphql-schema"

/** Answers why nothing can be executed, and what to do about it. */
const missing =
  (cause: unknown): Execute =>
  () => {
    const advice = `To install what it takes, run: npm install --save-dev ${packages}`
    return json(200, { errors: [{ message: `The simulator cannot load GraphQL. ${advice} (${String(cause)})` }] })
  }

let execute: Execute | undefined

/** Whether queries can be executed, or are known to be impossible. */
export const isLoaded = (): boolean => execute !== undefined

/** Bundlers take an import that is awaited in a `try` for an optional one. */
export const load = async (): Promise<void> => {
  try {
    const engine = await import("./engine.ts")
    execute = engine.execute
  } catch (cause) {
    execute = missing(cause)
  }
}

const documentation = "https://docs.github.com/graphql/guides/forming-calls-with-graphql"

/** What the body asks for; undefined if it is not a query. */
const fieldsIn = (request: Request): Input.Fields | undefined => {
  try {
    const value: unknown = JSON.parse(textOf(request.body))
    return Input.isFields(value) && !isTooDeep(value) ? value : undefined
  } catch {
    return undefined
  }
}

const named = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const operations = new WeakMap<Request, Operation | null>()

/** The operation that a request asks for; null if its document has none. */
export const operationOf = (request: Request): Operation | null => {
  const known = operations.get(request)
  if (known !== undefined) return known
  const { operationName, query } = fieldsIn(request) ?? {}
  const found = typeof query === "string" ? chosen(operationsOf(query), named(operationName)) : undefined
  const operation = found === undefined || "reason" in found ? null : found
  operations.set(request, operation)
  return operation
}

/** What the journal calls an operation, and the client's spans: `query Issues`. */
export const operationName = (request: Request): string => {
  const operation = operationOf(request)
  if (operation === null) return "query"
  return operation.name === undefined ? operation.kind : `${operation.kind} ${operation.name}`
}

export const isOperationName = (name: string): boolean => /^(?:query|mutation)(?: [_A-Za-z]\w*)?$/.test(name)

const answer: Handler = (call) => {
  if (call.viewer === null && call.app === null) {
    const where = `${documentation}#authenticating-with-graphql`
    return Result.fail(refusal(401, "This endpoint requires you to be authenticated.", where))
  }
  const fields = fieldsIn(call.request)
  if (fields === undefined) return Result.fail(refusal(400, "Problems parsing JSON", documentation))
  const { operationName, query, variables } = fields
  if (typeof query !== "string") {
    return Result.fail(refusal(400, "A query attribute must be specified and must be a string.", documentation))
  }
  const given = Input.isFields(variables) ? variables : {}
  return Result.succeed(
    (execute ?? missing("nothing has loaded it"))(call, {
      query,
      variables: given,
      operationName: named(operationName)
    })
  )
}

/** The route of all queries. Its records are those of REST, so it requires what they do, field by field. */
export const route: Route = {
  operation: "GraphQL",
  method: "POST",
  host: "api",
  template: ["graphql"],
  documentation: "graphql",
  resource: "graphql",
  access: { permission: "metadata", level: "read" },
  handle: answer
}
