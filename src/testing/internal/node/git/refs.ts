/** The refs of a repository as git sees them, and what it may ask for. */
import { testMerge } from "../../forge/handlers/mergeability.ts"
import type { Call } from "../../forge/http/call.ts"
import type { Repository } from "../../forge/state/model.ts"
import { isPull, type Pull } from "../../forge/state/pulls.ts"
import { hasCommit, hasObject } from "../../forge/state/reach.ts"
import { branchRef } from "../../forge/state/refs.ts"
import { byPath, type Sha } from "../../git/objects.ts"
import type { Ref, Refs } from "../../git/wire/advertisement.ts"
import type { Source } from "../../git/wire/fetch.ts"

/** The refs of pull requests are the service's own: nobody can push to them. */
export const hidden = "refs/pull/"

/** The commit that a merge of an open pull request would make. */
const mergeOf = (call: Call, repository: Repository, pull: Pull): Sha | null => {
  if (pull.state === "closed") return null
  const sha = testMerge(call, repository, pull)
  if (sha === null || sha === pull.pull_request.merge_commit_sha) return sha
  repository.issues.set(pull.number, { ...pull, pull_request: { ...pull.pull_request, merge_commit_sha: sha } })
  return sha
}

const pullRefs = (call: Call, repository: Repository): ReadonlyArray<Ref> =>
  [...repository.issues.group("kind", "pull", "created").all].filter(isPull).flatMap((pull) => {
    const merge = mergeOf(call, repository, pull)
    const name = `${hidden}${pull.number}`
    return [
      { name: `${name}/head`, sha: pull.pull_request.head.sha },
      ...(merge === null ? [] : [{ name: `${name}/merge`, sha: merge }])
    ]
  })

const ownRefs = ({ annotated, refs }: Repository): ReadonlyArray<Ref> =>
  [...refs].map(([name, sha]) => {
    const tag = annotated.get(name)
    return tag === undefined ? { name, sha } : { name, sha: tag, peeled: sha }
  })

/** Lists the refs, those of pull requests if they may be asked for: to make their merges takes a while. */
export const refsOf = (call: Call, repository: Repository, withPulls: boolean): Refs => ({
  all: [...ownRefs(repository), ...(withPulls ? pullRefs(call, repository) : [])].sort((a, b) =>
    byPath(a.name, b.name)
  ),
  head: branchRef(repository.default_branch)
})

/** What a ref points to: a commit, or an annotated tag. */
export const targetOf = ({ annotated, refs }: Repository, name: string): Sha | null =>
  annotated.get(name) ?? refs.get(name) ?? null

/** Whether the repository, or another one of its network, has an object. */
export const hasIn =
  ({ world }: Call, repository: Repository) =>
  (sha: Sha): boolean =>
    hasCommit(world, repository, sha) || hasObject(world, repository, sha)

export const sourceOf = (call: Call, repository: Repository, withPulls = false): Source => ({
  objects: call.world.objects,
  refs: refsOf(call, repository, withPulls),
  has: hasIn(call, repository)
})
