/**
 * Locks finished conversations, so that only collaborators can comment.
 *
 * ```ts
 * Lock.closed({ owner, repo }, { after: "180 days", exempt: { labels: ["discuss"] } })
 * ```
 */
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { type Exemptions, isExempt } from "./Exemptions.ts"
import { failureOf } from "./internal/failures.ts"

export type { Exemptions } from "./Exemptions.ts"

/** A repository. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
}

/** What to lock. */
export interface Options {
  /** How long nothing may have happened since it was closed. Default: 365 days. */
  readonly after?: Duration.Input | undefined
  /** Whether to lock only `issues`, or only `pulls`. Default: both. */
  readonly only?: "issues" | "pulls" | undefined
  /** Why it is locked, as the timeline shows it. Default: no reason. */
  readonly lock_reason?: "off-topic" | "too heated" | "resolved" | "spam" | undefined
  /** What is left alone. Default: nothing. */
  readonly exempt?: Exemptions | undefined
}

/** What was locked. */
export interface Locked {
  /** Its number. */
  readonly number: number
  /** Its title. */
  readonly title: string
  /** Whether it is a pull request. */
  readonly is_pull_request: boolean
}

/** What it can fail with. */
export const Failure = failureOf([NotFound, Gone, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Locks the conversations of closed issues and pull requests that have been quiet for some time, according to
 * `updated_at`. Returns those that it has locked. If it fails or is interrupted, some are locked: running it again does
 * the rest. Needs write access.
 *
 * **Gotchas**
 *
 * It reads all closed ones that are old enough, including those that are locked: 100 in a request. With a persisted
 * cache, pages that have not changed cost no quota.
 */
export const closed: (input: Input, options?: Options) => Effect.Effect<ReadonlyArray<Locked>, Failure, Forge> =
  Effect.fn("Lock.closed")(function* (
    { owner, repo }: Input,
    { after = "365 days", exempt = {}, lock_reason, only }: Options = {}
  ): Effect.fn.Return<ReadonlyArray<Locked>, Failure, Forge> {
    yield* Given.check("Lock.closed", { after: Given.duration(after) })
    const place = { owner, repo }
    const quiet = DateTime.subtractDuration(yield* DateTime.now, after)
    const found = yield* Issues.list({ ...place, state: "closed", sort: "updated", direction: "asc" }).pipe(
      Stream.takeWhile(({ updated_at }) => DateTime.isLessThanOrEqualTo(updated_at, quiet)),
      Stream.filter(
        (issue) =>
          !issue.locked &&
          (only === undefined || issue.is_pull_request === (only === "pulls")) &&
          !isExempt(issue, exempt)
      ),
      // Locking changes the list, so it is read to its end first.
      Stream.runCollect
    )
    return yield* Effect.forEach(found, ({ is_pull_request, number, title }) =>
      Effect.as(Issues.lock({ ...place, issue_number: number, lock_reason }), { number, title, is_pull_request })
    )
  }, observed)
