/** What users grant apps: codes, tokens, and devices that wait for a decision. */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { sha256 } from "@noble/hashes/sha2.js"
import * as Base64Url from "effect/encoding/Base64Url"
import type { Client } from "../../access/clients.ts"
import type { Token } from "../../state/accounts.ts"
import { nextId, same, type World } from "../../state/model.ts"
import type { Code, Device, Grant } from "../../state/oauth.ts"
import { makeSecret } from "../../state/secrets.ts"

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** How long what is made holds, in milliseconds. */
export const lifetimes = {
  code: 10 * minute,
  device: 15 * minute,
  token: 8 * 60 * minute,
  /** Half a year. */
  refresh: 184 * day
}

/** How many tokens a user can grant an app for the same scopes: the oldest ones end. */
const most = 10

/** What is over is forgotten after a while, so that a service does not grow with what nobody finishes. */
const forget = <A extends { readonly expires_at: number }>(records: Map<string, A>, now: number): void => {
  for (const [key, { expires_at }] of records) if (expires_at + day <= now) records.delete(key)
}

/** The scopes that a user has granted an app so far. */
export const grantedScopes = (world: World, client_id: string, login: string): ReadonlyArray<string> => [
  ...new Set(
    [...world.tokens.values()].flatMap((token) =>
      token.grant?.client_id === client_id && same(token.login, login) ? (token.scopes ?? []) : []
    )
  )
]

export const makeCode = (world: World, code: Omit<Code, "expires_at">, now: number): string => {
  forget(world.codes, now)
  const text = makeSecret(world, "codes", 20, "hex")
  world.codes.set(text, { ...code, expires_at: now + lifetimes.code })
  return text
}

/** Takes a code out, which holds once. `matches` says whether it was made for whoever has it. */
export const takeCode = (
  world: World,
  text: string,
  now: number,
  matches: (code: Code) => boolean
): Code | undefined => {
  const code = world.codes.get(text)
  if (code === undefined || !matches(code)) return undefined
  world.codes.delete(text)
  return now < code.expires_at ? code : undefined
}

/** Whether a verifier is the one that a challenge was made of. */
export const isVerified = (challenge: string | null, verifier: string | undefined): boolean =>
  challenge === null || (verifier !== undefined && Base64Url.encode(sha256(utf8ToBytes(verifier))) === challenge)

export const makeDevice = (
  world: World,
  device: Pick<Device, "client_id" | "scopes">,
  now: number
): readonly [code: string, device: Device] => {
  forget(world.devices, now)
  const letters = makeSecret(world, "user codes", 8, "consonants")
  const made: Device = {
    ...device,
    user_code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    expires_at: now + lifetimes.device,
    interval: 5,
    polled_at: null,
    decision: null
  }
  const code = makeSecret(world, "device codes", 40, "hex")
  world.devices.set(code, made)
  return [code, made]
}

/** The device that waits for this code, however it is written. */
export const waitingDevice = (
  { devices }: World,
  given: string,
  now: number
): readonly [code: string, device: Device] | undefined => {
  const plain = (text: string) => text.toUpperCase().replace(/[\s-]/g, "")
  return [...devices].find(
    ([, { decision, expires_at, user_code }]) =>
      decision === null && now < expires_at && plain(user_code) === plain(given)
  )
}

/** A token with its text. */
export type Made = readonly [text: string, token: Token]

/** Ends the oldest of too many tokens for the same. */
const limit = (world: World, token: Token): void => {
  const scopes = token.scopes?.join(" ")
  const alike = [...world.tokens].filter(
    ([, other]) =>
      other.grant?.client_id === token.grant?.client_id &&
      same(other.login, token.login) &&
      other.scopes?.join(" ") === scopes
  )
  for (const [text] of alike.slice(0, Math.max(0, alike.length - most))) world.tokens.delete(text)
}

/** Adds a token of a user. One of a GitHub App has its permissions, and ends unless the app says otherwise. */
export const grantToken = (
  world: World,
  { app, client_id }: Client,
  given: { readonly login: string; readonly scopes: ReadonlyArray<string>; readonly device: boolean },
  now: number
): Made => {
  const expires = app?.expire_user_tokens === true
  const grant: Grant = {
    id: nextId(world, "authorization"),
    client_id,
    created_at: now,
    refresh: expires
      ? {
          token: `ghr_${makeSecret(world, "refresh tokens", 60)}`,
          expires_at: now + lifetimes.refresh,
          device: given.device
        }
      : null
  }
  const token: Token = {
    login: given.login,
    scopes: app === null ? given.scopes : null,
    permissions: app?.permissions ?? null,
    repositories: null,
    installation: null,
    app: null,
    grant,
    expires_at: expires ? now + lifetimes.token : null,
    accepted_at: null
  }
  const text = newText(world, token)
  world.tokens.set(text, token)
  limit(world, token)
  return [text, token]
}

/** The text of a new token: its first letters say of which kind it is. */
export const newText = (world: World, { permissions }: Pick<Token, "permissions">): string =>
  `${permissions === null ? "gho" : "ghu"}_${makeSecret(world, "user tokens", 36)}`

/** Finds what a refresh token renews. */
export const renewedBy = (world: World, refresh: string, now: number): Made | undefined =>
  [...world.tokens].find(([, { grant }]) => {
    const own = grant?.refresh ?? null
    return own !== null && own.token === refresh && now < own.expires_at
  })

/** The token of an app's user; undefined if it is another app's, or has ended. */
export const grantedToken = ({ tokens }: World, client_id: string, text: string, now: number): Token | undefined => {
  const token = tokens.get(text)
  if (token === undefined || token.grant?.client_id !== client_id) return undefined
  return token.expires_at === null || now < token.expires_at ? token : undefined
}
