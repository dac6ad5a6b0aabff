/** Calls of GraphQL: what a document says about its request and its response. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Call, Decoded, Misread } from "../../../rest/Call.ts"
import * as Input from "../../../rest/Input.ts"
import { type Failure, type InvalidInput, invalidInput, NotFound } from "../../../rest/RestError.ts"
import * as ResponseReader from "../../../rest/ResponseReader.ts"
import { Forge } from "../../Forge.ts"
import { readerFor } from "./read.ts"
import { chosen, operationsOf } from "./operations.ts"
import { print } from "./print.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** A document, of any kind. */
export type Document =
  | string
  // oxlint-disable-next-line typescript/no-wrapper-object-types -- Typed documents are instances of a subclass.
  | String
  | { readonly kind: string; readonly definitions: ReadonlyArray<{ readonly kind: string }> }
  | {
      readonly document: string
      readonly name: string
      readonly variables: Schema.ConstraintCodec<unknown, unknown, unknown, never>
      readonly result: AnySchema
    }

/** The options of a call. */
export interface CallOptions {
  readonly schema?: AnySchema | undefined
  readonly operationName?: string | undefined
  readonly repeatable?: boolean | undefined
}

/** A call that can be made, with any variables. */
export interface Plan {
  /** Name of the operation, such as `query Issues`. */
  readonly operation: string
  /** The names of its variables. */
  readonly variables: ReadonlySet<string>
  readonly ask: <A>(variables: unknown, read: ReadData<A>) => Effect.Effect<Decoded<A>, Failure, Forge>
}

/** Reads what a call returns from the data. */
export interface ReadData<out A> {
  (data: unknown): Result.Result<A, Misread>
}

/** The text of a document, with what it says of variables and results. */
const sourceOf = (document: Document, { operationName, schema }: CallOptions) => {
  if (typeof document === "string" || document instanceof String) {
    return { text: document.toString(), variables: undefined, schema, operationName }
  }
  if ("definitions" in document) return { text: print(document), variables: undefined, schema, operationName }
  return {
    text: document.document,
    variables: document.variables,
    schema: schema ?? document.result,
    operationName: operationName ?? document.name
  }
}

/** Plans the calls of a document. */
export const planOf = (document: Document, asked: CallOptions): Result.Result<Plan, InvalidInput> => {
  const { operationName, schema, text, variables: given } = sourceOf(document, asked)
  const found = chosen(operationsOf(text), operationName)
  if ("reason" in found) return Result.fail(invalidInput("GraphQL", found.path, found.reason))
  const { kind, name, variables } = found
  const operation = name === undefined ? kind : `${kind} ${name}`
  const isMutation = kind === "mutation"
  const readData = readerFor(schema, isMutation)
  const call: Omit<Call, "body"> = {
    operation,
    method: "POST",
    url: "/graphql",
    host: "graphql",
    accept: undefined,
    resource: "graphql",
    repeatable: asked.repeatable ?? !isMutation,
    onlyReads: !isMutation,
    statuses: [200],
    declared: [NotFound]
  }
  const encode = given === undefined ? Result.succeed : Input.encoder(operation, given)
  const ask: Plan["ask"] = <A>(variables: unknown, read: ReadData<A>) => {
    const reader = ResponseReader.make((response, now, redact) => Result.flatMap(readData(response, now, redact), read))
    const sent = Result.flatMap(encode(variables), (variables) =>
      Input.assemble(operation, { path: call.url, body: { query: text, variables, operationName } })
    )
    return Result.isFailure(sent)
      ? Effect.fail(sent.failure)
      : Effect.flatMap(Forge, (forge) => forge.request({ ...call, body: sent.success.body }, reader))
  }
  return Result.succeed({ operation, variables, ask })
}
