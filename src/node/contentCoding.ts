/** Content codings (RFC 9110, 8.4.1): which ones Node can decompress, and how. */
import type { Duplex } from "node:stream"
import * as Zlib from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type * as Stream from "effect/Stream"

type Options = Pick<Zlib.ZlibOptions, "chunkSize" | "maxOutputLength">

interface Decoder {
  readonly whole: (bytes: Uint8Array, options: Options) => Uint8Array
  readonly pieces: (options: Options) => Duplex
}

/** The decoders of a body, in the order in which they are applied. */
export type Decoders = ReadonlyArray<Decoder>

const gzip: Decoder = { whole: Zlib.gunzipSync, pieces: Zlib.createGunzip }

const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  br: { whole: Zlib.brotliDecompressSync, pieces: Zlib.createBrotliDecompress },
  // Node has it from 22.15 and 23.8 on.
  ...("createZstdDecompress" in Zlib && { zstd: { whole: Zlib.zstdDecompressSync, pieces: Zlib.createZstdDecompress } })
}

/** Codings that nobody asked for, but that a server may send. */
const unasked: Readonly<Record<string, Decoder>> = {
  "x-gzip": gzip,
  deflate: { whole: Zlib.inflateSync, pieces: Zlib.createInflate }
}

/** The `Accept-Encoding` of a request whose response is decompressed. */
export const accepted = Object.keys(decoders).join(", ")

/** More codings than this are an attack. */
const mostCodings = 4

/**
 * Finds the decoders of a `Content-Encoding`. Undefined when there is nothing to decompress, and when a coding is
 * unknown: the pipeline refuses such a response.
 */
export const decodersOf = (encoding: string | undefined): Decoders | undefined => {
  if (encoding === undefined) return undefined
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
  const found = codings.flatMap((coding) => decoders[coding] ?? unasked[coding] ?? []).reverse()
  return found.length === 0 || found.length < codings.length || found.length > mostCodings ? undefined : found
}

/** Decompresses a whole body. Undefined if it has more than `limit` bytes. Throws if it is broken or incomplete. */
export const decompressed = (body: Uint8Array, through: Decoders, limit: number): Uint8Array | undefined => {
  const maxOutputLength = Math.min(limit, longest)
  try {
    return through.reduce((bytes, { whole }) => whole(bytes, { maxOutputLength, chunkSize: chunkFor(bytes) }), body)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return undefined
    throw error
  }
}

const longest = 2 ** 31 - 1

/** JSON shrinks to a tenth. A result in one chunk need not be joined. */
const chunkFor = ({ length }: Uint8Array): number => Math.min(Math.max(1_024, length * 16), 2 ** 20)

/** Decompresses a body while it arrives, outside of the main thread. */
export const decompressing = <E>(
  body: Stream.Stream<Uint8Array, E>,
  through: Decoders,
  onError: (cause: unknown) => E
): Stream.Stream<Uint8Array, E> =>
  through.reduce(
    (stream, { pieces }) =>
      NodeStream.pipeThroughDuplex(stream, { evaluate: () => pieces({ chunkSize: 65_536 }), onError }),
    body
  )
