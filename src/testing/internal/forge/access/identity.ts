/** Who sends a request: the owner of a token, or an app, which signs in as itself with a JSON web token (RS256). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Request } from "../../../Exchange.ts"
import type { OrRefusal, Caller } from "../http/call.ts"
import { badCredentials, refusal, rootDocumentation } from "../http/refusals.ts"
import type { App, Token } from "../state/accounts.ts"
import type { Principal } from "../state/limits.ts"
import { type Client, clientOf } from "./clients.ts"
import { same, userOf, type World } from "../state/model.ts"

/** Why the service does not take a token. */
interface Complaint {
  readonly status: 401 | 404
  readonly message: string
}

const undecodable: Complaint = { status: 401, message: "A JSON web token could not be decoded" }

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

const bytesOfSegment = (segment: string): Uint8Array<ArrayBuffer> =>
  bytesOfBase64(segment.replaceAll("-", "+").replaceAll("_", "/"))

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const fieldsOf = (segment: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOfSegment(segment)))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a credential is a JSON web token: three parts, of which the first is a JSON object in base64. */
const isJwt = (credential: string): boolean => /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(credential)

const claimsOf = (jwt: string): Fields | undefined => {
  const [header = "", payload = ""] = jwt.split(".")
  return fieldsOf(header)?.["alg"] === "RS256" ? fieldsOf(payload) : undefined
}

/** The app that a token names: by its id, or by its client id. */
const issuerOf = (world: World, claims: Fields): App | undefined => {
  const issuer = claims["iss"]
  for (const app of world.apps.values()) {
    if (issuer === app.id || issuer === String(app.id) || issuer === app.client_id) return app
  }
  return undefined
}

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }

const verify = async (app: App, jwt: string): Promise<boolean> => {
  const [header = "", payload = "", signature = ""] = jwt.split(".")
  const der = bytesOfBase64(app.public_key.replace(/-----[^-]+-----|\s/g, ""))
  const key = await crypto.subtle.importKey("spki", der, algorithm, false, ["verify"])
  return crypto.subtle.verify(
    algorithm,
    key,
    bytesOfSegment(signature),
    new TextEncoder().encode(`${header}.${payload}`)
  )
}

/**
 * Checks the signature of a token. It takes Web Crypto and thus time, so it is done before the service sees the request.
 * A public key in the seed that cannot be read is a defect.
 */
export const isSigned = (world: World, jwt: string): Effect.Effect<boolean> => {
  const claims = claimsOf(jwt)
  const app = claims === undefined ? undefined : issuerOf(world, claims)
  return app === undefined ? Effect.succeed(false) : Effect.promise(() => verify(app, jwt))
}

const longest = 600

const isWhole = (value: unknown): value is number => Number.isInteger(value)

/** Returns the app that a token signs in, once its signature is known to be right or wrong. `now` is in milliseconds. */
const appOf = (world: World, jwt: string, signed: boolean, now: number): Result.Result<App, Complaint> => {
  const refuse = (message: string) => Result.fail<Complaint>({ status: 401, message })
  const claims = claimsOf(jwt)
  if (claims === undefined) return Result.fail(undecodable)
  const { exp, iat, iss } = claims
  if (iss === undefined) return refuse("Missing 'issuer' claim ('iss') in assertion")
  const app = issuerOf(world, claims)
  if (app === undefined) return Result.fail({ status: 404, message: "Integration not found" })
  if (!signed) return Result.fail(undecodable)
  const seconds = now / 1000
  if (typeof exp !== "number" || exp <= seconds) {
    return refuse(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
    )
  }
  if (exp > Math.ceil(seconds) + longest) return refuse("'Expiration time' claim ('exp') is too far in the future")
  if (!isWhole(iat) || iat > seconds) {
    return refuse("'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued")
  }
  return Result.succeed(app)
}

/** The sender, and whose rate limits its requests count against. */
export interface Identity extends Caller {
  readonly principal: Principal
}

export const anonymous: Identity = { viewer: null, token: null, app: null, principal: { key: "", login: null } }

/** A user without a token in between: how the handle acts. With `bot`, it is that app, with the rights of the user. */
export const actingAs = (login: string, app: App | null = null, bot?: App): Identity => ({
  viewer: login,
  token: null,
  app,
  bot,
  principal: { key: login, login }
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

/** The app that signs in with its client id and secret, as a user does with name and password. */
const clientIn = (world: World, [secret, id = ""]: ReadonlyArray<string>): Client | undefined => {
  const client = clientOf(world, id)
  return client?.client_secret === secret ? client : undefined
}

const ofClient = ({ client_id, name }: Client): Identity => ({
  ...anonymous,
  client: client_id,
  principal: { key: `client ${client_id}`, login: name }
})

/** The credentials in the request's header, of which one may be a token; undefined without the header. */
const credentialsOf = (request: Request): ReadonlyArray<string> | undefined => {
  const header = request.headers["authorization"]
  if (header === undefined) return undefined
  const [, scheme = "", value = ""] = /^(bearer|token|basic)\s+(\S+)$/i.exec(header.trim()) ?? []
  return scheme.toLowerCase() === "basic" ? passwordsOf(value) : [value]
}

/** The JSON web token of a request; undefined if it has none. */
export const jwtOf = (request: Request): string | undefined => credentialsOf(request)?.find(isJwt)

const payerOf = (token: Token): Principal => ({
  login: token.login,
  // Each installation of an app has a budget of its own. All tokens of a user share one.
  key: token.installation === null ? token.login : `${token.login} ${token.installation}`
})

/** Lists the principals with a login: an app's bot is one for each installation. */
export const payersOf = (world: World, login: string | null): ReadonlyArray<Principal> => {
  if (login === null) return [anonymous.principal]
  const known = userOf(world, login)?.login ?? login
  for (const app of world.apps.values()) {
    if (!same(`${app.slug}[bot]`, known)) continue
    return [...app.installations.keys()].map((id) => ({ login: known, key: `${known} ${id}` }))
  }
  return [{ login: known, key: known }]
}

const isValid = ({ accepted_at, expires_at }: Token, now: number): boolean =>
  (accepted_at === null || accepted_at <= now) && (expires_at === null || expires_at > now)

const ofToken = (token: Token): Identity => ({ viewer: token.login, token, app: null, principal: payerOf(token) })

const ofApp = (app: App): Identity => ({
  viewer: null,
  token: null,
  app,
  principal: { key: `app ${app.id}`, login: `${app.slug}[bot]` }
})

/**
 * Returns the sender of a request, or why its credential is refused. `signed` says whether the signature of its JSON web
 * token is right.
 */
export const identify = (world: World, request: Request, signed: boolean, now: number): OrRefusal<Identity> => {
  const credentials = credentialsOf(request)
  if (credentials === undefined) return Result.succeed(anonymous)
  for (const credential of credentials) {
    const token = world.tokens.get(credential)
    if (token !== undefined && isValid(token, now)) {
      const app = world.apps.get(token.app ?? 0)
      return Result.succeed(app === undefined ? ofToken(token) : ofApp(app))
    }
  }
  const client = clientIn(world, credentials)
  if (client !== undefined) return Result.succeed(ofClient(client))
  const jwt = credentials.find(isJwt)
  if (jwt === undefined) return Result.fail(badCredentials)
  return Result.match(appOf(world, jwt, signed, now), {
    onSuccess: (app): OrRefusal<Identity> => Result.succeed(ofApp(app)),
    onFailure: ({ message, status }) => Result.fail(refusal(status, message, rootDocumentation))
  })
}
