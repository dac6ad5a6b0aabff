/**
 * The secrets that workflows of GitHub Actions get: of a repository, of an environment and of an organization.
 *
 * Nobody can read the value of a secret again. `put` encrypts a new value with the public key of its place, as the
 * service requires.
 */
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { RepoPath, Removed } from "./internal/fields.ts"
import {
  created,
  EnvironmentPath,
  EnvironmentNewSecretPath,
  EnvironmentSecretPath,
  OrgNewSecretPath,
  OrgPath,
  OrgSecretPath,
  putWith,
  RepoNewSecretPath,
  RepoSecretPath,
  Sealed,
  Selected,
  selectedOnly,
  SelectedPath,
  SharedSecret,
  together
} from "./internal/secretFields.ts"
import type { Put } from "./PlainSecret.ts"
import { PublicKey } from "./schema/PublicKey.ts"
import { MinimalRepo } from "./schema/Repo.ts"
import { OrgSecret, Secret } from "./schema/Secret.ts"

/**
 * Lists the secrets of a repository, without their values. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/secrets · needs write access
 */
export const list = Forge.listing("Secrets.list", "GET /repos/{owner}/{repo}/actions/secrets", {
  path: RepoPath,
  item: Secret,
  envelope: "secrets",
  errors: [NotFound]
})

/**
 * Gets a secret of a repository, without its value.
 *
 * GET /repos/{owner}/{repo}/actions/secrets/{secret_name} · needs write access
 */
export const get = Forge.operation("Secrets.get", "GET /repos/{owner}/{repo}/actions/secrets/{secret_name}", {
  path: RepoSecretPath,
  success: Secret,
  errors: [NotFound]
})

/**
 * Gets the public key of a repository, for which its secrets are encrypted. `put` does that.
 *
 * GET /repos/{owner}/{repo}/actions/secrets/public-key · needs write access
 */
export const getPublicKey = Forge.operation(
  "Secrets.getPublicKey",
  "GET /repos/{owner}/{repo}/actions/secrets/public-key",
  {
    path: RepoPath,
    success: PublicKey,
    errors: [NotFound]
  }
)

/**
 * Creates or changes a secret of a repository, of a value that is encrypted for `getPublicKey`: `put` encrypts
 * it. A key that was replaced since is refused with `ValidationFailed`.
 *
 * PUT /repos/{owner}/{repo}/actions/secrets/{secret_name} · needs write access
 */
export const createOrUpdate = Forge.operation(
  "Secrets.createOrUpdate",
  "PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  {
    path: RepoNewSecretPath,
    body: Sealed,
    secrets: ["encrypted_value"],
    statuses: created,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Sets a secret of a repository: reads its public key, encrypts the value for it, and sends the box (`createOrUpdate`).
 * The plain value does not leave the program.
 *
 * Needs the packages `@noble/ciphers` and `@noble/curves`, which are loaded by the first call. Without them, it fails with
 * `MissingPeer`. Fails with `InvalidInput` for a value of more than 48 KB.
 *
 * GET /repos/{owner}/{repo}/actions/secrets/public-key, PUT /repos/{owner}/{repo}/actions/secrets/{secret_name} · needs write access
 */
export const put: Put<typeof createOrUpdate, typeof getPublicKey> = putWith(
  "Secrets.put",
  createOrUpdate,
  ({ owner, repo }) => getPublicKey({ owner, repo })
)

/**
 * Deletes a secret of a repository.
 *
 * DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name} · needs write access
 */
const delete_ = Forge.operation("Secrets.delete", "DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}", {
  path: RepoSecretPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * Lists the secrets of an environment of a repository, without their values. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/secrets · needs write access
 */
export const listForEnvironment = Forge.listing(
  "Secrets.listForEnvironment",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets",
  {
    path: EnvironmentPath,
    item: Secret,
    envelope: "secrets",
    errors: [NotFound]
  }
)

/**
 * Gets a secret of an environment of a repository, without its value.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name} · needs write access
 */
export const getForEnvironment = Forge.operation(
  "Secrets.getForEnvironment",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  {
    path: EnvironmentSecretPath,
    success: Secret,
    errors: [NotFound]
  }
)

/**
 * Gets the public key of an environment of a repository, for which its secrets are encrypted. `putForEnvironment` does that.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key · needs write access
 */
export const getPublicKeyForEnvironment = Forge.operation(
  "Secrets.getPublicKeyForEnvironment",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key",
  {
    path: EnvironmentPath,
    success: PublicKey,
    errors: [NotFound]
  }
)

/**
 * Creates or changes a secret of an environment of a repository, of a value that is encrypted for `getPublicKeyForEnvironment`: `putForEnvironment` encrypts
 * it. A key that was replaced since is refused with `ValidationFailed`.
 *
 * PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name} · needs write access
 */
export const createOrUpdateForEnvironment = Forge.operation(
  "Secrets.createOrUpdateForEnvironment",
  "PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  {
    path: EnvironmentNewSecretPath,
    body: Sealed,
    secrets: ["encrypted_value"],
    statuses: created,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Sets a secret of an environment of a repository: reads its public key, encrypts the value for it, and sends the box (`createOrUpdateForEnvironment`).
 * The plain value does not leave the program.
 *
 * Needs the packages `@noble/ciphers` and `@noble/curves`, which are loaded by the first call. Without them, it fails with
 * `MissingPeer`. Fails with `InvalidInput` for a value of more than 48 KB.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key, PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name} · needs write access
 */
export const putForEnvironment: Put<typeof createOrUpdateForEnvironment, typeof getPublicKeyForEnvironment> = putWith(
  "Secrets.putForEnvironment",
  createOrUpdateForEnvironment,
  ({ owner, repo, environment_name }) => getPublicKeyForEnvironment({ owner, repo, environment_name })
)

/**
 * Deletes a secret of an environment of a repository.
 *
 * DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name} · needs write access
 */
export const deleteForEnvironment = Forge.operation(
  "Secrets.deleteForEnvironment",
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  {
    path: EnvironmentSecretPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the secrets of an organization, without their values. `.page` also returns the `total_count`.
 *
 * GET /orgs/{org}/actions/secrets · needs an owner of the organization
 */
export const listForOrg = Forge.listing("Secrets.listForOrg", "GET /orgs/{org}/actions/secrets", {
  path: OrgPath,
  item: OrgSecret,
  envelope: "secrets",
  errors: [NotFound]
})

/**
 * Gets a secret of an organization, without its value.
 *
 * GET /orgs/{org}/actions/secrets/{secret_name} · needs an owner of the organization
 */
export const getForOrg = Forge.operation("Secrets.getForOrg", "GET /orgs/{org}/actions/secrets/{secret_name}", {
  path: OrgSecretPath,
  success: OrgSecret,
  errors: [NotFound]
})

/**
 * Gets the public key of an organization, for which its secrets are encrypted. `putForOrg` does that.
 *
 * GET /orgs/{org}/actions/secrets/public-key · needs an owner of the organization
 */
export const getPublicKeyForOrg = Forge.operation(
  "Secrets.getPublicKeyForOrg",
  "GET /orgs/{org}/actions/secrets/public-key",
  {
    path: OrgPath,
    success: PublicKey,
    errors: [NotFound]
  }
)

/**
 * Creates or changes a secret of an organization, of a value that is encrypted for `getPublicKeyForOrg`: `putForOrg` encrypts it.
 * Without a value, changes who gets it.
 *
 * PUT /orgs/{org}/actions/secrets/{secret_name} · needs an owner of the organization
 */
export const createOrUpdateForOrg = Forge.operation(
  "Secrets.createOrUpdateForOrg",
  "PUT /orgs/{org}/actions/secrets/{secret_name}",
  {
    path: OrgNewSecretPath,
    body: SharedSecret,
    secrets: ["encrypted_value"],
    rules: [selectedOnly, together],
    statuses: created,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Sets a secret of an organization, and who gets it: reads its public key, encrypts the value for it, and sends the box (`createOrUpdateForOrg`).
 * The plain value does not leave the program.
 *
 * Needs the packages `@noble/ciphers` and `@noble/curves`, which are loaded by the first call. Without them, it fails with
 * `MissingPeer`. Fails with `InvalidInput` for a value of more than 48 KB.
 *
 * GET /orgs/{org}/actions/secrets/public-key, PUT /orgs/{org}/actions/secrets/{secret_name} · needs an owner of the organization
 */
export const putForOrg: Put<typeof createOrUpdateForOrg, typeof getPublicKeyForOrg> = putWith(
  "Secrets.putForOrg",
  createOrUpdateForOrg,
  ({ org }) => getPublicKeyForOrg({ org })
)

/**
 * Deletes a secret of an organization.
 *
 * DELETE /orgs/{org}/actions/secrets/{secret_name} · needs an owner of the organization
 */
export const deleteForOrg = Forge.operation(
  "Secrets.deleteForOrg",
  "DELETE /orgs/{org}/actions/secrets/{secret_name}",
  {
    path: OrgSecretPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the repositories that get a secret of an organization whose `visibility` is `selected`.
 *
 * GET /orgs/{org}/actions/secrets/{secret_name}/repositories · needs an owner of the organization
 */
export const listSelectedRepositories = Forge.listing(
  "Secrets.listSelectedRepositories",
  "GET /orgs/{org}/actions/secrets/{secret_name}/repositories",
  {
    path: OrgSecretPath,
    item: MinimalRepo,
    envelope: "repositories",
    errors: [NotFound]
  }
)

/**
 * Replaces the repositories that get a secret of an organization whose `visibility` is `selected`.
 *
 * PUT /orgs/{org}/actions/secrets/{secret_name}/repositories · needs an owner of the organization
 */
export const setSelectedRepositories = Forge.operation(
  "Secrets.setSelectedRepositories",
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories",
  {
    path: OrgSecretPath,
    body: Selected,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Gives a repository a secret of its organization. Fails with `Conflict` unless the `visibility` of the secret is `selected`.
 *
 * PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id} · needs an owner of the organization
 */
export const addSelectedRepository = Forge.operation(
  "Secrets.addSelectedRepository",
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  {
    path: SelectedPath,
    errors: [NotFound, Conflict],
    repeatable: true
  }
)

/**
 * Takes a secret of an organization from a repository. Fails with `Conflict` unless the `visibility` of the secret is `selected`.
 *
 * DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id} · needs an owner of the organization
 */
export const removeSelectedRepository = Forge.operation(
  "Secrets.removeSelectedRepository",
  "DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  {
    path: SelectedPath,
    errors: [NotFound, Conflict],
    foundBy: Removed
  }
)

/**
 * Lists the secrets that a repository gets from its organization, without their values. `.page` also returns the
 * `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/organization-secrets · needs write access
 */
export const listSharedWithRepo = Forge.listing(
  "Secrets.listSharedWithRepo",
  "GET /repos/{owner}/{repo}/actions/organization-secrets",
  {
    path: RepoPath,
    item: Secret,
    envelope: "secrets",
    errors: [NotFound]
  }
)
