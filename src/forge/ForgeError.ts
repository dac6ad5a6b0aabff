/**
 * The errors that only GitHub has, in addition to those of `RestError`.
 *
 * Match them with `Effect.catchTag`. Like all errors, they contain no secrets and can be encoded with
 * `Schema.toCodecJson`.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import * as RestError from "../rest/RestError.ts"
import { withDefault } from "../rest/Wire.ts"

/** What the service's message says for each reason: it does not state them otherwise. The first match counts. */
const words = {
  head_moved: /head branch was modified/i,
  base_moved: /base branch was modified/i,
  already_merged: /already merged/i,
  in_progress: /already in progress|merge (?:is )?in progress/i,
  // Before the words below, which may appear in the name of a check.
  checks: /(?:status|required) check/i,
  behind: /out[- ]of[- ]date|not up[- ]to[- ]date|behind the base/i,
  merge_queue: /merge queue/i,
  unresolved_conversations: /(?:conversation|comment|thread)s? must be resolved|unresolved/i,
  unsigned_commits: /signature|unsigned|must be signed/i,
  method_not_allowed:
    /(?:merges?|merging|merge commits|rebasing) (?:is|are) not (?:allowed|enabled)|merge method|linear history|must not contain merge commits/i,
  not_authorized: /not (?:authori[sz]ed|allowed|permitted) to (?:push|merge|update)/i,
  closed: /(?:is|was) closed|is not open/i,
  draft: /draft/i,
  review: /review|changes requested|require approval/i,
  // After the rules that have a reason of their own.
  repository_rules:
    /rule violation|repository rule|protected (?:branch|ref)|locked branch|changes must be made through/i,
  conflict: /not mergeable|conflict|can't be rebased/i
}

const reasons = Struct.keys(words)

// A spread outside of a function would keep the words in every bundle.
const orUnknown = <A extends string>(known: ReadonlyArray<A>) => [...known, "unknown"] as const

/** Why a pull request cannot be merged. */
export const UnmergeableReason = Schema.Literals(orUnknown(reasons))
export type UnmergeableReason = typeof UnmergeableReason.Type

/** The pull request cannot be merged (405 or 409, or a 403 or 422 that says why). Nothing was changed. */
export class Unmergeable extends Schema.TaggedError<Unmergeable>("forgecast/Unmergeable")(
  "Unmergeable",
  RestError.withResponseFields({
    /** Why it cannot be merged; `unknown` when the service's words are new. */
    reason: UnmergeableReason
  })
) {
  static of(base: RestError.ResponseInfo, { message = "", status }: RestError.ErrorResponse): Unmergeable | undefined {
    const reason = reasons.find((reason) => words[reason].test(message))
    if (status === 405 || status === 409) return new Unmergeable({ ...base, reason: reason ?? "unknown" })
    // The fields of a request, and the permissions of a token, are refused with these as well.
    return reason !== undefined && (status === 422 || status === 403) ? new Unmergeable({ ...base, reason }) : undefined
  }
}

// An error that was stored by an earlier version does not have it.
const IsIncomplete = withDefault(Schema.Boolean, false)

/**
 * A search has more results than the 1,000 that the service returns. Either a stream has reached the last page
 * (`status` is null then), or a request was for a page beyond it (422). Or the service stopped looking before it had found
 * everything: `incomplete_results` is true, after all items that a stream has found.
 */
export class SearchTruncated extends Schema.TaggedError<SearchTruncated>("forgecast/SearchTruncated")(
  "SearchTruncated",
  RestError.withResponseFields({
    /** How many results there are; null where the service did not say. */
    total_count: Schema.NullOr(Schema.Int),
    /** Whether the service stopped looking, so that results may be missing. The same search may find them later. */
    incomplete_results: IsIncomplete
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

  /** Makes the error of a stream that has delivered what was found before the service stopped looking. */
  static incomplete(base: RestError.ResponseInfo, total_count: number | null): SearchTruncated {
    return new SearchTruncated({ ...base, total_count, incomplete_results: true })
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

/** One error of a GraphQL response. */
export const GraphQLError = Schema.Struct({
  /** One sentence for people: at most 2,000 characters. */
  message: Schema.String,
  /** The kind of error, such as `NOT_FOUND` or `UNPROCESSABLE`; null when the service does not say. */
  type: Schema.NullOr(Schema.String),
  /** The field of the data: up to 50 names, and positions in lists. Empty if the error is about the whole document. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
  /** The places in the document, at most 10. */
  locations: Schema.Array(Schema.Struct({ line: Schema.Finite, column: Schema.Finite })),
  /** What else the service says, such as the `code` of a document that is not valid: up to 2,000 characters of JSON. */
  extensions: Schema.Record(Schema.String, Schema.Json)
})
export type GraphQLError = typeof GraphQLError.Type

/** Anything. In JSON it is what `JSON.stringify` writes. */
const Data = Schema.declare((_data): _data is unknown => true, {
  expected: "data",
  toCodec: () =>
    Schema.link<unknown>()(
      Schema.Json,
      SchemaTransformation.transform({
        decode: (json): unknown => json,
        encode: (data): Schema.Json => JSON.parse(JSON.stringify(data ?? null)) as Schema.Json
      })
    )
})

/** An error that was stored by an earlier version does not have it. */
const Count = withDefault(Schema.Int, 0)

/** A GraphQL response has errors, together with data or in place of it. */
export class GraphQLFailed extends Schema.TaggedError<GraphQLFailed>("forgecast/GraphQLFailed")(
  "GraphQLFailed",
  RestError.withResponseFields({
    /** The first errors, in the order of the service: 1 to 100, of at most 50,000 characters of JSON. */
    errors: Schema.Array(GraphQLError),
    /** How many more errors the response has. */
    omitted: Count,
    /**
     * The data of the response: fields that failed are null. It is null when there is none, and when the schema of the
     * call refuses it. `GraphQL.Failed` has its type.
     */
    data: Data
  })
) {}

/** An optional package that the operation needs cannot be loaded. Nothing was sent. */
export class MissingPeer extends Schema.TaggedError<MissingPeer>("forgecast/MissingPeer")("MissingPeer", {
  /** Name of the operation, such as `Secrets.put`. */
  operation: Schema.String,
  /** One sentence for people, with the command that installs them. */
  message: Schema.String,
  /** The packages that it needs. */
  packages: Schema.Array(Schema.String)
}) {}

/** Every error of an operation on GitHub. */
export type ForgeError =
  | RestError.RestError
  | NotAcceptable
  | Unmergeable
  | SearchTruncated
  | GraphQLFailed
  | MissingPeer

/** Every error of an operation on GitHub as one schema, for queues and workflows. */
export const ForgeError = RestError.RestError.mapMembers((members) => [
  ...members,
  NotAcceptable,
  Unmergeable,
  SearchTruncated,
  GraphQLFailed,
  MissingPeer
])
