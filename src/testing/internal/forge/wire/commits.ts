/** Commits, their files and comparisons, as the service writes them, with all fields. */
import { isoDate } from "../../exchange.ts"
import type { FileChange } from "../../git/changes.ts"
import type { Commit, Identity, Sha } from "../../git/objects.ts"
import { verificationOf } from "../../git/signature.ts"
import { commentsOn } from "../state/commitComments.ts"
import { loginOf } from "../state/identities.ts"
import type { Repository } from "../state/model.ts"
import type { CommitComment } from "../state/records.ts"
import { authorAssociation, bodyFields, type Context, pageUrl, reactions, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

export const gitUser = ({ date, email, name }: Identity) => ({ name, email, date: isoDate(date) })

/** The service verifies what it signs when it does so. */
const verification = (self: Commit) => {
  const found = verificationOf(self)
  return { ...found, verified_at: found.verified ? isoDate(self.committer.date) : null }
}

/** Git ends messages with a line feed, which the service does not show. */
const messageOf = (self: Commit): string => self.message.replace(/\n+$/, "")

const treeOf = (context: Context, repository: Repository, tree: Sha) => ({
  sha: tree,
  url: `${repositoryUrl(context, repository)}/git/trees/${tree}`
})

const commitPage = (context: Context, repository: Repository, sha: Sha): string =>
  `${pageUrl(context, repository)}/commit/${sha}`

const authorOf = (context: Context, identity: Identity) => user(context, loginOf(context.world, identity) ?? null)

/** A commit as listings have it. */
export const commit = (context: Context, repository: Repository, self: Commit) => {
  const url = `${repositoryUrl(context, repository)}/commits/${self.sha}`
  return {
    sha: self.sha,
    node_id: nodeId("C", self.sha, repository),
    commit: {
      author: gitUser(self.author),
      committer: gitUser(self.committer),
      message: messageOf(self),
      tree: treeOf(context, repository, self.tree),
      url: `${repositoryUrl(context, repository)}/git/commits/${self.sha}`,
      comment_count: commentsOn(repository, self.sha).length,
      verification: verification(self)
    },
    url,
    html_url: commitPage(context, repository, self.sha),
    comments_url: `${url}/comments`,
    author: authorOf(context, self.author),
    committer: authorOf(context, self.committer),
    parents: self.parents.map((sha) => ({
      sha,
      url: `${repositoryUrl(context, repository)}/commits/${sha}`,
      html_url: commitPage(context, repository, sha)
    }))
  }
}

const sum = (changes: ReadonlyArray<FileChange>, count: (change: FileChange) => number): number =>
  changes.reduce((total, change) => total + count(change), 0)

/** A commit with its changes: the sums of all, and a page of the files. */
export const commitWithFiles = (
  context: Context,
  repository: Repository,
  self: Commit,
  changes: ReadonlyArray<FileChange>,
  page: ReadonlyArray<FileChange> = changes
) => {
  const additions = sum(changes, (change) => change.additions)
  const deletions = sum(changes, (change) => change.deletions)
  return {
    ...commit(context, repository, self),
    stats: { total: additions + deletions, additions, deletions },
    files: page.map((change) => commitFile(context, repository, change, self.sha, self.parents[0]))
  }
}

/** The git object of a commit, as the writes of files answer it. */
export const gitCommit = (context: Context, repository: Repository, self: Commit) => ({
  sha: self.sha,
  node_id: nodeId("C", self.sha, repository),
  url: `${repositoryUrl(context, repository)}/git/commits/${self.sha}`,
  html_url: commitPage(context, repository, self.sha),
  author: gitUser(self.author),
  committer: gitUser(self.committer),
  tree: treeOf(context, repository, self.tree),
  message: messageOf(self),
  parents: self.parents.map((sha) => ({
    sha,
    url: `${repositoryUrl(context, repository)}/git/commits/${sha}`,
    html_url: commitPage(context, repository, sha)
  })),
  verification: verification(self)
})

/** A comment on a commit, with all fields. */
export const commitComment = (context: Context, repository: Repository, self: CommitComment) => {
  const url = `${repositoryUrl(context, repository)}/comments/${self.id}`
  return {
    url,
    html_url: `${commitPage(context, repository, self.commit_id)}#commitcomment-${self.id}`,
    id: self.id,
    node_id: nodeId("CC", self.id, repository),
    user: user(context, self.user),
    position: self.position,
    line: self.line,
    path: self.path,
    commit_id: self.commit_id,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    author_association: authorAssociation(context, repository, self.user),
    ...bodyFields(context, self.body, repository),
    reactions: reactions(url, self.reactions)
  }
}

/** A changed file. Its links lead to `head`, those of a removed one to `base`. */
export const commitFile = (context: Context, repository: Repository, self: FileChange, head: Sha, base?: Sha) => {
  const at = self.status === "removed" ? (base ?? head) : head
  const path = encodeURIComponent(self.path)
  const page = pageUrl(context, repository)
  return {
    sha: (self.after ?? self.before)?.sha ?? null,
    filename: self.path,
    status: self.status,
    additions: self.additions,
    deletions: self.deletions,
    changes: self.additions + self.deletions,
    blob_url: `${page}/blob/${at}/${path}`,
    raw_url: `${page}/raw/${at}/${path}`,
    contents_url: `${repositoryUrl(context, repository)}/contents/${path}?ref=${at}`,
    ...(self.patch === undefined ? {} : { patch: self.patch }),
    ...(self.previous === undefined ? {} : { previous_filename: self.previous })
  }
}

export interface Comparison {
  readonly base: Commit
  readonly head: Commit
  readonly mergeBase: Commit
  /** How the comparison was asked for: `main...octo:topic`. */
  readonly name: string
  readonly ahead: number
  readonly behind: number
  /** A page of the commits, the oldest first. */
  readonly commits: ReadonlyArray<Commit>
  /** On the first page only. */
  readonly files: ReadonlyArray<FileChange> | undefined
}

const statusOf = ({ ahead, behind }: Comparison) =>
  ahead > 0
    ? behind > 0
      ? ("diverged" as const)
      : ("ahead" as const)
    : behind > 0
      ? ("behind" as const)
      : ("identical" as const)

export const comparison = (context: Context, repository: Repository, self: Comparison) => {
  const { base, files, head, mergeBase } = self
  const html_url = `${pageUrl(context, repository)}/compare/${self.name}`
  const { owner } = repository
  return {
    url: `${repositoryUrl(context, repository)}/compare/${self.name}`,
    html_url,
    permalink_url: `${pageUrl(context, repository)}/compare/${owner}:${base.sha.slice(0, 7)}...${owner}:${head.sha.slice(0, 7)}`,
    diff_url: `${html_url}.diff`,
    patch_url: `${html_url}.patch`,
    base_commit: commit(context, repository, base),
    merge_base_commit: commit(context, repository, mergeBase),
    status: statusOf(self),
    ahead_by: self.ahead,
    behind_by: self.behind,
    total_commits: self.ahead,
    commits: self.commits.map((each) => commit(context, repository, each)),
    ...(files === undefined
      ? {}
      : { files: files.map((change) => commitFile(context, repository, change, head.sha, mergeBase.sha)) })
  }
}
