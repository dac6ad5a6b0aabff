/** What a push asks for, and the report of what came of it. */
import { isSha } from "../names.ts"
import type { Sha } from "../objects.ts"
import { flush, joined, line, longest, type PacketReader, WireError } from "./pktLine.ts"
import { band } from "./sideBand.ts"

/** Moves a ref, makes it (from null) or deletes it (to null). */
export interface Command {
  readonly ref: string
  readonly from: Sha | null
  readonly to: Sha | null
}

export interface Push {
  readonly commands: ReadonlyArray<Command>
  readonly capabilities: ReadonlySet<string>
  /** Nothing if refs are only deleted. */
  readonly pack: Uint8Array
}

const nothing = "0".repeat(40)

const commandOf = (text: string): Command => {
  const [, from = "", to = "", ref = ""] = /^(\S+) (\S+) (.+)$/.exec(text) ?? []
  if (!isSha(from) || !isSha(to)) throw new WireError(`protocol error: expected old/new/ref, got '${text}'`)
  return { ref, from: from === nothing ? null : from, to: to === nothing ? null : to }
}

/** Reads a push. Where a history of the sender ends does not matter: what it leads to must be here. */
export const readPush = (packets: PacketReader): Push => {
  const [first = "", ...others] = packets.list().filter((text) => !text.startsWith("shallow "))
  const [command = "", listed = ""] = first.split("\0")
  const capabilities = new Set(listed.split(" "))
  const commands = first === "" ? [] : [command, ...others].map(commandOf)
  if (capabilities.has("push-options")) packets.list()
  return { commands, capabilities, pack: packets.rest() }
}

/** What came of a push: why nothing of its pack was taken, and of each command. Null stands for success. */
export interface Report {
  readonly unpack: string | null
  readonly refs: ReadonlyArray<readonly [ref: string, refusal: string | null]>
  /** What its user is told beside that. */
  readonly messages: ReadonlyArray<string>
}

export const writeReport = ({ capabilities }: Push, { messages, refs, unpack }: Report): Uint8Array => {
  const isBanded = capabilities.has("side-band-64k")
  const isReported = capabilities.has("report-status") || capabilities.has("report-status-v2")
  const report = isReported
    ? joined([
        line(`unpack ${unpack ?? "ok"}`),
        ...refs.map(([ref, refusal]) => line(refusal === null ? `ok ${ref}` : `ng ${ref} ${refusal}`)),
        flush
      ])
    : new Uint8Array()
  if (!isBanded) return report
  return joined([
    ...messages.flatMap((text) => [...band("progress", `${text}\n`)]),
    ...band("data", report, longest),
    flush
  ])
}
