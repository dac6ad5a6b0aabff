/**
 * GitHub Apps and their installations.
 *
 * What the App does as itself signs in with `AppCredentials.layerApp`. What one of its installations does signs in with
 * `AppCredentials.layer`, which mints the tokens.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Wire from "../rest/Wire.ts"
import * as Forge from "./Forge.ts"
import { Ordinal, Removed, RepoPath } from "./internal/fields.ts"
import { AppDetails, CreatedApp, Installation, InstallationRequest } from "./schema/Installation.ts"
import { ListedRepo } from "./schema/Repo.ts"

const InstallationPath = {
  /** The `id` of the installation. */
  installation_id: Ordinal
}

const InstalledRepoPath = {
  /** The `id` of the installation. */
  installation_id: Ordinal,
  /** The `id` of the repository. */
  repository_id: Ordinal
}

/**
 * Gets the App that signs in.
 *
 * GET /app · as the App
 */
export const get = Forge.operation("Apps.get", "GET /app", {
  success: AppDetails
})

/**
 * Gets a public App by its name.
 *
 * GET /apps/{app_slug}
 */
export const getBySlug = Forge.operation("Apps.getBySlug", "GET /apps/{app_slug}", {
  path: {
    /** The name as used in URLs, such as `octoapp`. */
    app_slug: Schema.NonEmptyString
  },
  success: AppDetails,
  errors: [NotFound]
})

/**
 * Creates an App from the manifest that a user has confirmed, as the last step of its flow. The `code` comes with the
 * user to the manifest's `redirect_url`, is valid for an hour, and works once: a further use fails with `NotFound`. No
 * token is needed. The secrets of the result are `Redacted`, and the service does not return them again. The code is a
 * part of the URL, which errors and spans show: once used, it is worth nothing.
 *
 * POST /app-manifests/{code}/conversions
 *
 * **Example**
 *
 * ```ts
 * const created = yield* Apps.createFromManifest({ code })
 * const AppLive = AppCredentials.layerApp({ appId: created.id, privateKey: created.pem })
 * ```
 */
export const createFromManifest = Forge.operation("Apps.createFromManifest", "POST /app-manifests/{code}/conversions", {
  path: {
    /** What the service has added to the `redirect_url`. */
    code: Schema.NonEmptyString
  },
  success: CreatedApp,
  errors: [NotFound, ValidationFailed]
})

/**
 * Lists the installations of the App.
 *
 * GET /app/installations · as the App
 */
export const listInstallations = Forge.listing("Apps.listInstallations", "GET /app/installations", {
  query: {
    /** Only those that were changed at or after this time. */
    since: Schema.optional(Wire.InputTimestamp),
    /** Only those with outdated permissions, by any text. */
    outdated: Schema.optional(Schema.NonEmptyString)
  },
  item: Installation,
  errors: [ValidationFailed]
})

/**
 * Lists the requests to install the App that nobody has answered yet: members of an organization ask its owners.
 *
 * GET /app/installation-requests · as the App
 */
export const listInstallationRequests = Forge.listing(
  "Apps.listInstallationRequests",
  "GET /app/installation-requests",
  {
    item: InstallationRequest
  }
)

/**
 * Gets an installation of the App.
 *
 * GET /app/installations/{installation_id} · as the App
 */
export const getInstallation = Forge.operation("Apps.getInstallation", "GET /app/installations/{installation_id}", {
  path: InstallationPath,
  success: Installation,
  errors: [NotFound]
})

/**
 * Gets the installation of the App that covers a repository.
 *
 * GET /repos/{owner}/{repo}/installation · as the App
 */
export const getInstallationForRepo = Forge.operation(
  "Apps.getInstallationForRepo",
  "GET /repos/{owner}/{repo}/installation",
  {
    path: RepoPath,
    success: Installation,
    errors: [NotFound]
  }
)

/**
 * Gets the installation of the App on an organization.
 *
 * GET /orgs/{org}/installation · as the App
 */
export const getInstallationForOrg = Forge.operation("Apps.getInstallationForOrg", "GET /orgs/{org}/installation", {
  path: {
    /** Login of the organization. Case does not matter. */
    org: Schema.NonEmptyString
  },
  success: Installation,
  errors: [NotFound]
})

/**
 * Gets the installation of the App on the account of a user.
 *
 * GET /users/{username}/installation · as the App
 */
export const getInstallationForUser = Forge.operation(
  "Apps.getInstallationForUser",
  "GET /users/{username}/installation",
  {
    path: {
      /** Login of the user. */
      username: Schema.NonEmptyString
    },
    success: Installation,
    errors: [NotFound]
  }
)

/**
 * Uninstalls the App from an account. Its tokens end.
 *
 * DELETE /app/installations/{installation_id} · as the App
 */
export const deleteInstallation = Forge.operation(
  "Apps.deleteInstallation",
  "DELETE /app/installations/{installation_id}",
  {
    path: InstallationPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Suspends an installation: it gets no tokens and no events, and its existing tokens are refused.
 *
 * PUT /app/installations/{installation_id}/suspended · as the App
 */
export const suspendInstallation = Forge.operation(
  "Apps.suspendInstallation",
  "PUT /app/installations/{installation_id}/suspended",
  {
    path: InstallationPath,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Lifts the suspension of an installation.
 *
 * DELETE /app/installations/{installation_id}/suspended · as the App
 */
export const unsuspendInstallation = Forge.operation(
  "Apps.unsuspendInstallation",
  "DELETE /app/installations/{installation_id}/suspended",
  {
    path: InstallationPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the repositories that the installation covers whose token is used. `.page` also returns the `total_count`.
 *
 * GET /installation/repositories · as an installation
 */
export const listRepositories = Forge.listing("Apps.listRepositories", "GET /installation/repositories", {
  item: ListedRepo,
  envelope: "repositories"
})

/**
 * Revokes the installation token that is used: no further request can use it. `AppCredentials` has `revoke` for that.
 *
 * DELETE /installation/token · as an installation
 */
export const revokeInstallationToken = Forge.operation("Apps.revokeInstallationToken", "DELETE /installation/token", {
  repeatable: true
})

/**
 * Lists the installations that the authenticated user can see. Needs a token that the App has for the user. `.page`
 * also returns the `total_count`.
 *
 * GET /user/installations
 */
export const listInstallationsForMe = Forge.listing("Apps.listInstallationsForMe", "GET /user/installations", {
  item: Installation,
  envelope: "installations"
})

/**
 * Lists the repositories of an installation that the authenticated user can see. `.page` also returns the
 * `total_count`.
 *
 * GET /user/installations/{installation_id}/repositories
 */
export const listRepositoriesForMe = Forge.listing(
  "Apps.listRepositoriesForMe",
  "GET /user/installations/{installation_id}/repositories",
  {
    path: InstallationPath,
    item: ListedRepo,
    envelope: "repositories",
    errors: [NotFound]
  }
)

/**
 * Lets an installation cover a repository as well. Needs admin access to the repository.
 *
 * PUT /user/installations/{installation_id}/repositories/{repository_id}
 */
export const addRepositoryToInstallation = Forge.operation(
  "Apps.addRepositoryToInstallation",
  "PUT /user/installations/{installation_id}/repositories/{repository_id}",
  {
    path: InstalledRepoPath,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Removes a repository from an installation. Needs admin access to the repository. Fails with `ValidationFailed` if the
 * installation covers all repositories, or this is its last one.
 *
 * DELETE /user/installations/{installation_id}/repositories/{repository_id}
 */
export const removeRepositoryFromInstallation = Forge.operation(
  "Apps.removeRepositoryFromInstallation",
  "DELETE /user/installations/{installation_id}/repositories/{repository_id}",
  {
    path: InstalledRepoPath,
    errors: [NotFound, ValidationFailed],
    foundBy: Removed
  }
)
