/** What the span of a workflow says of it, and the metrics of workflows. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import * as CallSite from "../../rest/CallSite.ts"
import * as Metrics from "../../rest/Metrics.ts"
import * as Usage from "../../rest/Usage.ts"

/**
 * The name of a function that runs programs of its caller, while `Usage.Workflow` has it: it gives way to the functions that
 * these programs call.
 */
const GivesWay = Context.Reference<string | undefined>("forgecast/workflow/GivesWay", {
  defaultValue: () => undefined
})

/** Whether requests count for another function, or for a name that the program has given. */
const isNamed = (context: Context.Context<never>): boolean => {
  const name = Context.getOrUndefined(context, Usage.Workflow)
  return name !== undefined && name !== Context.getOrUndefined(context, GivesWay)
}

/**
 * Makes the failures of the `Effect.fn` around it name the line of its caller. Writes into its span what it is about, what
 * became of it, and what it has used. Requests count for this function, unless there is another one around it.
 */
export const observed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ...args: ReadonlyArray<unknown>
): Effect.Effect<A, E, R> =>
  Effect.withFiber(({ context }) => {
    const span = spanIn(context)
    if (span === undefined) return CallSite.ofFn(effect)
    const within = described(CallSite.ofFn(effect), span, args)
    return isNamed(context) ? within : Effect.provideService(within, Usage.Workflow, span.name)
  })

/** Does the same for a function that runs programs of its caller: what the functions in these send counts for those. */
export const observedAround = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ...args: ReadonlyArray<unknown>
): Effect.Effect<A, E, R> =>
  Effect.withFiber(({ context }) => {
    const span = spanIn(context)
    if (span === undefined) return effect
    const within = described(effect, span, args)
    return Context.getOrUndefined(context, Usage.Workflow) === undefined
      ? within.pipe(Effect.provideService(Usage.Workflow, span.name), Effect.provideService(GivesWay, span.name))
      : within
  })

const described = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span,
  args: ReadonlyArray<unknown>
): Effect.Effect<A, E, R> =>
  Effect.withFiber(({ context }) => {
    describe(span, args)
    return Usage.counting((usage) =>
      Effect.onExitPrimitive(effect, (exit) => {
        report(span, context, usage, exit)
        return undefined
      })
    )
  })

/** Names the issue or pull request that a function is about, if its input does not. */
export const tellNumber = ({ number }: { readonly number: number }): Effect.Effect<void> =>
  Effect.annotateCurrentSpan("forgecast.number", number)

const spanIn = (context: Context.Context<never>): Tracer.Span | undefined => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return span?._tag === "Span" ? span : undefined
}

/** Does the same for a function that returns a Stream, and makes its span. */
export const observedStream = <A, E, R>(
  name: string,
  stream: Stream.Stream<A, E, R>,
  input: unknown,
  attributes: Readonly<Record<string, unknown>> = {}
): Stream.Stream<A, E, R> =>
  Stream.unwrap(
    Effect.withFiber(({ context }) => {
      const span = spanIn(context)
      if (span === undefined) return Effect.succeed(stream)
      describe(span, [input])
      const counted = Usage.countingStream((usage) =>
        Stream.onExit(stream, (exit) => Effect.sync(() => report(span, context, usage, exit)))
      )
      return Effect.succeed(isNamed(context) ? counted : Stream.provideService(counted, Usage.Workflow, name))
    })
  ).pipe(Stream.withSpan(name, { attributes }))

const describe = (span: Tracer.Span, args: ReadonlyArray<unknown>): void => {
  const subject = args.find(isSubject)
  if (subject === undefined) {
    const ofOrg = args.find(isOfOrg)
    if (ofOrg !== undefined) span.attribute("forgecast.organization", ofOrg.org)
    return
  }
  span.attribute("forgecast.repository", `${subject.owner}/${subject.repo}`)
  const number = numberOf(subject)
  if (number !== undefined) span.attribute("forgecast.number", number)
}

const report = (
  span: Tracer.Span,
  context: Context.Context<never>,
  { quota, requests }: Usage.Usage,
  exit: Exit.Exit<unknown, unknown>
): void => {
  const outcome = outcomeOf(exit)
  span.attribute("forgecast.outcome", outcome)
  span.attribute("forgecast.requests", requests)
  span.attribute("forgecast.quota", quota)
  Metrics.workflows.of({ function: span.name, outcome }).updateUnsafe(1, context)
}

interface Subject {
  readonly owner: string
  readonly repo: string
}

const isSubject = (value: unknown): value is Subject =>
  typeof value === "object" &&
  value !== null &&
  "owner" in value &&
  typeof value.owner === "string" &&
  "repo" in value &&
  typeof value.repo === "string"

const isOfOrg = (value: unknown): value is { readonly org: string } =>
  typeof value === "object" && value !== null && "org" in value && typeof value.org === "string"

/** The number of an issue or pull request. */
const numberOf = (input: object): number | undefined => {
  if ("pull_number" in input && typeof input.pull_number === "number") return input.pull_number
  return "issue_number" in input && typeof input.issue_number === "number" ? input.issue_number : undefined
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (exit._tag === "Success") return "success"
  for (const reason of exit.cause.reasons) {
    if (reason._tag !== "Fail") continue
    const { error } = reason
    return typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string"
      ? error._tag
      : "failed"
  }
  return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "defect"
}
