/** What has been released of a package, and what has changed since. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Commits from "../../forge/Commits.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import * as Refs from "../../forge/Refs.ts"
import type { Commit } from "../../forge/schema/Commit.ts"
import type { Change, Failure, Input, Package } from "../ReleaseTypes.ts"
import * as Conventional from "./conventional.ts"
import { shareName } from "./names.ts"
import type { Place } from "./place.ts"
import { mergedIn } from "./range.ts"
import { usualLabels } from "./releaseNotes.ts"
import * as Version from "./version.ts"

/** A tag of a version. */
export interface Tag {
  readonly name: string
  readonly version: Version.Version
}

/** The branch of the pull request that collects. */
export const proposalOf = (branch: string): string => `release/${branch}`

export const prefixOf = ({ name, path, tagPrefix }: Package): string =>
  tagPrefix ?? (path === undefined ? "v" : `${name}-v`)

/** The last version, and the last stable one, that the head has: others are of other branches. */
export const releasedOf = Effect.fnUntraced(function* (
  place: Place,
  one: Package,
  head: string
): Effect.fn.Return<{ readonly last: Tag | undefined; readonly stable: Tag | undefined }, Failure, Forge> {
  const prefix = prefixOf(one)
  const refs = yield* Refs.getMatching({ ...place, ref: `tags/${prefix}` })
  const tags = refs
    .flatMap(({ ref }): ReadonlyArray<Tag> => {
      const name = ref.slice("refs/tags/".length)
      const version = Version.parse(name.slice(prefix.length))
      return version === undefined ? [] : [{ name, version }]
    })
    .toSorted((a, b) => Version.compare(b.version, a.version))
  let last: Tag | undefined
  for (const tag of tags) {
    const isStable = tag.version.pre.length === 0
    if (last !== undefined && !isStable) continue
    const { behind_by } = yield* Commits.compare({ ...place, base: tag.name, head, per_page: 1 })
    if (behind_by > 0) continue
    last ??= tag
    if (isStable) return { last, stable: tag }
  }
  return { last, stable: undefined }
})

/** The moment before which none of the commits was made. */
const oldestOf = (commits: ReadonlyArray<Commit>): DateTime.Utc =>
  DateTime.makeUnsafe(
    commits.reduce((oldest, { commit: { author, committer } }) => {
      const [made, committed] = [author, committer].map((who) => (who?.date ? DateTime.toEpochMillis(who.date) : 0))
      return Math.min(oldest, made ?? 0, committed ?? 0)
    }, Infinity)
  )

/** Those of the commits that touch the directory of a package. */
const touching = (place: Place, path: string, head: string, commits: ReadonlyArray<Commit>) =>
  Commits.list({ ...place, sha: head, path, since: oldestOf(commits) }).pipe(
    Stream.map(({ sha }) => sha),
    Stream.runCollect,
    Effect.map((shas) => {
      const own = new Set(shas)
      return commits.filter(({ sha }) => own.has(sha))
    })
  )

/** What has changed of a package, the oldest first. */
export const changesOf = Effect.fnUntraced(function* (
  input: Input & { readonly branch: string },
  { path }: Package,
  head: string,
  commits: ReadonlyArray<Commit>
): Effect.fn.Return<ReadonlyArray<Change>, Failure, Forge> {
  if (commits.length === 0) return []
  const place = { owner: input.owner, repo: input.repo }
  if (input.by === "labels") return yield* pullsOf(input, path, commits)
  const own = path === undefined ? commits : yield* touching(place, path, head, commits)
  return own.filter(remaining(own)).flatMap(({ commit: { message }, sha }): ReadonlyArray<Change> => {
    const parsed = Conventional.parse(message)
    if (parsed === undefined) return []
    return [{ ...parsed, sha, number: null, labels: [], bump: Conventional.bumpOf(parsed) }]
  })
})

/** Tells what counts: a commit and the one that takes it back do not, nor does one whose reversal is taken back count twice. */
const remaining = (commits: ReadonlyArray<Commit>): ((commit: Commit) => boolean) => {
  const gone = new Set<string>()
  // The newest first: a reversal that was taken back itself takes nothing back.
  for (const { commit, sha } of commits.toReversed()) {
    if (gone.has(sha)) continue
    for (const reverted of Conventional.revertedBy(commit.message)) {
      const found = commits.find((each) => each.sha !== sha && each.sha.startsWith(reverted))
      if (found !== undefined) gone.add(found.sha).add(sha)
    }
  }
  return ({ sha }) => !gone.has(sha)
}

/** The pull requests whose merges are among the commits. */
const pullsOf = Effect.fnUntraced(function* (
  { branch, labels, owner, repo }: Input & { readonly branch: string },
  path: string | undefined,
  commits: ReadonlyArray<Commit>
): Effect.fn.Return<ReadonlyArray<Change>, Failure, Forge> {
  const place = { owner, repo }
  const turns = new Map(commits.map(({ sha }, index) => [sha, index]))
  const merged = yield* mergedIn(place, commits)
  const pulls = yield* Stream.fromIterable(merged).pipe(
    // Earlier releases are not changes.
    Stream.filter(({ base, head }) => base.ref === branch && head.ref !== proposalOf(branch)),
    Stream.filterEffect(({ number }) =>
      path === undefined
        ? Effect.succeed(true)
        : PullRequests.listFiles({ ...place, pull_number: number }).pipe(
            Stream.filter(({ filename }) => filename.startsWith(`${path}/`)),
            Stream.runHead,
            Effect.map(({ _tag }) => _tag === "Some")
          )
    ),
    Stream.runCollect
  )
  const { major = usualLabels.major, minor = usualLabels.minor, skip = usualLabels.skip } = labels ?? {}
  return pulls
    .map((pull): Change => {
      const names = pull.labels.map(({ name }) => name)
      const breaking = shareName(names, major) ? pull.title : null
      return {
        sha: pull.merge_commit_sha ?? "",
        number: pull.number,
        type: null,
        scope: null,
        description: pull.title,
        breaking,
        labels: names,
        bump: breaking !== null ? "major" : shareName(names, minor) ? "minor" : "patch"
      }
    })
    .filter(({ labels }) => !shareName(labels, skip))
    .toSorted((a, b) => (turns.get(a.sha) ?? 0) - (turns.get(b.sha) ?? 0))
})
