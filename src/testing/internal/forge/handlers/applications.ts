/** What apps do with the tokens that users have granted them. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { isoDate, json, noContent } from "../../exchange.ts"
import { type Client, clientOf } from "../access/clients.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { forbidden, notFound, requiresAuthentication, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Installation, Token } from "../state/accounts.ts"
import { nextId, same, userOf } from "../state/model.ts"
import * as Wire from "../wire/accounts.ts"
import { user as writeUser } from "../wire/common.ts"
import { permissionsOf, repositoriesFor } from "./apps.ts"
import { grantedToken, newText } from "./login/grants.ts"

/** Returns the app that the path names, which has to sign in with its secret. */
const clientIn = (call: Call): OrRefusal<Client> => {
  const { client_id = "" } = call.params
  if (call.client === undefined) return Result.fail(requiresAuthentication(call))
  const client = call.client === client_id ? clientOf(call.world, client_id) : undefined
  return client === undefined ? Result.fail(notFound(call)) : Result.succeed(client)
}

/** A token that a user has granted the app that asks. */
interface Found {
  readonly client: Client
  readonly fields: Input.Fields
  readonly text: string
  readonly token: Token
}

const found = (call: Call): OrRefusal<Found> =>
  Result.gen(function* () {
    const client = yield* clientIn(call)
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "access_token")
    const text = (yield* Input.text(call, fields, "access_token")) ?? ""
    const token = grantedToken(call.world, client.client_id, text, call.now)
    return token === undefined ? yield* Result.fail(notFound(call)) : { client, fields, text, token }
  })

const written = (call: Call, { client, text, token }: Omit<Found, "fields">, installation: object | null = null) => {
  const { urls, world } = call
  const { created_at, id } = token.grant ?? { created_at: call.now, id: 0 }
  const user = userOf(world, token.login)
  return {
    id,
    url: `${urls.api}/authorizations/${id}`,
    app: {
      client_id: client.client_id,
      name: client.name,
      url: client.app === null ? `${urls.html}/apps/${client.name}` : `${urls.html}/apps/${client.app.slug}`
    },
    token: text,
    hashed_token: bytesToHex(sha256(utf8ToBytes(text))),
    token_last_eight: text.slice(-8),
    note: null,
    note_url: null,
    created_at: isoDate(created_at),
    updated_at: isoDate(created_at),
    scopes: token.scopes ?? [],
    fingerprint: null,
    expires_at: token.expires_at === null ? null : isoDate(token.expires_at),
    user: user === undefined ? null : writeUser(call, user.login),
    ...(installation === null ? {} : { installation })
  }
}

const check: Handler = (call) => Result.map(found(call), (one) => json(200, written(call, one)))

const reset: Handler = (call) =>
  Result.map(found(call), (one): Response => {
    const text = newText(call.world, one.token)
    call.world.tokens.delete(one.text)
    call.world.tokens.set(text, one.token)
    return json(200, written(call, { ...one, text }))
  })

const deleteToken: Handler = (call) =>
  Result.map(found(call), ({ text }) => {
    call.world.tokens.delete(text)
    return noContent
  })

const deleteGrant: Handler = (call) =>
  Result.map(found(call), ({ client, token }) => {
    for (const [text, { grant, login }] of call.world.tokens) {
      if (grant?.client_id === client.client_id && same(login, token.login)) call.world.tokens.delete(text)
    }
    return noContent
  })

/** The installation on the account that the body names. */
const targeted = (call: Call, { client, fields }: Found): OrRefusal<Installation> =>
  Result.gen(function* () {
    const target = yield* Input.text(call, fields, "target")
    const id = fields["target_id"]
    if ((target ?? undefined) === undefined && id === undefined)
      return yield* Result.fail(unprocessable(call, "Either the target or the target_id parameter is required."))
    const installation = [...(client.app?.installations.values() ?? [])].find(({ account }) =>
      typeof target === "string" ? same(account, target) : userOf(call.world, account)?.id === id
    )
    return installation === undefined ? yield* Result.fail(notFound(call)) : installation
  })

const scope: Handler = handler(function* (call) {
  const one = yield* found(call)
  const { client, fields, token } = one
  if (client.app === null || token.permissions === null)
    return yield* Result.fail(forbidden(call, "Only the tokens of a GitHub App's users can be scoped."))
  const installation = yield* targeted(call, one)
  const permissions = yield* permissionsOf(call, fields, installation)
  const repositories = yield* repositoriesFor(call, fields, installation)
  const narrowed: Token = {
    ...token,
    permissions,
    repositories: repositories === null ? null : new Set(repositories.map(({ id }) => id)),
    grant: {
      id: nextId(call.world, "authorization"),
      client_id: client.client_id,
      created_at: call.now,
      refresh: null
    }
  }
  const text = newText(call.world, narrowed)
  call.world.tokens.set(text, narrowed)
  const { account, repositories_url, single_file_name } = Wire.installation(call, client.app, installation)
  return json(
    200,
    written(
      call,
      { client, text, token: narrowed },
      {
        permissions: Wire.permissions(permissions),
        repository_selection: repositories === null ? "all" : "selected",
        single_file_name,
        has_multiple_single_files: false,
        single_file_paths: [],
        repositories_url,
        account
      }
    )
  )
})

const token = "/applications/{client_id}/token"

const endpoint = endpointsOf("apps/oauth-applications")

export const routes: ReadonlyArray<Route> = [
  endpoint("Apps.checkToken", `POST ${token}`, "check-a-token", check, "core", "nothing"),
  endpoint("Apps.resetToken", `PATCH ${token}`, "reset-a-token", reset, "core", "nothing"),
  endpoint("Apps.deleteToken", `DELETE ${token}`, "delete-an-app-token", deleteToken, "core", "nothing"),
  endpoint(
    "Apps.scopeToken",
    `POST ${token}/scoped`,
    "apps/apps#create-a-scoped-access-token",
    scope,
    "core",
    "nothing"
  ),
  endpoint(
    "Apps.deleteAuthorization",
    "DELETE /applications/{client_id}/grant",
    "delete-an-app-authorization",
    deleteGrant,
    "core",
    "nothing"
  )
]
