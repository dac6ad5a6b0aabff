/**
 * The questions of a process, and the answers. Times travel as durations, so the clocks of the processes need not agree.
 */
import * as Redis from "effect/persistence/Redis"
import { lua } from "./lua.ts"

/** What a response stated of a budget. Times are in milliseconds from now. */
export interface StatedBudget {
  readonly limit: number | undefined
  readonly remaining: number
  readonly resetIn: number
  readonly sentAgo: number
}

/** What a process asks for one resource. Counts are absolute, so a question may be asked twice. */
export interface Ask {
  /** The process and the resource. */
  readonly lease: string
  readonly resource: string
  /** How long the process keeps its units without asking again. */
  readonly keep: number
  /** Units of requests under way. */
  readonly using: number
  /** Units that the process has and does not use. */
  readonly spare: number
  /** Units for requests that wait. */
  readonly wanted: number
  /** Units to have at hand, if there are plenty. */
  readonly extra: number
  /** The most units of all processes. */
  readonly concurrency: number
  readonly budget: StatedBudget | undefined
  /** Requests that ended without a statement of the budget: they may have been counted. */
  readonly lost: number
  /** Whether a response stated no budget. */
  readonly silent: boolean
  /** When the latest request was sent that succeeded. */
  readonly goodAgo: number | undefined
  /** Writes that have succeeded since the last question. */
  readonly written: number
  /** The time between two writes, if these requests are writes. */
  readonly interval: number | "learned" | undefined
  readonly quota:
    | {
        readonly windows: ReadonlyArray<{ readonly name: string; readonly length: number; readonly limit: number }>
        /** Of the requests that wait, in order. */
        readonly weights: ReadonlyArray<number>
      }
    | undefined
}

/** What holds requests back. */
export interface Closed {
  /** Milliseconds from now. */
  readonly for: number
  readonly kind: "primary" | "secondary"
  readonly resource: string
  readonly limit?: number
  readonly remaining?: number
}

/** A response that is a limit, or was taken for one by its head. */
export interface Report {
  readonly resource: string
  /** Undefined if it is none: then it only replaces. */
  readonly kind: "primary" | "secondary" | undefined
  /** The resource that the limit is about. */
  readonly limited: string
  /** Identifies the pause, so that it can be replaced. */
  readonly id: string
  /** The pause that this one replaces. */
  readonly replaces: string | undefined
  /** How long the service asks to wait; undefined if it does not say. */
  readonly retryIn: number | undefined
  /** The first pause, if the service does not say. */
  readonly first: number
  readonly sentAgo: number
}

export type Question = Ask | Report

export interface Grant {
  /** Units that the process now has. */
  readonly held: number
  /** How many of the requests that wait have got a unit. */
  readonly granted: number
  readonly closed?: Closed
  /** When to ask again, if that is known and nothing is closed. */
  readonly later?: number
  /** Whether writes are spaced: each needs to ask. */
  readonly spaced?: boolean
}

/** Asks, or reports a limit. */
export const script = Redis.script((key: string, question: string) => [key, question], {
  lua,
  numberOfKeys: 1
}).withReturnType<string>()
