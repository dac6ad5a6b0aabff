/** The SSH keys of users: for git, and to verify signatures. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { isoDate, json, noContent } from "../../exchange.ts"
import { pathNumber } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { PublicKey, User } from "../state/accounts.ts"
import { nextId } from "../state/model.ts"
import { changeUser, hasKey, isTaken } from "../state/profiles.ts"
import { bareKey } from "../state/sharing.ts"
import { userNamed } from "./followers.ts"
import { signedInUser } from "./profile.ts"

const wrong = (call: Call, message: string): Response =>
  invalid(call, { resource: "PublicKey", code: "custom", field: "key", message })

const format = /^(?:ssh-|ecdsa-|sk-)[\w@.-]+ +[A-Za-z\d+/]+=*(?:\s.*)?$/

/** Reads the key of a body, which nobody may have yet, with its title: its comment, unless there is another. */
export const givenKey = (
  call: Call,
  isUsed: (key: string) => boolean
): OrRefusal<{ readonly key: string; readonly title: string; readonly fields: Input.Fields }> =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "key")
    // Clients send a whole file, which ends with a line feed.
    const given = ((yield* Input.text(call, fields, "key")) ?? "").trim()
    const title = yield* Input.text(call, fields, "title")
    if (!format.test(given)) {
      return yield* Result.fail(wrong(call, "key is invalid. You must supply a key in OpenSSH public key format"))
    }
    const key = bareKey(given)
    if (isUsed(key)) return yield* Result.fail(wrong(call, "key is already in use"))
    return { key, title: title ?? given.split(/\s+/).slice(2).join(" "), fields }
  })

type Use = PublicKey["use"]

const paths: Readonly<Record<Use, string>> = { git: "keys", signing: "ssh_signing_keys" }

const writeKey = (call: Call, { created_at, id, key, title, use }: PublicKey) => {
  const common = { id, key, title, created_at: isoDate(created_at) }
  return use === "signing"
    ? common
    : { ...common, url: `${call.urls.api}/user/keys/${id}`, verified: true, read_only: false }
}

const keysOf = ({ keys }: User, use: Use): ReadonlyArray<PublicKey> => keys.filter((key) => key.use === use)

const keyOf = (call: Call, self: User, use: Use): OrRefusal<PublicKey> => {
  const id = pathNumber(call, "key_id")
  const found = keysOf(self, use).find((key) => key.id === id)
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

const list =
  (use: Use): Handler =>
  (call) =>
    Result.map(signedInUser(call), (self) =>
      pageOf(call, `/user/${paths[use]}`, keysOf(self, use), (key) => writeKey(call, key))
    )

/** Everybody sees the keys of a user, without their titles where these are for git. */
const listOf =
  (use: Use): Handler =>
  (call) =>
    Result.map(userNamed(call), (self) =>
      pageOf(call, `/user/${self.id}/${paths[use]}`, keysOf(self, use), (each) => {
        const { created_at, id, key } = each
        return use === "git" ? { id, key, created_at: isoDate(created_at) } : writeKey(call, each)
      })
    )

const get = (use: Use): Handler =>
  handler(function* (call) {
    return json(200, writeKey(call, yield* keyOf(call, yield* signedInUser(call), use)))
  })

const create = (use: Use): Handler =>
  handler(function* (call) {
    const self = yield* signedInUser(call)
    const { world } = call
    const { key, title } = yield* givenKey(call, (given) =>
      use === "git" ? isTaken(world, given) : hasKey(world, given, use)
    )
    const made: PublicKey = { id: nextId(world, "public key"), use, title, key, created_at: call.now }
    changeUser(world, self, { keys: [...self.keys, made] })
    return json(201, writeKey(call, made))
  })

const remove = (use: Use): Handler =>
  handler(function* (call) {
    const self = yield* signedInUser(call)
    const { id } = yield* keyOf(call, self, use)
    changeUser(call.world, self, { keys: self.keys.filter((key) => key.id !== id) })
    return noContent
  })

const endpointsFor = (use: Use, permission: Access["permission"]): ReadonlyArray<Route> => {
  const endpoint = endpointsOf(use === "git" ? "users/keys" : "users/ssh-signing-keys")
  const name = use === "git" ? "public-ssh-key" : "ssh-signing-key"
  const key = use === "git" ? "Key" : "SigningKey"
  const all = `/user/${paths[use]}`
  const article = use === "git" ? "a" : "an"
  const reads: Access = { permission, level: "read" }
  const writes: Access = { permission, level: "write" }
  const of = "for-the-authenticated-user"
  return [
    endpoint(`Users.list${key}s`, `GET ${all}`, `list-${name}s-${of}`, list(use), "core", reads),
    endpoint(`Users.get${key}`, `GET ${all}/{key_id}`, `get-${article}-${name}-${of}`, get(use), "core", reads),
    endpoint(`Users.create${key}`, `POST ${all}`, `create-a-${name}-${of}`, create(use), "core", writes),
    endpoint(
      `Users.delete${key}`,
      `DELETE ${all}/{key_id}`,
      `delete-${article}-${name}-${of}`,
      remove(use),
      "core",
      writes
    ),
    endpoint(
      `Users.list${key}sOf`,
      `GET /users/{username}/${paths[use]}`,
      use === "git" ? "list-public-keys-for-a-user" : "list-ssh-signing-keys-for-a-user",
      listOf(use)
    )
  ]
}

export const routes: ReadonlyArray<Route> = [
  ...endpointsFor("git", "git_ssh_keys"),
  ...endpointsFor("signing", "git_signing_ssh_public_keys")
]
