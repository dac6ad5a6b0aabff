/**
 * The signatures of commits. The service signs what it commits itself, with a key of its own. The simulator has no such key:
 * its signatures are well-formed, and follow from what they sign, so that they hold for nothing else.
 */
import { sha256, sha512 } from "@noble/hashes/sha2.js"
import { type Commit, encodeCommit, type Objects, putCommit } from "./objects.ts"

/** The id of the key that the service signs with. */
export const serviceKey = "B5690EEEBB952194"

const keyBytes = Uint8Array.from(serviceKey.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

const text = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")

/** The checksum of OpenPGP's armor. */
const crc24 = (bytes: Uint8Array): Uint8Array => {
  let crc = 0xb704ce
  for (const byte of bytes) {
    crc ^= byte << 16
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x800000 ? 0x1864cfb : 0)
  }
  return Uint8Array.of((crc >> 16) & 255, (crc >> 8) & 255, crc & 255)
}

const bigEndian = (value: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, at) => (value >>> (8 * (count - 1 - at))) & 255)

/** As many bytes as a signature of RSA 4096 has, which depend on all that is signed. */
const mantissa = (digest: Uint8Array): ReadonlyArray<number> => {
  const bytes = Array.from({ length: 8 }, (_, part) => [...sha512(Uint8Array.of(...digest, part))]).flat()
  // The number has 4096 bits: the first one is set.
  return [(bytes[0] ?? 0) | 0x80, ...bytes.slice(1)]
}

/** Makes the armored signature of a text: an OpenPGP packet of version 4, by RSA and SHA-256 (RFC 4880, 5.2.3). */
const signatureOf = (payload: Uint8Array, date: number): string => {
  const created = [5, 2, ...bigEndian(Math.floor(date / 1000), 4)]
  const issuer = [9, 16, ...keyBytes]
  const hashed = [4, 0, 1, 8, ...bigEndian(created.length + issuer.length, 2), ...created, ...issuer]
  const trailer = [...hashed, 4, 255, ...bigEndian(hashed.length, 4)]
  const digest = sha256.create().update(payload).update(Uint8Array.from(trailer)).digest()
  const body = [...hashed, 0, 0, ...digest.slice(0, 2), ...bigEndian(4096, 2), ...mantissa(digest)]
  const length = body.length - 192
  const packet = Uint8Array.of(0xc2, 192 + (length >> 8), length & 255, ...body)
  const lines = btoa(text(packet)).match(/.{1,64}/g) ?? []
  return `-----BEGIN PGP SIGNATURE-----\n\n${lines.join("\n")}\n=${btoa(text(crc24(packet)))}\n-----END PGP SIGNATURE-----\n`
}

/** Where the packet of a signature has the id of its key, if the service has made it. */
const issuerAt = 17

/** Whether a signature says that it is the service's. */
const namesService = (signature: string): boolean => {
  const [, armored = ""] = /-----\n\n([\w+/=\n]+)\n=/.exec(signature) ?? []
  try {
    return atob(armored.replaceAll("\n", "")).slice(issuerAt, issuerAt + keyBytes.length) === text(keyBytes)
  } catch {
    return false
  }
}

/** How git records a signature: each line but the first is indented. */
export const signatureHeader = (signature: string): string => `gpgsig ${signature.replaceAll("\n", "\n ")}`

/** Makes a commit of the service, which signs it. */
export const putSigned = (objects: Objects, commit: Omit<Commit, "sha" | "extra">): Commit =>
  putCommit(objects, {
    ...commit,
    extra: signatureHeader(signatureOf(encodeCommit(commit), commit.committer.date))
  })

export interface Verification {
  readonly verified: boolean
  readonly reason: "valid" | "invalid" | "unknown_key" | "unsigned"
  readonly signature: string | null
  /** What was signed: the commit as git records it, without its signature. */
  readonly payload: string | null
}

const unsigned: Verification = { verified: false, reason: "unsigned", signature: null, payload: null }

const signaturePattern = /^gpgsig(?:-sha256)? (.*(?:\n .*)*)\n?/m

const verify = ({ extra = "", ...commit }: Commit): Verification => {
  const [header = "", recorded] = signaturePattern.exec(extra) ?? []
  if (recorded === undefined) return unsigned
  const signature = recorded.replaceAll("\n ", "\n")
  const others = extra.replace(header, "").replace(/\n$/, "")
  const bytes = encodeCommit({ ...commit, ...(others === "" ? {} : { extra: others }) })
  const payload = new TextDecoder().decode(bytes)
  const expected = signatureOf(bytes, commit.committer.date)
  // Nobody has told the simulator the keys of users. Of its own, only what it has signed is valid.
  const verified = signature.trim() === expected.trim()
  const reason = verified ? "valid" : namesService(signature) ? "invalid" : "unknown_key"
  return { verified, reason, signature, payload }
}

const known = new WeakMap<Commit, Verification>()

/** Whether the signature of a commit is one that the service trusts. */
export const verificationOf = (commit: Commit): Verification => {
  const found = known.get(commit) ?? verify(commit)
  known.set(commit, found)
  return found
}
