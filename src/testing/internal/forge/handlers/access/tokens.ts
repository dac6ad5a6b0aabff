/** Handler that makes the tokens of an app's installations. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { isoDate, json } from "../../../exchange.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { malformed, suspended, unprocessable } from "../../http/refusals.ts"
import type { Access, Installation, Token } from "../../state/accounts.ts"
import type { Repository, World } from "../../state/model.ts"
import { repositoriesOf } from "../../state/repositories.ts"
import * as Wire from "../../wire/apps.ts"
import { repository as writeRepository } from "../../wire/repository.ts"
import { installationOf } from "./apps.ts"

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
const permissionsOf = (call: Call, fields: Input.Fields, { permissions }: Installation) => {
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
const repositoriesFor = (
  call: Call,
  fields: Input.Fields,
  installation: Installation
): Result.Result<ReadonlyArray<Repository> | null, Answer> =>
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

export const create: Handler = handler(function* (call) {
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
