/** The step that records calls. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { PlannedCall, SessionPlan } from "../../PlanningTypes.ts"
import type { RecordedCall, RecordedEnd } from "../../RecordingTypes.ts"
import type { ToolAnswer, ToolCall, ToolStep } from "../../ToolCall.ts"
import { ToolRefused } from "../../ToolError.ts"
import { notText } from "../operationTools.ts"
import { redact, redactText } from "../secrets.ts"
import { countOf, factsOf } from "./facts.ts"

/** A call, and what becomes of it. */
interface Entry {
  readonly call: ToolCall
  end: RecordedEnd
  planned?: PlannedCall | undefined
}

const unanswered: RecordedEnd = { _tag: "Unanswered" }

/** Makes the step, and what reads the calls. */
export const recorder = (): {
  readonly step: ToolStep
  readonly calls: Effect.Effect<ReadonlyArray<RecordedCall>>
  readonly applied: (calls: ReadonlyArray<PlannedCall>) => Effect.Effect<void>
} => {
  const entries: Array<Entry> = []
  const secrets = new Set<string>()

  /** The calls of a plan that was carried out are made now. */
  const applied = (calls: ReadonlyArray<PlannedCall>) => {
    const made = entries.filter(({ planned }) => planned !== undefined && calls.includes(planned))
    entries.push(...made.map(({ call }) => ({ call, end: answered(undefined) })))
  }

  const step: ToolStep = {
    around: (call, run) =>
      Effect.suspend(() => {
        const entry: Entry = { call, end: unanswered }
        if (call.service !== "plan") entries.push(entry)
        return Effect.onExit(run, (exit) =>
          Effect.sync(() => {
            entry.end = endOf(exit)
            if (Exit.isFailure(exit)) return
            const { planned, value } = exit.value
            entry.planned = planned
            // The cast is safe: the tools of plans answer so.
            if (call.operation === "Planning.apply" && call.service === "plan") applied((value as SessionPlan).calls)
          })
        )
      }),
    transport: () => ({
      request: (next) => (call, reader, since) => {
        for (const secret of call.secrets ?? []) secrets.add(secret)
        return next(call, reader, since)
      }
    })
  }

  return {
    step,
    applied: (calls) => Effect.sync(() => applied(calls)),
    calls: Effect.sync(() => {
      const known = [...secrets]
      return entries.map(({ call, end }) => ({
        tool: call.tool,
        service: call.service,
        operation: call.operation,
        by: byOf(call),
        input: inputOf(call, end, known),
        end: end._tag === "Answered" ? { ...end, facts: plainFacts(end.facts, known) } : end
      }))
    })
  }
}

const byOf = ({ declaration, page }: ToolCall): RecordedCall["by"] => {
  if (declaration === undefined) return "run"
  if (page !== undefined) return "page"
  return declaration.kind === "download" ? "bytes" : "call"
}

const answered = (value: unknown): RecordedEnd => ({
  _tag: "Answered",
  facts: factsOf(value),
  count: countOf(value)
})

const endOf = <E>(exit: Exit.Exit<ToolAnswer, E>): RecordedEnd => {
  if (Exit.isSuccess(exit)) {
    const { planned, repeated, value } = exit.value
    if (repeated === true) return { _tag: "Repeated" }
    return planned === undefined ? answered(value) : { _tag: "Planned" }
  }
  for (const reason of exit.cause.reasons) {
    // A refusal within a request is a defect on its way out.
    const error = Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
    if (error instanceof ToolRefused) return { _tag: "Refused", bound: error.bound }
    if (!Cause.isFailReason(reason) || typeof error !== "object" || error === null) continue
    const tag: unknown = Reflect.get(error, "_tag")
    // It was downloaded.
    if (tag === notText) return answered(undefined)
    return { _tag: "Failed", error: typeof tag === "string" ? tag : "" }
  }
  return unanswered
}

/** Whether nothing may have been sent, so that its secrets are not known. */
const isUnsent = (end: RecordedEnd): boolean =>
  end._tag === "Refused" || end._tag === "Unanswered" || (end._tag === "Failed" && end.error === "InvalidInput")

const inputOf = (
  { declaration, input, page }: ToolCall,
  end: RecordedEnd,
  known: ReadonlyArray<string>
): Readonly<Record<string, unknown>> => {
  const named = Object.entries(input).filter(([name]) => !isUnsent(end) || name in (declaration?.path ?? {}))
  return { ...withoutSecrets(Object.fromEntries(named), known), ...page }
}

/** The facts that hold no secret: a test cannot know an answer by a placeholder. */
const plainFacts = <A extends object>(facts: A, known: ReadonlyArray<string>): A =>
  // The cast is safe: each field is optional.
  Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => typeof fact !== "string" || redactText(fact, known) === fact)
  ) as A

/** Without secrets, and otherwise as it is: `redact` takes JSON, and an input may have instants and bytes. */
const withoutSecrets = <A extends object>(fields: A, known: ReadonlyArray<string>): A =>
  // The cast is safe: only texts are replaced.
  clean(fields, known) as A

const clean = (value: unknown, known: ReadonlyArray<string>): unknown => {
  if (typeof value === "string") return redactText(value, known)
  if (Array.isArray(value)) return value.map((item) => clean(item, known))
  if (typeof value !== "object" || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): ReadonlyArray<readonly [string, unknown]> => {
      // By its name, too.
      if (typeof field !== "string") return [[redactText(name, known), clean(field, known)]]
      const named: object = { [name]: field }
      return Object.entries(redact(named, known) as Readonly<Record<string, unknown>>)
    })
  )
}
