/** Measures how much of a blob is kept in another one, as git does to find renames. */
import { memoised } from "../memo.ts"
import { blobOf, type Objects, type Sha } from "../objects.ts"
import { isBinary } from "./text.ts"

/** The bytes of a blob by what they say: its lines, cut at 64 bytes. */
type Pieces = ReadonlyMap<string, number>

const longest = 64
const lineFeed = 10
const carriageReturn = 13
// Maps each byte to a character of its own.
const decoder = new TextDecoder("latin1")

const cut = (content: Uint8Array): Pieces => {
  const pieces = new Map<string, number>()
  const text = decoder.decode(content)
  const crlf = !isBinary(content)
  let piece = ""
  const end = (): void => {
    if (piece !== "") pieces.set(piece, (pieces.get(piece) ?? 0) + piece.length)
    piece = ""
  }
  for (let at = 0; at < content.length; at++) {
    const byte = content[at]
    if (crlf && byte === carriageReturn && content[at + 1] === lineFeed) continue
    piece += text[at]
    if (byte === lineFeed || piece.length === longest) end()
  }
  end()
  return pieces
}

const cuts = memoised<Pieces>(2_000)

const piecesOf = (objects: Objects, sha: Sha): Pieces => cuts(objects, sha, () => cut(blobOf(objects, sha)))

/** The similarity of a blob to itself. */
export const identical = 60_000

/** The least similarity of a file that was renamed: half. */
export const similar = identical / 2

/** Returns the share of the bytes that two blobs have in common, of `identical`; 0 if it can only be less than `least`. */
export const similarity = (objects: Objects, before: Sha, after: Sha, least: number): number => {
  if (before === after) return identical
  const a = blobOf(objects, before).length
  const b = blobOf(objects, after).length
  const larger = Math.max(a, b)
  if (larger * (identical - least) < (larger - Math.min(a, b)) * identical) return 0
  const pieces = piecesOf(objects, after)
  let kept = 0
  for (const [piece, bytes] of piecesOf(objects, before)) kept += Math.min(bytes, pieces.get(piece) ?? 0)
  return b === 0 ? 0 : Math.floor((kept * identical) / larger)
}
