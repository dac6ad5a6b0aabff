/** The errors of each operation, exactly, in its type. */

import * as Effect from "effect/Effect"
import type { Forge } from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import type * as Milestones from "../../../src/forge/Milestones.ts"
import type {
  BadRequest,
  DecodeFailed,
  ExchangeError,
  Forbidden,
  Gone,
  InvalidInput,
  NotModified,
  RateLimited,
  RequestError,
  ResponseTooLarge,
  ServiceUnavailable,
  TransportFailed,
  Unauthorized,
  UnexpectedStatus,
  UnsafeRedirect
} from "../../../src/rest/RestError.ts"
import { repo } from "../support/records.ts"
import type { All, ErrorOf, NeedsOf, Same } from "../support/types.ts"

export type AnyCall = All<
  [
    Same<RequestError, ExchangeError | DecodeFailed | ResponseTooLarge>,
    Same<
      ExchangeError,
      | RateLimited
      | Unauthorized
      | Forbidden
      | BadRequest
      | ServiceUnavailable
      | TransportFailed
      | UnexpectedStatus
      | UnsafeRedirect
      | InvalidInput
    >
  ]
>

/** Only `ifChanged` can fail with `NotModified`; the other ways to call fail like the call itself. */
export type OtherWays = All<
  [
    Same<ErrorOf<typeof Issues.get.withReply>, ErrorOf<typeof Issues.get>>,
    Same<ErrorOf<typeof Issues.get.ifChanged>, ErrorOf<typeof Issues.get> | NotModified>,
    Same<ErrorOf<typeof Issues.lock.withReply>, ErrorOf<typeof Issues.lock>>,
    Same<ErrorOf<typeof Issues.list.pages>, ErrorOf<typeof Issues.list>>,
    Same<ErrorOf<typeof Issues.list.page>, ErrorOf<typeof Issues.list>>,
    Same<ErrorOf<typeof Issues.list.page.withReply>, ErrorOf<typeof Issues.list>>,
    Same<ErrorOf<typeof Issues.list.page.ifChanged>, ErrorOf<typeof Issues.list> | NotModified>
  ]
>

type Operations =
  | (typeof Issues)[keyof typeof Issues]
  | (typeof Labels)[keyof typeof Labels]
  | (typeof Milestones)[keyof typeof Milestones]

/** Only the service is required, however the operation is called. */
export type Needs = All<
  [
    Same<NeedsOf<Operations>, Forge>,
    Same<NeedsOf<typeof Issues.get.withReply>, Forge>,
    Same<NeedsOf<typeof Issues.get.ifChanged>, Forge>,
    Same<NeedsOf<typeof Issues.list.pages>, Forge>,
    Same<NeedsOf<typeof Issues.list.page>, Forge>,
    Same<NeedsOf<typeof Issues.list.page.ifChanged>, Forge>
  ]
>

export const handled = () => {
  const issue = Issues.get({ ...repo, issue_number: 7 })

  const recovered: Effect.Effect<unknown, Exclude<ErrorOf<typeof Issues.get>, Gone | RateLimited>, Forge> = issue.pipe(
    Effect.catchTag("Gone", ({ serviceMessage }) => Effect.succeed(serviceMessage)),
    Effect.catchTag("RateLimited", ({ retryAt }) => Effect.succeed(retryAt))
  )

  return [
    recovered,
    // @ts-expect-error a label is never gone
    Labels.create({ ...repo, name: "bug" }).pipe(Effect.catchTag("Gone", () => Effect.void)),
    // @ts-expect-error a lock has no answer to decode
    Issues.lock({ ...repo, issue_number: 7 }).pipe(Effect.catchTag("DecodeFailed", () => Effect.void)),
    // @ts-expect-error only ifChanged fails so
    issue.pipe(Effect.catchTag("NotModified", () => Effect.void))
  ]
}

// @ts-expect-error a write has no ifChanged
export type WriteIfChanged = typeof Issues.update.ifChanged
// @ts-expect-error nor has one without an answer
export type NothingIfChanged = typeof Issues.lock.ifChanged
// @ts-expect-error a single record has no pages
export type RecordPages = typeof Issues.get.pages
// @ts-expect-error a Stream has no one reply; its pages do
export type ListReply = typeof Issues.list.withReply
