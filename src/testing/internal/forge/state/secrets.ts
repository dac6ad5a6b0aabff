/** Makes what apps and browsers must not guess: codes, tokens and the seals of forms. */
import { sha512 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { World } from "./model.ts"

const alphabets = {
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
