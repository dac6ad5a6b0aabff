/**
 * The secrets that Dependabot gets, such as those of private registries: of a repository and of an organization.
 *
 * Nobody can read the value of a secret again. `put` encrypts a new value with the public key of its place, as the
 * service requires.
 */
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { RepoPath, Removed } from "./internal/fields.ts"
import {
  created,
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
 * GET /repos/{owner}/{repo}/dependabot/secrets · needs write access
 */
export const list = Forge.listing("DependabotSecrets.list", "GET /repos/{owner}/{repo}/dependabot/secrets", {
  path: RepoPath,
  item: Secret,
  envelope: "secrets",
  errors: [NotFound]
})

/**
 * Gets a secret of a repository, without its value.
 *
 * GET /repos/{owner}/{repo}/dependabot/secrets/{secret_name} · needs write access
 */
export const get = Forge.operation(
  "DependabotSecrets.get",
  "GET /repos/{owner}/{repo}/dependabot/secrets/{secret_name}",
  {
    path: RepoSecretPath,
    success: Secret,
    errors: [NotFound]
  }
)

/**
 * Gets the public key of a repository, for which its secrets are encrypted. `put` does that.
 *
 * GET /repos/{owner}/{repo}/dependabot/secrets/public-key · needs write access
 */
export const getPublicKey = Forge.operation(
  "DependabotSecrets.getPublicKey",
  "GET /repos/{owner}/{repo}/dependabot/secrets/public-key",
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
 * PUT /repos/{owner}/{repo}/dependabot/secrets/{secret_name} · needs write access
 */
export const createOrUpdate = Forge.operation(
  "DependabotSecrets.createOrUpdate",
  "PUT /repos/{owner}/{repo}/dependabot/secrets/{secret_name}",
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
 * GET /repos/{owner}/{repo}/dependabot/secrets/public-key, PUT /repos/{owner}/{repo}/dependabot/secrets/{secret_name} · needs write access
 */
export const put: Put<typeof createOrUpdate, typeof getPublicKey> = putWith(
  "DependabotSecrets.put",
  createOrUpdate,
  ({ owner, repo }) => getPublicKey({ owner, repo })
)

/**
 * Deletes a secret of a repository.
 *
 * DELETE /repos/{owner}/{repo}/dependabot/secrets/{secret_name} · needs write access
 */
const delete_ = Forge.operation(
  "DependabotSecrets.delete",
  "DELETE /repos/{owner}/{repo}/dependabot/secrets/{secret_name}",
  {
    path: RepoSecretPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

export { delete_ as delete }

/**
 * Lists the secrets of an organization, without their values. `.page` also returns the `total_count`.
 *
 * GET /orgs/{org}/dependabot/secrets · needs an owner of the organization
 */
export const listForOrg = Forge.listing("DependabotSecrets.listForOrg", "GET /orgs/{org}/dependabot/secrets", {
  path: OrgPath,
  item: OrgSecret,
  envelope: "secrets",
  errors: [NotFound]
})

/**
 * Gets a secret of an organization, without its value.
 *
 * GET /orgs/{org}/dependabot/secrets/{secret_name} · needs an owner of the organization
 */
export const getForOrg = Forge.operation(
  "DependabotSecrets.getForOrg",
  "GET /orgs/{org}/dependabot/secrets/{secret_name}",
  {
    path: OrgSecretPath,
    success: OrgSecret,
    errors: [NotFound]
  }
)

/**
 * Gets the public key of an organization, for which its secrets are encrypted. `putForOrg` does that.
 *
 * GET /orgs/{org}/dependabot/secrets/public-key · needs an owner of the organization
 */
export const getPublicKeyForOrg = Forge.operation(
  "DependabotSecrets.getPublicKeyForOrg",
  "GET /orgs/{org}/dependabot/secrets/public-key",
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
 * PUT /orgs/{org}/dependabot/secrets/{secret_name} · needs an owner of the organization
 */
export const createOrUpdateForOrg = Forge.operation(
  "DependabotSecrets.createOrUpdateForOrg",
  "PUT /orgs/{org}/dependabot/secrets/{secret_name}",
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
 * GET /orgs/{org}/dependabot/secrets/public-key, PUT /orgs/{org}/dependabot/secrets/{secret_name} · needs an owner of the organization
 */
export const putForOrg: Put<typeof createOrUpdateForOrg, typeof getPublicKeyForOrg> = putWith(
  "DependabotSecrets.putForOrg",
  createOrUpdateForOrg,
  ({ org }) => getPublicKeyForOrg({ org })
)

/**
 * Deletes a secret of an organization.
 *
 * DELETE /orgs/{org}/dependabot/secrets/{secret_name} · needs an owner of the organization
 */
export const deleteForOrg = Forge.operation(
  "DependabotSecrets.deleteForOrg",
  "DELETE /orgs/{org}/dependabot/secrets/{secret_name}",
  {
    path: OrgSecretPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the repositories that get a secret of an organization whose `visibility` is `selected`.
 *
 * GET /orgs/{org}/dependabot/secrets/{secret_name}/repositories · needs an owner of the organization
 */
export const listSelectedRepositories = Forge.listing(
  "DependabotSecrets.listSelectedRepositories",
  "GET /orgs/{org}/dependabot/secrets/{secret_name}/repositories",
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
 * PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories · needs an owner of the organization
 */
export const setSelectedRepositories = Forge.operation(
  "DependabotSecrets.setSelectedRepositories",
  "PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories",
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
 * PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id} · needs an owner of the organization
 */
export const addSelectedRepository = Forge.operation(
  "DependabotSecrets.addSelectedRepository",
  "PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}",
  {
    path: SelectedPath,
    errors: [NotFound, Conflict],
    repeatable: true
  }
)

/**
 * Takes a secret of an organization from a repository. Fails with `Conflict` unless the `visibility` of the secret is `selected`.
 *
 * DELETE /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id} · needs an owner of the organization
 */
export const removeSelectedRepository = Forge.operation(
  "DependabotSecrets.removeSelectedRepository",
  "DELETE /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}",
  {
    path: SelectedPath,
    errors: [NotFound, Conflict],
    foundBy: Removed
  }
)
