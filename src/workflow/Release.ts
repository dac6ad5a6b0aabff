/**
 * Releases packages: finds the next version, writes the notes, and publishes, at once or through a pull request that
 * collects changes.
 *
 * ```ts
 * Release.next({ owner, repo }) // the version, the tag and the notes, from the commits since the last tag
 * Release.propose({ owner, repo }) // the same as a pull request, kept up to date
 * Release.publishMerged({ owner, repo }) // once that is merged
 * ```
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as DateTime from "effect/DateTime"
import * as Contents from "../forge/Contents.ts"
import type { Forge } from "../forge/Forge.ts"
import * as Git from "../forge/Git.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Refs from "../forge/Refs.ts"
import * as Releases from "../forge/Releases.ts"
import * as Repositories from "../forge/Repositories.ts"
import type { Release } from "../forge/schema/Release.ts"
import * as Mark from "../rest/Mark.ts"
import { InvalidInput } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { observed, tellNumber } from "./internal/observed.ts"
import type { Place } from "./internal/place.ts"
import { shortTitle } from "./internal/proposalText.ts"
import { commitsOf } from "./internal/range.ts"
import { changesOf, prefixOf, proposalOf, releasedOf } from "./internal/releaseHistory.ts"
import { notesOf, withSection, withVersion } from "./internal/releaseNotes.ts"
import * as Version from "./internal/version.ts"
import * as Propose from "./Propose.ts"
import * as Publish from "./Publish.ts"
import type { CommitInput, Failure, Input, Next, Package, Planned, ProposeFailure, Proposed } from "./ReleaseTypes.ts"

export * from "./ReleaseTypes.ts"

/** What `publish` and `publishMerged` can fail with, besides the failures of their assets. */
export const PublishFailure = Publish.Failure
export type PublishFailure = typeof PublishFailure.Type

const packagesOf = ({ packages, repo }: Input): ReadonlyArray<Package> => packages ?? [{ name: repo }]

/** The functions that refuse input. */
type Operation = "Release.draft" | "Release.next" | "Release.propose" | "Release.publish" | "Release.publishMerged"

const refusedBy =
  (operation: Operation) =>
  (path: string, reason: string): InvalidInput =>
    new InvalidInput({ operation, message: `${path} ${reason}`, path, reason })

/** Refuses what would give wrong tags. */
const firstOf = (
  { initialVersion = "1.0.0", packages = [], prerelease }: Input,
  operation: Operation
): Effect.Effect<Version.Version, InvalidInput> => {
  const refused = refusedBy(operation)
  const first = Version.parse(initialVersion)
  if (first === undefined || first.pre.length > 0) {
    return Effect.fail(refused("initialVersion", "is not a stable version, such as 1.0.0"))
  }
  if (prerelease !== undefined && !/^(?=[^.]*[A-Za-z-])[\dA-Za-z-]+$/.test(prerelease)) {
    return Effect.fail(refused("prerelease", "is not a name of letters, digits and hyphens"))
  }
  const prefixes = packages.map(prefixOf)
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  if (twice !== undefined) return Effect.fail(refused("packages", `have the tag prefix ${twice} twice`))
  return Effect.succeed(first)
}

const branchOf = ({ branch, owner, repo }: Input) =>
  branch === undefined
    ? Effect.map(Repositories.get({ owner, repo }), ({ default_branch }) => default_branch)
    : Effect.succeed(branch)

const headOf = ({ owner, repo }: Input, branch: string) =>
  Effect.map(Refs.get({ owner, repo, ref: `heads/${branch}` }), ({ object }) => object.sha)

/**
 * Returns what would be released from a branch: for each package that has changed, its next version, tag and notes.
 * Reads only.
 *
 * **Details**
 *
 * The last version is the highest tag that the branch has, so that a branch for maintenance follows its own. A breaking
 * change raises the major version, a feature the minor one, and a fix the patch; below 1.0.0, a breaking change raises
 * the minor version. A commit that was reverted since does not count, and neither does the revert.
 *
 * A prerelease is based on the changes since the last stable version, and its number counts up: `2.0.0-beta.2` after
 * `2.0.0-beta.1`. The stable version after it needs no new changes. A prerelease that would sort before the last one,
 * such as an `alpha` after a `beta`, fails with `InvalidInput`.
 *
 * **Gotchas**
 *
 * Without a tag, it reads all commits of the branch. With several packages and `by: "labels"`, it reads the files of each
 * merged pull request. The service finds the commits of a path by their dates, so a wrong clock can hide one.
 */
export const next: (input: CommitInput) => Effect.Effect<ReadonlyArray<Next>, Failure, Forge> = Effect.fn(
  "Release.next"
)(function* (input: CommitInput): Effect.fn.Return<ReadonlyArray<Next>, Failure, Forge> {
  return yield* nextOf(input, "Release.next")
}, observed)

const nextOf = Effect.fnUntraced(function* (
  input: CommitInput,
  operation: Operation
): Effect.fn.Return<ReadonlyArray<Next>, Failure, Forge> {
  const first = yield* firstOf(input, operation)
  const branch = yield* branchOf(input)
  return yield* nextAt(input, { branch, sha: input.sha ?? (yield* headOf(input, branch)), first, operation })
})

/** What is released from a branch at a commit. */
interface At {
  readonly branch: string
  readonly sha: string
  readonly first: Version.Version
  readonly operation: Operation
}

const nextAt = Effect.fnUntraced(function* (
  input: Input,
  { branch, first, operation, sha }: At
): Effect.fn.Return<ReadonlyArray<Next>, Failure, Forge> {
  const { owner, prerelease, repo } = input
  const place = { owner, repo }
  const one = Effect.fnUntraced(function* (item: Package): Effect.fn.Return<ReadonlyArray<Next>, Failure, Forge> {
    const { last, stable } = yield* releasedOf(place, item, sha)
    const changes = (tag: string | undefined) =>
      Effect.flatMap(commitsOf({ ...place, from: tag ?? null, to: sha }), ({ commits }) =>
        changesOf({ ...input, branch }, item, sha, commits)
      )
    const all = yield* changes(stable?.name)
    const isPrerelease = prerelease !== undefined
    const fresh = isPrerelease && last?.name !== stable?.name ? yield* changes(last?.name) : all
    const bump = Version.greatest(all.map((change) => change.bump))
    if (bump === undefined || Version.greatest(fresh.map((change) => change.bump)) === undefined) return []
    const version = Version.following(stable?.version, last?.version, { bump, first, prerelease })
    if (version === undefined) {
      return yield* refusedBy(operation)("prerelease", `${String(prerelease)} would come before ${String(last?.name)}`)
    }
    const text = Version.format(version)
    return [
      {
        name: item.name,
        version: text,
        tag: `${prefixOf(item)}${text}`,
        sha,
        prerelease: isPrerelease,
        previous: (isPrerelease ? last : stable)?.name ?? null,
        bump,
        changes: fresh,
        notes: notesOf(input, fresh)
      }
    ]
  })
  return (yield* Effect.forEach(packagesOf(input), one)).flat()
})

/** What is published in addition to the notes. */
export interface Options<out E = never, out R = never> {
  /** The files of a release, made when it is published. Default: none. */
  readonly assets?: ((release: Planned) => Effect.Effect<ReadonlyArray<Publish.Asset<E, R>>, E, R>) | undefined
}

/**
 * Publishes what `next` returns, at the head of the branch, or at `sha`. Returns the releases; a second run finds nothing to release.
 *
 * If it fails or is interrupted, some packages are published: running it again does the rest. A tag that is at another commit
 * fails with `Conflict`. Nobody sees a release without its files.
 */
export const publish: <E = never, R = never>(
  input: CommitInput,
  options?: Options<E, R>
) => Effect.Effect<ReadonlyArray<Release>, E | PublishFailure, Forge | R> = Effect.fn("Release.publish")(function* <
  E = never,
  R = never
>(
  input: CommitInput,
  options: Options<E, R> = {}
): Effect.fn.Return<ReadonlyArray<Release>, E | PublishFailure, Forge | R> {
  return yield* Effect.forEach(yield* nextOf(input, "Release.publish"), (planned) =>
    publishOne(input, planned, options)
  )
}, observed)

const publishOne = Effect.fnUntraced(function* <E, R>(
  { owner, repo }: Place,
  planned: Planned,
  { assets }: Options<E, R>
): Effect.fn.Return<Release, E | PublishFailure, Forge | R> {
  return yield* Publish.release({
    owner,
    repo,
    tag_name: planned.tag,
    target_commitish: planned.sha,
    name: titleOf(planned),
    body: planned.notes,
    prerelease: planned.prerelease,
    make_latest: planned.prerelease ? "false" : "legacy",
    assets: assets === undefined ? [] : yield* assets(planned)
  })
})

const titleOf = ({ name, version }: Pick<Planned, "name" | "version">): string => `${name} ${version}`

const markOf = (tag: string): string => Mark.of(`release/${tag}`)

/**
 * Keeps a pull request up to date that collects what is released next: versions and changelogs are updated on the branch
 * `release/{branch}`, and the text has the notes. `publishMerged` publishes it once it is merged, however it is merged.
 *
 * Returns null if there is nothing to release, as after a revert: an open pull request then stays as it is, for people
 * to close. While the last one is merged but not published yet, nothing is written (`pending`). If it fails or is
 * interrupted, running it again does the rest.
 *
 * **Details**
 *
 * Run it after each push: a pull request that is behind starts again at its base. Notes that people change in its text are
 * published, if it is merged before the next run, which writes the generated part of the text again. That part has at
 * most 61,440 characters, as the service takes 65,536: longer notes are cut at the end of a line, and end with
 * `… The rest does not fit in here.`, also in the release. The changelog has all of them.
 *
 * **Gotchas**
 *
 * Commits that are pushed between the last run and the merge are released with it, but are not in the notes.
 */
export const propose: <R = never>(
  input: Input,
  options?: Propose.Options<R>
) => Effect.Effect<Proposed | null, ProposeFailure, Forge | R> = Effect.fn("Release.propose")(function* <R = never>(
  input: Input,
  options?: Propose.Options<R>
): Effect.fn.Return<Proposed | null, ProposeFailure, Forge | R> {
  const operation = "Release.propose"
  const first = yield* firstOf(input, operation)
  const place = { owner: input.owner, repo: input.repo }
  const base = yield* branchOf(input)
  const merged = yield* mergedOf(input, base)
  if (merged !== undefined) {
    const missing = yield* Effect.forEach(sectionsOf(input, merged), ({ tag }) =>
      Refs.get({ ...place, ref: `tags/${tag}` }).pipe(
        Effect.as(false),
        Effect.catchTag("NotFound", () => Effect.succeed(true))
      )
    )
    if (missing.includes(true)) {
      yield* tellNumber(merged)
      return { action: "pending", pull: merged, releases: [] }
    }
  }
  const head = yield* headOf(input, base)
  const releases = yield* nextAt(input, { branch: base, sha: head, first, operation })
  const [only] = releases
  if (only === undefined) return null
  const { committer } = yield* Git.getCommit({ ...place, commit_sha: head })
  // The date of the head: that of today would change the files each day.
  const date = committer.date === null ? "" : ` - ${DateTime.formatIsoDateUtc(committer.date)}`
  const files = yield* filesOf(input, head, releases, date)
  const title = shortTitle(`chore(release): ${releases.map(titleOf).join(", ")}`)
  const body = within(textMost, releases)
  const proposal = { ...place, branch: proposalOf(base), base, files, message: title, title, body }
  const proposed = yield* Propose.pullRequest({ ...proposal, refresh: "rebuild" }, options).pipe(
    // It has neither a limit nor auto-merge.
    Effect.catchTag(["ProposalsLimited", "AutoMergeRefused"], Effect.die)
  )
  if (proposed === null) return null
  yield* tellNumber(proposed.pull)
  return { ...proposed, releases }
}, observed)

/** The service takes 65,536 characters. The rest is for the marks of the proposal, and for what people add. */
const textMost = 65_536 - 4_096

const rest = "\n\n… The rest does not fit in here."

/** The text of a proposal: the longest notes are cut until all of it fits. */
const within = (most: number, releases: ReadonlyArray<Next>): string => {
  const headOf = (each: Next) => `${markOf(each.tag)}\n## ${titleOf(each)}\n\n`
  let left = most - releases.reduce((sum, each) => sum + headOf(each).length + "\n\n".length, -"\n\n".length)
  let longer = releases.length
  const notes = new Map<string, string>()
  // The shortest come first, and leave what they don't need to the others.
  for (const each of releases.toSorted((one, other) => one.notes.length - other.notes.length)) {
    const share = Math.max(rest.length, Math.floor(left / longer--))
    const text = each.notes.length <= share ? each.notes : cutAt(each.notes, share - rest.length) + rest
    notes.set(each.tag, text)
    left -= text.length
  }
  return releases.map((each) => headOf(each) + (notes.get(each.tag) ?? "")).join("\n\n")
}

/** The lines that fit. */
const cutAt = (text: string, most: number): string => {
  const start = text.slice(0, most + 1)
  const end = start.lastIndexOf("\n")
  return (end > 0 ? start.slice(0, end) : start.slice(0, most)).trimEnd()
}

/** The files that name a version, and the changelogs, as they are after the release. */
const filesOf = Effect.fnUntraced(function* (
  input: Input,
  ref: string,
  releases: ReadonlyArray<Next>,
  date: string
): Effect.fn.Return<Record<string, string>, ProposeFailure, Forge> {
  const files: Record<string, string> = {}
  const textOf = (path: string) =>
    files[path] === undefined
      ? Contents.download.text({ owner: input.owner, repo: input.repo, path, ref })
      : Effect.succeed(files[path])
  for (const release of releases) {
    const { changelog, path, versionFiles = [] } = packagesOf(input).find(({ name }) => name === release.name) ?? {}
    for (const file of versionFiles) files[file.path] = withVersion(file, yield* textOf(file.path), release.version)
    const log = changelog === undefined ? `${path === undefined ? "" : `${path}/`}CHANGELOG.md` : changelog
    if (log === null) continue
    const text = yield* Effect.catchTag(textOf(log), "NotFound", () => Effect.succeed(null))
    files[log] = withSection(text, `## ${release.version}${date}\n\n${release.notes}`)
  }
  if (Object.keys(files).length > 0) return files
  return yield* refusedBy("Release.propose")(
    "packages",
    "have neither a changelog nor a file with a version, so there is nothing to propose"
  )
})

/** The pull request of the last release that was merged. */
const mergedOf = ({ owner, repo }: Input, base: string) =>
  PullRequests.list({ owner, repo, state: "closed", base, head: `${owner}:${proposalOf(base)}` }).pipe(
    Stream.filter(({ merged_at }) => merged_at !== null),
    Stream.runHead,
    Effect.map(Option.getOrUndefined)
  )

/** What the text of a merged pull request says that it releases, with its notes. */
const sectionsOf = (
  input: Input,
  { body, merge_commit_sha: sha }: { readonly body: string | null; readonly merge_commit_sha: string | null }
): ReadonlyArray<Planned> => {
  if (sha === null) return []
  const found: Array<Planned & { readonly lines: Array<string> }> = []
  let lines: Array<string> | undefined
  for (const line of (body ?? "").replaceAll("\r\n", "\n").split("\n")) {
    if (line.startsWith("<!-- forgecast:key=")) {
      const planned = packagesOf(input).flatMap(({ name, path, tagPrefix }): ReadonlyArray<Planned> => {
        const prefix = prefixOf({ name, path, tagPrefix })
        // The mark of a version: the text between those of the prefix is compared as marks have it.
        const version = line.trimEnd().slice(markOf(prefix).length - " -->".length, -" -->".length)
        const parsed = Version.parse(version.replaceAll("%2D", "-"))
        if (parsed === undefined) return []
        const text = Version.format(parsed)
        const tag = `${prefix}${text}`
        if (line.trimEnd() !== markOf(tag)) return []
        return [{ name, version: text, tag, sha, prerelease: parsed.pre.length > 0, notes: "" }]
      })
      lines = undefined
      for (const each of planned) found.push({ ...each, lines: (lines = []) })
    } else if (!(lines?.length === 0 && line.startsWith("## "))) {
      lines?.push(line)
    }
  }
  return found.map(({ lines, ...planned }) => ({ ...planned, notes: lines.join("\n").trim() }))
}

/**
 * Publishes what the last pull request of `propose` releases, once that is merged: each tag at the commit that the merge, the
 * squash or the rebase has made. Returns its releases; an empty list if none was merged.
 *
 * If it fails or is interrupted, some packages are published: running it again does the rest, and returns what is
 * already published unchanged. A tag that is at another commit fails with `Conflict`. A release that somebody has
 * deleted is created again.
 */
export const publishMerged: <E = never, R = never>(
  input: Input,
  options?: Options<E, R>
) => Effect.Effect<ReadonlyArray<Release>, E | PublishFailure, Forge | R> = Effect.fn("Release.publishMerged")(
  function* <E = never, R = never>(
    input: Input,
    options: Options<E, R> = {}
  ): Effect.fn.Return<ReadonlyArray<Release>, E | PublishFailure, Forge | R> {
    yield* firstOf(input, "Release.publishMerged")
    const merged = yield* mergedOf(input, yield* branchOf(input))
    if (merged === undefined) return []
    yield* tellNumber(merged)
    return yield* Effect.forEach(sectionsOf(input, merged), (planned) => publishOne(input, planned, options))
  },
  observed
)

/**
 * Keeps a draft release of each package up to date, with what `next` returns, for people to publish. Returns the drafts; an
 * empty list if there is nothing to release.
 *
 * The draft is found by a mark in its notes, even when its version changes. Its notes are written again each time: what
 * people add to them is lost. If it fails or is interrupted, a draft is as it was or up to date, and a lost response
 * does not lead to a second one.
 */
export const draft: (input: Input) => Effect.Effect<ReadonlyArray<Release>, Failure, Forge> = Effect.fn(
  "Release.draft"
)(function* (input: Input): Effect.fn.Return<ReadonlyArray<Release>, Failure, Forge> {
  const place = { owner: input.owner, repo: input.repo }
  const operation = "Release.draft"
  const first = yield* firstOf(input, operation)
  const branch = yield* branchOf(input)
  const planned = yield* nextAt(input, { branch, sha: yield* headOf(input, branch), first, operation })
  if (planned.length === 0) return []
  const drafts = yield* Stream.runCollect(Stream.filter(Releases.list(place), ({ draft }) => draft))
  return yield* Effect.forEach(planned, (each) => {
    const key = `release/draft/${branch}/${each.name}`
    const fields = {
      tag_name: each.tag,
      target_commitish: branch,
      name: titleOf(each),
      prerelease: each.prerelease
    }
    const found = drafts.find(({ body }) => Mark.isIn(body, Mark.of(key)))
    if (found === undefined) {
      return Write.once(Releases.create, { ...place, ...fields, body: each.notes, draft: true }, { key })
    }
    const body = Mark.add(each.notes, Mark.of(key))
    const isSame =
      found.body === body &&
      found.tag_name === fields.tag_name &&
      found.target_commitish === branch &&
      found.name === fields.name &&
      found.prerelease === fields.prerelease
    return isSame
      ? Effect.succeed(found)
      : Releases.update({ ...place, ...fields, release_id: found.id, body, draft: true })
  })
}, observed)
