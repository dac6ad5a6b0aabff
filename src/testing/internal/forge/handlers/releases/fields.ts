/** Reads the fields of releases, and checks their tags. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { type Commit, commitOf, type Sha } from "../../../git/objects.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid, malformed } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { branchTip, tagRef } from "../../state/refs.ts"

export const resource = "Release"

const longBody = 125_000

/** Reads true or false; undefined if it was not sent. */
export const flag = (call: Call, fields: Input.Fields, name: string): Result.Result<boolean | undefined, Answer> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  return typeof value === "boolean"
    ? Result.succeed(value)
    : Result.fail(malformed(call, `For 'properties/${name}', ${JSON.stringify(value)} is not a boolean.`))
}

const latestWords = { true: true, false: false, legacy: null } as const

/** Reads the fields that creating and changing a release share. */
export const optionalFields = (call: Call, fields: Input.Fields) =>
  Result.gen(function* () {
    const name = yield* Input.text(call, fields, "name")
    const body = yield* Input.boundedText(call, fields, "body", { resource, maximum: longBody, blank: true })
    const draft = yield* flag(call, fields, "draft")
    const prerelease = yield* flag(call, fields, "prerelease")
    const latest = yield* Input.oneOf(call, fields, "make_latest", ["true", "false", "legacy"], resource)
    return {
      ...(name === undefined ? {} : { name }),
      ...(body === undefined ? {} : { body }),
      ...(draft === undefined ? {} : { draft }),
      ...(prerelease === undefined ? {} : { prerelease }),
      ...(latest === undefined || latest === null ? {} : { make_latest: latestWords[latest] })
    }
  })

/** What git allows as the name of a ref. */
const isTagName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- these characters are what is forbidden
  !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$|(^|\/)\.|\.lock(\/|$)/.test(name) && name !== "@"

/** Checks that a name can be a tag's. */
export const checkTag = (call: Call, tag: string): Result.Result<void, Answer> =>
  isTagName(tag)
    ? Result.void
    : Result.fail(
        invalid(call, { resource, code: "custom", field: "tag_name", message: "tag_name is not a valid tag" })
      )

export const taken = (call: Call): Answer => invalid(call, { resource, code: "already_exists", field: "tag_name" })

/** The commit of a branch or a whole sha. */
const commitNamed = (call: Call, repository: Repository, name: string): Commit | undefined => {
  const { commits } = call.world.objects
  const tip: Sha | undefined = branchTip(repository, name.replace(/^refs\/heads\//, ""))
  return commits.get(tip ?? (/^[\da-f]{40}$/i.test(name) ? name.toLowerCase() : ""))
}

/** Returns the commit of a tag, or the one that would be tagged. */
export const commitToTag = (
  call: Call,
  repository: Repository,
  tag: string,
  target: string
): Result.Result<Commit, Answer> => {
  const tagged = repository.refs.get(tagRef(tag))
  if (tagged !== undefined) return Result.succeed(commitOf(call.world.objects, tagged))
  const commit = commitNamed(call, repository, target)
  return commit === undefined
    ? Result.fail(invalid(call, { resource, code: "invalid", field: "target_commitish" }))
    : Result.succeed(commit)
}
