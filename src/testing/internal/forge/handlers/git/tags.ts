/** Handlers of annotated tags as git objects. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { isSha } from "../../../git/names.ts"
import { encodeTag, putTag, type Sha } from "../../../git/objects.ts"
import { notEmpty } from "../../access/commits.ts"
import { readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid, invalidSha, notFound, unprocessable } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { hasCommit, hasObject, hasTag, keepObject } from "../../state/reach.ts"
import * as Wire from "../../wire/git.ts"
import { identity, viewerIdentity } from "./identity.ts"

export const getTag: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["tag_sha"] ?? ""
  const tag = hasTag(call.world, repository, sha) ? call.world.objects.tags.get(sha) : undefined
  return tag === undefined ? yield* Result.fail(notFound(call)) : json(200, Wire.tag(call, repository, tag))
})

type Kind = "commit" | "tree" | "blob"

const exists = ({ world }: Call, repository: Repository, kind: Kind, sha: Sha): boolean => {
  const all: ReadonlyMap<Sha, unknown> = world.objects[`${kind}s`]
  if (kind === "commit") return hasCommit(world, repository, sha)
  return all.has(sha) && hasObject(world, repository, sha)
}

const kindOf = (call: Call, fields: Input.Fields): Result.Result<Kind, Answer> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "type")
    const kind = yield* Input.oneOf(call, fields, "type", ["commit", "tree", "blob"], "Tag")
    return kind ?? (yield* Result.fail(invalid(call, { resource: "Tag", code: "missing_field", field: "type" })))
  })

export const createTag: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const tag = yield* Input.requiredText(call, fields, "tag", { resource: "Tag", maximum: 255 })
  yield* Input.required(call, fields, "message")
  const message = (yield* Input.text(call, fields, "message")) ?? ""
  yield* Input.required(call, fields, "object")
  const object = (yield* Input.text(call, fields, "object")) ?? ""
  const type = yield* kindOf(call, fields)
  yield* notEmpty(call, repository)
  if (!isSha(object)) return yield* Result.fail(invalidSha(call))
  if (!exists(call, repository, type, object)) {
    return yield* Result.fail(unprocessable(call, `Object ${object} does not exist or is not a ${type}`))
  }
  const tagger = (yield* identity(call, fields, "tagger")) ?? viewerIdentity(call, viewer)
  const named = { tag, message, object, type, tagger }
  const made = putTag(call.world.objects, { ...named, content: encodeTag(named) })
  keepObject(call.world, repository, made.sha)
  const wire = Wire.tag(call, repository, made)
  return json(201, wire, { location: wire.url })
})
