/**
 * Where a program makes a call. A failure is created long after its call, when the calling line is no longer on the
 * stack. So the line is captured when the call is made, and written into the `stack` of the failure.
 *
 * Operations do this, and so do the functions of `forgecast/workflow`. Use it for your own functions that make calls:
 * their failures then name the line of their caller, not a line of yours.
 *
 * **Details**
 *
 * A capture takes one to two microseconds, and the text is made only when it is read. Captures are on, in production too,
 * unless a program sets `Error.stackTraceLimit` to 0, which also switches off the stacks of Effect.
 *
 * **Gotchas**
 *
 * There is no line to name if Effect itself makes the call, as in `Effect.forEach(inputs, Issues.get)`. Write
 * `Effect.forEach(inputs, (input) => Issues.get(input))`.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Stream from "effect/Stream"

/** The line of a stack where a call was made; undefined if it is not known. */
interface Site {
  (): string | undefined
}

/** Makes the failures of an effect name the line of a call. */
export interface Naming {
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

/** Makes the failures of a function name the line that called it. */
export const effect = <Args extends ReadonlyArray<unknown>, A, E, R>(
  f: (...args: Args) => Effect.Effect<A, E, R>
): ((...args: Args) => Effect.Effect<A, E, R>) => located(f, inEffect)

/** Makes the failures of a function that returns a Stream name the line that called it. */
export const stream = <Args extends ReadonlyArray<unknown>, A, E, R>(
  f: (...args: Args) => Stream.Stream<A, E, R>
): ((...args: Args) => Stream.Stream<A, E, R>) =>
  located(f, (stream, site) =>
    site === nowhere ? stream : Stream.catchCause(stream, (cause) => Stream.failCause(named(cause, site)))
  )

/**
 * Makes a function that chooses which failures name the line that called it: those of effects that it passes to `name`.
 * For a function that returns something other than an effect, or that runs an effect of its caller.
 */
export const naming = <F extends (...args: Array<never>) => unknown>(f: (name: Naming) => F): F =>
  // The cast is safe: it has the parameters and the result of the function that `f` makes.
  located(
    (...args: Array<never>) => args,
    (args, site) => f((effect) => inEffect(effect, site))(...args)
  ) as F

/** Makes the failures of an effect name the line that called the `Effect.fn` around it. */
export const ofFn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const frame = fiber.getRef(References.CurrentStackFrame)
    return inEffect(effect, () => frame?.stack())
  })

const inEffect = <A, E, R>(effect: Effect.Effect<A, E, R>, site: Site): Effect.Effect<A, E, R> =>
  site === nowhere ? effect : Effect.catchCause(effect, (cause) => Effect.failCause(named(cause, site)))

/** Of calls where stacks are switched off. */
const nowhere: Site = () => undefined

/** Not all runtimes have a limit. */
const errors: { stackTraceLimit?: number | undefined } = Error

/** The functions that do not name a line, by those that do. */
const unlocated = new WeakMap<object, unknown>()

/** Returns the function that was passed to `effect` or `stream`, for calls in functions that name a line themselves. */
export const without = <F extends object>(f: F): F =>
  // The cast is safe: it has the same parameters and the same result.
  (unlocated.get(f) as F | undefined) ?? f

const located = <Args extends ReadonlyArray<unknown>, A, B>(
  f: (...args: Args) => A,
  locate: (made: A, site: Site) => B
): ((...args: Args) => B) => {
  const call = (...args: Args): B => {
    const limit = errors.stackTraceLimit
    if (limit === 0) return locate(f(...args), nowhere)
    limitTo(2)
    // The frame of this function, and that of its caller.
    const here = new Error()
    limitTo(limit)
    return locate(f(...args), () => lineIn(here.stack))
  }
  unlocated.set(call, f)
  return call
}

const limitTo = (limit: number | undefined): void => {
  try {
    errors.stackTraceLimit = limit
  } catch {
    // Frozen: more is captured.
  }
}

/** The second line of a stack. Only V8 begins it with the name of the error. */
const lineIn = (stack = ""): string | undefined => stack.split("\n")[stack.startsWith("Error") ? 2 : 1]

/** Writes a line as V8 does. `Cause.pretty` ends a stack where V8 has the names of Effect's methods. */
const frameOf = (line = ""): string => {
  if (line === "" || /[\\/]effect[\\/](?:dist|src)[\\/]/.test(line)) return ""
  const frame = line.replace(/^(?!\s*at )([^@]*)@(.*)/, "$1 ($2)").replace(/^\s*at /, "")
  const place = frame.includes("~effect") && frame.endsWith(")") ? frame.slice(frame.lastIndexOf("(") + 1, -1) : frame
  return `\n    at ${place}`
}

/** The stacks of errors without the lines that they name. */
const stacks = new WeakMap<Error, string>()

/** Makes the errors of a cause name a line. */
const named = <E>(cause: Cause.Cause<E>, site: Site): Cause.Cause<E> => {
  for (const reason of cause.reasons) if (reason._tag === "Die") withLine(reason.defect, site)
  return Cause.map(cause, (error) => withLine(error, site))
}

/** An error that a library over `rest` has made. Its frames are of no use to the program. */
interface OwnError extends Error {
  readonly constructor: new (fields: object) => OwnError
}

const isOwn = (error: Error): error is OwnError =>
  "fields" in error.constructor && ("operation" in error || error.name.startsWith("forgecast/"))

/** Adds a line to an error, before the frames that make the calls of Effect. */
const withLine = <E>(error: E, site: Site): E => {
  if (!(error instanceof Error)) return error
  const known = stacks.get(error)
  const { message, name } = error
  const own = isOwn(error)
  // Two calls may have failed with the same error: they have shared a request. The copy is equal to it.
  const target =
    own && known !== undefined ? (new error.constructor(Object.assign({}, error, { message })) as typeof error) : error
  const stack = own ? `${name}: ${message}` : (known ?? error.stack ?? "")
  stacks.set(target, stack)
  return Object.defineProperty(target, "stack", {
    configurable: true,
    get: () => stack.replace(/(?=\n.*(?:Generator\.next|~effect\/))|$/, () => frameOf(site())),
    set() {}
  })
}
