/** A command that prints what was merged since the last release, as a list in Markdown: `changes owner/repo`. */
import * as Console from "effect/Console"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
// Each module separately: a bundle has only what it needs, whichever bundler makes it.
import * as PullRequests from "forgecast/forge/PullRequests"
import * as Releases from "forgecast/forge/Releases"

/** The command line cannot be understood. */
export class Usage extends Schema.TaggedError<Usage>()("Usage", { message: Schema.String }) {}

const parse = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const [owner, repo, ...more] = args.length === 1 ? (args[0] ?? "").split("/") : []
  if (!owner || !repo || more.length > 0) return yield* new Usage({ message: "changes owner/repo" })
  return { owner, repo }
})

/** A title is text from strangers: control characters could steer the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** Prints each line as soon as it is known, with the console of Effect, which tests replace. */
export const changes = Effect.fn("changes")(function* (args: ReadonlyArray<string>) {
  const repository = yield* parse(args)
  const since = yield* Releases.getLatest(repository).pipe(
    Effect.map(({ published_at }) => published_at),
    // A repository without a release: everything is new. One that does not exist fails below.
    Effect.catchTag("NotFound", () => Effect.succeed(null))
  )
  const isNew = (time: DateTime.Utc | null) => time !== null && (since === null || DateTime.isGreaterThan(time, since))
  yield* PullRequests.list({ ...repository, state: "closed", sort: "updated", direction: "desc" }).pipe(
    // What was not touched since the release was not merged since then, so no further page is needed.
    Stream.takeWhile(({ updated_at }) => isNew(updated_at)),
    Stream.filter(({ merged_at }) => isNew(merged_at)),
    Stream.runForEach(({ number, title, user }) =>
      Console.log(`- ${plain(title)} (#${number}, @${user?.login ?? "ghost"})`)
    )
  )
})

export type Failure = Effect.Error<ReturnType<typeof changes>> | Config.ConfigError

/** The exit code of every failure, by the conventions of sysexits.h. It compiles only if no failure is missing. */
export const exitCodes: { readonly [Tag in Failure["_tag"]]: number } = {
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

export default changes(["acme/web"])
