/** Refs and git's objects: commits with their history, trees, blobs and tags. */
import { changesBetween } from "../../git/changes.ts"
import { log, pathHistory } from "../../git/history.ts"
import { type Commit as CommitRecord, commitOf, type Identity, type TreeEntry } from "../../git/objects.ts"
import { serviceKey, verificationOf } from "../../git/signature.ts"
import { isBinary } from "../../git/tree.ts"
import { loginOf } from "../state/identities.ts"
import type { Repository } from "../state/model.ts"
import { tipOf } from "../state/pullRefs.ts"
import { pullsBringing, pullsFrom } from "../state/pulls.ts"
import { hasCommit, hasObject } from "../state/reach.ts"
import { entryOf } from "../state/refs.ts"
import { subjectOf } from "../state/workflows.ts"
import { suitesOf } from "../state/checks.ts"
import { isSubscriber } from "../state/roles.ts"
import { rendered, renderedLine } from "../wire/markup.ts"
import { nodeId } from "../wire/nodeIds.ts"
import {
  account,
  type Arguments,
  dateTime,
  type Fields,
  List,
  nothing,
  reference,
  resourcePath,
  type View
} from "./nodes.ts"
import { rollupOf, statusOf } from "./checks.ts"
import { deploymentList } from "./deployments.ts"

/** Finds a ref by its whole name, or without what all names start with; null if there is none. */
export const refNode = ({ world }: View, repository: Repository, name: string) => {
  const found = [name, `refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`].find(
    (each) => tipOf(world, repository, each) !== undefined
  )
  return found === undefined ? null : reference("Ref", { repository, ref: found })
}

export const refList = (view: View, repository: Repository, args: Arguments) => {
  const prefix = args.refPrefix ?? "refs/"
  const whole = prefix.endsWith("/") ? prefix : `${prefix}/`
  const wanted = args.query?.toLowerCase() ?? ""
  const found = [...repository.refs.keys()].filter(
    (ref) => ref.startsWith(whole) && ref.slice(whole.length).toLowerCase().includes(wanted)
  )
  const dateOf = (ref: string) => commitOf(view.world.objects, repository.refs.get(ref) ?? "").committer.date
  const byDate = args.orderBy?.field === "TAG_COMMIT_DATE"
  found.sort((a, b) => (byDate ? dateOf(a) - dateOf(b) : 0) || (a < b ? -1 : 1))
  if ((args.orderBy?.direction ?? args.direction) === "DESC") found.reverse()
  return new List(
    found,
    (ref) => reference("Ref", { repository, ref }),
    (ref) => ref
  )
}

/** What a sha names in a repository; null if nothing. */
export const objectOf = ({ world }: View, repository: Repository, sha: string) => {
  const { blobs, commits, tags, trees } = world.objects
  const commit = hasCommit(world, repository, sha) ? commits.get(sha) : undefined
  if (commit !== undefined) return reference("Commit", { repository, commit })
  if (!hasObject(world, repository, sha)) return null
  if (trees.has(sha)) return reference("Tree", { repository, sha })
  if (blobs.has(sha)) return reference("Blob", { repository, sha })
  return tags.has(sha) ? reference("Tag", { repository, sha }) : null
}

const Ref: Fields<"Ref"> = ({ ref, repository }, view) => {
  const prefix = /^refs\/(?:heads\/|tags\/|pull\/)?/.exec(ref)?.[0] ?? "refs/"
  const name = ref.slice(prefix.length)
  const rules = prefix === "refs/heads/" && repository.protection.has(name)
  return {
    associatedPullRequests: ({ states }: Arguments) => {
      const found = pullsFrom(view.world, repository, name).filter(
        ([target, { pull_request, state }]) =>
          view.sees(target) &&
          (states?.includes(pull_request.merged_at !== null ? "MERGED" : state.toUpperCase()) ?? true)
      )
      return new List(
        found,
        ([target, pull]) => reference("PullRequest", { repository: target, pull }),
        ([, { id }]) => id
      )
    },
    branchProtectionRule: rules ? reference("BranchProtectionRule", { repository, branch: name }) : null,
    id: nodeId("REF", ref, repository),
    name,
    prefix,
    repository: reference("Repository", { repository }),
    target: () => objectOf(view, repository, repository.annotated.get(ref) ?? tipOf(view.world, repository, ref) ?? "")
  }
}

/** Who wrote or recorded a commit. */
const gitActor = (view: View, self: Identity) => {
  const found = account(view, loginOf(view.world, self) ?? null)
  const user = found?.__typename === "User" ? found : null
  return {
    avatarUrl: `https://avatars.githubusercontent.com/${user === null ? "u/0" : `u/${user.user.id}`}?v=4`,
    date: dateTime(self.date),
    email: self.email,
    name: self.name,
    user
  }
}

/** The commits that lead to one, the newest first, as far as they are asked for. */
const history = (view: View, repository: Repository, self: CommitRecord, args: Arguments) => {
  const { objects } = view.world
  const { author, path, since, until } = args
  const all = typeof path === "string" ? pathHistory(objects, self.sha, path) : log(objects, self.sha)
  const wanted = typeof author === "object" && author !== null ? author : undefined
  const isBy = ({ author: identity }: CommitRecord): boolean => {
    if (wanted === undefined) return true
    const user = account(view, loginOf(view.world, identity) ?? null)
    const isUser = wanted.id !== undefined && user !== null && nodeId("U", user.user.id) === wanted.id
    return isUser || wanted.emails?.includes(identity.email) === true
  }
  const found = [...all].filter(
    (commit) =>
      isBy(commit) &&
      (typeof since !== "string" || commit.committer.date >= Date.parse(since)) &&
      (typeof until !== "string" || commit.committer.date <= Date.parse(until))
  )
  return new List(
    found,
    (commit) => reference("Commit", { repository, commit }),
    ({ sha }) => sha
  )
}

/** The fields of all objects of git. */
const gitObject = (view: View, repository: Repository, kind: string, sha: string) => {
  const commitResourcePath = `${resourcePath(repository)}/commit/${sha}`
  return {
    abbreviatedOid: sha.slice(0, 7),
    commitResourcePath,
    commitUrl: `${view.urls.html}${commitResourcePath}`,
    id: nodeId(kind, sha, repository),
    oid: sha,
    repository: reference("Repository", { repository })
  }
}

/** The signature of a commit; null if it has none. */
const signatureOf = (view: View, self: CommitRecord) => {
  const { payload, reason, signature, verified } = verificationOf(self)
  if (signature === null) return null
  const isPgp = signature.startsWith("-----BEGIN PGP")
  const login = loginOf(view.world, self.committer)
  const signer = login === undefined || !verified ? null : account(view, login)
  return {
    __typename: isPgp ? "GpgSignature" : "UnknownSignature",
    email: self.committer.email,
    isValid: verified,
    ...(isPgp ? { keyId: verified || reason === "invalid" ? serviceKey : null } : {}),
    payload,
    signature,
    signer,
    state: reason.toUpperCase(),
    verifiedAt: verified ? dateTime(self.committer.date) : null,
    wasSignedByGitHub: verified
  }
}

const Commit: Fields<"Commit"> = ({ commit: self, repository }, view) => {
  const { objects } = view.world
  const message = self.message.replace(/\n+$/, "")
  const headline = subjectOf(self)
  const body = message.slice(headline.length).trim()
  const own = gitObject(view, repository, "C", self.sha)
  const changes = () => {
    const [parent] = self.parents
    return changesBetween(objects, parent === undefined ? undefined : commitOf(objects, parent).tree, self.tree)
  }
  const sum = (of: "additions" | "deletions") => changes().reduce((total, change) => total + change[of], 0)
  const treePath = `${resourcePath(repository)}/tree/${self.sha}`
  return {
    ...own,
    additions: () => sum("additions"),
    associatedPullRequests: () =>
      new List(
        pullsBringing(view.world, repository, self.sha),
        (pull) => reference("PullRequest", { repository, pull }),
        ({ number }) => number
      ),
    author: () => gitActor(view, self.author),
    authoredByCommitter: self.author.email === self.committer.email,
    authoredDate: dateTime(self.author.date),
    authors: () =>
      new List(
        [self.author],
        (each) => gitActor(view, each),
        ({ email }) => email
      ),
    changedFiles: () => changes().length,
    changedFilesIfAvailable: () => changes().length,
    checkSuites: () =>
      new List(
        suitesOf(repository, self.sha),
        (suite) => reference("CheckSuite", { repository, suite }),
        ({ id }) => id
      ),
    deployments: deploymentList(repository, ({ sha }) => sha === self.sha),
    committedDate: dateTime(self.committer.date),
    committedViaWeb: self.committer.email === "noreply@github.com",
    committer: () => gitActor(view, self.committer),
    deletions: () => sum("deletions"),
    file: ({ path }: Arguments) => {
      const entry = entryOf(objects, self.sha, path ?? "")
      const name = path?.split("/").at(-1) ?? ""
      return entry === undefined ? null : treeEntry(view, repository, path ?? "", { ...entry, name })
    },
    history: (args: Arguments) => history(view, repository, self, args),
    message,
    messageBody: body,
    messageBodyHTML: () => rendered(view, body, repository),
    messageHeadline: headline,
    messageHeadlineHTML: () => renderedLine(view, headline, repository),
    onBehalfOf: null,
    parents: () =>
      new List(
        self.parents,
        (sha) => reference("Commit", { repository, commit: commitOf(objects, sha) }),
        (sha) => sha
      ),
    pushedDate: null,
    resourcePath: own.commitResourcePath,
    signature: () => signatureOf(view, self),
    status: () => statusOf(view, repository, self),
    statusCheckRollup: () => rollupOf(view, repository, self),
    submodules: nothing(),
    tarballUrl: `${view.urls.codeload}${resourcePath(repository)}/legacy.tar.gz/${self.sha}`,
    tree: reference("Tree", { repository, sha: self.tree }),
    treeResourcePath: treePath,
    treeUrl: `${view.urls.html}${treePath}`,
    url: own.commitUrl,
    viewerCanSubscribe: view.viewer !== null,
    viewerSubscription:
      view.viewer !== null && isSubscriber(view.world, repository, view.viewer) ? "SUBSCRIBED" : "UNSUBSCRIBED",
    zipballUrl: `${view.urls.codeload}${resourcePath(repository)}/legacy.zip/${self.sha}`
  }
}

const treeEntry = (view: View, repository: Repository, path: string, { mode, name, sha }: TreeEntry) => {
  const content = view.world.objects.blobs.get(sha)
  const [, extension = ""] = /(\.[^.]+)$/.exec(name) ?? []
  return {
    extension,
    isGenerated: false,
    lineCount: content === undefined ? null : new TextDecoder().decode(content).split("\n").length - 1,
    mode: Number.parseInt(mode, 8),
    name,
    nameRaw: btoa(encodeURI(name)),
    object: () => objectOf(view, repository, sha),
    oid: sha,
    path,
    repository: reference("Repository", { repository }),
    size: content?.length ?? 0,
    submodule: null,
    type: mode === "40000" ? "tree" : mode === "160000" ? "commit" : "blob"
  }
}

const Tree: Fields<"Tree"> = ({ repository, sha }, view) => ({
  ...gitObject(view, repository, "T", sha),
  entries: () =>
    (view.world.objects.trees.get(sha) ?? []).map((entry) => treeEntry(view, repository, entry.name, entry))
})

/** The service cuts longer texts. */
const longest = 512_000

const Blob: Fields<"Blob"> = ({ repository, sha }, view) => {
  const content = view.world.objects.blobs.get(sha) ?? new Uint8Array()
  return {
    ...gitObject(view, repository, "B", sha),
    byteSize: content.length,
    isBinary: isBinary(content),
    isTruncated: content.length > longest,
    text: () => (isBinary(content) ? null : new TextDecoder().decode(content.subarray(0, longest)))
  }
}

const Tag: Fields<"Tag"> = ({ repository, sha }, view) => {
  const tag = view.world.objects.tags.get(sha)
  return {
    ...gitObject(view, repository, "TA", sha),
    message: tag?.message ?? null,
    name: tag?.tag ?? "",
    tagger: () => (tag === undefined || tag.tagger === null ? null : gitActor(view, tag.tagger)),
    target: () => objectOf(view, repository, tag?.object ?? "")
  }
}

export const fields = { Blob, Commit, Ref, Tag, Tree }
