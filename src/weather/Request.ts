/** The calls of the services: what they take, what they answer, and how to get more than the value. */
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

/** What the calls for one place have in common. */
interface Single<in Input> {
  /**
   * The same call, its JSON read with another schema: for what an `Answer` does not have. The schema reads the response as
   * the service sends it, so columns are arrays and times are text.
   */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S
  ) => Operation<Input, S["Type"], RequestError, Weather>
  readonly declaration: AnyDeclaration
}

/** Gets the answer for one place, with the blocks and the columns that the request asks for. */
export interface Get<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ): Effect.Effect<Answer<Request>, RequestError, Weather>
  /** The answer with what came beside it: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ) => Effect.Effect<Reply<Answer<Request>>, RequestError, Weather>
}

/** As `Get`, for models that run in members. */
export interface GetEnsemble<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ): Effect.Effect<EnsembleAnswer<Request>, RequestError, Weather>
  /** The answer with what came beside it: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Request
  ) => Effect.Effect<Reply<EnsembleAnswer<Request>>, RequestError, Weather>
}

/**
 * Gets the answers for several places, in the order asked.
 *
 * There is no `withReply`: the answers come from as many requests as it takes, each with a reply of its own.
 */
export interface GetMany<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Many<Input>, Name, never>>(
    request: Request
  ): Effect.Effect<ReadonlyArray<Answer<Request>>, RequestError, Weather>
  /** The same call, the JSON of each place read with another schema. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => GetManyAs<Input, S["Type"]>
  readonly declaration: AnyDeclaration
}

/** `GetMany`, its places read with another schema. */
export interface GetManyAs<in Input, out A> {
  (request: Many<Input>): Effect.Effect<ReadonlyArray<A>, RequestError, Weather>
  readonly declaration: AnyDeclaration
}

/**
 * Streams the answer to a long span part by part, in the order of time. It begins at `from`, if that is given.
 *
 * There is no `withReply`, since each part has a reply of its own, and no `as`: a part says where it lies in the span, and
 * its rows begin at `from`, which the value of another schema has no place for.
 */
export interface GetParts<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Request,
    from?: Instant | string
  ): Stream.Stream<ArchivePart<Request>, RequestError, Weather>
  readonly declaration: AnyDeclaration
}
