/** What the tables of a cluster have of workflows, read without their definitions. */
import * as Snowflake from "effect/cluster/Snowflake"
import * as DateTime from "effect/DateTime"
import type { Execution, Failure, Step } from "../FleetTypes.ts"

/** A message with the last reply to it. Ids are texts, as they are larger than what numbers hold exactly. */
export interface Row {
  readonly id: string
  readonly entity_type: string
  readonly entity_id: string
  readonly shard_id: string
  readonly tag: string
  readonly payload: string
  readonly deliver_at: string | null
  readonly reply_id: string | null
  readonly reply: string | null
}

/** What precedes the name of a workflow in the type of its entity. */
export const entityPrefix = "Workflow/"

/** The entity of sleeps. */
export const clockType = "Workflow/-/DurableClock"

/** The name of the message that cancels a workflow. */
export const cancellation = "Workflow/InterruptSignal"

/** What the steps of `Durable` note for themselves. */
const notes = /\/(begun|started)$/

/** Whether a row is the note that a write was begun, by which the write is looked for. */
export const isBegun = ({ payload }: Row): boolean => nameOf(payload).endsWith("/begun")

type Json = { readonly [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (text: string | null): Json => {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isJson(value) ? value : {}
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** The name that the payload of a message has. */
export const nameOf = (payload: string): string => textOf(parse(payload)["name"]) ?? ""

const timeOf = (id: string): DateTime.Utc => Snowflake.dateTime(Snowflake.Snowflake(id))

/** An error as it is stored: a tagged one, or a defect. */
const failureOf = (error: unknown): Failure => {
  if (!isJson(error)) return { tag: null, message: typeof error === "string" ? error : JSON.stringify(error) }
  const tag = textOf(error["_tag"])
  return { tag, message: textOf(error["message"]) ?? tag ?? textOf(error["name"]) ?? "" }
}

type Result =
  | { readonly _tag: "none" | "suspended" | "interrupted" }
  | { readonly _tag: "succeeded"; readonly value: unknown }
  | { readonly _tag: "failed"; readonly failure: Failure }

const resultOf = (reply: string | null): Result => {
  if (reply === null) return { _tag: "none" }
  const outer = parse(reply)
  const value = isJson(outer["value"]) ? outer["value"] : {}
  if (value["_tag"] === "Suspended") return { _tag: "suspended" }
  // An engine that could not run it has replied with a failure of its own.
  const exit = outer["_tag"] === "Failure" ? outer : isJson(value["exit"]) ? value["exit"] : value
  if (exit["_tag"] !== "Failure") return { _tag: "succeeded", value: exit["value"] }
  const reasons = (Array.isArray(exit["cause"]) ? exit["cause"] : []).filter(isJson)
  const failed = reasons.find(({ _tag }) => _tag === "Fail") ?? reasons.find(({ _tag }) => _tag === "Die")
  return failed === undefined
    ? { _tag: "interrupted" }
    : { _tag: "failed", failure: failureOf(failed["error"] ?? failed["defect"]) }
}

const states = {
  none: "running",
  suspended: "suspended",
  interrupted: "cancelled",
  succeeded: "succeeded",
  failed: "failed"
} as const

export const executionOf = (row: Row): Execution => {
  const result = resultOf(row.reply)
  const isOver = result._tag !== "none" && result._tag !== "suspended"
  // What the engine adds of the workflow that has started it is not part of the payload.
  const payload = Object.entries(parse(row.payload)).filter(([key]) => !key.startsWith("~effect/"))
  return {
    id: row.entity_id,
    workflow: row.entity_type.slice(entityPrefix.length),
    state: states[result._tag],
    payload: Object.fromEntries(payload),
    result: result._tag === "succeeded" ? (result.value ?? null) : null,
    failure: result._tag === "failed" ? result.failure : null,
    startedAt: timeOf(row.id),
    endedAt: isOver && row.reply_id !== null ? timeOf(row.reply_id) : null
  }
}

/** `labels/Labels.create/c25e…/1`: the name of the steps, the operation, a digest and a count. */
const ofRequest = /\/([A-Za-z]+\.[A-Za-z]+)\/[\da-f]{32}\/\d+$/

const activityOf = (row: Row): Step => {
  const { attempt, name } = parse(row.payload)
  const result = resultOf(row.reply)
  const title = textOf(name) ?? ""
  const value = result._tag === "succeeded" && isJson(result.value) ? result.value : {}
  const operation = ofRequest.exec(title)?.[1] ?? null
  // A step of `Durable.steps` has the failure of its request as a value, with its time.
  const inside = operation !== null && "error" in value && "at" in value ? failureOf(value["error"]) : null
  const failure = result._tag === "failed" ? result.failure : inside
  const status = value["status"] ?? (isJson(value["error"]) ? value["error"]["status"] : null)
  const isOver = result._tag === "succeeded" || result._tag === "failed"
  const sleeps = title.startsWith("DurableClock/")
  return {
    name: sleeps ? title.slice("DurableClock/".length) : title,
    kind: sleeps ? "sleep" : operation === null ? "activity" : "request",
    state: isOver ? (failure === null ? "succeeded" : "failed") : result._tag === "none" ? "running" : "waiting",
    attempt: typeof attempt === "number" ? attempt : 1,
    startedAt: timeOf(row.id),
    endedAt: isOver && row.reply_id !== null ? timeOf(row.reply_id) : null,
    wakesAt: null,
    operation,
    url: textOf(value["requestedUrl"]) ?? (isJson(value["error"]) ? textOf(value["error"]["url"]) : null),
    status: typeof status === "number" ? status : null,
    cached: value["cached"] === true,
    failure
  }
}

const plain = {
  attempt: 1,
  wakesAt: null,
  operation: null,
  url: null,
  status: null,
  cached: false,
  failure: null
} as const

const sleepOf = (row: Row, ended: Row | undefined): Step => ({
  ...plain,
  name: nameOf(row.payload),
  kind: "sleep",
  state: ended === undefined ? "waiting" : "succeeded",
  startedAt: timeOf(row.id),
  endedAt: ended === undefined ? null : timeOf(ended.id),
  wakesAt: row.deliver_at === null ? null : DateTime.makeUnsafe(Number(row.deliver_at))
})

const signalOf = (row: Row): Step => ({
  ...plain,
  name: nameOf(row.payload),
  kind: "signal",
  state: "succeeded",
  startedAt: timeOf(row.id),
  endedAt: timeOf(row.id)
})

/** The steps of an execution in their order, without what they note for themselves. */
export const stepsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Step> => {
  const signals = new Map(rows.filter(({ tag }) => tag === "deferred").map((row) => [nameOf(row.payload), row]))
  return rows.flatMap((row): ReadonlyArray<Step> => {
    const name = nameOf(row.payload)
    if (row.entity_type === clockType) return [sleepOf(row, signals.get(`DurableClock/${name}`))]
    if (row.tag === "activity") return notes.test(name) ? [] : [activityOf(row)]
    return row.tag === "deferred" && !name.startsWith("DurableClock/") ? [signalOf(row)] : []
  })
}
