/** Handlers of the `Refs` operations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { isAncestor } from "../../git/history.ts"
import { isRefName, isSha } from "../../git/names.ts"
import { byPath, peeled, type Sha } from "../../git/objects.ts"
import { notEmpty, readable, writable } from "../access/lookups.ts"
import { mayMove } from "../access/protection.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { invalidSha, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Repository } from "../state/model.ts"
import { hidden, pullRefs, tipOf } from "../state/pullRefs.ts"
import { hasCommit, hasTag } from "../state/reach.ts"
import { blockerOf, branchRef, moveRef } from "../state/refs.ts"
import * as Wire from "../wire/git.ts"

const refOf = (call: Call): string => `refs/${call.params["ref"] ?? ""}`

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const name = refOf(call)
  const sha = tipOf(call.world, repository, name)
  return sha === undefined ? yield* Result.fail(notFound(call)) : json(200, Wire.ref(call, repository, name, sha))
})

const listMatching: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const prefix = refOf(call)
  const own = [...repository.refs].map(([name, sha]) => ({ name, sha })).filter(({ name }) => name.startsWith(prefix))
  const found = [...own, ...pullRefs(call.world, repository, prefix)]
  return json(
    200,
    found.toSorted((a, b) => byPath(a.name, b.name)).map(({ name, sha }) => Wire.ref(call, repository, name, sha))
  )
})

/** A path that the service no longer documents, and that programs still ask for: the ref, or those that begin with it. */
const getOrMatching: Handler = (call) => {
  const found = get(call)
  if (Result.isSuccess(found)) return found
  const matching = listMatching(call)
  return Result.isSuccess(matching) && matching.success.body === "[]" ? found : matching
}

/** Reads the commit, or the annotated tag of one, that a ref is to have. */
const targetOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Sha> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "sha")
    const sha = (yield* Input.text(call, fields, "sha")) ?? ""
    if (!isSha(sha)) return yield* Result.fail(invalidSha(call))
    const isTag = hasTag(call.world, repository, sha) && peeled(call.world.objects, sha) !== undefined
    if (!isTag && !hasCommit(call.world, repository, sha))
      return yield* Result.fail(unprocessable(call, "Object does not exist"))
    return sha
  })

const create: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "ref")
  const name = (yield* Input.text(call, fields, "ref")) ?? ""
  yield* notEmpty(call, repository)
  if (!/^refs\/[^/]+\/./.test(name)) {
    const rule = "Reference name must start with 'refs/' and contain at least two slashes."
    return yield* Result.fail(unprocessable(call, rule))
  }
  if (!isRefName(name)) return yield* Result.fail(unprocessable(call, `${name} is not a valid ref name.`))
  const sha = yield* targetOf(call, repository, fields)
  if (tipOf(call.world, repository, name) !== undefined) {
    return yield* Result.fail(unprocessable(call, "Reference already exists"))
  }
  if (name.startsWith(hidden) || blockerOf(repository.refs.keys(), name) !== undefined) {
    return yield* Result.fail(failed(call))
  }
  yield* mayMove(call, repository, { ref: name, to: peeled(call.world.objects, sha) ?? sha })
  const wire = Wire.ref(call, moveRef(call.world, repository, name, sha, call.now, call.viewer), name)
  return json(201, wire, { location: wire.url })
})

/** The refs of pull requests are the service's own. How it says so is not from a recording. */
const failed = (call: Call): Response => unprocessable(call, "Reference update failed")

const existing = (call: Call, repository: Repository, name: string): OrRefusal<Sha> => {
  const sha = tipOf(call.world, repository, name)
  if (sha === undefined) return Result.fail(unprocessable(call, "Reference does not exist"))
  return name.startsWith(hidden) ? Result.fail(failed(call)) : Result.succeed(sha)
}

const update: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* notEmpty(call, repository)
  const name = refOf(call)
  const force = yield* Input.flag(call, fields, "force")
  const sha = yield* targetOf(call, repository, fields)
  const current = yield* existing(call, repository, name)
  const commit = peeled(call.world.objects, sha) ?? sha
  if (force !== true && !isAncestor(call.world.objects, current, commit)) {
    return yield* Result.fail(unprocessable(call, "Update is not a fast forward"))
  }
  yield* mayMove(call, repository, { ref: name, to: commit })
  return json(200, Wire.ref(call, moveRef(call.world, repository, name, sha, call.now, call.viewer), name))
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  yield* notEmpty(call, repository)
  const name = refOf(call)
  yield* existing(call, repository, name)
  if (name === branchRef(repository.default_branch)) {
    return yield* Result.fail(unprocessable(call, "Cannot delete the default branch"))
  }
  yield* mayMove(call, repository, { ref: name, to: null })
  moveRef(call.world, repository, name, null, call.now, call.viewer)
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const git = `${repo}/git`

const endpoint = endpointsOf("git/refs")

export const routes: ReadonlyArray<Route> = [
  endpoint("Refs.get", `GET ${git}/ref/{ref*}`, "get-a-reference", get),
  endpoint("Refs.getMatching", `GET ${git}/matching-refs/{ref*}`, "list-matching-references", listMatching),
  endpoint("Refs.getMatching", `GET ${git}/matching-refs`, "list-matching-references", listMatching),
  endpoint("Refs.getMatching", `GET ${git}/matching-refs/`, "list-matching-references", listMatching),
  endpoint("Refs.get", `GET ${git}/refs/{ref*}`, "get-a-reference", getOrMatching),
  endpoint("Refs.getMatching", `GET ${git}/refs`, "list-matching-references", listMatching),
  endpoint("Refs.create", `POST ${git}/refs`, "create-a-reference", create),
  endpoint("Refs.update", `PATCH ${git}/refs/{ref*}`, "update-a-reference", update),
  endpoint("Refs.delete", `DELETE ${git}/refs/{ref*}`, "delete-a-reference", remove)
]
