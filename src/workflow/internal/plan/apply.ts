/** Carries out a plan. */
import * as Effect from "effect/Effect"
import type { Forge } from "../../../forge/Forge.ts"
import type { ForgeError } from "../../../forge/ForgeError.ts"
import type { Call } from "../../../rest/Call.ts"
import { ServiceUnavailable, TransportFailed, DecodeFailed, UnexpectedStatus } from "../../../rest/RestError.ts"
import { fingerprint } from "../../../rest/Sha256.ts"
import {
  AnswerDiffers,
  type Applied,
  type ApplyFailure,
  PlanHalted,
  PlanNotApplicable,
  PlanOutdated
} from "../../PlanError.ts"
import type { ApplyOptions, Expected, Plan, PlannedRead } from "../../PlanTypes.ts"
import { findables, once } from "./findable.ts"
import { asForge, asked, sentAs } from "./sending.ts"
import { suppliedFor } from "./supplies.ts"
import { nameOf } from "./symbols.ts"
import { fieldOf, urlOf, valuesOf } from "./values.ts"

/** The bodies of plans that were made in this process. */
const kept = new WeakMap<object, ReadonlyArray<Call["body"]>>()

export const keep = <P extends object>(plan: P, bodies: ReadonlyArray<Call["body"]>): P => {
  kept.set(plan, bodies)
  return plan
}

/** The bodies of a plan that was made in this process. */
const keptFor = (plan: object): ReadonlyArray<Call["body"]> | undefined => kept.get(plan)

export const apply = Effect.fnUntraced(function* <E, E2, R, R2>(
  plan: Plan<E>,
  { after, onProgress = () => Effect.void, ...supplies }: ApplyOptions<E2, R, R2>
): Effect.fn.Return<Applied, E2 | ApplyFailure, Forge | R | R2> {
  const { end, reads, writes } = plan
  if (end._tag === "Stopped") return yield* end.error
  if (end._tag === "Failed") return yield* refused("failed", null, "The program of the plan fails")
  const id = yield* fingerprint(JSON.stringify([writes, reads]))
  if (after !== undefined && after.plan !== id) {
    return yield* refused("other-plan", null, "`after` says how far another plan is")
  }
  const done = after?.writes ?? 0
  const supplied = yield* suppliedFor(writes, done, keptFor(plan), supplies)
  // What was written since is what the reads would show.
  if (after === undefined) yield* unmoved(reads)

  const operations = yield* findables
  const values = new Map(Object.entries(after?.values ?? {}))
  const wanted = valuesOf([...writes, ...reads])
  const later = reads.filter((read) => read.after > 0)
  const applied = (writes: number, inDoubt: boolean): Applied => ({
    plan: id,
    writes,
    inDoubt,
    values: Object.fromEntries(values)
  })
  const halted = (writes: number, inDoubt: boolean, write: number, operation: string) => (error: PlanHalted["error"]) =>
    new PlanHalted({
      write,
      operation,
      error,
      applied: applied(writes, inDoubt),
      message: `${writes} of ${plan.writes.length} writes of the plan were carried out. ${operation} failed: ${error.message}`
    })

  /** Keeps what an answer says, and compares it with what the plan takes it for. */
  const noted = (of: "write" | "read", number: number, expected: ReadonlyArray<Expected>, answer: unknown) => {
    for (const value of wanted) {
      if (value.of !== of || value.number !== number) continue
      const found = fieldOf(answer, value.field)
      if (typeof found !== "string" && typeof found !== "number") return differs(value.field, null, found)
      values.set(nameOf(value), found)
    }
    for (const { field, that, value } of expected) {
      const found = fieldOf(answer, field)
      const isSo = that === "there" ? found !== null && found !== undefined : isEqual(found, value)
      if (!isSo) return differs(field, value, found)
    }
    return Effect.void
  }

  for (const [index, write] of writes.entries()) {
    const number = index + 1
    const { operation } = write
    if (number > done) {
      const isResumed = number === done + 1 && after?.inDoubt === true
      yield* onProgress(applied(index, true))
      const body = supplied(index, values)
      const wire = { operation, method: write.method, url: urlOf(write, values), body }
      const found = once(operations, wire, isResumed)
      if (found === undefined && isResumed && !write.repeatable) {
        return yield* refused(
          "in-doubt",
          number,
          `Write ${number} (${operation}) may have been carried out, and cannot be found again`
        )
      }
      const sending = found === undefined ? sentAs(write, wire) : Effect.mapError(found, asForge)
      const answer = yield* sending.pipe(
        Effect.mapError((error) => halted(index, mayHaveActed(error), number, operation)(error))
      )
      // From here on, it is carried out.
      yield* Effect.mapError(noted("write", number, write.expected, answer), halted(number, false, number, operation))
      yield* onProgress(applied(number, false))
    }
    if (number < done) continue
    for (const [at, read] of later.entries()) {
      if (read.after !== number) continue
      const halt = halted(number, false, number, read.operation)
      const { json } = yield* Effect.mapError(asked(read, urlOf(read, values)), (error) => halt(asForge(error)))
      yield* Effect.mapError(noted("read", at + 1, read.expected, json), halt)
    }
  }
  return applied(writes.length, false)
})

/** Fails if a read that the plan was built on is answered otherwise. */
const unmoved = Effect.fnUntraced(function* (
  reads: ReadonlyArray<PlannedRead>
): Effect.fn.Return<void, ApplyFailure, Forge> {
  const compared = reads.filter(({ after, fingerprint }) => after === 0 && fingerprint !== null)
  const moved = yield* Effect.forEach(
    compared,
    (read) =>
      Effect.map(Effect.mapError(asked(read, read.url), asForge), ({ print }) =>
        print === read.fingerprint ? [] : [read]
      ),
    { concurrency: 8 }
  )
  const differing = moved.flat().map(({ operation, url }) => ({ operation, url }))
  if (differing.length === 0) return
  const names = differing.map(({ operation, url }) => `${operation} ${url}`).join(", ")
  return yield* new PlanOutdated({
    reads: differing,
    message: `The service has moved since the plan was made: ${names.slice(0, 1_000)}`
  })
})

const refused = (reason: PlanNotApplicable["reason"], write: number | null, message: string): PlanNotApplicable =>
  new PlanNotApplicable({ reason, write, message })

const differs = (
  field: ReadonlyArray<string>,
  expected: Expected["value"],
  found: unknown
): Effect.Effect<never, AnswerDiffers> => {
  const name = field.join(".")
  const what = expected === null ? "is not there" : "is not what the plan takes it for"
  // The cast is safe: an answer is JSON, or was made of it.
  const shown = JSON.parse(JSON.stringify(found ?? null)) as Expected["value"]
  return Effect.fail(new AnswerDiffers({ field, expected, found: shown, message: `${name} of the answer ${what}` }))
}

/** What the service leaves out is null, or has its default. */
const isEqual = (found: unknown, expected: unknown): boolean =>
  found === undefined
    ? ["null", "false", "0", '""', "[]"].includes(JSON.stringify(expected))
    : JSON.stringify(found) === JSON.stringify(expected)

/** Whether a write may have been carried out. */
const mayHaveActed = (error: ForgeError): boolean =>
  error instanceof ServiceUnavailable ||
  error instanceof DecodeFailed ||
  (error instanceof TransportFailed && error.mayHaveArrived) ||
  (error instanceof UnexpectedStatus && (error.status === null || error.status < 300 || error.status >= 500))
