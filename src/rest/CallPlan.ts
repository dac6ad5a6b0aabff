/**
 * Plans of calls: how the calls of a declaration are made, whatever their input and the value of their response.
 *
 * `Operation.operation` and the other declaring functions make them. Where a declaration is not known when the program
 * is compiled, such as for routes of a description, make plans yourself, and operations from them with `Callable`.
 */
import type * as Context from "effect/Context"
import type * as Result from "effect/Result"
import type { Call } from "./Call.ts"
import { type AnyDeclaration, fieldNames, type Fields, type Rule } from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import * as Input from "./Input.ts"
import { redactor } from "./internal/text/redact.ts"
import type { DeclaredErrorClass, InvalidInput, RequestInfo } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** How the calls of a declaration are made. */
export interface CallPlan<Self> {
  /** The service that the calls need. */
  readonly service: Context.Key<Self, Transport>
  /** The service's dialect. */
  readonly dialect: Dialect
  /** The declaration as data. */
  readonly declaration: AnyDeclaration
  /** Checks an input, and encodes it as path, query and body. */
  readonly encode: (input: unknown) => Result.Result<Input.EncodedInput, InvalidInput>
  /** Parameters of the path that span several segments; undefined for none. */
  readonly manySegments: ReadonlyArray<string> | undefined
  /**
   * The path of an input, whatever its other fields are. Cursors of a listing must lead there. Undefined where the schemas
   * of the path make it.
   */
  readonly pathOf: ((input: unknown) => Result.Result<string, InvalidInput>) | undefined
  /** What an input, encoded, says of the response to it; undefined if it is not declared. */
  readonly foreseen: ((input: Input.Encoded) => object) | undefined
  /** What all calls have in common. */
  readonly call: Omit<Call, "url" | "body">
  /** For errors that occur before there is a call. The URL is the path of the template. */
  readonly info: RequestInfo
  /** Redacts text that looks like a token of the service, when the token in use is not known. */
  readonly redact: (text: string) => string
}

/** What a plan is made of. */
export interface Description {
  /** Name of the operation, such as `Issues.get`. */
  readonly name: string
  /** Method and path, such as `GET /users/{username}`. */
  readonly template: AnyDeclaration["template"]
  /** What kind of operation it is. */
  readonly kind: AnyDeclaration["kind"]
  /** The statuses of a success. */
  readonly statuses: ReadonlyArray<number>
  /** Whether a call is safe to retry even if the service may have acted. Default: true for GET only. */
  readonly repeatable?: boolean | undefined
  /** Schemas of the parameters of the path. Default: none. */
  readonly path?: Fields | undefined
  /** Whether it changes nothing although it is not a GET. Default: false. */
  readonly onlyReads?: boolean | undefined
  /** What an input, encoded, says of the response to it. Default: nothing is declared. */
  readonly foreseen?: ((input: Input.Encoded) => object) | undefined
  /** Parameters of the path that span several segments. Default: none. */
  readonly manySegments?: ReadonlyArray<string> | undefined
  /** Schemas of the parameters of the query. Default: none. */
  readonly query?: Fields | undefined
  /** Schemas of the fields of the JSON body. Default: there is no body. */
  readonly body?: Fields | undefined
  /** Parameters of the query that have no meaning without another one. Default: none. */
  readonly requires?: { readonly [name: PropertyKey]: PropertyKey | undefined } | undefined
  /** Lists of the query whose parameter is repeated, as `id[]=1&id[]=2`. Default: none. */
  readonly repeated?: ReadonlyArray<string> | undefined
  /** The names in the request of fields of the body. Default: those in the input. */
  readonly sentAs?: { readonly [name: PropertyKey]: string | undefined } | undefined
  /** The fields of the body that are secrets, such as `config.secret`. Default: none. */
  readonly secrets?: ReadonlyArray<string> | undefined
  /** Rules that involve several fields. Default: none. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** The schema of the value, or of an item. */
  readonly result?: AnyDeclaration["result"]
  /** The field that holds the items of a listing. Default: none is declared. */
  readonly envelope?: string | undefined
  /** The errors in addition to `RequestError`. The first one that matches a response is used. Default: none. */
  readonly errors?: ReadonlyArray<DeclaredErrorClass> | undefined
  /** Errors that come from the client, not from a response. The declaration names them. Default: none. */
  readonly clientErrors?: ReadonlyArray<Pick<DeclaredErrorClass, "fields">> | undefined
  /** What `Write.once` finds it by. Default: it cannot be found. */
  readonly foundBy?: string | undefined
  /** The rate-limit resource that it draws on. Default: the dialect's. */
  readonly resource?: string | undefined
  /** The name of one of the service's hosts. Default: `api`. */
  readonly host?: string | undefined
  /** The media type to request. Default: the service's JSON. */
  readonly accept?: string | undefined
  /** Encodes inputs in another way than by the schemas. */
  readonly encode?: CallPlan<never>["encode"] | undefined
  /** The path of an input, if it is encoded in another way than by the schemas. */
  readonly pathOf?: CallPlan<never>["pathOf"]
}

/** Makes the plan of the calls to a service. */
export const make = <Self>(
  service: Context.Key<Self, Transport>,
  dialect: Dialect,
  description: Description
): CallPlan<Self> => {
  const { accept, errors = [], kind, manySegments, name, result, statuses, template } = description
  const { body, clientErrors = [], envelope, foundBy, host = "api", path = {}, query = {} } = description
  const { repeatable = template.startsWith("GET "), resource = dialect.resource } = description
  const [method = ""] = template.split(" ", 1)
  return {
    service,
    dialect,
    declaration: {
      name,
      template,
      kind,
      path,
      query,
      body,
      sentAs: description.sentAs ?? {},
      result,
      envelope,
      errors: [...errors, ...clientErrors].map((error) => error.fields._tag.schema.literal),
      statuses,
      repeatable,
      foundBy,
      resource,
      host
    },
    encode:
      description.encode ??
      Input.compile({
        ...description,
        operation: name,
        path,
        refusesInPath: dialect.refusesInPath,
        beside: fieldNames({ body, kind, path, query })
      }),
    manySegments,
    pathOf: description.pathOf,
    foreseen: description.foreseen,
    call: {
      operation: name,
      method,
      host,
      accept,
      resource,
      repeatable,
      onlyReads: description.onlyReads,
      statuses,
      declared: errors
    },
    info: { operation: name, method, url: template.slice(method.length + 1) },
    redact: redactor(undefined, dialect.tokens)
  }
}
