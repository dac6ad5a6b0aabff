import { DependabotSecrets } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** A sealed box of libsodium. */
const box = "l1bnVvcHzcuKZA1NcwQEuoeADeRALHsoiHdRBRwJU0UkVSs6OvVyMCKj0p0dHQt5N8fPZGaN"

const repo = { owner: "acme", repo: "web" }
const org = { org: "acme" }

/** Lists the names of the secrets of a repository. Nobody can read their values. */
export const list = DependabotSecrets.list(repo).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Looks whether a repository has a secret. */
export const get = DependabotSecrets.get({ ...repo, secret_name: "NPM_TOKEN" }).pipe(
  Effect.map(({ name }) => name),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the key for which the secrets of a repository are encrypted. `put` does that. */
export const getPublicKey = DependabotSecrets.getPublicKey(repo).pipe(Effect.map(({ key_id }) => key_id))

/** Sets a secret to a value that another program has encrypted. To encrypt it here, use `put`. */
export const createOrUpdate = DependabotSecrets.getPublicKey(repo).pipe(
  Effect.flatMap(({ key_id }) =>
    DependabotSecrets.createOrUpdate({ ...repo, secret_name: "NPM_TOKEN", encrypted_value: box, key_id })
  )
)

/** Deletes a secret of a repository, if it is there. */
const delete_ = DependabotSecrets.delete({ ...repo, secret_name: "NPM_TOKEN" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the names of the secrets of an organization. Nobody can read their values. */
export const listForOrg = DependabotSecrets.listForOrg(org).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Reads which repositories get a secret. */
export const getForOrg = DependabotSecrets.getForOrg({ ...org, secret_name: "NPM_TOKEN" }).pipe(
  Effect.map(({ visibility }) => visibility),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the key for which the secrets of an organization are encrypted. `putForOrg` does that. */
export const getPublicKeyForOrg = DependabotSecrets.getPublicKeyForOrg(org).pipe(Effect.map(({ key_id }) => key_id))

/** Changes which repositories get a secret, and keeps its value. To set the value, use `putForOrg`. */
export const createOrUpdateForOrg = DependabotSecrets.createOrUpdateForOrg({
  ...org,
  secret_name: "NPM_TOKEN",
  visibility: "private"
})

/** Deletes a secret of an organization, if it is there. */
export const deleteForOrg = DependabotSecrets.deleteForOrg({ ...org, secret_name: "NPM_TOKEN" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the repositories that get a secret. */
export const listSelectedRepositories = DependabotSecrets.listSelectedRepositories({
  ...org,
  secret_name: "REGISTRY_TOKEN"
}).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Sets which repositories get a secret. */
export const setSelectedRepositories = DependabotSecrets.setSelectedRepositories({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  selected_repository_ids: [2_000_000]
})

/** Gives a secret to one more repository. */
export const addSelectedRepository = DependabotSecrets.addSelectedRepository({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  repository_id: 2_000_001
})

/** Takes a secret from a repository. */
export const removeSelectedRepository = DependabotSecrets.removeSelectedRepository({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  repository_id: 2_000_000
})

export { delete_ as delete }
