/** Merges pull requests: makes the commits, moves the base, and closes what their texts name. */
import { rebaseOnto } from "../../git/merge.ts"
import type { Commit, Identity, Sha } from "../../git/objects.ts"
import { putSigned } from "../../git/signature.ts"
import { closed } from "./branchMoves.ts"
import { closeBy, closedByPull } from "./closing.ts"
import { identityOf, webFlow } from "./identities.ts"
import { withEvents } from "./issues.ts"
import type { Repository, World } from "./model.ts"
import { baseSha, type Pull, rangeOf, trialMerge } from "./pulls.ts"
import type { MergeMethod } from "./mergeTypes.ts"
import { branchRef, branchTip, moveRef } from "./refs.ts"

export interface MergeRequest {
  readonly method: MergeMethod
  /** The service's own by default. A rebase keeps the messages of its commits. */
  readonly title?: string | undefined
  readonly message?: string | undefined
  /** The address of the author, if it is not the usual one. */
  readonly email?: string | undefined
  /** Login of the one who merges. */
  readonly by: string
  readonly now: number
}

const joined = (title: string, body: string): string => (body === "" ? title : `${title}\n\n${body}`)

/** Splits a commit's message into its first line and the rest. */
const parts = (message: string): readonly [title: string, body: string] => {
  const [title = "", ...rest] = message.trim().split("\n")
  return [title, rest.join("\n").trim()]
}

const mergeMessage = ({ settings }: Repository, pull: Pull, ask: MergeRequest): string => {
  const { body, number, pull_request, title } = pull
  const { owner, ref } = pull_request.head
  const usual = `Merge pull request #${number} from ${owner}/${ref}`
  const texts = { PR_BODY: body ?? "", PR_TITLE: title, BLANK: "" }
  return joined(
    ask.title ?? (settings.merge_commit_title === "MERGE_MESSAGE" ? usual : `${title} (#${number})`),
    ask.message ?? texts[settings.merge_commit_message]
  )
}

/** Credits the authors other than the one of the squashed commit. */
const coAuthors = (commits: ReadonlyArray<Commit>, author: Identity): ReadonlyArray<string> => {
  const others = commits.map((commit) => commit.author).filter(({ email }) => email !== author.email)
  return [...new Set(others.map(({ email, name }) => `Co-authored-by: ${name} <${email}>`))]
}

/** A list of all messages, or the rest of the message of a single commit. */
const squashedMessages = (commits: ReadonlyArray<Commit>, author: Identity): string => {
  const [first, ...others] = commits
  const isSingle = first !== undefined && others.length === 0
  const list = isSingle
    ? parts(first.message)[1]
    : commits.map(({ message }) => `* ${joined(...parts(message))}`).join("\n\n")
  const credits = coAuthors(commits, author).join("\n")
  const rule = isSingle || credits === "" ? "" : "---------"
  return [list, rule, credits].filter((part) => part !== "").join("\n\n")
}

/** By default, the title is that of a single commit, or else of the pull request. */
const squashMessage = (
  { settings }: Repository,
  pull: Pull,
  commits: ReadonlyArray<Commit>,
  author: Identity,
  ask: MergeRequest
): string => {
  const only =
    commits.length === 1 && settings.squash_merge_commit_title === "COMMIT_OR_PR_TITLE" ? commits[0] : undefined
  const subject = only === undefined ? pull.title : parts(only.message)[0]
  const texts = { PR_BODY: pull.body ?? "", COMMIT_MESSAGES: squashedMessages(commits, author), BLANK: "" }
  return joined(ask.title ?? `${subject} (#${pull.number})`, ask.message ?? texts[settings.squash_merge_commit_message])
}

/** The author of a commit, by the address that is wished. */
const authorOf = (world: World, login: string, { email, now }: MergeRequest): Identity => {
  const author = identityOf(world, login, now)
  return email === undefined ? author : { ...author, email }
}

/** The title and the text of a merge, as the service proposes them. A rebase has none of its own. */
export const proposedMessage = (
  world: World,
  repository: Repository,
  pull: Pull,
  method: MergeMethod
): readonly [title: string, message: string] => {
  const ask = { method, by: pull.user ?? repository.owner, now: pull.updated_at }
  if (method === "rebase") return ["", ""]
  if (method === "merge") return parts(mergeMessage(repository, pull, ask))
  const author = identityOf(world, ask.by, ask.now)
  const commits = rangeOf(world.objects, baseSha(repository, pull), pull.pull_request.head.sha).ahead
  return parts(squashMessage(repository, pull, commits, author, ask))
}

/** Makes the commits of a merge on top of the base. Returns the last one; undefined if there are conflicts. */
export const commitsOf = (
  world: World,
  repository: Repository,
  base: Sha,
  pull: Pull,
  ask: MergeRequest
): Sha | undefined => {
  const { objects } = world
  const { head } = pull.pull_request
  const merger = ask.method === "rebase" ? identityOf(world, ask.by, ask.now) : authorOf(world, ask.by, ask)
  if (ask.method === "rebase") {
    const rebased = rebaseOnto(objects, base, head.sha, base, merger)
    if (rebased._tag === "Conflict") return undefined
    const tip = rebased.commits.at(-1)?.sha ?? base
    // The service always makes new commits, even in the second in which the old ones were made.
    const isSame = tip === head.sha && tip !== base
    return isSame ? commitsOf(world, repository, base, pull, { ...ask, now: ask.now + 1000 }) : tip
  }
  const tree = trialMerge(objects, base, head.sha)
  if (tree === undefined) return undefined
  const committer = webFlow(ask.now)
  if (ask.method === "merge") {
    const message = mergeMessage(repository, pull, ask)
    return putSigned(objects, { tree, parents: [base, head.sha], author: merger, committer, message }).sha
  }
  const author = authorOf(world, pull.user ?? ask.by, ask)
  const message = squashMessage(repository, pull, rangeOf(objects, base, head.sha).ahead, author, ask)
  return putSigned(objects, { tree, parents: [base], author, committer, message }).sha
}

/** Merges an open pull request. Returns the new tip of its base; undefined, without any change, if there are conflicts. */
export const mergePull = (world: World, repository: Repository, pull: Pull, ask: MergeRequest): Sha | undefined => {
  const sha = commitsOf(world, repository, baseSha(repository, pull), pull, ask)
  if (sha !== undefined) landPull(world, repository, pull, sha, ask)
  return sha
}

/** Moves the base of a pull request to what its merge has made, and closes what that closes. */
export const landPull = (
  world: World,
  repository: Repository,
  pull: Pull,
  sha: Sha,
  ask: Pick<MergeRequest, "by" | "now">
): void => {
  const { auto_merge, base, head } = pull.pull_request
  const { pull_request, ...state } = closed(repository, pull, ask.by, ask.now)
  const merge = { merged_at: ask.now, merged_by: ask.by, merge_commit_sha: sha, auto_merge }
  const merged = { ...pull, ...state, updated_at: ask.now, pull_request: { ...pull_request, ...merge } }
  repository.issues.set(pull.number, withEvents(world, repository, pull, merged, ask))
  moveRef(world, repository, branchRef(base.ref), sha, ask.now, ask.by, true)
  if (base.ref === repository.default_branch) {
    closeBy(world, repository, closedByPull(world, repository, pull), { closer: pull.id }, ask)
  }
  if (repository.merges.delete_branch && head.repository === repository.id && canBeDeleted(repository, head.ref)) {
    moveRef(world, repository, branchRef(head.ref), null, ask.now, ask.by)
  }
}

const canBeDeleted = (repository: Repository, branch: string): boolean =>
  branchTip(repository, branch) !== undefined &&
  branch !== repository.default_branch &&
  !repository.protection.has(branch)
