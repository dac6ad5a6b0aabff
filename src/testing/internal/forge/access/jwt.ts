/** The JSON web tokens with which an app signs in as itself (RS256). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { App } from "../state/accounts.ts"
import type { World } from "../state/model.ts"

/** Why the service does not take a token. */
export interface Complaint {
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
export const isJwt = (credential: string): boolean => /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(credential)

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
export const appOf = (world: World, jwt: string, signed: boolean, now: number): Result.Result<App, Complaint> => {
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
