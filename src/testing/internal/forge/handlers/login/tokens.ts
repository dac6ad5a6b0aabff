/** The endpoints that apps get tokens from: of a code, of a device, or of a refresh token. */
import type { Response } from "../../../../Exchange.ts"
import { json, response } from "../../../exchange.ts"
import { type Client, clientOf, mayRedirect } from "../../access/clients.ts"
import { normalized, readScopes } from "../../access/scopes.ts"
import { escaped } from "../../wire/markup.ts"
import { type Asked, bodyOf, type Parameters, queryOf } from "./asked.ts"
import {
  grantedScopes,
  grantToken,
  isVerified,
  lifetimes,
  type Made,
  makeDevice,
  renewedBy,
  takeCode
} from "./grants.ts"

type Fields = Readonly<Record<string, string | number>>

const docs = "https://docs.github.com"
const troubles = `${docs}/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/`
const deviceTroubles = `${docs}/developers/apps/authorizing-oauth-apps#error-codes-for-the-device-flow`

const failures = {
  incorrect_client_credentials: [
    "The client_id and/or client_secret passed are incorrect.",
    `${troubles}#incorrect-client-credentials`
  ],
  redirect_uri_mismatch: [
    "The redirect_uri MUST match the registered callback URL for this application.",
    `${docs}/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#redirect-uri-mismatch2`
  ],
  bad_verification_code: ["The code passed is incorrect or expired.", `${troubles}#bad-verification-code`],
  bad_refresh_token: ["The refresh token passed is incorrect or expired.", docs],
  unsupported_grant_type: ["The grant type is not supported.", deviceTroubles],
  authorization_pending: ["The authorization request is still pending.", deviceTroubles],
  slow_down: ["Too many requests have been made in the same timeframe.", deviceTroubles],
  expired_token: ["The device code has expired.", deviceTroubles],
  incorrect_device_code: ["The device_code provided is not valid.", deviceTroubles],
  access_denied: ["The authorization request was denied.", deviceTroubles],
  device_flow_disabled: ["Device Flow must be explicitly enabled for this App.", deviceTroubles]
} as const

const failure = (error: keyof typeof failures, more: Fields = {}): Fields => {
  const [error_description, error_uri] = failures[error]
  return { error, error_description, error_uri, ...more }
}

/** Answers as the client wants it: a form, JSON or XML. Failures have the status of a success, too. */
const answer = ({ request: { headers } }: Asked, fields: Fields): Response => {
  const accept = headers["accept"] ?? ""
  const more = { "cache-control": "no-store" }
  if (/\bjson\b/.test(accept)) return { ...json(200, fields, more), foreign: true }
  if (/\bxml\b/.test(accept)) {
    const tags = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    const text = `<OAuth>${tags.join("")}</OAuth>`
    return { ...response(200, text, { ...more, "content-type": "application/xml; charset=utf-8" }), foreign: true }
  }
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
  const type = "application/x-www-form-urlencoded; charset=utf-8"
  return { ...response(200, form, { ...more, "content-type": type }), foreign: true }
}

const told = ([text, { expires_at, grant, scopes }]: Made, now: number): Fields => {
  const refresh = grant?.refresh ?? null
  const seconds = (until: number) => Math.round((until - now) / 1000)
  return {
    access_token: text,
    ...(expires_at === null ? {} : { expires_in: seconds(expires_at) }),
    ...(refresh === null
      ? {}
      : { refresh_token: refresh.token, refresh_token_expires_in: seconds(refresh.expires_at) }),
    token_type: "bearer",
    scope: scopes?.join(",") ?? ""
  }
}

/** Gives a user's token for the code that the user's browser has brought. */
const ofCode = ({ now, world }: Asked, client: Client, given: Parameters): Fields => {
  const { code = "", code_verifier, redirect_uri } = given
  if (redirect_uri !== undefined && !mayRedirect(client, redirect_uri)) return failure("redirect_uri_mismatch")
  const taken = takeCode(world, code, now, ({ client_id }) => client_id === client.client_id)
  if (taken === undefined || !isVerified(taken.challenge, code_verifier)) return failure("bad_verification_code")
  if (redirect_uri !== undefined && taken.redirect_uri !== null && redirect_uri !== taken.redirect_uri)
    return failure("redirect_uri_mismatch")
  return told(grantToken(world, client, { login: taken.login, scopes: taken.scopes, device: false }, now), now)
}

/** Gives a new pair of tokens, and ends the old one. */
const ofRefresh = ({ now, world }: Asked, client: Client, isSecret: boolean, refresh: string): Fields => {
  const found = renewedBy(world, refresh, now)
  if (found === undefined || found[1].grant?.client_id !== client.client_id) return failure("bad_refresh_token")
  const [text, { grant, login, scopes }] = found
  const device = grant?.refresh?.device === true
  if (!isSecret && !device) return failure("incorrect_client_credentials")
  world.tokens.delete(text)
  return told(grantToken(world, client, { login, scopes: scopes ?? [], device }, now), now)
}

/** Says whether somebody has entered the code of a device. */
const ofDevice = ({ now, world }: Asked, client: Client, code: string): Fields => {
  if (!client.device_flow) return failure("device_flow_disabled")
  const device = world.devices.get(code)
  if (device === undefined || device.client_id !== client.client_id) return failure("incorrect_device_code")
  if (now >= device.expires_at) return failure("expired_token")
  const { decision, polled_at, scopes } = device
  if (polled_at !== null && now < polled_at + device.interval * 1000) {
    const interval = device.interval + 5
    world.devices.set(code, { ...device, interval, polled_at: now })
    return failure("slow_down", { interval })
  }
  if (decision === null) {
    world.devices.set(code, { ...device, polled_at: now })
    return failure("authorization_pending")
  }
  world.devices.delete(code)
  if (decision === "denied") return failure("access_denied")
  const { login } = decision
  const granted = scopes ?? grantedScopes(world, client.client_id, login)
  return told(grantToken(world, client, { login, scopes: granted, device: true }, now), now)
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

/** POST /login/oauth/access_token */
export const accessToken = (asked: Asked): Response => {
  const given: Parameters = { ...queryOf(asked.request), ...bodyOf(asked.request) }
  const client = clientOf(asked.world, given["client_id"] ?? "")
  const isSecret =
    client !== undefined && client.client_secret !== null && client.client_secret === given["client_secret"]
  const { device_code = "", grant_type = "authorization_code", refresh_token = "" } = given
  if (client === undefined || (given["client_secret"] !== undefined && !isSecret))
    return answer(asked, failure("incorrect_client_credentials"))
  if (grant_type === deviceGrant) return answer(asked, ofDevice(asked, client, device_code))
  if (grant_type === "refresh_token") return answer(asked, ofRefresh(asked, client, isSecret, refresh_token))
  if (grant_type !== "authorization_code") return answer(asked, failure("unsupported_grant_type"))
  return answer(asked, isSecret ? ofCode(asked, client, given) : failure("incorrect_client_credentials"))
}

/** POST /login/device/code */
export const deviceCode = (asked: Asked): Response => {
  const { now, request, urls, world } = asked
  const { client_id = "", scope }: Parameters = { ...queryOf(request), ...bodyOf(request) }
  const client = clientOf(world, client_id)
  if (client === undefined) return answer(asked, failure("incorrect_client_credentials"))
  if (!client.device_flow) return answer(asked, failure("device_flow_disabled"))
  const scopes = scope === undefined ? null : normalized(readScopes(scope))
  const [device_code, { interval, user_code }] = makeDevice(world, { client_id, scopes }, now)
  return answer(asked, {
    device_code,
    user_code,
    verification_uri: `${urls.html}/login/device`,
    expires_in: lifetimes.device / 1000,
    interval
  })
}
