/** Handlers of the `DeployKeys` operations. */
import * as Result from "effect/Result"
import { json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { nextId, type Repository } from "../state/model.ts"
import type { DeployKey } from "../state/records.ts"
import { isTaken } from "../state/profiles.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/sharing.ts"
import { givenKey } from "./publicKeys.ts"

/** Returns the path's repository. Others than its administrators are told that there are no keys. */
const administered = (call: Call): OrRefusal<Repository> =>
  Result.flatMap(readable(call), (repository) =>
    may(call, repository, "admin") ? Result.succeed(repository) : Result.fail(notFound(call))
  )

const list: Handler = handler(function* (call) {
  const repository = yield* administered(call)
  return pageOf(call, `${stablePath(repository)}/keys`, [...repository.deployKeys.values()], (key) =>
    Wire.deployKey(call, repository, key)
  )
})

const keyIn = (call: Call, repository: Repository): OrRefusal<DeployKey> => {
  const key = repository.deployKeys.get(pathNumber(call, "key_id") ?? 0)
  return key === undefined ? Result.fail(notFound(call)) : Result.succeed(key)
}

const get: Handler = handler(function* (call) {
  const repository = yield* administered(call)
  return json(200, Wire.deployKey(call, repository, yield* keyIn(call, repository)))
})

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call, "admin")
  const { fields, key, title } = yield* givenKey(call, (given) => isTaken(call.world, given))
  const read_only = (yield* Input.flag(call, fields, "read_only")) ?? false
  const made: DeployKey = {
    id: nextId(call.world, "deploy key"),
    key,
    title,
    read_only,
    added_by: viewer,
    created_at: call.now
  }
  repository.deployKeys.set(made.id, made)
  const wire = Wire.deployKey(call, repository, made)
  return json(201, wire, { location: wire.url })
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  repository.deployKeys.delete((yield* keyIn(call, repository)).id)
  return noContent
})

const keys = "/repos/{owner}/{repo}/keys"

const endpoint = endpointsOf("deploy-keys/deploy-keys")

const administers = { permission: "administration", level: "read" } as const

export const routes: ReadonlyArray<Route> = [
  endpoint("DeployKeys.list", `GET ${keys}`, "list-deploy-keys", list, "core", administers),
  endpoint("DeployKeys.get", `GET ${keys}/{key_id}`, "get-a-deploy-key", get, "core", administers),
  endpoint("DeployKeys.create", `POST ${keys}`, "create-a-deploy-key", create),
  endpoint("DeployKeys.delete", `DELETE ${keys}/{key_id}`, "delete-a-deploy-key", remove)
]
