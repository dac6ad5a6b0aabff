/** The types of the calls: their inputs, their results, and their variants. */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { AnyDeclaration, Operation } from "../rest/Operation.ts"
import type { Reply } from "../rest/Reply.ts"
import type { RequestError } from "../rest/RestError.ts"
import type { Answer, ArchivePart, EnsembleAnswer } from "./Answer.ts"
import type { Exact, Many } from "./Input.ts"
import type { Instant } from "./series/Model.ts"
import type { Weather } from "./Weather.ts"

/** The members that all calls for one place share. */
interface Single<in Input> {
  /**
   * Returns the same call with another schema for its JSON, for data that an `Answer` does not have. The schema decodes
   * the response as the service sends it, so columns are arrays and times are text.
   */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S
  ) => Operation<Input, S["Type"], RequestError, Weather>
  readonly declaration: AnyDeclaration
}

/** Gets the result for one place, with the blocks and columns that the request names. */
export interface Get<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ): Effect.Effect<Answer<Request>, RequestError, Weather>
  /** Returns the result with its metadata: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ) => Effect.Effect<Reply<Answer<Request>>, RequestError, Weather>
}

/** Like `Get`, for ensemble models. */
export interface GetEnsemble<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ): Effect.Effect<EnsembleAnswer<Request>, RequestError, Weather>
  /** Returns the result with its metadata: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ) => Effect.Effect<Reply<EnsembleAnswer<Request>>, RequestError, Weather>
}

/**
 * Gets the results for several places, in the order of the request.
 *
 * There is no `withReply`, because the results may come from several requests, each with a reply of its own.
 */
export interface GetMany<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Many<Input>, Name, never>>(
    request: Request
  ): Effect.Effect<ReadonlyArray<Answer<Request>>, RequestError, Weather>
  /** Returns the same call with another schema for the JSON of each place. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => GetManyAs<Input, S["Type"]>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** `GetMany` with another schema for the JSON of each place. */
export interface GetManyAs<in Input, out A> {
  (request: Many<Input>): Effect.Effect<ReadonlyArray<A>, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/**
 * Streams the results of a long span as parts in chronological order. Starts at `from`, if it is given.
 *
 * There is no `withReply`, because each part has a reply of its own. There is no `as`, because a part has its position
 * in the span and begins at `from`, which is not possible for the value of another schema.
 */
export interface GetParts<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request,
    from?: Instant | string
  ): Stream.Stream<ArchivePart<Request>, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}
