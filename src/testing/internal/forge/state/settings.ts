/** Secrets and variables of repositories, environments and organizations. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import type { Setting, Settings, Vault } from "./automation.ts"
import type { Repository, World } from "./model.ts"

/** Sets a secret or a variable. What is not given stays. */
export const setSetting = (
  settings: Settings,
  name: string,
  given: Partial<Omit<Setting, "name">>,
  now: number
): Setting => {
  const key = name.toUpperCase()
  const usual = { content: null, visibility: "all", selected: new Set<number>(), created_at: now } as const
  const setting: Setting = { ...usual, ...settings.get(key), updated_at: now, ...given, name: key }
  settings.set(key, setting)
  return setting
}

/** Those of an organization that a repository gets. */
export const sharedWith = (world: World, repository: Repository, kind: keyof Vault): ReadonlyArray<Setting> =>
  [...(world.organizations.get(repository.owner.toLowerCase())?.vault[kind].values() ?? [])].filter(
    ({ selected, visibility }) =>
      visibility === "all" || (visibility === "private" ? repository.private : selected.has(repository.id))
  )

const bytesOf = (text: string): Uint8Array => Result.getOrThrow(Base64.decode(text))

/** The key pair of all places. It is public, as all that a simulator knows. */
export const keyPair = {
  secretKey: bytesOf("2JQlSnoYrLlsQMoqUs4m94E5rsdF/mu5NH0M818RKx4="),
  publicKey: bytesOf("wjdj+kD0WhuSDVqvb6hQyT5rSbrttkid0/wQ0vmTFm8=")
}

/** Each place has an id of its own for the key, so that a key of another place is refused. */
export const keyIdOf = (place: string): string =>
  BigInt(`0x${bytesToHex(sha256(utf8ToBytes(place))).slice(0, 15)}`).toString()
