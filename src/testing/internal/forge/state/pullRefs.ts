/** The refs of pull requests, which are the service's own: `refs/pull/7/head`, and `refs/pull/7/merge` while it can be merged. */
import { commitOf, type Sha } from "../../git/objects.ts"
import { putSigned } from "../../git/signature.ts"
import { identityOf, webFlow } from "./identities.ts"
import type { Repository, World } from "./model.ts"
import { baseSha, isPull, type Pull, trialMerge } from "./pulls.ts"
import { keepCommit } from "./reach.ts"

/** What their names begin with. Nobody else can make, move or delete such refs. */
export const hidden = "refs/pull/"

/**
 * The commit that a merge would make, which from then on is found by its sha; null if there are conflicts. It stays the
 * same while base and head do.
 */
export const testMerge = (world: World, repository: Repository, pull: Pull): Sha | null => {
  const { objects } = world
  const base = baseSha(repository, pull)
  const { head, merge_commit_sha: known } = pull.pull_request
  const tree = trialMerge(objects, base, head.sha)
  if (tree === undefined) return null
  const parents = [base, head.sha]
  if (known !== null && commitOf(objects, known).parents.join() === parents.join()) return known
  const date = Math.max(pull.updated_at, ...parents.map((sha) => commitOf(objects, sha).committer.date))
  const author = identityOf(world, pull.user ?? repository.owner, date)
  const message = `Merge ${head.sha} into ${base}`
  const { sha } = putSigned(objects, { tree, parents, author, committer: webFlow(date), message })
  keepCommit(world, repository, sha)
  return sha
}

/** The commit that a merge of an open pull request would make. */
const mergeOf = (world: World, repository: Repository, pull: Pull): Sha | null => {
  if (pull.state === "closed") return null
  const sha = testMerge(world, repository, pull)
  if (sha === null || sha === pull.pull_request.merge_commit_sha) return sha
  repository.issues.set(pull.number, { ...pull, pull_request: { ...pull.pull_request, merge_commit_sha: sha } })
  return sha
}

const pattern = /^(?:refs\/)?pull\/([1-9]\d*)\/(head|merge)$/

/** The commit of a ref of a pull request, with or without `refs/`; undefined if there is none. */
export const pullTip = (world: World, repository: Repository, name: string): Sha | undefined => {
  const [, number, kind] = pattern.exec(name) ?? []
  const pull = number === undefined ? undefined : repository.issues.get(Number(number))
  if (pull === undefined || !isPull(pull)) return undefined
  return kind === "head" ? pull.pull_request.head.sha : (mergeOf(world, repository, pull) ?? undefined)
}

interface PullRef {
  readonly name: string
  readonly sha: Sha
}

/** The refs of pull requests whose names begin with a prefix. To make the merges of many takes a while. */
export const pullRefs = (world: World, repository: Repository, prefix = hidden): ReadonlyArray<PullRef> => {
  if (!prefix.startsWith(hidden) && !hidden.startsWith(prefix)) return []
  return [...repository.issues.group("kind", "pull", "created").all].flatMap(({ number }) =>
    ["head", "merge"].flatMap((kind) => {
      const name = `${hidden}${number}/${kind}`
      const sha = name.startsWith(prefix) ? pullTip(world, repository, name) : undefined
      return sha === undefined ? [] : [{ name, sha }]
    })
  )
}

/** The commit of a ref: of the repository's own, or of a pull request. */
export const tipOf = (world: World, repository: Repository, name: string): Sha | undefined =>
  repository.refs.get(name) ?? (name.startsWith(hidden) ? pullTip(world, repository, name) : undefined)
