/**
 * A command that lists the open issues of a repository: `tsx docs/examples/cli.ts owner/repo [label]`.
 *
 * The guide to command-line programs (docs/guides/cli.md) explains it, bundles it and measures its start.
 */
import * as Cause from "effect/Cause"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "forgecast/forge/Forge"
import * as Issues from "forgecast/forge/Issues"

/** The command line cannot be understood. */
class Usage extends Schema.TaggedError<Usage>()("Usage", { message: Schema.String }) {}

/** Nobody reads the output any longer, as in `cli owner/repo | head`. */
class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", { message: Schema.String }) {}

const parse = Effect.fnUntraced(function* ([name = "", ...labels]: ReadonlyArray<string>) {
  const [owner, repo, ...more] = name.split("/")
  if (!owner || !repo || more.length > 0 || labels.length > 1) {
    return yield* new Usage({ message: "usage: cli owner/repo [label]" })
  }
  return { owner, repo, labels }
})

/** Prints a line and waits until it is written, so that a slow reader slows the requests down. */
const print = (line: string): Effect.Effect<void, OutputClosed> =>
  Effect.callback((resume) => {
    process.stdout.write(`${line}\n`, (error) =>
      resume(error ? Effect.fail(new OutputClosed({ message: error.message })) : Effect.void)
    )
  })

/** A title is text from strangers: control characters could steer the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** Prints each page as soon as it arrives. */
const list = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const query = yield* parse(args)
  yield* Issues.list({ ...query, state: "open" }).pipe(
    Stream.filter((issue) => !issue.is_pull_request),
    Stream.runForEach((issue) => print(`#${issue.number}\t${plain(issue.title)}`))
  )
})

type Failure = Effect.Error<ReturnType<typeof list>> | Config.ConfigError

/** The exit code of every failure, by the conventions of sysexits.h. It compiles only if no failure is missing. */
const exitCodes: { readonly [Tag in Failure["_tag"]]: number } = {
  OutputClosed: 0,
  Usage: 64,
  InvalidInput: 64,
  BadRequest: 65,
  ValidationFailed: 65,
  NotFound: 66,
  ServiceUnavailable: 69,
  TransportFailed: 69,
  DecodeFailed: 70,
  ResponseTooLarge: 70,
  UnexpectedStatus: 70,
  UnsafeRedirect: 70,
  RateLimited: 75,
  Forbidden: 77,
  Unauthorized: 77,
  ConfigError: 78
}

const report = (failure: Failure): Effect.Effect<number> =>
  Effect.sync(() => {
    if (failure._tag !== "OutputClosed") console.error(`${failure._tag}: ${plain(failure.message)}`)
    return exitCodes[failure._tag]
  })

const main = (args: ReadonlyArray<string>): Effect.Effect<number> =>
  list(args).pipe(Effect.provide(Forge.layerGitHub), Effect.as(0), Effect.catch(report))

// `print` reports the errors of the output.
process.stdout.on("error", () => {})
const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
const exit = await Effect.runPromiseExit(main(process.argv.slice(2)), { signal: stop.signal })
if (Exit.isSuccess(exit)) {
  process.exitCode = exit.value
} else {
  // Interrupted, which shells report as 130, or a defect.
  if (!stop.signal.aborted) console.error(Cause.pretty(exit.cause))
  process.exitCode = stop.signal.aborted ? 130 : 70
}
