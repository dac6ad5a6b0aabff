/** Merges pull requests: makes the commits, moves the base, and closes what is to be closed. */
import { type Commit, commitOf, type Identity, putCommit, type Sha } from "../../../git/objects.ts"
import type { Repository, World } from "../model.ts"
import type { MergeMethod } from "../pulls.ts"
import { branchRef, branchTip, moveRef } from "../refs.ts"
import { identityOf } from "../seed/commits.ts"
import { closeBy } from "./closing.ts"
import { closed } from "./follow.ts"
import { rangeOf } from "./range.ts"
import { baseSha, type Pull } from "./register.ts"
import { trialMerge, trialRebase } from "./trial.ts"

export interface MergeRequest {
  readonly method: MergeMethod
  /** The service's own by default. A rebase keeps the messages of its commits. */
  readonly title?: string | undefined
  readonly message?: string | undefined
  /** Login of the one who merges. */
  readonly by: string
  readonly now: number
}

/** The committer of commits that the service itself makes. */
export const webFlow = (date: number): Identity => ({ name: "GitHub", email: "noreply@github.com", date })

const joined = (title: string, body: string): string => (body === "" ? title : `${title}\n\n${body}`)

/** Splits a commit's message into its first line and the rest. */
const parts = (message: string): readonly [title: string, body: string] => {
  const [title = "", ...rest] = message.trim().split("\n")
  return [title, rest.join("\n").trim()]
}

const mergeMessage = ({ number, pull_request: { head }, title }: Pull, ask: MergeRequest): string =>
  joined(ask.title ?? `Merge pull request #${number} from ${head.owner}/${head.ref}`, ask.message ?? title)

/** Credits the authors other than the one of the squashed commit. */
const coAuthors = (commits: ReadonlyArray<Commit>, author: Identity): ReadonlyArray<string> => {
  const others = commits.map((commit) => commit.author).filter(({ email }) => email !== author.email)
  return [...new Set(others.map(({ email, name }) => `Co-authored-by: ${name} <${email}>`))]
}

/** By default, the message of a single commit, or the pull request's title and a list of all messages. */
const squashMessage = (pull: Pull, commits: ReadonlyArray<Commit>, author: Identity, ask: MergeRequest): string => {
  const [only, ...others] = commits
  const [subject, body] = only === undefined || others.length > 0 ? [pull.title, undefined] : parts(only.message)
  const list = commits.map(({ message }) => `* ${joined(...parts(message))}`).join("\n\n")
  const credits = coAuthors(commits, author)
  const trailers = credits.length > 0 && body === undefined ? ["---------", credits.join("\n")] : [credits.join("\n")]
  const usual = [body ?? list, ...trailers].filter((part) => part !== "").join("\n\n")
  return joined(ask.title ?? `${subject} (#${pull.number})`, ask.message ?? usual)
}

/** Makes the commits of a merge on top of the base. Returns the last one; undefined if there are conflicts. */
const commitsOf = (world: World, base: Sha, pull: Pull, ask: MergeRequest): Sha | undefined => {
  const { objects } = world
  const { head } = pull.pull_request
  const merger = identityOf(world, ask.by, ask.now)
  if (ask.method === "rebase") {
    return trialRebase(objects, base, head.sha)?.reduce<Sha>((parent, { commit, tree }) => {
      const { author, message } = commit
      return putCommit(objects, { tree, parents: [parent], author, committer: merger, message }).sha
    }, base)
  }
  const tree = trialMerge(objects, base, head.sha)
  if (tree === undefined) return undefined
  const committer = webFlow(ask.now)
  if (ask.method === "merge") {
    const message = mergeMessage(pull, ask)
    return putCommit(objects, { tree, parents: [base, head.sha], author: merger, committer, message }).sha
  }
  const author = identityOf(world, pull.user ?? ask.by, ask.now)
  const message = squashMessage(pull, rangeOf(objects, base, head.sha).commits, author, ask)
  return putCommit(objects, { tree, parents: [base], author, committer, message }).sha
}

/** Merges an open pull request. Returns the new tip of its base; undefined, without any change, if there are conflicts. */
export const mergePull = (world: World, repository: Repository, pull: Pull, ask: MergeRequest): Sha | undefined => {
  const { base, head } = pull.pull_request
  const from = baseSha(repository, pull)
  const sha = commitsOf(world, from, pull, ask)
  if (sha === undefined) return undefined
  const { pull_request, ...state } = closed(repository, pull, ask.by, ask.now)
  const merge = { merged_at: ask.now, merged_by: ask.by, merge_commit_sha: sha }
  repository.issues.set(pull.number, {
    ...pull,
    ...state,
    updated_at: ask.now,
    pull_request: { ...pull_request, ...merge }
  })
  moveRef(world, repository, branchRef(base.ref), sha, ask.now)
  if (base.ref === repository.default_branch) {
    const messages = rangeOf(world.objects, from, sha).commits.map(({ message }) => message)
    closeBy(world, repository, [pull.body ?? "", ...messages].join("\n"), ask.by, ask.now)
  }
  if (repository.merges.delete_branch && head.repository === repository.id && canBeDeleted(repository, head.ref)) {
    moveRef(world, repository, branchRef(head.ref), null, ask.now)
  }
  return sha
}

const canBeDeleted = (repository: Repository, branch: string): boolean =>
  branchTip(repository, branch) !== undefined &&
  branch !== repository.default_branch &&
  !repository.protection.has(branch)
