/** The refs of a repository as git sees them, and what it may ask for. */
import type { Call } from "../../forge/http/call.ts"
import type { Repository } from "../../forge/state/model.ts"
import { pullRefs } from "../../forge/state/pullRefs.ts"
import { hasCommit, hasObject } from "../../forge/state/reach.ts"
import { branchRef } from "../../forge/state/refs.ts"
import { byPath, type Sha } from "../../git/objects.ts"
import type { Ref, Refs } from "../../git/wire/advertisement.ts"
import type { Source } from "../../git/wire/fetch.ts"

const ownRefs = ({ annotated, refs }: Repository): ReadonlyArray<Ref> =>
  [...refs].map(([name, sha]) => {
    const tag = annotated.get(name)
    return tag === undefined ? { name, sha } : { name, sha: tag, peeled: sha }
  })

/** Lists the refs, those of pull requests if they may be asked for: to make their merges takes a while. */
export const refsOf = (call: Call, repository: Repository, withPulls: boolean): Refs => ({
  all: [...ownRefs(repository), ...(withPulls ? pullRefs(call.world, repository) : [])].sort((a, b) =>
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
