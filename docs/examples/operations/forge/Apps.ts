import { Apps } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Lets an installation cover another repository. */
export const addRepositoryToInstallation = Apps.addRepositoryToInstallation({
  installation_id: 71,
  repository_id: 9102
})

/** Creates the App of a manifest that a user has confirmed. Its secrets are shown nowhere. */
export const createFromManifest = Apps.createFromManifest({ code: "a180b1a3d263c81bc6441d7b990bae27d4c10679" }).pipe(
  Effect.map(({ client_id, id, slug }) => ({ id, slug, client_id }))
)

/** Uninstalls the App from an account. */
export const deleteInstallation = Apps.deleteInstallation({ installation_id: 70 })

/** Reads what the App asks for. Signs in as the App itself. */
export const get = Apps.get().pipe(Effect.map(({ events, permissions, slug }) => ({ slug, permissions, events })))

/** Reads about another App. */
export const getBySlug = Apps.getBySlug({ app_slug: "linter" }).pipe(
  Effect.map(({ name, owner }) => ({ name, owner: owner.login }))
)

/** Reads what an installation of the App may do. */
export const getInstallation = Apps.getInstallation({ installation_id: 70 }).pipe(
  Effect.map(({ account, permissions }) => ({ account: account?.login ?? null, permissions }))
)

/** Finds the installation on an organization. It may not be installed there. */
export const getInstallationForOrg = Apps.getInstallationForOrg({ org: "acme" }).pipe(
  Effect.map(({ id }) => id),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Finds the installation that covers a repository. */
export const getInstallationForRepo = Apps.getInstallationForRepo({ owner: "acme", repo: "web" }).pipe(
  Effect.map(({ id }) => id)
)

/** Finds the installation on the account of a user. */
export const getInstallationForUser = Apps.getInstallationForUser({ username: "ada" }).pipe(
  Effect.map(({ id, repository_selection }) => ({ id, repository_selection }))
)

/** Lists the requests to install the App. Signs in as the App itself. */
export const listInstallationRequests = Apps.listInstallationRequests().pipe(
  Stream.map(({ account, requester }) => `${requester.login} for ${account.login}`),
  Stream.runCollect
)

/** Lists where the App is installed. */
export const listInstallations = Apps.listInstallations().pipe(
  Stream.map(({ account, id }) => ({ id, account: account?.login ?? null })),
  Stream.runCollect
)

/** Lists the installations on your account and on your organizations. */
export const listInstallationsForMe = Apps.listInstallationsForMe().pipe(
  Stream.map(({ account, app_slug }) => `${app_slug} on ${account?.login}`),
  Stream.runCollect
)

/** Lists what an installation covers. */
export const listRepositories = Apps.listRepositories().pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Lists which repositories of an installation you can see. */
export const listRepositoriesForMe = Apps.listRepositoriesForMe({ installation_id: 71 }).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Takes a repository from an installation. */
export const removeRepositoryFromInstallation = Apps.removeRepositoryFromInstallation({
  installation_id: 71,
  repository_id: 9101
})

/** Ends the token of an installation before its time. */
export const revokeInstallationToken = Apps.revokeInstallationToken()

/** Suspends an installation that is misused. */
export const suspendInstallation = Apps.suspendInstallation({ installation_id: 70 })

/** Lifts the suspension of an installation. */
export const unsuspendInstallation = Apps.unsuspendInstallation({ installation_id: 70 })
