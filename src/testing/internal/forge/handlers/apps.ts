/** Apps, their installations, and the tokens of these. */
import * as Result from "effect/Result"
import { isoDate, json, noContent } from "../../exchange.ts"
import { manifestOf } from "../access/appKeys.ts"
import { repositoryOf } from "../access/gate.ts"
import { pathNumber, requireViewer } from "../access/lookups.ts"
import { may, reaches } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut, pageOf } from "../http/paging.ts"
import {
  forbidden,
  malformed,
  notFound,
  requiresAuthentication,
  suspended,
  unauthorized,
  unprocessable
} from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Access, App, Installation, Token } from "../state/accounts.ts"
import { type Repository, same, type World } from "../state/model.ts"
import { repositoriesOf } from "../state/repositories.ts"
import { plantApp } from "../state/seed/accounts.ts"
import * as Wire from "../wire/accounts.ts"
import { repository as writeRepository } from "../wire/repository.ts"

/** Returns the app that signs in with its JWT. */
const signedApp = (call: Call): OrRefusal<App> =>
  call.app === null ? Result.fail(unauthorized("A JSON web token could not be decoded")) : Result.succeed(call.app)

/** Returns the app and its installation that the path names. */
const installationOf = (call: Call): OrRefusal<readonly [app: App, installation: Installation]> =>
  Result.flatMap(signedApp(call), (app) => {
    const installation = app.installations.get(pathNumber(call, "installation_id") ?? 0)
    return installation === undefined ? Result.fail(notFound(call)) : Result.succeed([app, installation] as const)
  })

const get: Handler = (call) => Result.map(signedApp(call), (app) => json(200, Wire.app(call, app)))

const listInstallations: Handler = (call) =>
  Result.map(signedApp(call), (app) =>
    pageOf(call, "/app/installations", [...app.installations.values()], (each) => Wire.installation(call, app, each))
  )

const listInstallationRequests: Handler = (call) =>
  Result.map(signedApp(call), ({ installation_requests }) =>
    pageOf(call, "/app/installation-requests", installation_requests, (each) => Wire.installationRequest(call, each))
  )

const getInstallation: Handler = (call) =>
  Result.map(installationOf(call), ([app, installation]) => json(200, Wire.installation(call, app, installation)))

/** Answers with the app's installation on an account, if it has one there that passes the test. */
const onAccount = (
  call: Call,
  account: string | undefined,
  covers: (installation: Installation) => boolean = () => true
) =>
  Result.flatMap(signedApp(call), (app) => {
    const found = [...app.installations.values()].find((each) => same(each.account, account ?? "") && covers(each))
    return found === undefined
      ? Result.fail(notFound(call))
      : Result.succeed(json(200, Wire.installation(call, app, found)))
  })

const getRepositoryInstallation: Handler = (call) => {
  const repository = repositoryOf(call)
  return repository === undefined
    ? Result.fail(notFound(call))
    : onAccount(call, repository.owner, ({ repositories }) => repositories === null || repositories.has(repository.id))
}

const getOrganizationInstallation: Handler = (call) => onAccount(call, call.params["org"])

const getUserInstallation: Handler = (call) => onAccount(call, call.params["username"])

/** Returns the token of an installation that sends the request, with its account. */
const installed = (call: Call): OrRefusal<readonly [token: Token, account: string]> => {
  const { token, world } = call
  if (token === null) return Result.fail(requiresAuthentication(call))
  for (const app of world.apps.values()) {
    const installation = app.installations.get(token.installation ?? 0)
    if (installation !== undefined) return Result.succeed([token, installation.account])
  }
  const message =
    "You must authenticate with an installation access token in order to list repositories for an installation."
  return Result.fail(forbidden(call, message))
}

const listRepositories: Handler = handler(function* (call) {
  const [token, account] = yield* installed(call)
  const all = repositoriesOf(call.world, account).filter((repository) => reaches(call.world, token, repository))
  const { headers, items } = cut(call, "/installation/repositories", all)
  const repositories = items.map((repository) => writeRepository(call, repository))
  const repository_selection = token.repositories === null ? "all" : "selected"
  return json(200, { total_count: all.length, repository_selection, repositories }, headers)
})

const revokeToken: Handler = handler(function* (call) {
  const [own] = yield* installed(call)
  for (const [text, token] of call.world.tokens) {
    if (token === own) call.world.tokens.delete(text)
  }
  return noContent
})

const getBySlug: Handler = (call) => {
  const found = [...call.world.apps.values()].find(({ slug }) => slug === call.params["app_slug"])
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(json(200, Wire.app(call, found)))
}

const deleteInstallation: Handler = handler(function* (call) {
  const [app, { id }] = yield* installationOf(call)
  app.installations.delete(id)
  for (const [text, { installation }] of call.world.tokens) if (installation === id) call.world.tokens.delete(text)
  return noContent
})

const setSuspended =
  (isSuspended: boolean): Handler =>
  (call) =>
    Result.map(installationOf(call), ([app, installation]) => {
      app.installations.set(installation.id, { ...installation, suspended_at: isSuspended ? call.now : null })
      return noContent
    })

/** The installations on a user's own account and on the organizations that the user is a member of. */
const visibleTo = (
  { token, world }: Call,
  viewer: string
): ReadonlyArray<readonly [app: App, installation: Installation]> =>
  [...world.apps.values()].flatMap((app) =>
    // An app that acts for a user sees its own.
    token !== null && token.grant !== null && token.grant.client_id !== app.client_id
      ? []
      : [...app.installations.values()].flatMap((installation) => {
          const members = world.organizations.get(installation.account.toLowerCase())?.members
          const isSeen = same(installation.account, viewer) || members?.has(viewer.toLowerCase()) === true
          return isSeen ? [[app, installation] as const] : []
        })
  )

const listInstallationsForMe: Handler = handler(function* (call) {
  const found = visibleTo(call, yield* requireViewer(call))
  const { headers, items } = cut(call, "/user/installations", found)
  const installations = items.map(([app, installation]) => Wire.installation(call, app, installation))
  return json(200, { total_count: found.length, installations }, headers)
})

const visibleInstallation = (call: Call) =>
  Result.flatMap(requireViewer(call), (viewer) => {
    const id = pathNumber(call, "installation_id")
    const found = visibleTo(call, viewer).find(([, installation]) => installation.id === id)
    return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
  })

const listRepositoriesForMe: Handler = handler(function* (call) {
  const [, { account, id, repositories }] = yield* visibleInstallation(call)
  const found = repositoriesOf(call.world, account).filter(
    (repository) => (repositories === null || repositories.has(repository.id)) && call.sees(repository)
  )
  const { headers, items } = cut(call, `/user/installations/${id}/repositories`, found)
  const repository_selection = repositories === null ? "all" : "selected"
  const written = items.map((repository) => writeRepository(call, repository, call.viewer))
  return json(200, { total_count: found.length, repository_selection, repositories: written }, headers)
})

/** Lets an installation cover a repository, or not, for those who administer the repository. */
const setCovered = (isCovered: boolean): Handler =>
  handler(function* (call) {
    const [app, installation] = yield* visibleInstallation(call)
    const repository = call.world.repositories.get(pathNumber(call, "repository_id") ?? 0)
    if (repository === undefined || !same(repository.owner, installation.account) || !may(call, repository, "admin")) {
      return yield* Result.fail(notFound(call))
    }
    if (installation.repositories === null) {
      return isCovered ? noContent : yield* Result.fail(unprocessable(call, "All repositories are selected."))
    }
    const repositories = new Set(installation.repositories)
    if (isCovered) repositories.add(repository.id)
    else repositories.delete(repository.id)
    if (repositories.size === 0)
      return yield* Result.fail(unprocessable(call, "The last repository cannot be removed."))
    app.installations.set(installation.id, { ...installation, repositories })
    return noContent
  })

/** How long a token is valid, in milliseconds. */
const lifetime = 3_600_000

/** Looks like the service's tokens, and is the same for the same sequence of requests. */
const tokenText = (world: World, { id }: Installation): string => {
  const key = `tokens of installation ${id}`
  const count = (world.ids.get(key) ?? 0) + 1
  world.ids.set(key, count)
  return `ghs_${`${id.toString(36)}T${count.toString(36)}`.padStart(36, "0")}`
}

type Granted = Readonly<Record<string, Access>>

const isAccess = (level: unknown): level is Access => level === "read" || level === "write"

/** Reads the permissions that the token shall have: not more than the installation has. */
export const permissionsOf = (call: Call, fields: Input.Fields, { permissions }: Installation) => {
  const wanted = fields["permissions"]
  if (wanted === undefined || wanted === null) return Result.succeed(permissions)
  if (typeof wanted !== "object" || Array.isArray(wanted)) {
    return Result.fail(malformed(call, `For 'properties/permissions', ${JSON.stringify(wanted)} is not an object.`))
  }
  const owned: Granted = Wire.permissions(permissions)
  const granted: Record<string, Access> = {}
  for (const [name, level] of Object.entries(wanted)) {
    if (!isAccess(level) || owned[name] === undefined || (level === "write" && owned[name] === "read")) {
      return Result.fail(unprocessable(call, "The permissions requested are not granted to this installation."))
    }
    granted[name] = level
  }
  return Result.succeed<Granted>(granted)
}

const isWhole = (value: unknown): value is number => Number.isInteger(value)

/** Reads the repositories that the token is limited to, by name or id; null for all of the installation's. */
export const repositoriesFor = (
  call: Call,
  fields: Input.Fields,
  installation: Installation
): OrRefusal<ReadonlyArray<Repository> | null> =>
  Result.gen(function* () {
    const names = yield* Input.names(call, fields, "repositories", "name")
    const ids: unknown = fields["repository_ids"]
    if (ids !== undefined && ids !== null && !(Array.isArray(ids) && ids.every(isWhole))) {
      return yield* Result.fail(
        malformed(call, `For 'properties/repository_ids', ${JSON.stringify(ids)} is not an array of integers.`)
      )
    }
    const own = repositoriesOf(call.world, installation.account).filter(
      ({ id }) => installation.repositories === null || installation.repositories.has(id)
    )
    const wantedIds = Array.isArray(ids) ? ids.filter(isWhole) : []
    const wantedNames = (names ?? []).map((name) => name.toLowerCase())
    if (wantedIds.length + wantedNames.length === 0) return installation.repositories === null ? null : own
    const isMissing =
      wantedNames.some((name) => own.every((repository) => repository.name.toLowerCase() !== name)) ||
      wantedIds.some((id) => own.every((repository) => repository.id !== id))
    if (isMissing) {
      return yield* Result.fail(
        unprocessable(
          call,
          "There is at least one repository that does not exist or is not accessible to the parent installation."
        )
      )
    }
    return own.filter(({ id, name }) => wantedIds.includes(id) || wantedNames.includes(name.toLowerCase()))
  })

const create: Handler = handler(function* (call) {
  const [app, installation] = yield* installationOf(call)
  if (installation.suspended_at !== null) return yield* Result.fail(suspended(call))
  const fields = yield* Input.fieldsOf(call)
  const permissions = yield* permissionsOf(call, fields, installation)
  const repositories = yield* repositoriesFor(call, fields, installation)
  const text = tokenText(call.world, installation)
  const token: Token = {
    login: `${app.slug}[bot]`,
    scopes: null,
    permissions,
    repositories: repositories === null ? null : new Set(repositories.map(({ id }) => id)),
    installation: installation.id,
    app: null,
    grant: null,
    expires_at: call.now + lifetime,
    accepted_at: call.now + call.tokenDelay
  }
  call.world.tokens.set(text, token)
  return json(201, {
    token: text,
    expires_at: isoDate(call.now + lifetime),
    permissions: Wire.permissions(permissions),
    repository_selection: repositories === null ? "all" : "selected",
    ...(repositories === null ? {} : { repositories: repositories.map((each) => writeRepository(call, each)) })
  })
})

/** Looks like the service's secrets, and is the same for the same app. */
const secretText = (kind: string, code: string): string =>
  Array.from(new TextEncoder().encode(`${kind} ${code}`), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .padEnd(40, "0")
    .slice(0, 40)

const createFromManifest: Handler = handler(function* (call) {
  const { world } = call
  const manifest = manifestOf(world, call.params["code"] ?? "", call.now)
  const keys = manifest?.keys ?? call.keys
  // Whoever acts without a request of its own has no keys made.
  if (manifest === undefined || keys === undefined) return yield* Result.fail(notFound(call))
  const { code } = manifest
  const { hook, ...seed } = manifest.app
  const webhook_secret = hook === undefined ? null : (hook.secret ?? secretText("hook", code))
  world.manifests.delete(code)
  const app = plantApp(
    world,
    {
      ...seed,
      public_key: keys.public_key,
      client_secret: seed.client_secret ?? secretText("app", code),
      ...(hook === undefined || webhook_secret === null ? {} : { hook: { ...hook, secret: webhook_secret } })
    },
    call.now
  )
  return json(201, {
    ...Wire.app(call, app),
    client_secret: app.client_secret,
    webhook_secret,
    pem: keys.private_key
  })
})

const installation = "/app/installations/{installation_id}"
const selection = "/user/installations/{installation_id}/repositories/{repository_id}"

const endpoint = endpointsOf("apps/apps")

export const routes: ReadonlyArray<Route> = [
  endpoint("Apps.get", "GET /app", "get-the-authenticated-app", get),
  endpoint(
    "Apps.listInstallations",
    "GET /app/installations",
    "list-installations-for-the-authenticated-app",
    listInstallations
  ),
  endpoint(
    "Apps.listInstallationRequests",
    "GET /app/installation-requests",
    "list-installation-requests-for-the-authenticated-app",
    listInstallationRequests
  ),
  endpoint(
    "Apps.getInstallation",
    `GET ${installation}`,
    "get-an-installation-for-the-authenticated-app",
    getInstallation
  ),
  endpoint(
    "Apps.createInstallationToken",
    `POST ${installation}/access_tokens`,
    "create-an-installation-access-token-for-an-app",
    create
  ),
  endpoint(
    "Apps.getInstallationForRepo",
    "GET /repos/{owner}/{repo}/installation",
    "get-a-repository-installation-for-the-authenticated-app",
    getRepositoryInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.getInstallationForOrg",
    "GET /orgs/{org}/installation",
    "get-an-organization-installation-for-the-authenticated-app",
    getOrganizationInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.getInstallationForUser",
    "GET /users/{username}/installation",
    "get-a-user-installation-for-the-authenticated-app",
    getUserInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.listRepositories",
    "GET /installation/repositories",
    "apps/installations#list-repositories-accessible-to-the-app-installation",
    listRepositories
  ),
  endpoint(
    "Apps.revokeInstallationToken",
    "DELETE /installation/token",
    "apps/installations#revoke-an-installation-access-token",
    revokeToken,
    "core",
    "nothing"
  ),
  endpoint("Apps.getBySlug", "GET /apps/{app_slug}", "get-an-app", getBySlug, "core", "nothing"),
  endpoint(
    "Apps.deleteInstallation",
    `DELETE ${installation}`,
    "delete-an-installation-for-the-authenticated-app",
    deleteInstallation
  ),
  endpoint(
    "Apps.suspendInstallation",
    `PUT ${installation}/suspended`,
    "suspend-an-app-installation",
    setSuspended(true)
  ),
  endpoint(
    "Apps.unsuspendInstallation",
    `DELETE ${installation}/suspended`,
    "unsuspend-an-app-installation",
    setSuspended(false)
  ),
  endpoint(
    "Apps.listInstallationsForMe",
    "GET /user/installations",
    "apps/installations#list-app-installations-accessible-to-the-user-access-token",
    listInstallationsForMe
  ),
  endpoint(
    "Apps.listRepositoriesForMe",
    "GET /user/installations/{installation_id}/repositories",
    "apps/installations#list-repositories-accessible-to-the-user-access-token",
    listRepositoriesForMe
  ),
  endpoint(
    "Apps.addRepositoryToInstallation",
    `PUT ${selection}`,
    "apps/installations#add-a-repository-to-an-app-installation",
    setCovered(true)
  ),
  endpoint(
    "Apps.removeRepositoryFromInstallation",
    `DELETE ${selection}`,
    "apps/installations#remove-a-repository-from-an-app-installation",
    setCovered(false)
  ),
  endpoint(
    "Apps.createFromManifest",
    "POST /app-manifests/{code}/conversions",
    "apps/apps#create-a-github-app-from-a-manifest",
    createFromManifest,
    "core",
    "nothing"
  )
]
