/** Writes git objects as a seed. */
import type { GitSeed } from "../../../../ForgeContentSeed.ts"
import { ancestorsOf } from "../../../git/history.ts"
import { encodeCommit, encodeTree, type Objects, type Sha } from "../../../git/objects.ts"
import { hasCommit, looseObjects, networkCommits } from "../content/reach.ts"
import { areRelated, sourceOf } from "../network.ts"
import type { Repository, World } from "../model.ts"
import { isPull } from "../pull/register.ts"
import { encodeOnce } from "./fields.ts"

type Objected = GitSeed["objects"][number]

/** Lists objects with all that they lead to, and remembers which were listed. */
function* below(objects: Objects, from: Iterable<Sha>, seen: Set<Sha>): Generator<Objected> {
  const pending = [...from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (seen.has(sha)) continue
    seen.add(sha)
    const [blob, tree, commit] = [objects.blobs.get(sha), objects.trees.get(sha), objects.commits.get(sha)]
    if (blob !== undefined) yield ["blob", encodeOnce(blob, () => blob)]
    const tag = objects.tags.get(sha)
    if (tag !== undefined) {
      yield ["tag", encodeOnce(tag, () => tag.content)]
      pending.push(tag.object)
    }
    if (tree !== undefined) {
      yield ["tree", encodeOnce(tree, () => encodeTree(tree))]
      for (const entry of tree) {
        if (entry.mode !== "160000" && !seen.has(entry.sha)) pending.push(entry.sha)
      }
    }
    if (commit !== undefined) {
      yield ["commit", encodeOnce(commit, () => encodeCommit(commit))]
      pending.push(commit.tree, ...commit.parents)
    }
  }
}

/** The commits that records of a repository name. Some may be all that is left of a deleted fork. */
const namedBy = (repository: Repository): ReadonlyArray<Sha> =>
  [...repository.issues.group("kind", "pull", "created").all]
    .filter(isPull)
    .flatMap(({ pull_request: pull }) => [
      pull.head.sha,
      pull.base.sha,
      ...(pull.merge_commit_sha === null ? [] : [pull.merge_commit_sha]),
      ...pull.reviews.map(({ commit_id }) => commit_id),
      ...pull.review_comments.map(({ commit_id }) => commit_id)
    ])

/** The commits of a network that no ref there leads to: those without a child among them. */
const looseCommits = (world: World, repository: Repository): ReadonlyArray<Sha> => {
  const members = [...world.repositories.values()].filter((each) => areRelated(world, repository, each))
  const reached = ancestorsOf(world.objects, ...members.flatMap(({ refs }) => [...refs.values()]))
  const others = [...networkCommits(world, repository)].filter((sha) => !reached.has(sha))
  const parents = new Set(others.flatMap((sha) => world.objects.commits.get(sha)?.parents ?? []))
  return others.filter((sha) => !parents.has(sha))
}

/** What is found by its sha alone. What belongs to a whole network of forks is kept by its first repository. */
const keptBy = (world: World, repository: Repository): ReadonlyArray<Sha> => {
  const named = [...repository.statuses.keys(), ...repository.checks.keys()]
  const lost = named.filter((sha) => !hasCommit(world, repository, sha))
  const isFirst = sourceOf(world, repository).id === repository.id
  return isFirst ? [...lost, ...looseCommits(world, repository), ...looseObjects(world, repository)] : lost
}

/** Returns the refs of a repository, with the objects that are not `seen` yet. */
export const gitSeed = (world: World, repository: Repository, seen: Set<Sha>): GitSeed => {
  const kept = [...new Set(keptBy(world, repository))].sort()
  const refs = { ...Object.fromEntries(repository.refs), ...Object.fromEntries(repository.annotated) }
  const roots = [...Object.values(refs), ...namedBy(repository), ...kept]
  return {
    refs,
    objects: [...below(world.objects, roots, seen)],
    ...(kept.length === 0 ? {} : { kept })
  }
}
