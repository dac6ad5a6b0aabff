/** Makes the calls for one place. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { replyOf } from "../../../rest/Callable.ts"
import * as CallSite from "../../../rest/CallSite.ts"
import type { QueryFields } from "../../../rest/Declaration.ts"
import type { AnyDeclaration } from "../../../rest/Operation.ts"
import type { InvalidInput, RequestError } from "../../../rest/RestError.ts"
import type * as Transport from "../../../rest/Transport.ts"
import { Answer, EnsembleAnswer, type Selection } from "../../Answer.ts"
import { dialect } from "../../dialect.ts"
import { fieldsOf as allFields, type InputOf, Place } from "../../Input.ts"
import { Location } from "../../Location.ts"
import * as Quota from "../../Quota.ts"
import type { Get, GetEnsemble } from "../../Request.ts"
import { type Client, Weather } from "../../Weather.ts"
import * as Readers from "../decode/readers.ts"
import type { Reading } from "../decode/readers.ts"
import * as Plan from "./plan.ts"

/** A checked request for one place. */
export interface Prepared {
  readonly request: Plan.RequestInput
  /** The encoded parameters. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly sent: Plan.WeatherRequest
  readonly selection: Selection
  readonly load: Quota.Load
}

/** The fields of an input for one place. */
export const fieldsOf = ({ parameters }: Plan.AnyDeclared): QueryFields => ({
  ...Place.fields,
  ...allFields(parameters)
})

/** Makes the function that checks a request for one place. */
export const prepare = (
  declaration: AnyDeclaration,
  declared: Plan.AnyDeclared,
  query = fieldsOf(declared)
): ((request: Plan.RequestInput, client: Client, isFree?: boolean) => Result.Result<Prepared, InvalidInput>) => {
  const wire = Plan.wireOf(declaration, query, declared, Object.keys(Location.fields))
  return (request, client, isFree) =>
    Result.map(wire(request, client, isFree), ({ fields, sent }) => {
      const selection = Plan.selectionOf(request, declared, fields)
      return { request, fields, sent, selection, load: Plan.loadOf(declared, selection, fields) }
    })
}

export const sendPrepared = <A>(
  transport: Client,
  declaration: AnyDeclaration,
  { load, sent }: Prepared,
  reading: Reading<A>
): Effect.Effect<Transport.Decoded<A>, RequestError> =>
  Plan.send(transport, declaration, sent, Quota.weight(load), reading)

/** Makes the callable of a declaration. The readers may depend on the requested columns. */
const callable = <A>(
  declaration: AnyDeclaration,
  prepared: ReturnType<typeof prepare>,
  readingOf: (selection: Selection) => Reading<A>,
  isFree = false
) => {
  const ask = (request: Plan.RequestInput): Effect.Effect<Transport.Decoded<A>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const ready = prepared(request, transport, isFree)
      return Result.isFailure(ready)
        ? Effect.fail(ready.failure)
        : sendPrepared(transport, declaration, ready.success, readingOf(ready.success.selection))
    })
  return Object.assign(
    CallSite.effect((request: Plan.RequestInput) => Effect.map(ask(request), ({ value }) => value)),
    {
      withReply: CallSite.effect((request: Plan.RequestInput) =>
        Effect.map(ask(request), (answer) => replyOf(answer, answer.value, dialect))
      ),
      as: (schema: Schema.ConstraintDecoder<unknown>): unknown => {
        const reading = Readers.oneWith(schema)
        return callable(declaration, prepared, () => reading, true)
      },
      declaration
    }
  )
}

const make = (name: string, declared: Plan.AnyDeclared, result: AnyDeclaration["result"]) => {
  const declaration = Plan.declare(name, declared, { kind: "operation", query: fieldsOf(declared), result })
  return callable(declaration, prepare(declaration, declared), Readers.one)
}

/** Makes the call for one place. */
export const one = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): Get<InputOf<P>, Name> =>
  // The type is asserted here: a result has the requested columns, or decoding fails.
  make(name, declared, Answer) as never

/** Makes the call for one place, for ensemble models. */
export const withMembers = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetEnsemble<InputOf<P>, Name> =>
  // As above. The members are columns that are not requested by name.
  make(name, declared, EnsembleAnswer) as never
