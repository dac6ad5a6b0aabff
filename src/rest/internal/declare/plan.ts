/** Plans how the calls of a declaration are made, independent of the response. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Result from "effect/Result"
import type { Call } from "../../Call.ts"
import type { AnyDeclaration, Common, Fields, QueryFields, Representation, Template } from "../../Declaration.ts"
import type { Dialect } from "../../Dialect.ts"
import type { Finding } from "../../FoundBy.ts"
import type { DeclaredErrorClass, InvalidInput, RequestInfo } from "../../RestError.ts"
import type { Transport } from "../../Transport.ts"
import * as Input from "../input/input.ts"
import { parse } from "../input/template.ts"
import { type Redact, redactor } from "../text/redact.ts"

export interface Plan<Self> {
  readonly service: Context.Key<Self, Transport>
  readonly dialect: Dialect
  readonly declaration: AnyDeclaration
  readonly wire: (input: unknown) => Result.Result<Input.Wired, InvalidInput>
  readonly call: Omit<Call, "url" | "body">
  /** For errors that occur before there is a call. The URL is the path of the template. */
  readonly info: RequestInfo
  /** Redacts text that looks like a token, when the token in use is not known. */
  readonly redact: Redact
}

/** The statuses of a success, unless the declaration states them. */
export const usualStatuses = {
  content: [200, 201, 203],
  noContent: [204, 205],
  read: [200, 203]
} as const

/** The tags of error classes. */
export const tagsOf = (errors: ReadonlyArray<Pick<DeclaredErrorClass, "fields">> = []): ReadonlyArray<string> =>
  errors.map((error) => error.fields._tag.schema.literal)

export const planOf = <Self>(
  service: Context.Key<Self, Transport>,
  dialect: Dialect,
  declared: Pick<
    Common<Template, Fields, QueryFields, ReadonlyArray<DeclaredErrorClass>>,
    "accept" | "errors" | "requires" | "rules"
  > & { readonly manySegments?: ReadonlyArray<string> | undefined },
  declaration: AnyDeclaration
): Plan<Self> => {
  const route = parse(declaration.template, declared.manySegments)
  const { method } = route
  return {
    service,
    dialect,
    declaration,
    wire: Input.compile({
      operation: declaration.name,
      route,
      path: declaration.path,
      query: declaration.query,
      body: declaration.body,
      requires: declared.requires ?? {},
      rules: declared.rules ?? []
    }),
    call: {
      operation: declaration.name,
      method,
      host: declaration.host,
      accept: declared.accept,
      resource: declaration.resource,
      repeatable: declaration.repeatable,
      statuses: declaration.statuses,
      declared: declared.errors ?? []
    },
    info: { operation: declaration.name, method, url: declaration.template.slice(method.length + 1) },
    redact: redactor(undefined, dialect.tokens)
  }
}

/** The plan for the same calls with another schema for the response. `Write.once` does not know how to find that. */
export const derived = <Self>(
  plan: Plan<Self>,
  result: NonNullable<AnyDeclaration["result"]>,
  { accept = plan.call.accept }: Representation = {}
): Plan<Self> => ({
  ...plan,
  declaration: { ...plan.declaration, result, foundBy: undefined },
  call: { ...plan.call, accept }
})

/** Uses the transport of the plan's service, in one effect. */
export const withTransport = <A, E, Self>(
  plan: Plan<Self>,
  use: (transport: Transport, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<A, E, Self>
): Effect.Effect<A, E, Self> => Effect.withFiber((fiber) => use(Context.getUnsafe(fiber.context, plan.service), fiber))

/** Reads a policy of the transport for this call. */
export const policy = <A, Self>(plan: Plan<Self>, reference: Context.Reference<A>): Effect.Effect<A, never, Self> =>
  withTransport(plan, (transport, fiber) => Effect.succeed(transport.policy(fiber, reference)))

/** Adds what `Write.once` needs to the callable of a write that can be found again. */
export const findable = <Self, C extends Write<Self>>(
  plan: Plan<Self>,
  foundBy: object | undefined,
  callable: C
): C => {
  if (foundBy === undefined) return callable
  const { dialect, service, wire } = plan
  const finding: Finding<Self, object> = { service, dialect, check: wire, foundBy }
  const send: Send<Self> = (input, options) =>
    withTransport(plan, ({ carryOut }) => {
      const sent = callable(input, options)
      return carryOut === undefined ? sent : carryOut(write, input, sent)
    })
  const write = Object.assign(send, callable, { finding })
  return write
}

interface Send<out Self> {
  (input: never, options?: never): Effect.Effect<unknown, unknown, Self>
}

/** A write, whatever its types. */
interface Write<out Self> extends Send<Self> {
  readonly declaration: AnyDeclaration
}
