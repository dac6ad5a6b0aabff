/** Handlers of `Contents.get` and `Contents.getReadme`. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { blobOf, type Commit, type Entry, treeOf } from "../../../git/objects.ts"
import { readable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { represented } from "../../http/media.ts"
import { missing, notFound, tooLarge } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { entryOf, isEmpty, resolveCommit, submoduleUrl, targetOf, textOfBlob } from "../../state/refs.ts"
import * as Wire from "../../wire/contents.ts"

type Step<A> = Result.Result<A, Answer>

/** A commit, and the name that it was asked for by. */
interface At {
  readonly repository: Repository
  readonly commit: Commit
  readonly ref: string
}

/** Finds the commit to read at: the query's `ref`, or the default branch. */
const startOf = (call: Call, repository: Repository): Step<At> => {
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
const fileAnswer = (call: Call, place: Wire.Place, content = place.entry.sha): Step<Answer> => {
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
    .map((entry: Entry) => {
      const place = { ...at, path: path === "" ? entry.name : `${path}/${entry.name}`, entry }
      const wire = Wire.entry(call, place, entry.mode === "160000" ? originOf(call, at, place.path) : undefined)
      return wire.type === "submodule" && isOld ? { ...wire, type: "file" } : wire
    })
}

/**
 * A symlink to a file looks like a file with the content of its target. Its name and its sha are those of the link.
 */
const symlinkAnswer = (call: Call, { commit }: At, place: Wire.Place): Step<Answer> => {
  const { objects } = call.world
  const target = textOfBlob(objects, place.entry.sha)
  const path = targetOf(place.path, target)
  const entry = path === undefined || path === "" ? undefined : entryOf(objects, commit.sha, path)
  return path !== undefined && (entry?.mode === "100644" || entry?.mode === "100755")
    ? fileAnswer(call, place, entry.sha)
    : Result.succeed(json(200, Wire.symlink(call, place, target)))
}

const contentAt = (call: Call, at: At, path: string): Step<Answer> => {
  const entry = entryOf(call.world.objects, at.commit.sha, path)
  if (entry === undefined) return Result.fail(notFound(call))
  const place = { ...at, path, entry }
  switch (entry.mode) {
    case "40000": {
      const entries = directory(call, at, path, entry.sha)
      return Result.succeed(json(200, call.media === "object" ? { ...Wire.entry(call, place), entries } : entries))
    }
    case "120000":
      return symlinkAnswer(call, at, place)
    case "160000":
      return Result.succeed(json(200, Wire.submodule(call, place, originOf(call, at, path))))
    default:
      return fileAnswer(call, place)
  }
}

export const get: Handler = handler(function* (call) {
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

export const getReadme: Handler = handler(function* (call) {
  const at = yield* startOf(call, yield* readable(call))
  const { dir } = call.params
  for (const directory of dir === undefined ? showcases : [Input.trimmed(dir)]) {
    const path = readmeIn(call, at, directory)
    if (path !== undefined) return yield* contentAt(call, at, path)
  }
  return yield* Result.fail(notFound(call))
})
