/** Handlers that read, change and delete a repository. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { httpDate, json, noContent } from "../../../exchange.ts"
import { archivedRefusal, readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import { changeRepository, type Repository } from "../../state/model.ts"
import { branchTip, isEmpty } from "../../state/refs.ts"
import { moveRepository, removeRepository } from "../../state/repositories.ts"
import * as Wire from "../../wire/repository.ts"
import { freeName } from "./names.ts"
import { changesIn } from "./settings.ts"

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const wire = Wire.fullRepository(call, repository, call.viewer)
  return json(200, wire, { "last-modified": httpDate(repository.updated_at) })
})

/** Reads a new default branch, which must exist. */
const defaultBranch = (call: Call, repository: Repository, fields: Input.Fields) =>
  Result.flatMap(Input.text(call, fields, "default_branch"), (name): Result.Result<Partial<Repository>, Answer> => {
    if (name === undefined || name === null || name === repository.default_branch) return Result.succeed({})
    if (branchTip(repository, name) !== undefined || isEmpty(repository)) {
      return Result.succeed({ default_branch: name })
    }
    const message = `The branch ${name} was not found. Please push that ref first or create it via the Git Data API.`
    return Result.fail(invalid(call, { resource: "Repository", field: "default_branch", code: "invalid", message }))
  })

export const update: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  const fields = yield* Input.fieldsOf(call)
  if (repository.archived && fields["archived"] !== false) return yield* Result.fail(archivedRefusal(call))
  const name = yield* freeName(call, fields, repository.owner, repository)
  const change = {
    ...(yield* changesIn(call, fields, repository)),
    ...(yield* defaultBranch(call, repository, fields))
  }
  const moved =
    name === undefined || name === repository.name
      ? repository
      : moveRepository(call.world, repository, repository.owner, name)
  const changed = moved !== repository || Input.hasEffect(repository, change)
  const after = changed ? changeRepository(call.world, moved, { ...change, updated_at: call.now }) : repository
  return json(200, Wire.fullRepository(call, after, call.viewer))
})

export const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  removeRepository(call.world, repository)
  return noContent
})
