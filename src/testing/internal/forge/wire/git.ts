/** Branches, refs, trees and blobs, as the service writes them. */
import type { Commit, TreeEntry, Objects, Sha, Tag } from "../../git/objects.ts"
import type { Repository } from "../state/model.ts"
import { commit, gitUser } from "./commits.ts"
import { type Context, pageUrl, pathInUrl, repositoryUrl } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

const commitLink = (context: Context, repository: Repository, sha: Sha) => ({
  sha,
  url: `${repositoryUrl(context, repository)}/commits/${sha}`
})

const isProtected = (repository: Repository, name: string): boolean => repository.protection.has(name)

/** A branch with nothing but its commit. */
export const shortBranch = (context: Context, repository: Repository, name: string, sha: Sha) => ({
  name,
  commit: commitLink(context, repository, sha),
  protected: isProtected(repository, name)
})

const branchUrl = (context: Context, repository: Repository, name: string): string =>
  `${repositoryUrl(context, repository)}/branches/${pathInUrl(name)}`

const protection = (repository: Repository, name: string) => {
  const rules = repository.protection.get(name)
  const checks = rules?.required_status_checks?.checks ?? []
  return {
    enabled: rules !== undefined,
    required_status_checks: {
      enforcement_level:
        rules === undefined || checks.length === 0 ? "off" : rules.enforce_admins ? "everyone" : "non_admins",
      contexts: checks.map(({ context }) => context),
      checks
    }
  }
}

/** A branch as listings have it. */
export const listedBranch = (context: Context, repository: Repository, name: string, sha: Sha) => ({
  ...shortBranch(context, repository, name, sha),
  protection: protection(repository, name),
  protection_url: `${branchUrl(context, repository, name)}/protection`
})

export const branch = (context: Context, repository: Repository, name: string, tip: Commit) => ({
  name,
  commit: commit(context, repository, tip),
  _links: {
    self: branchUrl(context, repository, name),
    html: `${pageUrl(context, repository)}/tree/${pathInUrl(name)}`
  },
  protected: isProtected(repository, name),
  protection: protection(repository, name),
  protection_url: `${branchUrl(context, repository, name)}/protection`
})

/** A link to a git object. */
const objectLink = (context: Context, repository: Repository, type: Tag["type"], sha: Sha) => ({
  sha,
  type,
  url: `${repositoryUrl(context, repository)}/git/${type}s/${sha}`
})

/** A ref that exists. Those of pull requests come with their commits. */
export const ref = (context: Context, repository: Repository, name: string, sha = repository.refs.get(name) ?? "") => {
  const tag = repository.annotated.get(name)
  return {
    ref: name,
    node_id: nodeId("REF", name, repository),
    url: `${repositoryUrl(context, repository)}/git/${pathInUrl(name)}`,
    object: objectLink(context, repository, tag === undefined ? "commit" : "tag", tag ?? sha)
  }
}

export const tag = (context: Context, repository: Repository, self: Tag) => ({
  node_id: nodeId("TA", self.sha, repository),
  sha: self.sha,
  url: `${repositoryUrl(context, repository)}/git/tags/${self.sha}`,
  tagger: gitUser(self.tagger ?? { name: "", email: "", date: 0 }),
  object: objectLink(context, repository, self.type, self.object),
  tag: self.tag,
  message: self.message,
  verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }
})

export const blobUrl = (context: Context, repository: Repository, sha: Sha): string =>
  `${repositoryUrl(context, repository)}/git/blobs/${sha}`

const kinds = { "40000": "tree", "160000": "commit", "100644": "blob", "100755": "blob", "120000": "blob" } as const

/** An entry of a tree, at a path in it. */
const treeEntry = (
  context: Context,
  repository: Repository,
  objects: Objects,
  path: string,
  { mode, sha }: Omit<TreeEntry, "name">
) => {
  const type = kinds[mode]
  const url = `${repositoryUrl(context, repository)}/git/${type}s/${sha}`
  return {
    path,
    mode: mode.padStart(6, "0"),
    type,
    sha,
    ...(type === "blob" ? { size: objects.blobs.get(sha)?.length ?? 0 } : {}),
    // The service knows no address of a submodule's commit.
    ...(type === "commit" ? {} : { url })
  }
}

export const tree = (
  context: Context,
  repository: Repository,
  sha: Sha,
  entries: ReadonlyArray<readonly [path: string, entry: Omit<TreeEntry, "name">]>,
  truncated = false
) => ({
  sha,
  url: `${repositoryUrl(context, repository)}/git/trees/${sha}`,
  tree: entries.map(([path, entry]) => treeEntry(context, repository, context.world.objects, path, entry)),
  truncated
})
