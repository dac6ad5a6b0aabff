/** The types of the calls: their inputs, their results, and their variants. */
import type * as Effect from "effect/Effect"
import type { Simplify } from "effect/Types"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { AnyDeclaration, Operation } from "../rest/Operation.ts"
import type { Reply } from "../rest/Reply.ts"
import type { RequestError } from "../rest/RestError.ts"
import type { Answer, AnswerPart, EnsembleAnswer, Part, Selection } from "./Answer.ts"
import type { Box, Hours, Many, MaybeSpan, Place, Quarters, Span } from "./Input.ts"
import type { Location } from "./Location.ts"
import type { Instant } from "./series/Model.ts"
import type { Weather } from "./Weather.ts"

/**
 * The type of a request: the fields of an input and no others. A misspelt field would not be sent, so it is a type
 * error that names the field. A request for one place may also have the fields of a `Location`.
 */
export type Exact<Request, Input, Name extends string, Beside = keyof Location> = Simplify<Input> & {
  readonly [K in Exclude<keyof Request, keyof Input | Beside>]: `${K & string} is not a parameter of ${Name}`
}

/** The fields of an input, for their docstrings: the editor shows those of a field that is written. */
export type Documented<Input> = { readonly [K in keyof Input]?: unknown }

/** The lists of an input that become blocks of columns. */
type Blocks<Input> = keyof Input & keyof Omit<Selection, "models" | "temporal_resolution">

/** What the compiler names where a request has no columns. */
export interface NeedsColumns<out Blocks> {
  /** A variable in one of these lists. */
  readonly "at least one variable": Blocks
}

/** Refuses a request without columns, unless the service has none, or a list has unknown length. */
type WithColumns<Request, Input> = [Blocks<Input>] extends [never]
  ? unknown
  : [
        { [K in keyof Request & Blocks<Input>]: Request[K] extends readonly [] | undefined ? never : K }[keyof Request &
          Blocks<Input>]
      ] extends [never]
    ? NeedsColumns<Blocks<Input>>
    : unknown

/** A request for some columns. */
export type Asking<Request, Input> = Request & Documented<Input> & WithColumns<Request, Input>

/** An input for all cells of a model in a box. */
export type Within<Input> = Omit<Input, keyof Place> & Box

/** An input for a stream: a span of days, which is split. */
export type Streamed<Input> = Omit<
  Input,
  keyof MaybeSpan | Exclude<keyof (Hours & Quarters), "temporal_resolution"> | "forecast_days" | "past_days" | "run"
> &
  Span

/** The members that all calls for one place share. */
interface Single<in Input> {
  /**
   * Returns the same call with another schema for its JSON, for data that an `Answer` does not have. The schema decodes
   * the response as the service sends it, so columns are arrays and times are text.
   */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S
  ) => Operation<Input, S["Type"], RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** Gets the result for one place, with the blocks and columns that the request names. */
export interface Get<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>
  ): Effect.Effect<Answer<Request>, RequestError, Weather>
  /** Returns the result with its metadata: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>
  ) => Effect.Effect<Reply<Answer<Request>>, RequestError, Weather>
}

/**
 * The result of a service with ensemble models. If the service returns the members on request only, the result has no
 * members without the request, and no column is absent.
 */
type Runs<Request, Input> = "ensemble" extends keyof Input
  ? true extends ("ensemble" extends keyof Request ? Request["ensemble"] : false)
    ? EnsembleAnswer<Request>
    : Answer<Request>
  : EnsembleAnswer<Request>

/** Like `Get`, for ensemble models. */
export interface GetEnsemble<in out Input, in out Name extends string> extends Single<Input> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>
  ): Effect.Effect<Runs<Request, Input>, RequestError, Weather>
  /** Returns the result with its metadata: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>
  ) => Effect.Effect<Reply<Runs<Request, Input>>, RequestError, Weather>
}

/** The members that all calls for several places share. */
interface Multiple<in Input> {
  /** Returns the same call with another schema for the JSON of each place. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => GetManyAs<Input, S["Type"]>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/**
 * Gets the results for several places, in the order of the request.
 *
 * There is no `withReply`, because the results may come from several requests, each with its own reply.
 */
export interface GetMany<in out Input, in out Name extends string> extends Multiple<Input> {
  <const Request extends Exact<Request, Many<Input>, Name, never>>(
    request: Asking<Request, Many<Input>>
  ): Effect.Effect<ReadonlyArray<Answer<Request>>, RequestError, Weather>
  /**
   * Gets the results for all cells of a model in a box, from south-west to north-east. If the service refuses the box as
   * too large, it is halved, and so on; the cells are then in the order of their latitudes, then longitudes.
   */
  readonly within: <const Request extends Exact<Request, Within<Input>, Name, never>>(
    request: Asking<Request, Within<Input>>
  ) => Effect.Effect<ReadonlyArray<Answer<Request>>, RequestError, Weather>
}

/** Like `GetMany`, for ensemble models. */
export interface GetManyEnsemble<in out Input, in out Name extends string> extends Multiple<Input> {
  <const Request extends Exact<Request, Many<Input>, Name, never>>(
    request: Asking<Request, Many<Input>>
  ): Effect.Effect<ReadonlyArray<Runs<Request, Input>>, RequestError, Weather>
  /**
   * Gets the results for all cells of a model in a box, from south-west to north-east. If the service refuses the box as
   * too large, it is halved, and so on; the cells are then in the order of their latitudes, then longitudes.
   */
  readonly within: <const Request extends Exact<Request, Within<Input>, Name, never>>(
    request: Asking<Request, Within<Input>>
  ) => Effect.Effect<ReadonlyArray<Runs<Request, Input>>, RequestError, Weather>
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
 * There is no `withReply`, because each part has its own reply. There is no `as`, because a part has its position
 * in the span and begins at `from`, which is not possible for the value of another schema.
 */
export interface GetParts<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>,
    from?: Instant | string
  ): Stream.Stream<AnswerPart<Request>, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** Like `GetParts`, for ensemble models. */
export interface GetEnsembleParts<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Input, Name>>(
    request: Asking<Request, Input>,
    from?: Instant | string
  ): Stream.Stream<Runs<Request, Input> & { readonly part: Part }, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/**
 * Returns an input, or a part of one, unchanged and with its type. It keeps the names of its columns that way, and the
 * editor completes them.
 */
export interface MakeInput<in out Input, in out Name extends string> {
  <const Request extends Exact<Request, Partial<Input>, Name>>(request: Request & Documented<Input>): Request
}
