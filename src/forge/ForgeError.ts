/**
 * The errors that only the code-hosting service has, in addition to those of `RestError`.
 *
 * Match them with `Effect.catchTag`. Like all errors, they contain no secrets and can be encoded with
 * `Schema.toCodecJson`.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as RestError from "../rest/RestError.ts"

/** What the service's message says for each reason: it does not state them otherwise. The first match counts. */
const words = {
  head_moved: /head branch was/i,
  base_moved: /base branch was/i,
  already_merged: /already merged/i,
  // Before the words below, which may appear in the name of a check.
  checks: /(?:status|required) check/i,
  draft: /draft/i,
  review: /review/i,
  conflict: /not mergeable|conflict/i
}

const reasons = Struct.keys(words)

/** Why a pull request cannot be merged. */
export const UnmergeableReason = Schema.Literals([...reasons, "unknown"])
export type UnmergeableReason = typeof UnmergeableReason.Type

/** The pull request cannot be merged (405 or 409). Nothing was changed. */
export class Unmergeable extends Schema.TaggedError<Unmergeable>("forgecast/Unmergeable")(
  "Unmergeable",
  RestError.withResponseFields({
    /** Why it cannot be merged; `unknown` when the service's words are new. */
    reason: UnmergeableReason
  })
) {
  static of(base: RestError.ResponseInfo, { message = "", status }: RestError.ErrorResponse): Unmergeable | undefined {
    if (status !== 405 && status !== 409) return undefined
    return new Unmergeable({ ...base, reason: reasons.find((reason) => words[reason].test(message)) ?? "unknown" })
  }
}

/**
 * A search has more results than the 1,000 that the service returns. Either a stream has reached the last page
 * (`status` is null then), or a request was for a page beyond it (422).
 */
export class SearchTruncated extends Schema.TaggedError<SearchTruncated>("forgecast/SearchTruncated")(
  "SearchTruncated",
  RestError.withResponseFields({
    /** How many results there are; null where the service did not say. */
    total_count: Schema.NullOr(Schema.Int)
  })
) {
  static of(
    base: RestError.ResponseInfo,
    { message = "", status }: RestError.ErrorResponse
  ): SearchTruncated | undefined {
    if (status !== 422 || !/only the first [\d,]+ search results/i.test(message)) return undefined
    return new SearchTruncated({ ...base, total_count: null })
  }

  /** Makes the error of a stream that has reached the last result that the service returns. */
  static exceeded(base: RestError.ResponseInfo, total_count: number): SearchTruncated {
    return new SearchTruncated({ ...base, total_count })
  }
}

/** 406: the service cannot send the resource in the requested media type, such as a diff that is too long. */
export class NotAcceptable extends Schema.TaggedError<NotAcceptable>("forgecast/NotAcceptable")(
  "NotAcceptable",
  RestError.withResponseFields({})
) {
  static of(base: RestError.ResponseInfo, { status }: RestError.ErrorResponse): NotAcceptable | undefined {
    return status === 406 ? new NotAcceptable(base) : undefined
  }
}

/** Every error of the code-hosting service. */
export type ForgeError = RestError.RestError | NotAcceptable | Unmergeable | SearchTruncated

/** Every error of the code-hosting service as one schema, for queues and workflows. */
export const ForgeError = RestError.RestError.mapMembers((members) => [
  ...members,
  NotAcceptable,
  Unmergeable,
  SearchTruncated
])
