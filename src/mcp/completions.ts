/** What a client proposes while a person types: repositories of the bounds or of the user, and numbers of what is there. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Actions from "../forge/Actions.ts"
import * as Contents from "../forge/Contents.ts"
import { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Repositories from "../forge/Repositories.ts"
import * as Transport from "../rest/Transport.ts"
import { CurrentSession } from "./sessions.ts"

/** The most that the protocol lets a server propose. */
const most = 100

/** What has been filled in already. */
interface Filled {
  readonly arguments?: Readonly<Record<string, string>> | undefined
}

/** Proposes values for what was typed so far. */
type Complete<A> = (typed: string, context: Filled | undefined) => Effect.Effect<Array<A>, never, CurrentSession>

/** The completions of each parameter. */
export interface Completions {
  readonly owner: Complete<string>
  readonly repo: Complete<string>
  /** The paths in the directory that was typed. */
  readonly path: Complete<string>
  /** Numbers of open issues. */
  readonly issue: Complete<number>
  /** Numbers of open pull requests. */
  readonly pull: Complete<number>
  /** Ids of runs, the newest first. */
  readonly run: Complete<number>
}

/** Within bounds. Whatever goes wrong, there is just nothing to propose. */
const asked = <A, E>(read: Effect.Effect<ReadonlyArray<A>, E, Forge>, forge: Forge["Service"]) =>
  Effect.flatMap(CurrentSession, ({ typing }) =>
    Effect.provideService(read, Forge, Transport.around(typing.transport)(forge)).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.as(Effect.logDebug("Nothing to propose", cause), [])
      )
    )
  )

const first = <A, E, R>(items: Stream.Stream<A, E, R>) => Stream.runCollect(Stream.take(items, most))

/** Those that begin as was typed, each once. */
const like = <A>(typed: string, values: ReadonlyArray<A>): Array<A> =>
  [...new Set(values)].filter((value) => String(value).toLowerCase().startsWith(typed.toLowerCase())).slice(0, most)

/** Names of repositories in patterns of places, such as `acme/web`. */
const namesIn = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  patterns.flatMap((pattern) => /^([\w.-]+\/[\w.-]+)(?:#\d+)?$/.exec(pattern)?.[1] ?? [])

/** Makes completions. `patterns` say what may be read. */
export const make = (patterns: ReadonlyArray<string>, forge: Forge["Service"]): Completions => {
  const named = namesIn(patterns)
  // A pattern with a star has others, too.
  const repositories =
    named.length === patterns.length
      ? Effect.succeed(named)
      : Effect.map(
          asked(
            Effect.map(first(Repositories.listForMe({ sort: "pushed" })), (own) => own.map((repo) => repo.full_name)),
            forge
          ),
          (own) => [...named, ...own]
        )
  const split = Effect.map(repositories, (names) => names.map((name) => name.split("/") as [string, string]))

  /** What a repository has, once it is known. */
  const within =
    <A>(
      read: (place: { owner: string; repo: string }, typed: string) => Effect.Effect<ReadonlyArray<A>, unknown, Forge>
    ): Complete<A> =>
    (typed, context) => {
      const { owner = "", repo = "" } = context?.arguments ?? {}
      if (owner === "" || repo === "") return Effect.succeed([])
      return Effect.map(asked(read({ owner, repo }, typed), forge), (values) => like(typed, values))
    }

  return {
    owner: (typed) =>
      Effect.map(split, (names) =>
        like(
          typed,
          names.map(([owner]) => owner)
        )
      ),
    repo: (typed, context) => {
      const owner = context?.arguments?.["owner"]?.toLowerCase()
      return Effect.map(split, (names) =>
        like(
          typed,
          names.filter((name) => owner === undefined || name[0].toLowerCase() === owner).map(([, repo]) => repo)
        )
      )
    },
    path: within((place, typed) =>
      Effect.map(Contents.get({ ...place, path: typed.slice(0, Math.max(0, typed.lastIndexOf("/"))) }), (content) =>
        content._tag === "Directory"
          ? content.entries.map(({ path, type }) => (type === "dir" ? `${path}/` : path))
          : []
      )
    ),
    issue: within((place) => Effect.map(first(Issues.list(place)), (issues) => issues.map((issue) => issue.number))),
    pull: within((place) => Effect.map(first(PullRequests.list(place)), (pulls) => pulls.map((pull) => pull.number))),
    run: within((place) => Effect.map(first(Actions.listRuns(place)), (runs) => runs.map((run) => run.id)))
  }
}
