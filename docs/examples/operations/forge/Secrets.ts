import { Secrets } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** A sealed box of libsodium. */
const box = "l1bnVvcHzcuKZA1NcwQEuoeADeRALHsoiHdRBRwJU0UkVSs6OvVyMCKj0p0dHQt5N8fPZGaN"

const repo = { owner: "acme", repo: "web" }
const org = { org: "acme" }
const production = { ...repo, environment_name: "production" }

/** Lists the names of the secrets of a repository. Nobody can read their values. */
export const list = Secrets.list(repo).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Looks whether a repository has a secret. */
export const get = Secrets.get({ ...repo, secret_name: "NPM_TOKEN" }).pipe(
  Effect.map(({ name }) => name),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the key for which the secrets of a repository are encrypted. `put` does that. */
export const getPublicKey = Secrets.getPublicKey(repo).pipe(Effect.map(({ key_id }) => key_id))

/** Sets a secret to a value that another program has encrypted. To encrypt it here, use `put`. */
export const createOrUpdate = Secrets.getPublicKey(repo).pipe(
  Effect.flatMap(({ key_id }) =>
    Secrets.createOrUpdate({ ...repo, secret_name: "NPM_TOKEN", encrypted_value: box, key_id })
  )
)

/** Deletes a secret of a repository, if it is there. */
const delete_ = Secrets.delete({ ...repo, secret_name: "NPM_TOKEN" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the names of the secrets of an environment. Nobody can read their values. */
export const listForEnvironment = Secrets.listForEnvironment(production).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Looks whether an environment has a secret. */
export const getForEnvironment = Secrets.getForEnvironment({ ...production, secret_name: "NPM_TOKEN" }).pipe(
  Effect.map(({ name }) => name),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the key for which the secrets of an environment are encrypted. `putForEnvironment` does that. */
export const getPublicKeyForEnvironment = Secrets.getPublicKeyForEnvironment(production).pipe(
  Effect.map(({ key_id }) => key_id)
)

/** Sets a secret to a value that another program has encrypted. To encrypt it here, use `putForEnvironment`. */
export const createOrUpdateForEnvironment = Secrets.getPublicKeyForEnvironment(production).pipe(
  Effect.flatMap(({ key_id }) =>
    Secrets.createOrUpdateForEnvironment({ ...production, secret_name: "NPM_TOKEN", encrypted_value: box, key_id })
  )
)

/** Deletes a secret of an environment, if it is there. */
export const deleteForEnvironment = Secrets.deleteForEnvironment({ ...production, secret_name: "NPM_TOKEN" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the names of the secrets of an organization. Nobody can read their values. */
export const listForOrg = Secrets.listForOrg(org).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Reads which repositories get a secret. */
export const getForOrg = Secrets.getForOrg({ ...org, secret_name: "NPM_TOKEN" }).pipe(
  Effect.map(({ visibility }) => visibility),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads the key for which the secrets of an organization are encrypted. `putForOrg` does that. */
export const getPublicKeyForOrg = Secrets.getPublicKeyForOrg(org).pipe(Effect.map(({ key_id }) => key_id))

/** Changes which repositories get a secret, and keeps its value. To set the value, use `putForOrg`. */
export const createOrUpdateForOrg = Secrets.createOrUpdateForOrg({
  ...org,
  secret_name: "NPM_TOKEN",
  visibility: "private"
})

/** Deletes a secret of an organization, if it is there. */
export const deleteForOrg = Secrets.deleteForOrg({ ...org, secret_name: "NPM_TOKEN" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the repositories that get a secret. */
export const listSelectedRepositories = Secrets.listSelectedRepositories({
  ...org,
  secret_name: "REGISTRY_TOKEN"
}).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Sets which repositories get a secret. */
export const setSelectedRepositories = Secrets.setSelectedRepositories({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  selected_repository_ids: [2_000_000]
})

/** Gives a secret to one more repository. */
export const addSelectedRepository = Secrets.addSelectedRepository({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  repository_id: 2_000_001
})

/** Takes a secret from a repository. */
export const removeSelectedRepository = Secrets.removeSelectedRepository({
  ...org,
  secret_name: "REGISTRY_TOKEN",
  repository_id: 2_000_000
})

/** Lists the secrets that a repository gets from its organization. */
export const listSharedWithRepo = Secrets.listSharedWithRepo(repo).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

export { delete_ as delete }
