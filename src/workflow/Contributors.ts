/**
 * Lists who has contributed to a repository, and keeps a section of a file that names them up to date.
 *
 * ```ts
 * Contributors.propose({ owner, repo, path: "README.md", counts: ["commits", "pulls"] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../forge/Contents.ts"
import type { Forge } from "../forge/Forge.ts"
import { NotAcceptable } from "../forge/ForgeError.ts"
import * as Issues from "../forge/Issues.ts"
import * as Repositories from "../forge/Repositories.ts"
import type { Contributor as Listed } from "../forge/schema/Contributor.ts"
import type { FileCommit } from "../forge/schema/FileCommit.ts"
import type { SimpleUser } from "../forge/schema/SimpleUser.ts"
import * as CallSite from "../rest/CallSite.ts"
import {
  Conflict,
  Gone,
  IntegrityFailed,
  InvalidInput,
  NotFound,
  type RequestError,
  ValidationFailed
} from "../rest/RestError.ts"
import { observed, observedStream, tellNumber } from "./internal/observed.ts"
import * as Edit from "./Edit.ts"
import { failureOf } from "./internal/failures.ts"
import { isAmong } from "./internal/names.ts"
import { withSection } from "./internal/section.ts"
import * as Propose from "./Propose.ts"
import { AutoMergeRefused, ProposalsLimited } from "./WorkflowError.ts"

/** Something that people have done: commits on the default branch, pull requests that were merged, issues that they have opened. */
export type Count = "commits" | "pulls" | "issues"

/** The repository, and whom to list. */
export interface ListInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /**
   * What is counted. To count pull requests and issues, all issues of the repository are read; this adds people without
   * commits. Default: commits.
   */
  readonly counts?: ReadonlyArray<Count> | undefined
  /** Whether authors without an account are listed. Default: false. */
  readonly anonymous?: boolean | undefined
  /** Whether Apps are listed. Default: false. */
  readonly bots?: boolean | undefined
  /** Logins of those who are left out. Default: none. */
  readonly exclude?: ReadonlyArray<string> | undefined
}

/** Who has contributed, and how much. What was not counted is 0. */
export interface Contributor {
  /** Login; null without an account. */
  readonly login: string | null
  /** The name of an author without an account, and the login of others. */
  readonly name: string
  /** Web page URL; null without an account. */
  readonly url: string | null
  /** URL of the picture; null without an account. */
  readonly avatar_url: string | null
  /** Number of commits. The service counts them every few hours. */
  readonly commits: number
  /** Number of merged pull requests. */
  readonly pulls: number
  /** Number of issues that were opened. */
  readonly issues: number
}

/** What a listing, and a commit of the section, can fail with. */
export const Failure = failureOf([NotFound, ValidationFailed, Conflict, IntegrityFailed])
export type Failure = typeof Failure.Type

/** What a proposal of the section can fail with. */
export const ProposeFailure = failureOf([
  NotFound,
  Gone,
  Conflict,
  ValidationFailed,
  IntegrityFailed,
  NotAcceptable,
  ProposalsLimited,
  AutoMergeRefused
])
export type ProposeFailure = typeof ProposeFailure.Type

/**
 * Lists who has contributed to a repository, most commits first. Those without commits come last, in alphabetical order.
 */
export const list: (input: ListInput) => Stream.Stream<Contributor, RequestError | NotFound | ValidationFailed, Forge> =
  CallSite.stream((input: ListInput) => observedStream("Contributors.list", contributorsOf(input), input))

const contributorsOf = ({
  anonymous = false,
  bots = false,
  counts = ["commits"],
  exclude = [],
  owner,
  repo
}: ListInput) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const others = yield* countsOf({ owner, repo }, counts)
      const isListed = ({ login }: Contributor, type: string) =>
        (bots || type !== "Bot") && (login === null || !isAmong(login, exclude))
      const committers = counts.includes("commits")
        ? Repositories.listContributors({ owner, repo, anon: anonymous }).pipe(
            Stream.map((listed) => [committerOf(listed, others), listed.type] as const)
          )
        : Stream.empty
      // The others are those that are left when the committers have come.
      const rest = Stream.suspend(() =>
        Stream.fromIterable(
          [...others.values()]
            .map(({ issues, pulls, user }) => [contributorOf(user, { issues, pulls }), user.type] as const)
            .toSorted(([one], [other]) => (one.name < other.name ? -1 : 1))
        )
      )
      return Stream.concat(committers, rest).pipe(
        Stream.filter(([contributor, type]) => isListed(contributor, type)),
        Stream.map(([contributor]) => contributor)
      )
    })
  )

interface Counted {
  readonly user: SimpleUser
  pulls: number
  issues: number
}

/** Counts merged pull requests and issues, by login in lower case. */
const countsOf = Effect.fnUntraced(function* (
  place: { readonly owner: string; readonly repo: string },
  counts: ReadonlyArray<Count>
): Effect.fn.Return<Map<string, Counted>, RequestError | NotFound | ValidationFailed, Forge> {
  const counted = new Map<string, Counted>()
  if (!counts.includes("pulls") && !counts.includes("issues")) return counted
  yield* Stream.runForEach(Issues.list({ ...place, state: "all" }), ({ is_pull_request, pull_request, user }) =>
    Effect.sync(() => {
      const kind = is_pull_request ? "pulls" : "issues"
      const isMissing = is_pull_request && pull_request?.merged_at === null
      if (user === null || !counts.includes(kind) || isMissing) return
      const login = user.login.toLowerCase()
      const one = counted.get(login) ?? { user, pulls: 0, issues: 0 }
      one[kind]++
      counted.set(login, one)
    })
  )
  return counted
})

/** Takes the other counts of a committer away, so that those are left who have no commit. */
const committerOf = (listed: Listed, others: Map<string, Counted>): Contributor => {
  const login = listed.login?.toLowerCase() ?? ""
  const other = others.get(login)
  others.delete(login)
  return contributorOf(listed, { commits: listed.contributions, pulls: other?.pulls, issues: other?.issues })
}

const contributorOf = (
  { avatar_url, html_url, login, name }: Pick<Listed, "login" | "name" | "html_url" | "avatar_url">,
  { commits = 0, issues = 0, pulls = 0 }: { readonly [K in Count]?: number | undefined }
): Contributor => ({ login, name: login ?? name ?? "", url: html_url, avatar_url, commits, pulls, issues })

const headings = { commits: "Commits", pulls: "Pull requests", issues: "Issues" } as const

/** Writes contributors as a table in Markdown, with the counts that are named. Default: commits. */
export const markdown = (contributors: Iterable<Contributor>, counts: ReadonlyArray<Count> = ["commits"]): string =>
  [
    ["Contributor", ...counts.map((count) => headings[count])],
    ["---", ...counts.map(() => "---:")],
    ...Array.from(contributors, (contributor) => [
      named(contributor),
      ...counts.map((count) => `${contributor[count]}`)
    ])
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

/** Authors choose their own names, so nothing in them is treated as Markdown. */
const named = ({ name, url }: Contributor): string => {
  const text = name.replaceAll(/[\\`*_{}[\]<>()#|!~]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")
  return url === null ? text : `[${text}](${url})`
}

/** The section, and where it is. */
export interface SectionInput extends ListInput {
  /** Path of the file. Default: `README.md`. */
  readonly path?: string | undefined
  /** Writes the section. Default: `markdown`. */
  readonly write?: ((contributors: ReadonlyArray<Contributor>) => string) | undefined
  /** Message of the commit. Default: `Name all contributors`. */
  readonly message?: string | undefined
}

const usualMessage = "Name all contributors"

/** The text of the file with its new section. */
const written = Effect.fnUntraced(function* (
  { counts, path = "README.md", write, ...input }: SectionInput,
  text: string
): Effect.fn.Return<string, RequestError | NotFound | ValidationFailed, Forge> {
  const contributors = yield* Stream.runCollect(list({ ...input, counts }))
  const content = write === undefined ? markdown(contributors, counts) : write(contributors)
  const next = withSection(text, "contributors", content, "## Contributors")
  if (next !== null) return next
  const reason = `has a section of contributors that does not end: ${path}`
  return yield* new InvalidInput({ operation: "Contributors", message: `path ${reason}`, path: "path", reason })
})

/** The section, and the branch that gets it. */
export interface CommitInput extends SectionInput {
  /** The branch. Default: the default branch. */
  readonly branch?: string | undefined
}

/**
 * Commits the section of a file that names all contributors. Returns null if it is up to date.
 *
 * The section is between two HTML comments, `<!-- forgecast:key=contributors/begin -->` and
 * `<!-- forgecast:key=contributors/end -->`. A file without them gets the section at its end, below a heading. What people
 * write outside of it stays. If it fails or is interrupted, the file is as it was, or up to date.
 */
export const commit: <R = never>(
  input: CommitInput,
  options?: Edit.Options<R>
) => Effect.Effect<FileCommit | null, Failure, Forge | R> = Effect.fn("Contributors.commit")(function* <R = never>(
  { branch, ...input }: CommitInput,
  options?: Edit.Options<R>
): Effect.fn.Return<FileCommit | null, Failure, Forge | R> {
  const { message = usualMessage, owner, path = "README.md", repo } = input
  return yield* Edit.file({ owner, repo, path, branch, message }, ({ text }) => written(input, text ?? ""), options)
}, observed)

/** The section, and the pull request that proposes it. */
export interface ProposeInput extends SectionInput, Omit<Propose.Details, "title"> {
  /** The title. Default: `Name all contributors`. */
  readonly title?: string | undefined
  /** The branch of the proposal. Default: `forgecast/contributors`. */
  readonly branch?: string | undefined
  /** The branch to merge into. Default: the default branch. */
  readonly base?: string | undefined
}

/**
 * Proposes the section that `commit` would commit, with `Propose.pullRequest`. Returns null if the base already has it.
 * The branch starts again at its base when that has moved, unless `refresh` says otherwise.
 */
export const propose: <R = never>(
  input: ProposeInput,
  options?: Propose.Options<R>
) => Effect.Effect<Propose.Proposed | null, ProposeFailure, Forge | R> = Effect.fn("Contributors.propose")(function* <
  R = never
>(
  {
    anonymous,
    base,
    bots,
    branch = "forgecast/contributors",
    counts,
    exclude,
    message = usualMessage,
    owner,
    path = "README.md",
    repo,
    title = usualMessage,
    write,
    ...details
  }: ProposeInput,
  options?: Propose.Options<R>
): Effect.fn.Return<Propose.Proposed | null, ProposeFailure, Forge | R> {
  const place = { owner, repo }
  const target = base ?? (yield* Repositories.get(place)).default_branch
  const bytes = yield* Contents.download
    .bytes({ ...place, path, ref: target })
    .pipe(Effect.catchTag("NotFound", () => Effect.succeed(new Uint8Array())))
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  const next = yield* written({ ...place, anonymous, bots, counts, exclude, path, write }, text)
  const proposal = { ...place, branch, base: target, title, message, files: { [path]: next } }
  const proposed = yield* Propose.pullRequest({ refresh: "rebuild", ...details, ...proposal }, options)
  if (proposed !== null) yield* tellNumber(proposed.pull)
  return proposed
}, observed)
