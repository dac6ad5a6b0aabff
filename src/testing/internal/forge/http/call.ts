/** What a handler is given, and what it makes of it. */
import * as Result from "effect/Result"
import type { Answer, Request } from "../../exchange.ts"
import type { World } from "../state/model.ts"

/** The roots under which the service writes URLs. */
export interface Urls {
  readonly api: string
  readonly html: string
}

export interface Call {
  readonly world: World
  readonly urls: Urls
  /** Epoch milliseconds, cut to the whole seconds that the wire knows. */
  readonly now: number
  /** The login that asks; null when nobody is signed in. */
  readonly viewer: string | null
  /** The variables of the route's template, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly request: Request
  /** The page of the service's documentation about the endpoint. */
  readonly documentation: string
}

/** Both sides are answers: a failure is a refusal, made before anything was changed. */
export type Handled = Result.Result<Answer, Answer>

export type Handler = (call: Call) => Handled

/** A handler whose steps are `Result`s: the first refusal is the answer. */
export const handler =
  (steps: (call: Call) => Generator<Result.Result<unknown, Answer>, Answer, never>): Handler =>
  (call) =>
    Result.gen(() => steps(call))
