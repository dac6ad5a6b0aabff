/** Files and directories of a commit, and commits that change a file. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { readBase64 } from "../../base64.ts"
import { json } from "../../exchange.ts"
import { isPath } from "../../git/names.ts"
import {
  blobOf,
  type Commit,
  commitOf,
  type TreeEntry,
  type Identity,
  putBlob,
  putCommit,
  type Sha,
  treeOf
} from "../../git/objects.ts"
import { putSigned } from "../../git/signature.ts"
import { type Leaf, writeTree } from "../../git/tree.ts"
import { readable, writable } from "../access/lookups.ts"
import { moveRefusal } from "../access/protection.ts"
import { mayWriteFiles } from "../access/workflowFiles.ts"
import { type Call, type Handled, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { represented } from "../http/media.ts"
import { conflict, malformed, missing, notFound, tooLarge, unprocessable } from "../http/refusals.ts"
import { endpointsOf, representedAs, type Route } from "../http/router.ts"
import { webFlow } from "../state/identities.ts"
import type { Repository } from "../state/model.ts"
import {
  branchRef,
  branchTip,
  entryOf,
  isEmpty,
  moveRef,
  resolveCommit,
  submoduleUrl,
  targetOf,
  textOfBlob
} from "../state/refs.ts"
import * as CommitWire from "../wire/commits.ts"
import * as Wire from "../wire/contents.ts"
import { identity, isSignedFor, viewerIdentity } from "./git.ts"

/** A commit, and the name that it was asked for by. */
interface At {
  readonly repository: Repository
  readonly commit: Commit
  readonly ref: string
}

/** Finds the commit to read at: the query's `ref`, or the default branch. */
const startOf = (call: Call, repository: Repository): OrRefusal<At> => {
  if (isEmpty(repository)) return Result.fail(missing(call, "This repository is empty."))
  const given = call.query.get("ref")
  const ref = given === null || given === "" ? repository.default_branch : given
  const commit = resolveCommit(call.world, repository, ref)
  return commit === undefined
    ? Result.fail(missing(call, `No commit found for the ref ${ref}`))
    : Result.succeed({ repository, commit, ref })
}

/** How many entries a directory lists. */
const mostEntries = 1000

/** A file with its content, or with that of another one. */
const fileResponse = (call: Call, place: Wire.LocatedEntry, content = place.entry.sha): OrRefusal<Response> => {
  const bytes = blobOf(call.world.objects, content)
  if (bytes.length > Wire.mostBytes) return Result.fail(tooLarge(call))
  if (call.media === "raw") return Result.succeed(represented("raw", bytes))
  if (call.media === "html") return Result.succeed(represented("html", Wire.page(place, bytes)))
  return Result.succeed(json(200, Wire.file(call, place, bytes)))
}

/** Where a submodule comes from, and which repository that is if it is one of this service. */
const originOf = (call: Call, { commit }: At, path: string): Wire.Origin | undefined => {
  const url = submoduleUrl(call.world.objects, commit.sha, path)
  if (url === undefined) return undefined
  const { host } = new URL(call.urls.html)
  const [, found, repository] = /^(?:[a-z]+:\/\/|git@)([^/:]+)[/:](?:.*@)?([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(url) ?? []
  return { url, repository: found === host ? repository : undefined }
}

const directory = (call: Call, at: At, path: string, sha: string): ReadonlyArray<unknown> => {
  // The service has kept this for clients of its older version.
  const isOld = Input.isOldVersion(call)
  return treeOf(call.world.objects, sha)
    .slice(0, mostEntries)
    .map((entry: TreeEntry) => {
      const place = { ...at, path: path === "" ? entry.name : `${path}/${entry.name}`, entry }
      const wire = Wire.entry(call, place, entry.mode === "160000" ? originOf(call, at, place.path) : undefined)
      return wire.type === "submodule" && isOld ? { ...wire, type: "file" } : wire
    })
}

/**
 * A symlink to a file looks like a file with the content of its target. Its name and its sha are those of the link.
 */
const symlinkResponse = (call: Call, { commit }: At, place: Wire.LocatedEntry): OrRefusal<Response> => {
  const { objects } = call.world
  const target = textOfBlob(objects, place.entry.sha)
  const path = targetOf(place.path, target)
  const entry = path === undefined || path === "" ? undefined : entryOf(objects, commit.sha, path)
  return path !== undefined && (entry?.mode === "100644" || entry?.mode === "100755")
    ? fileResponse(call, place, entry.sha)
    : Result.succeed(json(200, Wire.symlink(call, place, target)))
}

const contentAt = (call: Call, at: At, path: string): OrRefusal<Response> => {
  const entry = entryOf(call.world.objects, at.commit.sha, path)
  if (entry === undefined) return Result.fail(notFound(call))
  const place = { ...at, path, entry }
  switch (entry.mode) {
    case "40000": {
      const entries = directory(call, at, path, entry.sha)
      return Result.succeed(json(200, call.media === "object" ? { ...Wire.entry(call, place), entries } : entries))
    }
    case "120000":
      return symlinkResponse(call, at, place)
    case "160000":
      return Result.succeed(json(200, Wire.submodule(call, place, originOf(call, at, path))))
    default:
      return fileResponse(call, place)
  }
}

const get: Handler = handler(function* (call) {
  const at = yield* startOf(call, yield* readable(call))
  return yield* contentAt(call, at, Input.trimmed(call.params["path"] ?? ""))
})

/** Formats that the service renders, the preferred ones first. Plain text comes after them. */
const formats = [
  "md",
  "markdown",
  "mdown",
  "mkdn",
  "textile",
  "rdoc",
  "org",
  "creole",
  "mediawiki",
  "rst",
  "adoc",
  "asciidoc",
  "pod"
]

const readmePattern = /^readme(?:\.([^.]+))?$/i

const rankOf = (name: string): number => {
  const format = readmePattern.exec(name)?.[1]?.toLowerCase()
  if (format === undefined) return formats.length
  const rank = formats.indexOf(format)
  return rank < 0 ? formats.length + 1 : rank
}

/** Returns the path of a directory's README; undefined if it has none. */
const readmeIn = (call: Call, { commit }: At, path: string): string | undefined => {
  const entry = entryOf(call.world.objects, commit.sha, path)
  if (entry?.mode !== "40000") return undefined
  const [best] = treeOf(call.world.objects, entry.sha)
    .filter(({ mode, name }) => mode !== "40000" && mode !== "160000" && readmePattern.test(name))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name))
  return best === undefined ? undefined : path === "" ? best.name : `${path}/${best.name}`
}

/** The directories whose README the service shows, the preferred one first. */
const showcases = [".github", "", "docs"]

const getReadme: Handler = handler(function* (call) {
  const at = yield* startOf(call, yield* readable(call))
  const { dir } = call.params
  for (const directory of dir === undefined ? showcases : [Input.trimmed(dir)]) {
    const path = readmeIn(call, at, directory)
    if (path !== undefined) return yield* contentAt(call, at, path)
  }
  return yield* Result.fail(notFound(call))
})

/** A change of one file on a branch, as it was asked for. */
interface Change {
  readonly repository: Repository
  readonly path: string
  readonly branch: string
  /** Undefined if the repository is empty. */
  readonly tip: Commit | undefined
  readonly message: string
  readonly author: Identity
  readonly committer: Identity
  /** Whether the service signs it. */
  readonly isSigned: boolean
  /** The sha that the client takes the file to have. */
  readonly sha: string | undefined
}

const requiredString = (call: Call, fields: Input.Fields, name: string): OrRefusal<string> =>
  Result.flatMap(Input.required(call, fields, name), () =>
    Result.map(Input.text(call, fields, name), (value) => value ?? "")
  )

const branchOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<string> =>
  Result.flatMap(Input.text(call, fields, "branch"), (given) => {
    const branch = given === undefined || given === null || given === "" ? repository.default_branch : given
    const exists = branchTip(repository, branch) !== undefined
    return exists || (isEmpty(repository) && branch === repository.default_branch)
      ? Result.succeed(branch)
      : Result.fail(missing(call, `Branch ${branch} not found`))
  })

const changeOf = (call: Call, repository: Repository, viewer: string, fields: Input.Fields): OrRefusal<Change> =>
  Result.gen(function* () {
    const path = Input.trimmed(call.params["path"] ?? "")
    if (!isPath(path)) return yield* Result.fail(unprocessable(call, "path contains a malformed path component"))
    const message = yield* requiredString(call, fields, "message")
    const sha = yield* Input.text(call, fields, "sha")
    const given = (yield* identity(call, fields, "committer")) ?? viewerIdentity(call, viewer)
    const author = (yield* identity(call, fields, "author")) ?? given
    const isSigned = isSignedFor(call, viewer, fields)
    const branch = yield* branchOf(call, repository, fields)
    const tip = branchTip(repository, branch)
    return {
      repository,
      path,
      branch,
      tip: tip === undefined ? undefined : commitOf(call.world.objects, tip),
      message,
      author,
      committer: isSigned ? webFlow(call.now) : given,
      isSigned,
      sha: sha ?? undefined
    }
  })

/** What is at the change's path now. */
const formerOf = (call: Call, { path, tip }: Change) =>
  tip === undefined ? undefined : entryOf(call.world.objects, tip.sha, path)

/** Whether a file is where the path needs a directory. */
const isUnderFile = (call: Call, { path, tip }: Change): boolean => {
  const parts = path.split("/")
  return (
    tip !== undefined &&
    parts.some((_, index) => {
      const entry = index === 0 ? undefined : entryOf(call.world.objects, tip.sha, parts.slice(0, index).join("/"))
      return entry !== undefined && entry.mode !== "40000"
    })
  )
}

const mismatch = (call: Call, path: string, sha: string): OrRefusal<never> =>
  Result.fail(conflict(call, `${path} does not match ${sha}`))

/** How a refusal calls the change. */
type Verb = "create" | "update" | "delete"

/** Makes the commit, and answers with it and the file. */
const write = (call: Call, change: Change, leaf: Leaf | null, verb: Verb): Handled => {
  const permitted = mayWriteFiles(call, change.repository, [[change.path, leaf]])
  if (Result.isFailure(permitted)) return Result.fail(permitted.failure)
  const { author, branch, committer, isSigned, message, path, repository, tip } = change
  const { objects } = call.world
  const commit = (isSigned ? putSigned : putCommit)(objects, {
    tree: writeTree(objects, tip?.tree, new Map([[path, leaf]])),
    parents: tip === undefined ? [] : [tip.sha],
    author,
    committer,
    message
  })
  const refusal = moveRefusal(call, repository, { ref: branchRef(branch), to: commit.sha })
  if (refusal !== undefined) {
    const { by, message } = refusal
    return Result.fail(conflict(call, by === "rulesets" ? message : `Could not ${verb} file: ${message}`))
  }
  const moved = moveRef(call.world, repository, branchRef(branch), commit.sha, call.now, call.viewer)
  const content = leaf === null ? null : Wire.entry(call, { repository: moved, ref: branch, path, entry: leaf })
  return Result.succeed(
    json(verb === "create" ? 201 : 200, { content, commit: CommitWire.gitCommit(call, moved, commit) })
  )
}

const contentOf = (call: Call, fields: Input.Fields): OrRefusal<Uint8Array> =>
  Result.flatMap(requiredString(call, fields, "content"), (text) => {
    const bytes = readBase64(text)
    return bytes === undefined ? Result.fail(unprocessable(call, "content is not valid Base64")) : Result.succeed(bytes)
  })

const modeOf = (former: { readonly mode: string } | undefined): Leaf["mode"] =>
  former?.mode === "100755" || former?.mode === "120000" ? former.mode : "100644"

const put: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const content = yield* contentOf(call, fields)
  const change = yield* changeOf(call, repository, viewer, fields)
  const { path, sha } = change
  const former = formerOf(call, change)
  if (isUnderFile(call, change)) {
    const problem = "A file exists where you’re trying to create a subdirectory. Choose a new path and try again."
    return yield* Result.fail(unprocessable(call, problem))
  }
  if (former !== undefined && sha === undefined) return yield* Result.fail(malformed(call, `"sha" wasn't supplied.`))
  const isFile = former !== undefined && former.mode !== "40000"
  if (sha !== undefined && (!isFile || former.sha !== sha)) return yield* mismatch(call, path, sha)
  const leaf: Leaf = { mode: modeOf(former), sha: putBlob(call.world.objects, content) }
  return yield* write(call, change, leaf, former === undefined ? "create" : "update")
})

/** Parameters in the query count, too: not every client sends a body with DELETE. */
const fieldsOrQuery = (call: Call): OrRefusal<Input.Fields> =>
  Result.map(Input.fieldsOf(call), (fields) => ({ ...Object.fromEntries(call.query), ...fields }))

const remove: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* fieldsOrQuery(call)
  const change = yield* changeOf(call, repository, viewer, fields)
  const sha: Sha = yield* requiredString(call, fields, "sha")
  const former = formerOf(call, change)
  if (former === undefined || former.mode === "40000") return yield* Result.fail(notFound(call))
  if (former.sha !== sha) return yield* mismatch(call, change.path, sha)
  return yield* write(call, change, null, "delete")
})

const repo = "/repos/{owner}/{repo}"
const path = `${repo}/contents/{path*}`

const endpoint = endpointsOf("repos/contents")

export const routes: ReadonlyArray<Route> = [
  representedAs(
    { raw: "Contents.download", html: "Contents.getHtml" },
    endpoint("Contents.get", `GET ${path}`, "get-repository-content", get)
  ),
  endpoint("Contents.get", `GET ${repo}/contents`, "get-repository-content", get),
  endpoint("Contents.get", `GET ${repo}/contents/`, "get-repository-content", get),
  representedAs(
    { raw: "Contents.downloadReadme", html: "Contents.getReadmeHtml" },
    endpoint("Contents.getReadme", `GET ${repo}/readme`, "get-a-repository-readme", getReadme)
  ),
  endpoint("Contents.getReadme", `GET ${repo}/readme/{dir*}`, "get-a-repository-readme-for-a-directory", getReadme),
  endpoint("Contents.put", `PUT ${path}`, "create-or-update-file-contents", put),
  endpoint("Contents.delete", `DELETE ${path}`, "delete-a-file", remove)
]
