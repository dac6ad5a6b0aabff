/** Turns the files, commits, branches and tags of a seed into git objects and refs. */
import type { AuthorSeed, BranchSeed, CommitSeed, FilesSeed } from "../../../../ForgeContentSeed.ts"
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import { readBase64 } from "../../../base64.ts"
import {
  commitOf,
  emptyTree,
  identity,
  type Identity,
  type Objects,
  putBlob,
  putCommit,
  type Sha
} from "../../../git/objects.ts"
import { type Changes, type Leaf, writeTree } from "../../../git/tree.ts"
import { plantObjects } from "./git.ts"
import { identityOf } from "../identities.ts"
import { fullName, type Repository, type World } from "../model.ts"
import { branchRef, branchTip, moveRef, resolveCommit, tagRef } from "../refs.ts"
import { millisOf, usualTime } from "./moments.ts"

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
