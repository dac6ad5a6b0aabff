/**
 * Where a program makes a call. A failure is made long after its call, when the line that called is not on the stack any
 * more. So the line is captured when the call is made, and written into the `stack` of the failure.
 *
 * Operations do this, and so do the functions of `forgecast/workflow`. Use it for functions of your own that make calls:
 * their failures then name the line of their caller, in place of a line of yours.
 *
 * **Details**
 *
 * A capture takes about a microsecond, and the text is made only when it is read. Captures are on, in production too,
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

/** Makes the failures of a function name the line that has called it. */
export const effect = <Args extends ReadonlyArray<unknown>, A, E, R>(
  f: (...args: Args) => Effect.Effect<A, E, R>
): ((...args: Args) => Effect.Effect<A, E, R>) => located(f, inEffect)

/** Makes the failures of a function that returns a Stream name the line that has called it. */
export const stream = <Args extends ReadonlyArray<unknown>, A, E, R>(
  f: (...args: Args) => Stream.Stream<A, E, R>
): ((...args: Args) => Stream.Stream<A, E, R>) =>
  located(f, (stream, site) => Stream.catchCause(stream, (cause) => Stream.failCause(named(cause, site))))

/** Makes the failures of an effect name the line that has called the `Effect.fn` around it. */
export const ofFn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const frame = fiber.getRef(References.CurrentStackFrame)
    return inEffect(effect, () => frame?.stack())
  })

const inEffect = <A, E, R>(effect: Effect.Effect<A, E, R>, site: Site): Effect.Effect<A, E, R> =>
  Effect.catchCause(effect, (cause) => Effect.failCause(named(cause, site)))

/** Not all runtimes have a limit. */
const errors: { stackTraceLimit?: number | undefined } = Error

/** The functions that do not name a line, by those that do. */
const unlocated = new WeakMap<object, unknown>()

/** Returns the function that was passed to `effect` or `stream`, for calls in functions that name a line themselves. */
export const without = <F extends object>(f: F): F =>
  // The cast is safe: it has the same parameters and the same result.
  (unlocated.get(f) as F | undefined) ?? f

const located = <Args extends ReadonlyArray<unknown>, A>(
  f: (...args: Args) => A,
  locate: (made: A, site: Site) => A
): ((...args: Args) => A) => {
  const call = (...args: Args): A => {
    const limit = errors.stackTraceLimit
    if (limit === 0) return f(...args)
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

const ofEffect = /[\\/]effect[\\/](?:dist|src)[\\/]/

/** Writes a line as V8 does. `Cause.pretty` ends a stack where V8 has the names of Effect's methods. */
const frameOf = (line: string | undefined): string => {
  if (line === undefined || ofEffect.test(line)) return ""
  const [, name = "", parenthesized, bare = parenthesized] =
    /^\s*(?:at )?(?:(.*?) ?\((.*)\)|(?:.*@)?(.*))$/.exec(line) ?? []
  return `\n    at ${name === "" || name.includes("~effect/") ? bare : `${name} (${bare})`}`
}

/** The stacks of errors that name a line, before they did. */
const original = new WeakMap<Error, string>()

/** Makes the errors of a cause name a line. */
const named = <E>(cause: Cause.Cause<E>, site: Site): Cause.Cause<E> => {
  for (const reason of cause.reasons) {
    if (reason._tag === "Die" && reason.defect instanceof Error) extend(reason.defect, site)
  }
  return Cause.map(cause, (error) => {
    if (!(error instanceof Error)) return error
    if (!isOwn(error)) return extend(error, site)
    // Two calls may have failed with the same error: they have shared a request.
    const own = original.has(error) ? copyOf(error) : error
    original.set(own, "")
    return withStack(own, () => `${own.name}: ${own.message}${frameOf(site())}`)
  })
}

/** An error that the library has made: its frames are of no use to the program. */
interface OwnError extends Error {
  readonly constructor: {
    readonly fields: object
    new (fields: object): OwnError
  }
}

const isOwn = <E extends Error>(error: E): error is E & OwnError => {
  const { constructor } = error
  if (!("fields" in constructor)) return false
  // Errors of other services have identifiers of their own.
  return (
    "operation" in error || ("identifier" in constructor && String(constructor.identifier).startsWith("forgecast/"))
  )
}

const copyOf = <E extends OwnError>(error: E): E =>
  // The cast is safe: it has the class and the fields of the error.
  new error.constructor(
    Object.fromEntries(Object.keys(error.constructor.fields).map((name) => [name, error[name as keyof E]]))
  ) as E

/** Adds the line to the frames of an error that the program has made, before those that make the calls of Effect. */
const extend = <E extends Error>(error: E, site: Site): E => {
  const stack = original.get(error) ?? error.stack ?? ""
  original.set(error, stack)
  return withStack(error, () => stack.replace(/(?=\n.*(?:Generator\.next|~effect\/))|$/, () => frameOf(site())))
}

const withStack = <E extends Error>(error: E, get: () => string): E =>
  Object.defineProperty(error, "stack", { configurable: true, get, set: () => undefined })
