/** Secrets and variables of repositories, environments and organizations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { isoDate, json, noContent } from "../../exchange.ts"
import { requireViewer, writable } from "../access/lookups.ts"
import { hasScope, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { conflict, forbidden, malformed, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Setting, Settings, Vault } from "../state/automation.ts"
import type { Repository } from "../state/model.ts"
import { keyIdOf, keyPair, setSetting, sharedWith } from "../state/settings.ts"
import { stablePath } from "../wire/common.ts"
import * as Base64 from "effect/encoding/Base64"
import * as Wire from "../wire/repository.ts"
import { environmentIn } from "./environments.ts"

type Kind = keyof Vault

/** Where secrets and variables are. */
interface Place {
  readonly settings: Settings
  /** Tells the place from others. */
  readonly name: string
  /** For links. */
  readonly path: string
  /** The login of the organization that has it; null in a repository. */
  readonly org: string | null
}

/** Finds a place, and refuses who may not see it. */
type Find = (call: Call, kind: Kind) => OrRefusal<Place>

const families: Readonly<Record<Kind, string>> = {
  secrets: "actions/secrets",
  variables: "actions/variables",
  dependabot: "dependabot/secrets"
}

const inRepo: Find = (call, kind) =>
  Result.map(writable(call, "write", call.request.method === "GET" ? "archived" : "current"), ([repository]) => ({
    settings: repository.vault[kind],
    name: `${kind} of repository ${repository.id}`,
    path: `${stablePath(repository)}/${families[kind]}`,
    org: null
  }))

const inEnvironment: Find = (call, kind) =>
  Result.gen(function* () {
    const [repository] = yield* writable(call, "write", call.request.method === "GET" ? "archived" : "current")
    const { id, name, vault } = yield* environmentIn(call, repository)
    const path = `${stablePath(repository)}/environments/${encodeURIComponent(name)}/${kind}`
    return { settings: vault[kind], name: `${kind} of environment ${id}`, path, org: null }
  })

const inOrg: Find = (call, kind) =>
  Result.gen(function* () {
    const [{ id, login }, { members, vault }] = yield* organizationOf(call)
    const viewer = yield* requireViewer(call)
    const isOwner = members.get(viewer.toLowerCase())?.role === "admin" && hasScope(call.token, "admin:org")
    // The permissions of an installation are checked before.
    if (!isOwner && (call.token?.installation ?? null) === null) {
      return yield* Result.fail(forbidden(call, "You must be an organization owner or have the permission."))
    }
    const path = `/organizations/${id}/${families[kind]}`
    return { settings: vault[kind], name: `${kind} of organization ${id}`, path, org: login }
  })

const settingIn = (call: Call, { settings }: Place): OrRefusal<Setting> => {
  const setting = settings.get((call.params["secret_name"] ?? call.params["name"] ?? "").toUpperCase())
  return setting === undefined ? Result.fail(notFound(call)) : Result.succeed(setting)
}

const written = (call: Call, kind: Kind, org: string | null, self: Setting) => ({
  name: self.name,
  ...(kind === "variables" ? { value: self.content ?? "" } : {}),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at),
  ...(org === null ? {} : { visibility: self.visibility }),
  ...(org === null || self.visibility !== "selected"
    ? {}
    : { selected_repositories_url: `${call.urls.api}/orgs/${org}/${families[kind]}/${self.name}/repositories` })
})

const envelope = (kind: Kind): string => (kind === "variables" ? "variables" : "secrets")

const listed = (call: Call, kind: Kind, path: string, org: string | null, all: Iterable<Setting>): Response => {
  const sorted = [...all].sort((a, b) => (a.name < b.name ? -1 : 1))
  const { headers, items } = cut(call, path, sorted)
  const page = items.map((each) => written(call, kind, org, each))
  return json(200, { total_count: sorted.length, [envelope(kind)]: page }, headers)
}

const list = (find: Find, kind: Kind): Handler =>
  handler(function* (call) {
    const { org, path, settings } = yield* find(call, kind)
    return listed(call, kind, path, org, settings.values())
  })

const get = (find: Find, kind: Kind): Handler =>
  handler(function* (call) {
    const place = yield* find(call, kind)
    return json(200, written(call, kind, place.org, yield* settingIn(call, place)))
  })

const remove = (find: Find, kind: Kind): Handler =>
  handler(function* (call) {
    const place = yield* find(call, kind)
    place.settings.delete((yield* settingIn(call, place)).name)
    return noContent
  })

const publicKey = (find: Find, kind: Kind): Handler =>
  handler(function* (call) {
    const { name } = yield* find(call, kind)
    return json(200, { key_id: keyIdOf(name), key: Base64.encode(keyPair.publicKey) })
  })

const visibilities = ["all", "private", "selected"] as const

/** Who gets it, by the body of a request about an organization. */
const sharingOf = (call: Call, { org }: Place, fields: Input.Fields): OrRefusal<Partial<Setting>> =>
  Result.gen(function* () {
    if (org === null) return {}
    const visibility = (yield* Input.oneOf(call, fields, "visibility", visibilities, "Setting")) ?? undefined
    const ids = yield* selectedOf(call, fields)
    return {
      ...(visibility === undefined ? {} : { visibility }),
      ...(ids === undefined ? {} : { selected: ids })
    }
  })

const selectedOf = (call: Call, fields: Input.Fields): OrRefusal<ReadonlySet<number> | undefined> => {
  const given = fields["selected_repository_ids"]
  if (given === undefined || given === null) return Result.succeed(undefined)
  const ids = Array.isArray(given) ? given.map(Number) : [Number.NaN]
  return ids.every(Number.isInteger)
    ? Result.succeed(new Set(ids))
    : Result.fail(malformed(call, "For 'properties/selected_repository_ids', it is not a list of ids."))
}

const pattern = /^(?!GITHUB_|\d)\w+$/i

const nameOf = (call: Call, name: string): OrRefusal<string> =>
  pattern.test(name)
    ? Result.succeed(name)
    : Result.fail(
        unprocessable(
          call,
          "Names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not " +
            "allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_)."
        )
      )

/** The box of a new value, which the key of the place must open. */
const boxOf = (call: Call, place: Place, fields: Input.Fields): OrRefusal<string | undefined> =>
  Result.gen(function* () {
    const box = yield* Input.text(call, fields, "encrypted_value")
    const key = yield* Input.text(call, fields, "key_id")
    if (typeof box !== "string") return undefined
    if (key !== keyIdOf(place.name))
      return yield* Result.fail(unprocessable(call, "The key_id is not the current one."))
    if (!call.isSealed) return yield* Result.fail(unprocessable(call, "The encrypted_value cannot be decrypted."))
    return box
  })

const putSecret = (find: Find, kind: Kind): Handler =>
  handler(function* (call) {
    const place = yield* find(call, kind)
    const name = yield* nameOf(call, call.params["secret_name"] ?? "")
    const fields = yield* Input.fieldsOf(call)
    const isKnown = place.settings.has(name.toUpperCase())
    if (place.org !== null) yield* Input.required(call, fields, "visibility")
    const content = yield* boxOf(call, place, fields)
    // Only the visibility of a secret of an organization changes without a value.
    if (content === undefined && (place.org === null || !isKnown)) {
      yield* Input.required(call, fields, "encrypted_value")
      yield* Input.required(call, fields, "key_id")
    }
    const sharing = yield* sharingOf(call, place, fields)
    setSetting(place.settings, name, { ...(content === undefined ? {} : { content }), ...sharing }, call.now)
    return isKnown ? noContent : json(201, {})
  })

const createVariable = (find: Find): Handler =>
  handler(function* (call) {
    const place = yield* find(call, "variables")
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "name")
    yield* Input.required(call, fields, "value")
    if (place.org !== null) yield* Input.required(call, fields, "visibility")
    const name = yield* nameOf(call, (yield* Input.text(call, fields, "name")) ?? "")
    const content = (yield* Input.text(call, fields, "value")) ?? ""
    const sharing = yield* sharingOf(call, place, fields)
    if (place.settings.has(name.toUpperCase())) {
      return yield* Result.fail(conflict(call, "Already exists - Variable already exists"))
    }
    setSetting(place.settings, name, { content, ...sharing }, call.now)
    return json(201, {})
  })

const updateVariable = (find: Find): Handler =>
  handler(function* (call) {
    const place = yield* find(call, "variables")
    const before = yield* settingIn(call, place)
    const fields = yield* Input.fieldsOf(call)
    const name = yield* nameOf(call, (yield* Input.text(call, fields, "name")) ?? before.name)
    const content = (yield* Input.text(call, fields, "value")) ?? before.content
    const sharing = yield* sharingOf(call, place, fields)
    place.settings.delete(before.name)
    setSetting(place.settings, name, { ...before, content, ...sharing, updated_at: call.now }, call.now)
    return noContent
  })

const shared = (kind: Kind, path: string): Handler =>
  handler(function* (call) {
    const [repository] = yield* writable(call, "write", "archived")
    return listed(call, kind, `${stablePath(repository)}/${path}`, null, sharedWith(call.world, repository, kind))
  })

/** The secret or variable of the path, whose repositories are selected. The service is strict about it in most places. */
const selectable = (kind: Kind, strict: boolean) => (call: Call) =>
  Result.gen(function* () {
    const place = yield* inOrg(call, kind)
    const setting = yield* settingIn(call, place)
    if (strict && setting.visibility !== "selected") {
      return yield* Result.fail(conflict(call, "The visibility is not set to selected."))
    }
    return [place, setting] as const
  })

const repositoryIn = (call: Call): OrRefusal<Repository> => {
  const repository = call.world.repositories.get(Number(call.params["repository_id"]))
  return repository === undefined ? Result.fail(notFound(call)) : Result.succeed(repository)
}

const select = ({ settings }: Place, { name, updated_at }: Setting, selected: ReadonlySet<number>): Response => {
  setSetting(settings, name, { selected, updated_at }, updated_at)
  return noContent
}

const listSelected = (kind: Kind, strict: boolean): Handler =>
  handler(function* (call) {
    const [{ path }, { name, selected }] = yield* selectable(kind, strict)(call)
    const all = [...selected].flatMap((id) => call.world.repositories.get(id) ?? []).filter(call.sees)
    const { headers, items } = cut(call, `${path}/${name}/repositories`, all)
    const repositories = items.map((repository) => Wire.repository(call, repository))
    return json(200, { total_count: all.length, repositories }, headers)
  })

const setSelected = (kind: Kind, strict: boolean): Handler =>
  handler(function* (call) {
    const [place, setting] = yield* selectable(kind, strict)(call)
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "selected_repository_ids")
    return select(place, setting, (yield* selectedOf(call, fields)) ?? new Set())
  })

const addSelected = (kind: Kind): Handler =>
  handler(function* (call) {
    const [place, setting] = yield* selectable(kind, true)(call)
    const { id } = yield* repositoryIn(call)
    return select(place, setting, new Set(setting.selected).add(id))
  })

const removeSelected = (kind: Kind): Handler =>
  handler(function* (call) {
    const [place, setting] = yield* selectable(kind, true)(call)
    const { id } = yield* repositoryIn(call)
    return select(place, setting, new Set([...setting.selected].filter((each) => each !== id)))
  })

const repo = "/repos/{owner}/{repo}"

interface Scope {
  readonly suffix: string
  readonly find: Find
  readonly root: string
  /** What it is called in the addresses of documentation. */
  readonly place: string
}

const scopes: ReadonlyArray<Scope> = [
  { suffix: "", find: inRepo, root: repo, place: "a-repository" },
  { suffix: "ForOrg", find: inOrg, root: "/orgs/{org}", place: "an-organization" }
]

const environment: Scope = {
  suffix: "ForEnvironment",
  find: inEnvironment,
  root: `${repo}/environments/{environment_name}`,
  place: "an-environment"
}

const inPage = (place: string): string => place.replace(/^an?-/, "")

/** The endpoints of the secrets of one place. */
const secretsOf = (module: string, kind: Kind, path: string, { find, place, root, suffix }: Scope) => {
  const endpoint = endpointsOf(kind === "dependabot" ? "dependabot/secrets" : "actions/secrets")
  const all = `${root}/${path}`
  const one = `${all}/{secret_name}`
  const article = /^an?/.exec(place)?.[0] ?? "a"
  return [
    endpoint(`${module}.list${suffix}`, `GET ${all}`, `list-${inPage(place)}-secrets`, list(find, kind)),
    endpoint(
      `${module}.getPublicKey${suffix}`,
      `GET ${all}/public-key`,
      `get-${place}-public-key`,
      publicKey(find, kind)
    ),
    endpoint(`${module}.get${suffix}`, `GET ${one}`, `get-${place}-secret`, get(find, kind)),
    endpoint(
      `${module}.createOrUpdate${suffix}`,
      `PUT ${one}`,
      `create-or-update-${article}-${inPage(place)}-secret`,
      putSecret(find, kind)
    ),
    endpoint(`${module}.delete${suffix}`, `DELETE ${one}`, `delete-${place}-secret`, remove(find, kind))
  ]
}

/** The endpoints of the repositories that get a secret or a variable of an organization. */
const selectedIn = (module: string, kind: Kind, page: string, one: string, strict: boolean) => {
  const endpoint = endpointsOf(page)
  const thing = kind === "variables" ? "variable" : "secret"
  const of = `an-organization-${thing}`
  return [
    endpoint(
      `${module}.listSelectedRepositories`,
      `GET ${one}/repositories`,
      `list-selected-repositories-for-${of}`,
      listSelected(kind, strict)
    ),
    endpoint(
      `${module}.setSelectedRepositories`,
      `PUT ${one}/repositories`,
      `set-selected-repositories-for-${of}`,
      setSelected(kind, strict)
    ),
    endpoint(
      `${module}.addSelectedRepository`,
      `PUT ${one}/repositories/{repository_id}`,
      `add-selected-repository-to-${of}`,
      addSelected(kind)
    ),
    endpoint(
      `${module}.removeSelectedRepository`,
      `DELETE ${one}/repositories/{repository_id}`,
      `remove-selected-repository-from-${of}`,
      removeSelected(kind)
    )
  ]
}

const variablesOf = ({ find, place, root, suffix }: Scope) => {
  const endpoint = endpointsOf("actions/variables")
  const all = `${root}/${suffix === "ForEnvironment" ? "" : "actions/"}variables`
  const one = `${all}/{name}`
  return [
    endpoint(
      `ActionsVariables.list${suffix}`,
      `GET ${all}`,
      `list-${inPage(place)}-variables`,
      list(find, "variables")
    ),
    endpoint(`ActionsVariables.get${suffix}`, `GET ${one}`, `get-${place}-variable`, get(find, "variables")),
    endpoint(`ActionsVariables.create${suffix}`, `POST ${all}`, `create-${place}-variable`, createVariable(find)),
    endpoint(`ActionsVariables.update${suffix}`, `PATCH ${one}`, `update-${place}-variable`, updateVariable(find)),
    endpoint(`ActionsVariables.delete${suffix}`, `DELETE ${one}`, `delete-${place}-variable`, remove(find, "variables"))
  ]
}

export const routes: ReadonlyArray<Route> = [
  ...scopes.flatMap((scope) => secretsOf("Secrets", "secrets", "actions/secrets", scope)),
  ...secretsOf("Secrets", "secrets", "secrets", environment),
  ...scopes.flatMap((scope) => secretsOf("DependabotSecrets", "dependabot", "dependabot/secrets", scope)),
  ...selectedIn("Secrets", "secrets", "actions/secrets", "/orgs/{org}/actions/secrets/{secret_name}", false),
  ...selectedIn(
    "DependabotSecrets",
    "dependabot",
    "dependabot/secrets",
    "/orgs/{org}/dependabot/secrets/{secret_name}",
    false
  ),
  ...[...scopes, environment].flatMap(variablesOf),
  ...selectedIn("ActionsVariables", "variables", "actions/variables", "/orgs/{org}/actions/variables/{name}", true),
  endpointsOf("actions/secrets")(
    "Secrets.listSharedWithRepo",
    `GET ${repo}/actions/organization-secrets`,
    "list-repository-organization-secrets",
    shared("secrets", "actions/organization-secrets")
  ),
  endpointsOf("actions/variables")(
    "ActionsVariables.listSharedWithRepo",
    `GET ${repo}/actions/organization-variables`,
    "list-repository-organization-variables",
    shared("variables", "actions/organization-variables")
  )
]
