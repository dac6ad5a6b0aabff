/** Reads the fields of releases, and checks their tags. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { isRefName, isSha } from "../../../git/names.ts"
import { type Commit, commitOf } from "../../../git/objects.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { branchTip, resolveCommit, tagRef } from "../../state/refs.ts"

export const resource = "Release"

const longBody = 125_000

const latestWords = { true: true, false: false, legacy: null } as const

/** Reads the fields that creating and changing a release share. */
export const optionalFields = (call: Call, fields: Input.Fields) =>
  Result.gen(function* () {
    const name = yield* Input.text(call, fields, "name")
    const body = yield* Input.boundedText(call, fields, "body", { resource, maximum: longBody, blank: true })
    const draft = yield* Input.flag(call, fields, "draft")
    const prerelease = yield* Input.flag(call, fields, "prerelease")
    const latest = yield* Input.oneOf(call, fields, "make_latest", ["true", "false", "legacy"], resource)
    return {
      ...(name === undefined ? {} : { name }),
      ...(body === undefined ? {} : { body }),
      ...(draft === undefined ? {} : { draft }),
      ...(prerelease === undefined ? {} : { prerelease }),
      ...(latest === undefined || latest === null ? {} : { make_latest: latestWords[latest] })
    }
  })

/** Checks that a name can be a tag's. */
export const checkTag = (call: Call, tag: string): Result.Result<void, Answer> =>
  isRefName(tagRef(tag)) && !tag.startsWith("-") && tag !== "@"
    ? Result.void
    : Result.fail(
        invalid(call, { resource, code: "custom", field: "tag_name", message: "tag_name is not a valid tag" })
      )

export const taken = (call: Call): Answer => invalid(call, { resource, code: "already_exists", field: "tag_name" })

/** The commit of a branch or a whole sha. */
const commitNamed = (call: Call, repository: Repository, name: string): Commit | undefined => {
  const tip = branchTip(repository, name.replace(/^refs\/heads\//, ""))
  const sha = tip ?? (isSha(name.toLowerCase()) ? name : undefined)
  return sha === undefined ? undefined : resolveCommit(call.world, repository, sha)
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
