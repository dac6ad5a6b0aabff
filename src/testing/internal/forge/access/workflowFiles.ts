/**
 * Who may write files of workflows: classic tokens need the scope `workflow`, others the permission `workflows: write`.
 * Neither is needed for a file that a branch of the repository has already, with the same path and content. Nor is it to
 * delete one.
 */
import * as Result from "effect/Result"
import { type Commit, commitOf, type Objects, peeled, type Sha } from "../../git/objects.ts"
import { entryAt, type Leaf, leavesOf } from "../../git/tree.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { notFound, unprocessable } from "../http/refusals.ts"
import type { Token } from "../state/accounts.ts"
import type { Repository, World } from "../state/model.ts"
import { branchRef, branchTip } from "../state/refs.ts"
import { notAccessible } from "./gate.ts"
import { hasScope } from "./permissions.ts"

const directory = ".github/workflows"

/** A file of a workflow. */
type Written = readonly [path: string, leaf: Leaf]

const mayWrite = (token: Token | null): boolean =>
  token === null ||
  (token.permissions === null ? hasScope(token, "workflow") : token.permissions["workflows"] === "write")

/** The files of workflows in a tree. */
const workflowsIn = (objects: Objects, tree: Sha): ReadonlyArray<Written> => {
  const entry = entryAt(objects, tree, directory)
  return entry?.mode === "40000" ? leavesOf(objects, entry.sha, `${directory}/`) : []
}

const headsOf = ({ refs }: Repository): ReadonlyArray<Sha> =>
  [...refs].flatMap(([name, sha]) => (name.startsWith(branchRef("")) ? [sha] : []))

/** The first of some files that none of some commits has. */
const newAmong = (objects: Objects, files: ReadonlyArray<Written>, heads: ReadonlyArray<Sha>): string | undefined => {
  const trees = heads.map((head) => commitOf(objects, head).tree)
  const isKnown = ([path, { sha }]: Written) => trees.some((tree) => entryAt(objects, tree, path)?.sha === sha)
  return files.find((file) => !isKnown(file))?.[0]
}

/** What the service calls the owner of a credential. Only its first letters tell a token of an OAuth app. */
const kindOf = ({ tokens }: World, token: Token): string => {
  if (token.installation !== null) return "a GitHub App"
  const [text = ""] = [...tokens].find(([, one]) => one === token) ?? []
  return text.startsWith("gho_") ? "an OAuth App" : "a Personal Access Token"
}

/** Why a ref may not have a commit or a tag, as git and those who sync forks are told; undefined if it may. */
export const workflowRefusal = (call: Call, repository: Repository, to: Sha): string | undefined => {
  const {
    token,
    world,
    world: { objects }
  } = call
  const commit = objects.commits.get(peeled(objects, to) ?? to)
  if (token === null || commit === undefined || mayWrite(token)) return undefined
  const path = newAmong(objects, workflowsIn(objects, commit.tree), headsOf(repository))
  if (path === undefined) return undefined
  const missing = token.installation === null ? "`workflow` scope" : "`workflows` permission"
  return `refusing to allow ${kindOf(world, token)} to create or update workflow \`${path}\` without ${missing}`
}

/** What the API answers: it does not say what is missing. */
const opaque = (call: Call): OrRefusal<never> =>
  Result.fail(call.token === null || call.token.permissions === null ? notFound(call) : notAccessible(call, call.token))

/** Refuses to move a ref to files of workflows that the sender may not write. Only those who sync a fork are told why. */
export const mayBring = (call: Call, repository: Repository, to: Sha, sync: boolean): OrRefusal<void> => {
  const refusal = workflowRefusal(call, repository, to)
  if (refusal === undefined) return Result.void
  return sync ? Result.fail(unprocessable(call, refusal)) : opaque(call)
}

/** Refuses to write files of workflows that the sender may not write. A null is a file that is deleted. */
export const mayWriteFiles = (
  call: Call,
  repository: Repository,
  changes: Iterable<readonly [path: string, leaf: Leaf | null]>
): OrRefusal<void> => {
  if (mayWrite(call.token)) return Result.void
  const written = [...changes].flatMap(([path, leaf]) =>
    leaf !== null && path.startsWith(`${directory}/`) ? [[path, leaf] as const] : []
  )
  return newAmong(call.world.objects, written, headsOf(repository)) === undefined ? Result.void : opaque(call)
}

/** Refuses to release a commit whose files of workflows are not those of the default branch. */
export const mayRelease = (call: Call, repository: Repository, commit: Commit): OrRefusal<void> => {
  if (mayWrite(call.token)) return Result.void
  const { objects } = call.world
  const tip = branchTip(repository, repository.default_branch)
  const heads = tip === undefined ? [] : [tip]
  return newAmong(objects, workflowsIn(objects, commit.tree), heads) === undefined ? Result.void : opaque(call)
}
