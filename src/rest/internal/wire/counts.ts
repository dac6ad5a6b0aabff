/** Counts requests for the metrics, and for the programs that ask what they have used. */
import type * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type { Call } from "../../Call.ts"
import * as Metrics from "../../Metrics.ts"
import * as Usage from "../../Usage.ts"

/** What a count, a span or a log is about. */
export interface Counted {
  /** The name of the operation, which has `.look` after it where the call looks for what the operation has made. */
  readonly operation: string
  readonly resource: string
}

/** What a call counts as. */
export const countedAs = (call: Pick<Call, "looks" | "operation" | "resource">): Counted =>
  call.looks === true ? { operation: `${call.operation}.look`, resource: call.resource } : call

/** What became of a request. */
interface Ended {
  readonly status: string
  readonly outcome: Metrics.RequestOutcome
}

const redirect: Ended = { status: "3xx", outcome: "redirected" }
const lost: Ended = { status: "none", outcome: "lost" }
const interrupted: Ended = { status: "none", outcome: "interrupted" }

/** Counts a redirect that is followed. */
export const redirected = (context: Context.Context<never>, call: Counted): void => count(context, call, redirect, 1)

/** Counts a request that has ended. `weight` is what it draws from the quota. */
export const ended = (
  context: Context.Context<never>,
  call: Counted,
  weight: number,
  exit: Exit.Exit<{ readonly status: number }, object>
): void => {
  const end = exit._tag === "Success" ? answeredBy(exit.value.status) : failedBy(exit)
  count(context, call, end, drawsQuota[end.outcome] ? weight : 0)
}

/** Counts a retry after a failure. */
export const retried = (context: Context.Context<never>, call: Counted, failure: unknown): void =>
  Metrics.retries.of({ ...call, ...endOf(failure) }).updateUnsafe(1, context)

const count = (context: Context.Context<never>, call: Counted, { outcome, status }: Ended, quota: number): void => {
  Metrics.requests.of({ operation: call.operation, resource: call.resource, status, outcome }).updateUnsafe(1, context)
  Usage.spend(context, 1, quota)
}

/** Whether a request with this outcome counts for the service. A lost one may have arrived. */
const drawsQuota: Readonly<Record<Metrics.RequestOutcome, boolean>> = {
  success: true,
  unchanged: false,
  redirected: true,
  limited: false,
  unauthorized: true,
  refused: true,
  unavailable: true,
  lost: true,
  interrupted: true
}

const classes = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"]

const classOf = (status: number): string => classes[Math.floor(status / 100)] ?? "none"

const answeredBy = (status: number): Ended => ({
  status: classOf(status),
  outcome: status === 304 ? "unchanged" : "success"
})

const failedBy = ({ cause }: Exit.Failure<unknown, object>): Ended => {
  for (const reason of cause.reasons) if (reason._tag === "Fail") return endOf(reason.error)
  return interrupted
}

/** A failure, or what wraps one. */
const endOf = (error: unknown): Ended => {
  if (typeof error !== "object" || error === null) return lost
  if ("failure" in error) return endOf(error.failure)
  const status = "status" in error && typeof error.status === "number" ? error.status : undefined
  const tag = "_tag" in error ? error._tag : undefined
  if (tag === "UnsafeRedirect") return redirect
  if (tag === "RateLimited") return { status: status === undefined ? "none" : classOf(status), outcome: "limited" }
  if (status === undefined) return lost
  const outcome =
    status === 401 ? "unauthorized" : tag === "ServiceUnavailable" || status >= 500 ? "unavailable" : "refused"
  return { status: classOf(status), outcome }
}
