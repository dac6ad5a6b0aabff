import { DeployKeys } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl builder"

/** Lets a machine read a repository. */
export const create = DeployKeys.create({ ...repo, key, title: "Builder", read_only: true }).pipe(
  Effect.map(({ id, read_only, title }) => ({ id, title, read_only }))
)

/** Reads a key. */
export const get = DeployKeys.get({ ...repo, key_id: 60 }).pipe(
  Effect.map(({ added_by, key, title }) => ({ title, key, added_by }))
)

/** Lists the keys that can be used to write. */
export const list = DeployKeys.list(repo).pipe(
  Stream.filter(({ read_only }) => !read_only),
  Stream.map(({ id, title }) => ({ id, title })),
  Stream.runCollect
)

/** Deletes a key. */
const delete_ = DeployKeys.delete({ ...repo, key_id: 60 })

export { delete_ as delete }
