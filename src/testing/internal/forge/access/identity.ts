/** Who sends a request. */
import * as Result from "effect/Result"
import type { Request } from "../../../Exchange.ts"
import type { OrRefusal, Sender } from "../http/call.ts"
import { badCredentials, refusal, rootDocumentation } from "../http/refusals.ts"
import type { Token } from "../state/accounts.ts"
import type { Payer } from "../state/limits.ts"
import { same, userOf, type World } from "../state/model.ts"
import { appOf, isJwt } from "./jwt.ts"

/** The sender, and whose rate limits its requests count against. */
export interface Identity extends Sender {
  readonly payer: Payer
}

export const anonymous: Identity = { viewer: null, token: null, app: null, payer: { key: "", login: null } }

/** A user without a token in between: how the handle acts. */
export const actingAs = (login: string): Identity => ({
  viewer: login,
  token: null,
  app: null,
  payer: { key: login, login }
})

const passwordsOf = (basic: string): ReadonlyArray<string> => {
  try {
    const [user = "", ...password] = atob(basic).split(":")
    // A token is the password, or the user name beside `x-oauth-basic` or nothing.
    return [password.join(":"), user]
  } catch {
    return []
  }
}

/** The credentials in the request's header, of which one may be a token; undefined without the header. */
const credentialsOf = (request: Request): ReadonlyArray<string> | undefined => {
  const header = request.headers["authorization"]
  if (header === undefined) return undefined
  const [, scheme = "", value = ""] = /^(bearer|token|basic)\s+(\S+)$/i.exec(header.trim()) ?? []
  return scheme.toLowerCase() === "basic" ? passwordsOf(value) : [value]
}

/** The JSON web token of a request; undefined if it has none. */
export const jwtOf = (request: Request): string | undefined => credentialsOf(request)?.find(isJwt)

const payerOf = (token: Token): Payer => ({
  login: token.login,
  // Each installation of an app has a budget of its own. All tokens of a user share one.
  key: token.installation === null ? token.login : `${token.login} ${token.installation}`
})

/** Lists the principals with a login: an app's bot is one for each installation. */
export const payersOf = (world: World, login: string | null): ReadonlyArray<Payer> => {
  if (login === null) return [anonymous.payer]
  const known = userOf(world, login)?.login ?? login
  for (const app of world.apps.values()) {
    if (!same(`${app.slug}[bot]`, known)) continue
    return [...app.installations.keys()].map((id) => ({ login: known, key: `${known} ${id}` }))
  }
  return [{ login: known, key: known }]
}

const isValid = ({ accepted_at, expires_at }: Token, now: number): boolean =>
  (accepted_at === null || accepted_at <= now) && (expires_at === null || expires_at > now)

const ofToken = (token: Token): Identity => ({ viewer: token.login, token, app: null, payer: payerOf(token) })

/**
 * Returns the sender of a request, or why its credential is refused. `signed` says whether the signature of its JSON web
 * token is right.
 */
export const identify = (
  world: World,
  request: Request,
  signed: boolean,
  now: number
): OrRefusal<Identity> => {
  const credentials = credentialsOf(request)
  if (credentials === undefined) return Result.succeed(anonymous)
  for (const credential of credentials) {
    const token = world.tokens.get(credential)
    if (token !== undefined && isValid(token, now)) return Result.succeed(ofToken(token))
  }
  const jwt = credentials.find(isJwt)
  if (jwt === undefined) return Result.fail(badCredentials)
  return Result.match(appOf(world, jwt, signed, now), {
    onSuccess: (app): OrRefusal<Identity> => {
      const login = `${app.slug}[bot]`
      return Result.succeed({ viewer: null, token: null, app, payer: { key: `app ${app.id}`, login } })
    },
    onFailure: ({ message, status }) => Result.fail(refusal(status, message, rootDocumentation))
  })
}
