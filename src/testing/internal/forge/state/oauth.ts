/** How users let apps act for them: OAuth apps, what was granted, and what is under way. */
import { sha512 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { World } from "./model.ts"

/** An OAuth app, which acts with scopes. A GitHub App, which acts with permissions, can sign users in, too. */
export interface OAuthApp {
  readonly client_id: string
  readonly client_secret: string
  readonly name: string
  readonly owner: string
  /** Null if it may send users to any URL of their own machine. */
  readonly callback_urls: ReadonlyArray<string> | null
  readonly device_flow: boolean
  readonly suspended: boolean
}

/** What renews a token. */
export interface Refresh {
  readonly token: string
  /** Epoch milliseconds. */
  readonly expires_at: number
  /** Whether the token comes from the device flow, whose apps keep no secret. */
  readonly device: boolean
}

/** What a user has granted an app. */
export interface Grant {
  readonly id: number
  readonly client_id: string
  /** Epoch milliseconds. */
  readonly created_at: number
  /** Null for tokens that do not end, and for those that were made of another one. */
  readonly refresh: Refresh | null
}

/** What an app exchanges for a token, once. */
export interface Code {
  readonly client_id: string
  readonly login: string
  readonly scopes: ReadonlyArray<string>
  /** The URL that the app has asked for; null if it took the one that is registered. */
  readonly redirect_uri: string | null
  /** The SHA-256 of the verifier, in URL-safe Base64; null without one. */
  readonly challenge: string | null
  /** Epoch milliseconds. */
  readonly expires_at: number
}

/** A device that waits for a user to enter a code elsewhere. */
export interface Device {
  readonly user_code: string
  readonly client_id: string
  /** Null if the device asks for none: what the user has granted before holds then. */
  readonly scopes: ReadonlyArray<string> | null
  /** Epoch milliseconds. */
  readonly expires_at: number
  /** The least time between two polls, in seconds. */
  readonly interval: number
  /** When the device has asked last, in epoch milliseconds. */
  readonly polled_at: number | null
  /** Who has approved it; null if nobody has decided. */
  readonly decision: { readonly login: string } | "denied" | null
}

export const alphabets = {
  hex: "0123456789abcdef",
  letters: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  /** Without vowels, so that no word comes of it. */
  consonants: "BCDFGHJKLMNPQRSTVWXZ"
}

/** Makes a secret of up to 64 characters. Without entropy, it is the same for the same sequence of requests. */
export const makeSecret = (
  world: World,
  kind: string,
  length: number,
  alphabet: keyof typeof alphabets = "letters"
): string => {
  const key = `secrets for ${kind}`
  const count = (world.ids.get(key) ?? 0) + 1
  world.ids.set(key, count)
  const digits = alphabets[alphabet]
  const bytes = sha512(utf8ToBytes(`${world.entropy} ${kind} ${count}`)).subarray(0, length)
  return Array.from(bytes, (byte) => digits[byte % digits.length]).join("")
}

/** What only a page of the service can have: it ties a form to what its page showed. */
export const sealOf = (world: World, fields: ReadonlyArray<string>): string =>
  bytesToHex(sha512(utf8ToBytes(JSON.stringify([world.entropy, "form", ...fields])))).slice(0, 64)
