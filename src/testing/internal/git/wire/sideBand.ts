/** Several streams in one: data, what the user is told, and errors, each in lines of its own band. */
import { joined, line, longest } from "./pktLine.ts"

const bands = { data: 1, progress: 2, error: 3 } as const

const encoder = new TextEncoder()

/** Cuts content into lines of a band, each of at most `most` bytes. */
export function* band(name: keyof typeof bands, content: string | Uint8Array, most = longest): Generator<Uint8Array> {
  const bytes = typeof content === "string" ? encoder.encode(content) : content
  const room = most - 5
  for (let at = 0; at < bytes.length; at += room) {
    yield line(joined([Uint8Array.of(bands[name]), bytes.subarray(at, at + room)]))
  }
}
