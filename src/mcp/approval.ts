/** The tool by which a session has its plan approved: the client asks a person, and what that person approves is sent. */
import { ElicitRequestFormParams, type ElicitResult, McpServerClient } from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Planning from "../ai/Planning.ts"
import { ToolFailure } from "../ai/ToolError.ts"
import { Forge } from "../forge/Forge.ts"
import { CurrentSession, type Session } from "./sessions.ts"

/** Name of the tool. */
export const toolName = "plan_apply"

const tool = Tool.dynamic(toolName, {
  description:
    "Shows a person all that is planned, and writes it if the person approves. Call it once everything is planned. Fails with " +
    "NotApproved if the person declines, which is their decision: do not ask again for the same plan.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  success: Schema.Json,
  failure: ToolFailure,
  failureMode: "return"
})
  .annotate(Tool.Readonly, false)
  .annotate(Tool.Destructive, true)
  // Called again, it goes on where it has stopped, or finds nothing to write.
  .annotate(Tool.Idempotent, true)
  .annotate(Tool.Strict, false)
  .addDependency(CurrentSession)
  .addDependency(McpServerClient)

const toolkit = Toolkit.make(tool)

/** Nobody reads more than this, in characters. */
const longest = 20_000

const notApproved = (reason: "declined" | "cancelled" | "unavailable" | "not_shown", message: string): ToolFailure => ({
  error: "NotApproved",
  message,
  reason
})

const form = {
  type: "object" as const,
  properties: {
    approve: {
      type: "boolean" as const,
      title: "Approve",
      description: "Whether to write exactly this.",
      default: false
    }
  },
  required: ["approve"]
}

/** Whether a person has ticked it. An answer that does not say so is not an approval. */
const isApproval = (answer: ElicitResult): boolean => answer.action === "accept" && answer.content?.["approve"] === true

/** Characters that make a text look other than it is: those that are not seen, and those that turn its direction. */
const deceiving = /[\p{Cf}\u2028\u2029]/gu

/**
 * All that a plan would write, with whole bodies: what a person does not see, that person has not approved. Undefined if there is
 * something that cannot be shown.
 */
const shown = ({ calls }: Planning.SessionPlan): string | undefined => {
  const writes = calls.flatMap(({ plan }) => plan.writes)
  if (writes.some(({ body }) => body._tag === "Bytes")) return undefined
  const texts = writes.map(({ body, method, operation, url }, index) => {
    const head = `${index + 1}. ${operation}: ${method} ${url}`
    return body._tag === "Json" ? `${head}\n${JSON.stringify(body.value, undefined, 2)}` : head
  })
  return texts.join("\n\n").replaceAll(deceiving, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Asks the person in front of the client. */
const ask = Effect.fnUntraced(function* (plan: Planning.SessionPlan, question: string) {
  const { clientCapabilities, getClient } = yield* McpServerClient
  if (clientCapabilities.elicitation === undefined) {
    return yield* Effect.fail(
      notApproved("unavailable", "The client cannot ask a person (elicitation), so that nothing can be approved here")
    )
  }
  const text = shown(plan)
  if (text === undefined || text.length > longest) {
    const message = `A person must see all that is written, which is more than ${longest} characters: plan less at a time`
    return yield* Effect.fail(notApproved("not_shown", message))
  }
  const client = yield* getClient
  const message = `${question}\n\n${text}`
  const answer = yield* client
    .elicit(new ElicitRequestFormParams({ mode: "form", message, requestedSchema: form }))
    .pipe(Effect.mapError(() => notApproved("unavailable", "The client could not ask a person")))
  if (answer.action === "cancel") {
    return yield* Effect.fail(notApproved("cancelled", "The person has not decided. Nothing is written"))
  }
  return isApproval(answer)
}, Effect.scoped)

/** What a model is told of a plan that could not be carried out to its end. */
const failureOf = (error: Planning.ApplyFailure): ToolFailure =>
  error._tag === "PlanHalted"
    ? { error: error._tag, message: `${error.message}. Call ${toolName} again to continue there` }
    : { error: error._tag, message: error.message }

/** Carries out what was approved. It can be stopped at any time: then the rest is asked about again. */
const carryOut = (session: Session, approved: Planning.Approved) => {
  const { agent } = session
  const settle = Effect.suspend(() => {
    session.pending = undefined
    return Effect.flatMap(Planning.settle(agent, approved), session.applied)
  })
  session.pending = approved
  return Planning.apply(agent, approved).pipe(
    Effect.tap(() => settle),
    Effect.tapError((error) => (error._tag === "PlanHalted" ? Effect.void : settle)),
    Effect.mapError(failureOf)
  )
}

/** Asks about what is planned, or about the rest of what has stopped, and carries it out. */
const apply = Effect.fnUntraced(function* (session: Session) {
  const { agent, pending } = session
  const plan = pending === undefined ? yield* agent.plan : { ...pending.plan, calls: Planning.rest(pending) }
  const question =
    pending === undefined ? `Write this? (Plan ${plan.digest})` : `Go on with the rest of plan ${plan.digest}?`
  if (plan.calls.length === 0) return { written: 0 }
  const drop = Effect.andThen(
    agent.settle(plan.calls, false),
    Effect.sync(() => (session.pending = undefined))
  )
  const decided = yield* Planning.approve(plan, (plan) => ask(plan, question)).pipe(
    Effect.mapError((error) =>
      "_tag" in error ? notApproved("declined", "The person has declined. Nothing is written") : error
    ),
    // Where nobody has decided, it stays planned.
    Effect.tapError(({ reason }) => (reason === "declined" || reason === "not_shown" ? drop : Effect.void))
  )
  return { written: yield* carryOut(session, pending ?? decided) }
})

/** Shows the tool to clients. */
export const registration: Layer.Layer<
  never,
  never,
  Forge | McpServer.McpServer | McpServer.McpRequest.From<"Requires", CurrentSession | McpServerClient>
> = McpServer.toolkit(toolkit).pipe(
  Layer.provide(
    toolkit.toLayer(
      Effect.map(Forge, (forge) => ({
        [toolName]: (input: unknown) =>
          Effect.flatMap(CurrentSession, (session) =>
            isEmpty(input)
              ? session.asking.withPermits(1)(Effect.provideService(apply(session), Forge, forge))
              : Effect.fail<ToolFailure>({ error: "InvalidInput", message: `${toolName} has no input`, path: "" })
          )
      }))
    )
  )
)

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === "object" && Object.keys(input).length === 0)
