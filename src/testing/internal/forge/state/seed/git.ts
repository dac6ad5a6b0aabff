/** Turns the git objects and refs of a seed into state, and back. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import type { GitSeed } from "../../../../ForgeContentSeed.ts"
import { type Objects, peeled, type Sha } from "../../../git/objects.ts"
import { putObject } from "../../../git/parse.ts"
import { objectsFrom } from "../../../git/reachable.ts"
import { keepCommit, keepObject } from "../content/reach.ts"
import { fullName, type Repository, type World } from "../model.ts"
import { branchRef, moveRef } from "../refs.ts"

/** Lists the objects that an object refers to and that the store does not have. */
const missingFrom = (objects: Objects, sha: Sha): ReadonlyArray<Sha> => {
  const commit = objects.commits.get(sha)
  if (commit !== undefined) {
    const parents = commit.parents.filter((parent) => !objects.commits.has(parent))
    return objects.trees.has(commit.tree) ? parents : [commit.tree, ...parents]
  }
  const tag = objects.tags.get(sha)
  if (tag !== undefined) {
    const all: ReadonlyArray<ReadonlyMap<Sha, unknown>> = [objects.commits, objects.trees, objects.blobs, objects.tags]
    return all.some((kind) => kind.has(tag.object)) ? [] : [tag.object]
  }
  return (objects.trees.get(sha) ?? []).flatMap((entry) => {
    const { mode } = entry
    const known = mode === "160000" || (mode === "40000" ? objects.trees : objects.blobs).has(entry.sha)
    return known ? [] : [entry.sha]
  })
}

/** Puts objects into the store, in any order. */
const putAll = (objects: Objects, given: GitSeed["objects"]): void => {
  const shas = given.map(([kind, base64]) => {
    const content = Base64.decode(base64)
    if (Result.isFailure(content)) throw new Error(`A ${kind} is not valid base64: ${base64.slice(0, 80)}`)
    return putObject(objects, kind, content.success)
  })
  for (const sha of shas) {
    const [missing] = missingFrom(objects, sha)
    if (missing !== undefined) throw new Error(`The object ${sha} refers to ${missing}, which is missing`)
  }
}

const keep = (world: World, repository: Repository, sha: Sha): void => {
  const { blobs, commits, tags, trees } = world.objects
  if (commits.has(sha)) keepCommit(world, repository, sha)
  else if (trees.has(sha) || blobs.has(sha) || tags.has(sha)) keepObject(world, repository, sha)
  else throw new Error(`It keeps ${sha}, which is not an object of the seed`)
}

/** Adds the objects and refs of a seed to a repository. */
export const plantObjects = (world: World, repository: Repository, seed: GitSeed, now: number): void => {
  try {
    const branches = Object.keys(seed.refs).filter((ref) => ref.startsWith(branchRef("")))
    if (branches.length > 0 && !branches.includes(branchRef(repository.default_branch))) {
      throw new Error(`It has no branch ${repository.default_branch}; set default_branch to one of its branches`)
    }
    putAll(world.objects, seed.objects)
    for (const [ref, sha] of Object.entries(seed.refs)) {
      if (!/^refs\/[^/]+\/./.test(ref)) throw new Error(`${ref} is not the full name of a ref, such as refs/heads/main`)
      if (peeled(world.objects, sha) === undefined) {
        throw new Error(`${ref} points to ${sha}, which is not a commit of the seed`)
      }
    }
    for (const sha of seed.kept ?? []) keep(world, repository, sha)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The git seed of ${fullName(repository)} is not valid. ${reason}`, { cause: error })
  }
  for (const [ref, sha] of Object.entries(seed.refs)) moveRef(world, repository, ref, sha, now)
}

/** Returns the refs of a repository and all objects that they lead to. */
export const gitSeedOf = ({ objects }: World, { refs }: Repository): GitSeed => ({
  refs: Object.fromEntries(refs),
  objects: [...objectsFrom(objects, refs.values())].map(({ content, kind }) => [kind, Base64.encode(content)])
})
