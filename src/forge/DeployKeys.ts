/** Deploy keys: SSH keys that give machines access to a single repository. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, Ordinal, Removed, RepoPath, Text } from "./internal/fields.ts"
import { DeployKey } from "./schema/DeployKey.ts"

const DeployKeyPath = inRepo({
  /** The `id` of the key. */
  key_id: Ordinal
})

/** A public key without its comment, as the service keeps it. */
const bare = (key: string): string => key.trim().split(/\s+/, 2).join(" ")

/**
 * Lists the deploy keys of a repository.
 *
 * GET /repos/{owner}/{repo}/keys · needs admin access
 */
export const list = Forge.listing("DeployKeys.list", "GET /repos/{owner}/{repo}/keys", {
  path: RepoPath,
  item: DeployKey,
  errors: [NotFound]
})

/**
 * Gets a deploy key.
 *
 * GET /repos/{owner}/{repo}/keys/{key_id} · needs admin access
 */
export const get = Forge.operation("DeployKeys.get", "GET /repos/{owner}/{repo}/keys/{key_id}", {
  path: DeployKeyPath,
  success: DeployKey,
  errors: [NotFound]
})

/**
 * Adds a deploy key. A key can be used for one repository only: if it is in use, it fails with `ValidationFailed`. A key
 * cannot be changed. Delete it, and create another one.
 *
 * POST /repos/{owner}/{repo}/keys · needs admin access
 */
export const create = Forge.operation("DeployKeys.create", "POST /repos/{owner}/{repo}/keys", {
  path: RepoPath,
  body: {
    /** The public key in OpenSSH's format, such as `ssh-ed25519 AAAA… comment`. */
    key: Schema.NonEmptyString,
    /** A name for people. Default: made from the key. */
    title: Text,
    /** Whether it can only be used to read. Default: false. */
    read_only: Flag
  },
  success: DeployKey,
  errors: [NotFound, ValidationFailed],
  foreseen: ({ key }) => ({ key: bare(String(key)) }),
  foundBy: {
    by: "key",
    find: (input, look) =>
      look.first("/repos/{owner}/{repo}/keys", DeployKey, ({ key }) => bare(key) === bare(input.key), { input })
  }
})

/**
 * Deletes a deploy key.
 *
 * DELETE /repos/{owner}/{repo}/keys/{key_id} · needs admin access
 */
const delete_ = Forge.operation("DeployKeys.delete", "DELETE /repos/{owner}/{repo}/keys/{key_id}", {
  path: DeployKeyPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }
