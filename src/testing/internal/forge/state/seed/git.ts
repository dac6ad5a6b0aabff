/** Turns the git objects and refs of a seed into state, and back, and makes those of its files, commits, branches and tags. */
import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import type { AuthorSeed, BranchSeed, CommitSeed, FilesSeed, GitSeed } from "../../../../ForgeContentSeed.ts"
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import { encodeOnce, readBase64 } from "../../../base64.ts"
import { ancestorsOf, objectsFrom } from "../../../git/history.ts"
import {
  commitOf,
  emptyTree,
  encodeCommit,
  encodeTree,
  identity,
  type Identity,
  type Objects,
  peeled,
  putBlob,
  putCommit,
  type Sha
} from "../../../git/objects.ts"
import { putObject } from "../../../git/parse.ts"
import { type Changes, type Leaf, writeTree } from "../../../git/tree.ts"
import { identityOf } from "../identities.ts"
import { fullName, type Repository, type World } from "../model.ts"
import { isPull } from "../pulls.ts"
import { hasCommit, keepCommit, keepObject, looseObjects, networkCommits } from "../reach.ts"
import { branchRef, branchTip, moveRef, resolveCommit, tagRef } from "../refs.ts"
import { areRelated, sourceOf } from "../repositories.ts"
import { millisOf, usualTime } from "./moments.ts"

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
const plantObjects = (world: World, repository: Repository, seed: GitSeed, now: number): void => {
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

const leafOf = (objects: Objects, file: NonNullable<FilesSeed[string]>): Leaf => {
  if (typeof file === "string" || file instanceof Uint8Array) return { mode: "100644", sha: putBlob(objects, file) }
  if ("symlink" in file) return { mode: "120000", sha: putBlob(objects, file.symlink) }
  if ("submodule" in file) {
    if (!/^[\da-f]{40}$/.test(file.submodule)) throw new Error(`A submodule is not at a whole sha: ${file.submodule}`)
    return { mode: "160000", sha: file.submodule }
  }
  const content = "base64" in file ? readBase64(file.base64) : file.content
  if (content === undefined) throw new Error("A file of the seed is not valid Base64")
  return { mode: file.executable === true ? "100755" : "100644", sha: putBlob(objects, content) }
}

const changesOf = (objects: Objects, files: FilesSeed): Changes =>
  new Map(Object.entries(files).map(([path, file]) => [path, file === null ? null : leafOf(objects, file)]))

const authorOf = (world: World, author: AuthorSeed, date: number): Identity =>
  typeof author === "string" ? identityOf(world, author, date) : identity(author.name, author.email, date)

const messageOf = ({ files, message }: CommitSeed): string => {
  if (message !== undefined) return message
  const [path, ...others] = Object.keys(files ?? {})
  if (path === undefined) return "Empty commit"
  const verb = files?.[path] === null ? "Remove" : "Write"
  return others.length === 0 ? `${verb} ${path}` : `${verb} ${path} and ${others.length} more`
}

/** Makes commits on top of a parent, and returns the last one's sha. */
export const plantCommits = (
  world: World,
  repository: Repository,
  parent: Sha | undefined,
  seeds: ReadonlyArray<CommitSeed>,
  now: number
): Sha | undefined => {
  const { objects } = world
  return seeds.reduce<Sha | undefined>((tip, seed, index) => {
    const date = seed.date === undefined ? usualTime(now, index, seeds.length) : millisOf(seed.date, now)
    const author = seed.author ?? repository.owner
    const before = tip === undefined ? undefined : commitOf(objects, tip).tree
    return putCommit(objects, {
      tree:
        seed.files === undefined
          ? (before ?? emptyTreeOf(objects))
          : writeTree(objects, before, changesOf(objects, seed.files)),
      parents: tip === undefined ? [] : [tip],
      author: authorOf(world, author, date),
      committer: authorOf(world, seed.committer ?? author, date),
      message: messageOf(seed)
    }).sha
  }, parent)
}

const emptyTreeOf = (objects: Objects): Sha => {
  objects.trees.set(emptyTree, [])
  return emptyTree
}

const withFiles = (
  message: string,
  { commits = [], files }: Pick<BranchSeed, "commits" | "files">
): ReadonlyArray<CommitSeed> => (files === undefined ? commits : [{ message, files }, ...commits])

/** The sha that a name stands for, which the seed must have. */
export const namedSha = (world: World, repository: Repository, name: string): Sha => {
  const commit = resolveCommit(world, repository, name)
  if (commit === undefined) throw new Error(`The seed of ${fullName(repository)} has no branch, tag or commit ${name}`)
  return commit.sha
}

/** Makes the seed's branches and tags, the default branch first. */
export const plantGit = (world: World, repository: Repository, seed: RepositorySeed, now: number): void => {
  if (seed.git !== undefined) plantObjects(world, repository, seed.git, now)
  const main = repository.default_branch
  const tip = plantCommits(world, repository, branchTip(repository, main), withFiles("Initial commit", seed), now)
  if (tip !== undefined && tip !== branchTip(repository, main)) moveRef(world, repository, branchRef(main), tip, now)
  for (const [name, branch] of Object.entries(seed.branches ?? {})) {
    const start = branchTip(repository, name) ?? namedSha(world, repository, branch.from ?? main)
    const commits = withFiles(`Change ${Object.keys(branch.files ?? {})[0] ?? name}`, branch)
    const end = plantCommits(world, repository, start, commits, now) ?? start
    moveRef(world, repository, branchRef(name), end, now)
  }
  for (const [name, target] of Object.entries(seed.tags ?? {})) {
    moveRef(world, repository, tagRef(name), namedSha(world, repository, target), now)
  }
}

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
