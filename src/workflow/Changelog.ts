/**
 * Tells what has changed between two points of the history, as data and as Markdown.
 *
 * ```ts
 * const changelog = yield* Changelog.between(
 *   { owner, repo, from: "v1.0.0" },
 *   { categories: [{ title: "Features", labels: ["feature"] }, { title: "Fixes", labels: ["bug"] }] }
 * )
 * Changelog.markdown(changelog)
 * ```
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Releases from "../forge/Releases.ts"
import * as Repositories from "../forge/Repositories.ts"
import type { ListedPullRequest } from "../forge/schema/PullRequest.ts"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { DateTimeUtc } from "../rest/Wire.ts"
import { observed } from "./internal/observed.ts"
import { failureOf } from "./internal/failures.ts"
import { isAmong, shareName } from "./internal/names.ts"
import { commitsOf, mergedIn } from "./internal/range.ts"

/** Two points of the history of a repository. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Where it begins: a tag, a branch or a commit, which does not count itself. Null for the beginning of the history. */
  readonly from: string | null
  /** Where it ends: a tag, a branch or a commit. Default: the default branch. */
  readonly to?: string | undefined
}

/** A heading, and what belongs below it. */
export const Category = Schema.Struct({
  /** The heading. */
  title: Schema.String,
  /** Names of labels, one of which is enough. `*` takes all that no other category takes. */
  labels: Schema.Array(Schema.String)
})
export type Category = typeof Category.Type

/** How pull requests are divided. Plain data, which can come from a file. */
export const Rules = Schema.Struct({
  /** The first category that has a label of the pull request counts. Default: none. */
  categories: Schema.optional(Schema.Array(Category)),
  /** The heading of what is in no category. Default: `Other changes`, or `Changes` without categories. */
  others: Schema.optional(Schema.String),
  /** What is left out. Default: nothing. */
  exclude: Schema.optional(
    Schema.Struct({
      /** Names of labels, one of which is enough. */
      labels: Schema.optional(Schema.Array(Schema.String)),
      /** Logins of authors. */
      authors: Schema.optional(Schema.Array(Schema.String))
    })
  )
})
export type Rules = typeof Rules.Type

/** A merged pull request. */
export const Entry = Schema.Struct({
  /** Its number. */
  number: Schema.Int,
  /** Its title. */
  title: Schema.String,
  /** Login of its author; null for a deleted account. */
  author: Schema.NullOr(Schema.String),
  /** Names of its labels. */
  labels: Schema.Array(Schema.String),
  /** When it was merged. */
  merged_at: DateTimeUtc,
  /** Web page URL. */
  url: Schema.String
})
export type Entry = typeof Entry.Type

/** What has changed. It is plain data, which can be encoded. */
export const Changelog = Schema.Struct({
  /** Where it begins; null for the beginning of the history. */
  from: Schema.NullOr(Schema.String),
  /** Where it ends. */
  to: Schema.String,
  /** The categories that have entries, in the order of the rules. What is in none comes last. */
  categories: Schema.Array(
    Schema.Struct({
      /** The heading. */
      title: Schema.String,
      /** The first merged first. */
      entries: Schema.Array(Entry)
    })
  ),
  /** Logins of the authors, in alphabetical order. */
  authors: Schema.Array(Schema.String),
  /** Web page that compares both points; null from the beginning of the history on. */
  url: Schema.NullOr(Schema.String)
})
export type Changelog = typeof Changelog.Type

/** What reading a changelog can fail with. */
export const Failure = failureOf([NotFound, Conflict, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Reads which pull requests were merged between two points, by category. Writes nothing.
 *
 * **Details**
 *
 * A pull request counts if the commit of its merge is between the points, whatever its base. Commits that were pushed
 * without a pull request do not count. An entry is in one category only.
 */
export const between: (input: Input, rules?: Rules) => Effect.Effect<Changelog, Failure, Forge> = Effect.fn(
  "Changelog.between"
)(function* (input: Input, rules: Rules = {}): Effect.fn.Return<Changelog, Failure, Forge> {
  const { from, owner, repo } = input
  const to = input.to ?? (yield* Repositories.get({ owner, repo })).default_branch
  const { commits, url } = yield* commitsOf({ owner, repo, from, to })
  const merged = yield* mergedIn({ owner, repo }, commits)
  const entries = merged.flatMap((pull) => entryOf(pull) ?? []).filter((entry) => !isExcluded(entry, rules))
  return {
    from,
    to,
    categories: divided(entries, rules),
    authors: [...new Set(entries.flatMap(({ author }) => author ?? []))].toSorted(),
    url
  }
}, observed)

const entryOf = ({ html_url, labels, merged_at, number, title, user }: ListedPullRequest): Entry | undefined =>
  merged_at === null
    ? undefined
    : {
        number,
        title,
        author: user?.login ?? null,
        labels: labels.map(({ name }) => name),
        merged_at,
        url: html_url
      }

const isExcluded = ({ author, labels }: Entry, { exclude }: Rules): boolean =>
  shareName(labels, exclude?.labels ?? []) || (author !== null && isAmong(author, exclude?.authors ?? []))

/** The entries of each category. */
const divided = (
  entries: ReadonlyArray<Entry>,
  { categories = [], others = categories.length === 0 ? "Changes" : "Other changes" }: Rules
): Changelog["categories"] => {
  const rest = categories.find(({ labels }) => labels.includes("*"))
  const categoryOf = (entry: Entry) => categories.find(({ labels }) => shareName(entry.labels, labels)) ?? rest
  return [...categories, undefined]
    .map((category) => ({
      title: category?.title ?? others,
      entries: entries.filter((entry) => categoryOf(entry) === category)
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** How a changelog is written. */
export interface Style {
  /** The level of the headings of categories, from 1 to 6. Default: 2. */
  readonly level?: number | undefined
  /** Writes an entry. Default: `- Say more (#7, @ada)`. */
  readonly line?: ((entry: Entry) => string) | undefined
}

const usualLine = ({ author, number, title }: Entry): string =>
  `- ${title.replaceAll("<", String.raw`\<`)} (#${number}${author === null ? "" : `, @${author}`})`

/** Writes a changelog as Markdown. It is empty if nothing has changed. */
export const markdown = ({ categories, url }: Changelog, { level = 2, line = usualLine }: Style = {}): string =>
  categories.length === 0
    ? ""
    : [
        ...categories.map(({ entries, title }) => `${"#".repeat(level)} ${title}\n\n${entries.map(line).join("\n")}`),
        ...(url === null ? [] : [`[All changes](${url})`])
      ].join("\n\n")

/** Two releases of a repository. */
export interface ReleasesInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The tag of the release before the first one. Default: none, for all releases. */
  readonly from?: string | undefined
  /** The tag of the last one. Default: the newest release. */
  readonly to?: string | undefined
  /** Whether prereleases count. Default: false. `to` counts anyway. */
  readonly prereleases?: boolean | undefined
}

/** A release, and what it says. */
export interface Notes {
  /** Its tag. */
  readonly tag_name: string
  /** Its name; the tag if it has none. */
  readonly name: string
  /** What it says, as Markdown. */
  readonly body: string
  /** Web page URL. */
  readonly url: string
}

/**
 * Reads what was released after `from`, up to `to`: the newest first, in the order of the service. Fails with
 * `NotFound` if either is not released. Writes nothing.
 */
export const releases: (input: ReleasesInput) => Effect.Effect<ReadonlyArray<Notes>, Failure, Forge> = Effect.fn(
  "Changelog.releases"
)(function* ({
  from,
  owner,
  prereleases = false,
  repo,
  to
}: ReleasesInput): Effect.fn.Return<ReadonlyArray<Notes>, Failure, Forge> {
  for (const tag of [from, to]) if (tag !== undefined) yield* Releases.getByTag({ owner, repo, tag })
  return yield* Releases.list({ owner, repo }).pipe(
    Stream.filter(({ draft }) => !draft),
    Stream.takeWhile(({ tag_name }) => tag_name !== from),
    Stream.dropWhile(({ tag_name }) => to !== undefined && tag_name !== to),
    Stream.filter(({ prerelease, tag_name }) => prereleases || !prerelease || tag_name === to),
    Stream.map(({ body, html_url, name, tag_name }) => ({
      tag_name,
      name: name === null || name === "" ? tag_name : name,
      body: body ?? "",
      url: html_url
    })),
    Stream.runCollect
  )
}, observed)
