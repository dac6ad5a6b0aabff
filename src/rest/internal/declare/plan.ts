/** Uses the plans of calls. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { CallPlan } from "../../CallPlan.ts"
import * as CallSite from "../../CallSite.ts"
import type { AnyDeclaration, Representation } from "../../Declaration.ts"
import type { Finding } from "../../FoundBy.ts"
import type { Transport } from "../../Transport.ts"

/** The statuses of a success, unless the declaration states them. */
export const usualStatuses = {
  content: [200, 201, 203],
  noContent: [204, 205],
  question: [204, 404],
  read: [200, 203]
} as const

/** The plan for the same calls with another schema for the response. `Write.once` does not know how to find that. */
export const derived = <Self>(
  plan: CallPlan<Self>,
  result: NonNullable<AnyDeclaration["result"]>,
  { accept = plan.call.accept }: Representation = {}
): CallPlan<Self> => ({
  ...plan,
  declaration: { ...plan.declaration, result, foundBy: undefined },
  call: { ...plan.call, accept }
})

/** Uses the transport of the plan's service, in one effect. */
export const withTransport = <A, E, Self>(
  plan: CallPlan<Self>,
  use: (transport: Transport, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<A, E, Self>
): Effect.Effect<A, E, Self> => Effect.withFiber((fiber) => use(Context.getUnsafe(fiber.context, plan.service), fiber))

/** Reads a policy of the transport for this call. */
export const policy = <A, Self>(plan: CallPlan<Self>, reference: Context.Reference<A>): Effect.Effect<A, never, Self> =>
  withTransport(plan, (transport, fiber) => Effect.succeed(transport.policy(fiber, reference)))

/** Adds what `Write.once` needs to the callable of a write that can be found again. */
export const findable = <Self, C extends Write<Self>>(
  plan: CallPlan<Self>,
  foundBy: object | undefined,
  callable: C
): C => {
  if (foundBy === undefined) return callable
  const { dialect, encode, service } = plan
  const finding: Finding<Self, object> = { service, dialect, check: encode, foundBy }
  const send: Send<Self> = (input, options) =>
    withTransport(plan, ({ carryOut }) => {
      const sent = CallSite.without(callable)(input, options)
      return carryOut === undefined ? sent : carryOut(write, input, sent)
    })
  const write = Object.assign(CallSite.effect(send), callable, { finding })
  return write
}

interface Send<out Self> {
  (input: never, options?: never): Effect.Effect<unknown, unknown, Self>
}

/** A write, whatever its types. */
interface Write<out Self> extends Send<Self> {
  readonly declaration: AnyDeclaration
}
