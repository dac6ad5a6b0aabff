/** Pull requests: how they are found, the commits and lines that they bring, and whether they can be merged. */
import { changesBetween, type FileChange } from "../../git/changes.ts"
import { commitsBetween, isAncestor, type Relation } from "../../git/history.ts"
import { memoised } from "../../git/memo.ts"
import { mergeCommits, rebaseOnto } from "../../git/merge.ts"
import { childrenOf, commitOf, type Objects, type Sha } from "../../git/objects.ts"
import type { Issue, Repository, World } from "./model.ts"
import type { PullHead, PullRequest, ReviewComment, Side } from "./records.ts"

type Computed<A> = (objects: Objects, base: Sha, head: Sha) => A

const remembered = <A>(compute: Computed<A>): Computed<A> => {
  const known = memoised<{ readonly value: A }>(5_000)
  return (objects, base, head) =>
    known(objects, `${base} ${head}`, () => ({ value: compute(objects, base, head) })).value
}

/** How the commits of a base and a head relate. */
export const rangeOf = remembered((objects, base, head): Relation => commitsBetween(objects, base, head))

interface Diff {
  /** By path. */
  readonly files: ReadonlyArray<FileChange>
  readonly additions: number
  readonly deletions: number
}

/** The tree that a head is compared with: that of the merge base. Undefined for unrelated histories. */
export const comparedTree = (objects: Objects, base: Sha, head: Sha): Sha | undefined => {
  const { mergeBase } = rangeOf(objects, base, head)
  return mergeBase === undefined ? undefined : commitOf(objects, mergeBase).tree
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Compares a head with its merge base. */
export const diffOf = remembered((objects, base, head): Diff => {
  const files = changesBetween(objects, comparedTree(objects, base, head), commitOf(objects, head).tree)
  return {
    files,
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions))
  }
})

/** Compares two commits themselves. */
const changesFrom = (objects: Objects, before: Sha, after: Sha): ReadonlyArray<FileChange> =>
  changesBetween(objects, commitOf(objects, before).tree, commitOf(objects, after).tree)

/** An issue that is a pull request. */
export type Pull = Issue & { readonly pull_request: PullRequest }

export const isPull = (issue: Issue): issue is Pull => issue.pull_request !== null

type IssueKey = readonly [repository: number, number: number]

const addKey = (index: Map<string, ReadonlyArray<IssueKey>>, key: string, place: IssueKey): void => {
  const known = index.get(key) ?? []
  if (!known.some(([id, number]) => id === place[0] && number === place[1])) index.set(key, [...known, place])
}

export const addCommit = (world: World, repository: Repository, number: number, sha: Sha): void =>
  addKey(world.pullsByCommit, sha, [repository.id, number])

/** Makes a new pull request known. */
export const register = (world: World, repository: Repository, number: number, head: PullHead): void => {
  addKey(world.pullsByHead, `${head.repository}:${head.ref}`, [repository.id, number])
  addCommit(world, repository, number, head.sha)
}

const pullsAt = (
  world: World,
  places: ReadonlyArray<IssueKey> | undefined
): ReadonlyArray<readonly [target: Repository, pull: Pull]> =>
  (places ?? []).flatMap(([id, number]) => {
    const target = world.repositories.get(id)
    const issue = target?.issues.get(number)
    return target === undefined || issue === undefined || !isPull(issue) ? [] : [[target, issue] as const]
  })

/** Lists the pull requests from a branch, with the repositories that they are in. */
export const pullsFrom = (world: World, repository: Repository, branch: string) =>
  pullsAt(world, world.pullsByHead.get(`${repository.id}:${branch}`)).filter(
    // The branch of some may have another name now.
    ([, { pull_request }]) => pull_request.head.ref === branch
  )

/** Lists the pull requests whose head is or was a commit. */
export const pullsOf = (world: World, sha: Sha) => pullsAt(world, world.pullsByCommit.get(sha))

/** Lists the open pull requests into a branch. */
export const openPullsInto = (repository: Repository, branch: string): ReadonlyArray<Pull> =>
  repository.issues.group("base", branch, "created").open.filter(isPull)

/** The commit that a pull request would be merged into, or was when it was closed. */
export const baseSha = (repository: Repository, { pull_request: { base }, state }: Pull): Sha =>
  (state === "open" ? repository.refs.get(`refs/heads/${base.ref}`) : undefined) ?? base.sha

/** The commits that a merge left in its base: the merge, or what was squashed or rebased. */
const landed = (objects: Objects, merge: Sha, base: Sha): ReadonlyArray<Sha> =>
  commitOf(objects, merge).parents.length > 1 ? [merge] : rangeOf(objects, base, merge).ahead.map(({ sha }) => sha)

/** The commits that a merged pull request brought, on its branch or in its base. */
export const broughtBy = (objects: Objects, issue: Issue): ReadonlyArray<Sha> => {
  if (!isPull(issue) || issue.pull_request.merged_at === null) return []
  const { base, head, merge_commit_sha } = issue.pull_request
  const own = rangeOf(objects, base.sha, head.sha).ahead.map(({ sha }) => sha)
  return merge_commit_sha === null ? own : [...new Set([...own, ...landed(objects, merge_commit_sha, base.sha)])]
}

/** The open pull requests that bring a commit: their heads lead to it, and their bases do not. */
const openBringing = (world: World, repository: Repository, sha: Sha): ReadonlyArray<Pull> => {
  const { objects } = world
  const main = repository.refs.get(`refs/heads/${repository.default_branch}`)
  // What is on the default branch was brought before. So nothing on it is looked at below, however long it is.
  if (main !== undefined && isAncestor(objects, sha, main)) return []
  const found: Array<Pull> = []
  const seen = new Set([sha])
  for (const at of seen) {
    for (const [target, pull] of pullsOf(world, at)) {
      const leads = target.id === repository.id && pull.state === "open" && pull.pull_request.head.sha === at
      if (leads && !isAncestor(objects, sha, baseSha(repository, pull))) found.push(pull)
    }
    for (const child of childrenOf(objects, at)) seen.add(child)
  }
  return found
}

/** The pull requests that bring a commit or brought it, the oldest first. */
export const pullsBringing = (world: World, repository: Repository, sha: Sha): ReadonlyArray<Pull> =>
  [
    ...repository.issues.group("commit", sha, "created").all.filter(isPull),
    ...openBringing(world, repository, sha)
  ].sort((a, b) => a.created_at - b.created_at || a.number - b.number)

/** Returns the merged tree of a base and a head; undefined if they conflict. */
export const trialMerge = remembered((objects, base, head): Sha | undefined => {
  const merged = mergeCommits(objects, base, head)
  return merged._tag === "Clean" ? merged.tree : undefined
})

const nobody = { name: "GitHub", email: "noreply@github.com", date: 0 }

/** Whether the commits of a head can be applied to a base, one after the other. */
export const canRebase = remembered(
  (objects, base, head): boolean => rebaseOnto(objects, base, head, base, nobody)._tag === "Rebased"
)

interface DiffLine {
  /** Its place in the file's patch: the line below the first `@@` has 1. */
  readonly position: number
  /** Its number in the old and in the new file; null where it is not part of it. */
  readonly left: number | null
  readonly right: number | null
  /** The patch from the header of its hunk up to this line. */
  readonly hunk: string
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

const linesOf = (patch: string): ReadonlyArray<DiffLine> => {
  const lines: Array<DiffLine> = []
  let hunk: Array<string> = []
  let left = 0
  let right = 0
  for (const [position, text] of patch.split("\n").entries()) {
    const start = header.exec(text)
    if (start !== null) {
      left = Number(start[1])
      right = Number(start[2])
      hunk = [text]
      continue
    }
    // "\ No newline at end of file" is not a line of either.
    if (!/^[ +-]/.test(text)) continue
    hunk.push(text)
    const sign = text[0]
    lines.push({
      position,
      left: sign === "+" ? null : left,
      right: sign === "-" ? null : right,
      hunk: hunk.join("\n")
    })
    if (sign !== "+") left++
    if (sign !== "-") right++
  }
  return lines
}

const lineOn = (lines: ReadonlyArray<DiffLine>, side: Side, line: number): DiffLine | undefined =>
  lines.find((each) => (side === "LEFT" ? each.left : each.right) === line)

/** Returns the number that a line has after a change; undefined if the change touches it. */
const moved = (change: FileChange, line: number): number | undefined => {
  if (change.after === undefined || change.patch === undefined) return undefined
  let shift = 0
  for (const each of linesOf(change.patch)) {
    if (each.left === line) return each.right ?? undefined
    if (each.left !== null && each.left > line) break
    if (each.left === null) shift++
    if (each.right === null) shift--
  }
  return line + shift
}

/** Where a comment is now. Null stands for outdated ones. */
interface Anchor {
  readonly line: number | null
  readonly start_line: number | null
  readonly position: number | null
}

const outdated: Anchor = { line: null, start_line: null, position: null }

/** Finds the place of a comment in the diff of a base and a head. */
export const anchorOf = (objects: Objects, base: Sha, head: Sha, comment: ReviewComment): Anchor => {
  const file = diffOf(objects, base, head).files.find(({ path }) => path === comment.path)
  if (file === undefined) return outdated
  if (comment.line === null) return { ...outdated, position: 1 }
  const change =
    comment.commit_id === head || comment.side === "LEFT"
      ? undefined
      : changesFrom(objects, comment.commit_id, head).find(({ path, previous }) => (previous ?? path) === comment.path)
  const now = (line: number | null) => (line === null || change === undefined ? line : (moved(change, line) ?? null))
  const line = now(comment.line)
  const found = line === null ? undefined : lineOn(linesOf(file.patch ?? ""), comment.side, line)
  return found === undefined ? outdated : { line, start_line: now(comment.start_line), position: found.position }
}

/** Where a new comment belongs. */
export type CommentPosition = Pick<
  ReviewComment,
  "path" | "position" | "line" | "side" | "start_line" | "start_side" | "commit_id" | "diff_hunk"
>

/** What a comment refers to, as it was sent. */
export interface Wished {
  readonly path: string
  readonly line: number | undefined
  readonly side: Side
  readonly start_line: number | undefined
  readonly start_side: Side
  readonly position: number | undefined
  readonly subject: "line" | "file"
}

/** What of a comment is not part of the diff. */
export type Unresolved = "path" | "line" | "start_line"

/** The side and the number of a line of a diff. */
const sideOf = ({ left, right }: DiffLine): readonly [side: Side, line: number] =>
  right === null ? ["LEFT", left ?? 0] : ["RIGHT", right]

/** Finds the place of a comment in the diff of a commit. */
export const placeIn = (objects: Objects, base: Sha, commit_id: Sha, wished: Wished): CommentPosition | Unresolved => {
  const file = diffOf(objects, base, commit_id).files.find(({ path }) => path === wished.path)
  if (file === undefined) return "path"
  const patch = file.patch ?? ""
  const common = { path: wished.path, commit_id }
  if (wished.subject === "file") {
    return { ...common, line: null, start_line: null, start_side: null, side: "RIGHT", position: 1, diff_hunk: patch }
  }
  const lines = linesOf(patch)
  const found =
    wished.line === undefined
      ? lines.find(({ position }) => position === wished.position)
      : lineOn(lines, wished.side, wished.line)
  if (found === undefined) return "line"
  const [side, line] = wished.line === undefined ? sideOf(found) : [wished.side, wished.line]
  const place = { ...common, position: found.position, line, side, diff_hunk: found.hunk }
  if (wished.start_line === undefined) return { ...place, start_line: null, start_side: null }
  const start = lineOn(lines, wished.start_side, wished.start_line)
  return start === undefined || start.position >= found.position
    ? "start_line"
    : { ...place, start_line: wished.start_line, start_side: wished.start_side }
}
