/** Generates the notes of a release: what was merged since the previous one, and by whom. */
import { ancestorsOf } from "../../../git/history.ts"
import type { Sha } from "../../../git/objects.ts"
import { type Issue, type Repository, userOf, type World } from "../../state/model.ts"
import { tagRef } from "../../state/refs.ts"
import { byRecency } from "../../state/releases.ts"
import { type Context, pageUrl } from "../../wire/common.ts"

/** The tag of the last published release before a commit. */
const previousTag = (repository: Repository, tag: string, before: ReadonlySet<Sha>): string | undefined =>
  byRecency(repository).find((release) => {
    const sha = repository.refs.get(tagRef(release.tag_name))
    return !release.draft && release.tag_name !== tag && sha !== undefined && before.has(sha)
  })?.tag_name

/** A merged pull request. */
interface Merged {
  readonly issue: Issue
  readonly at: number
  readonly commit: Sha
}

/** Lists all merged pull requests, the oldest merge first. */
const mergedPulls = (repository: Repository): ReadonlyArray<Merged> => {
  const merged: Array<Merged> = []
  for (const issue of repository.issues.group("kind", "pull", "created").all) {
    const at = issue.pull_request?.merged_at ?? null
    if (at !== null) merged.push({ issue, at, commit: issue.pull_request?.merge_commit_sha ?? "" })
  }
  return merged.sort((a, b) => a.at - b.at || a.issue.number - b.issue.number)
}

const isPerson = (world: World, login: string): boolean => userOf(world, login)?.type === "User"

export interface Notes {
  readonly name: string
  readonly body: string
}

/** Writes the notes of what leads to a commit. Without `previous`, they start at the last release before it. */
export const notesFor = (
  context: Context,
  repository: Repository,
  tag: string,
  commit: Sha,
  previous?: string
): Notes => {
  const { objects } = context.world
  const page = pageUrl(context, repository)
  const history = ancestorsOf(objects, commit)
  const start = previous ?? previousTag(repository, tag, history)
  const startSha = start === undefined ? undefined : repository.refs.get(tagRef(start))
  const earlier: ReadonlySet<Sha> = startSha === undefined ? new Set() : ancestorsOf(objects, startSha)
  const changes: Array<string> = []
  const newcomers: Array<string> = []
  const known = new Set<string>()
  for (const { commit: merge, issue } of mergedPulls(repository)) {
    const author = issue.user ?? "ghost"
    const url = `${page}/pull/${issue.number}`
    if (history.has(merge) && !earlier.has(merge)) {
      changes.push(`* ${issue.title} by @${author} in ${url}`)
      if (!known.has(author) && isPerson(context.world, author)) {
        newcomers.push(`* @${author} made their first contribution in ${url}`)
      }
    }
    known.add(author)
  }
  const full =
    start === undefined
      ? `${page}/commits/${encodeURIComponent(tag)}`
      : `${page}/compare/${encodeURIComponent(start)}...${encodeURIComponent(tag)}`
  const sections = [
    ...(changes.length === 0 ? [] : [["## What's Changed", ...changes].join("\n")]),
    ...(newcomers.length === 0 ? [] : [["## New Contributors", ...newcomers].join("\n")]),
    `**Full Changelog**: ${full}`
  ]
  return { name: tag, body: sections.join("\n\n") }
}
