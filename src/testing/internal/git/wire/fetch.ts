/** What a client asks for and what it has, and what it is told and sent, in versions 0 and 2 (gitprotocol-pack, -v2). */
import type { Objects, Sha } from "../objects.ts"
import { isSha } from "../names.ts"
import type { Refs } from "./advertisement.ts"
import { writePack } from "./packWriter.ts"
import { delimiter, flush, joined, line, longest, type PacketReader, WireError } from "./pktLine.ts"
import { contentsOf, hasPathTo, type Selection, select, type Wanted } from "./selection.ts"
import { band } from "./sideBand.ts"

/** A repository that is fetched from. */
export interface Source {
  readonly objects: Objects
  readonly refs: Refs
  /** Whether an object is in the repository, whichever ref leads to it. */
  readonly has: (sha: Sha) => boolean
}

type Argument = readonly [name: string, value: string]

const argumentOf = (text: string): Argument => {
  const [, name = text, value = ""] = /^(\S+) (.*)$/.exec(text) ?? []
  return [name, value]
}

const valuesOf = (args: ReadonlyArray<Argument>, name: string): ReadonlyArray<string> =>
  args.flatMap(([each, value]) => (each === name ? [value] : []))

const shasOf = (args: ReadonlyArray<Argument>, name: string): ReadonlyArray<Sha> =>
  valuesOf(args, name).map((sha) => {
    if (!isSha(sha)) throw new WireError(`protocol error, expected to get oid, not '${name} ${sha}'`)
    return sha
  })

const countOf = (text: string): number => {
  const count = Number(text)
  if (!/^\d{1,15}$/.test(text) || count === 0) throw new WireError(`Invalid deepen: ${text}`)
  return count
}

const units: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** The objects that a filter leaves out. */
const filterOf = (text: string | undefined): Wanted["omits"] => {
  if (text === undefined) return () => false
  if (text === "tree:0") return (kind) => kind !== "commit"
  const [, digits, unit = ""] = /^blob:(?:none|limit=(\d+)([kmg]?))$/.exec(text) ?? []
  if (digits === undefined && text !== "blob:none") throw new WireError(`invalid filter-spec '${text}'`)
  const limit = Number(digits ?? 0) * (units[unit] ?? 1)
  return (kind, length) => kind === "blob" && length() >= limit
}

const wantedOf = (source: Source, args: ReadonlyArray<Argument>, isRelative: boolean): Wanted => {
  const wants = shasOf(args, "want")
  const lost = wants.find((sha) => !source.has(sha))
  if (lost !== undefined) throw new WireError(`upload-pack: not our ref ${lost}`)
  const [depth] = valuesOf(args, "deepen").map(countOf)
  const [since] = valuesOf(args, "deepen-since").map(countOf)
  const not = valuesOf(args, "deepen-not").map((name) => {
    const found = source.refs.all.find((ref) => [name, `refs/tags/${name}`, `refs/heads/${name}`].includes(ref.name))
    if (found === undefined) throw new WireError(`git upload-pack: deepen-not is not a ref: ${name}`)
    return found.peeled ?? found.sha
  })
  if (depth !== undefined && (since !== undefined || not.length > 0)) {
    throw new WireError("upload-pack: deepen and deepen-since (or deepen-not) cannot be used together")
  }
  return {
    wants,
    shallow: new Set(shasOf(args, "shallow")),
    cut:
      depth !== undefined
        ? { depth, isRelative }
        : since !== undefined || not.length > 0
          ? { since: (since ?? 0) * 1_000, not }
          : undefined,
    omits: filterOf(valuesOf(args, "filter")[0])
  }
}

/** How what is sent is cut into lines: null if it is not. */
interface Sending {
  readonly most: number | null
  readonly progress: boolean
  readonly withTags: boolean
}

function* packed(source: Source, selection: Selection, { most, progress, withTags }: Sending): Generator<Uint8Array> {
  const chosen = contentsOf(source.objects, selection, withTags ? source.refs.all : [])
  const pack = writePack(chosen.contents(), chosen.count)
  if (most === null) {
    yield pack
    return
  }
  if (progress) yield* band("progress", `Enumerating objects: ${chosen.count}, done.\n`, most)
  yield* band("data", pack, most)
  if (progress) yield* band("progress", `Total ${chosen.count} (delta 0), reused 0 (delta 0), pack-reused 0\n`, most)
  yield flush
}

const cutLines = ({ shallow, unshallow }: Selection): ReadonlyArray<Uint8Array> => [
  ...shallow.map((sha) => line(`shallow ${sha}`)),
  ...unshallow.map((sha) => line(`unshallow ${sha}`))
]

/** Answers the command `fetch` of version 2. */
export const fetched = (source: Source, lines: ReadonlyArray<string>): Uint8Array => {
  const args = lines.map(argumentOf)
  const has = (name: string) => args.some(([each]) => each === name)
  const wanted = wantedOf(source, args, has("deepen-relative"))
  const haves = shasOf(args, "have")
  const common = haves.filter(source.has)
  const parts: Array<Uint8Array> = []
  if (!has("done") && (haves.length > 0 || has("wait-for-done"))) {
    const isReady = !has("wait-for-done") && hasPathTo(source.objects, wanted, common)
    parts.push(line("acknowledgments"))
    if (common.length === 0) parts.push(line("NAK"))
    parts.push(...[...new Set(common)].map((sha) => line(`ACK ${sha}`)))
    if (!isReady) return joined([...parts, flush])
    parts.push(line("ready"), delimiter)
  }
  if (wanted.wants.length === 0) return joined([...parts, flush])
  const selection = select(source.objects, wanted, common)
  if (wanted.cut !== undefined || wanted.shallow.size > 0) {
    parts.push(line("shallow-info"), ...cutLines(selection), delimiter)
  }
  const sending = { most: longest, progress: !has("no-progress"), withTags: has("include-tag") }
  return joined([...parts, line("packfile"), ...packed(source, selection, sending)])
}

/** How much a client wants to hear of what both have. */
type Acks = "single" | "multi" | "detailed"

/** What is said to the `have`s of version 0, in the order in which git itself says it, and whether a pack follows. */
const negotiated = (
  { has, objects }: Source,
  packets: PacketReader,
  wanted: Wanted,
  { acks, noDone }: { readonly acks: Acks; readonly noDone: boolean }
): { readonly said: ReadonlyArray<Uint8Array>; readonly common: ReadonlyArray<Sha>; readonly isOver: boolean } => {
  const said: Array<Uint8Array> = []
  const common: Array<Sha> = []
  let last = ""
  let isReady = false
  let gotCommon = false
  let gotOther = false
  const enough = () => hasPathTo(objects, wanted, common)
  for (let packet = packets.next(); packet !== undefined; packet = packets.next()) {
    if (typeof packet !== "object") {
      if (acks === "detailed" && gotCommon && !gotOther && enough()) {
        isReady = true
        said.push(line(`ACK ${last} ready`))
      }
      if (common.length === 0 || acks !== "single") said.push(line("NAK"))
      if (noDone && isReady) return { said: [...said, line(`ACK ${last}`)], common, isOver: true }
      gotCommon = false
      gotOther = false
      continue
    }
    if (packet.text === "done") {
      if (common.length === 0) said.push(line("NAK"))
      else if (acks !== "single") said.push(line(`ACK ${last}`))
      return { said, common, isOver: true }
    }
    const [sha = ""] = shasOf([argumentOf(packet.text)], "have")
    if (sha === "") throw new WireError(`git upload-pack: expected SHA1 list, got '${packet.text}'`)
    if (!has(sha)) {
      gotOther = true
      if (acks === "single" || !enough()) continue
      if (acks === "detailed") isReady = true
      said.push(line(`ACK ${sha} ${acks === "detailed" ? "ready" : "continue"}`))
      continue
    }
    gotCommon = true
    last = sha
    common.push(sha)
    if (acks === "detailed") said.push(line(`ACK ${sha} common`))
    else if (acks === "multi") said.push(line(`ACK ${sha} continue`))
    else if (common.length === 1) said.push(line(`ACK ${sha}`))
  }
  return { said, common, isOver: false }
}

/** Answers a request of version 0. Each has all that was said before, so nothing is remembered between them. */
export const uploaded = (source: Source, packets: PacketReader): Uint8Array => {
  const [first = "", ...others] = packets.list()
  const [, want = first, listed = ""] = /^(want \S+)(?: (.*))?$/.exec(first) ?? []
  const capabilities = new Set(listed.split(" "))
  const has = (name: string) => capabilities.has(name)
  const args = [want, ...others].map(argumentOf)
  const wanted = wantedOf(source, args, has("deepen-relative"))
  if (wanted.wants.length === 0) return joined([])
  const acks = has("multi_ack_detailed") ? "detailed" : has("multi_ack") ? "multi" : "single"
  const { common, isOver, said } = negotiated(source, packets, wanted, { acks, noDone: has("no-done") })
  const selection = select(source.objects, wanted, common)
  const parts = [...(wanted.cut === undefined ? [] : [...cutLines(selection), flush]), ...said]
  if (!isOver) return joined(parts)
  const most = has("side-band-64k") ? longest : has("side-band") ? 1_000 : null
  const sending = { most, progress: !has("no-progress"), withTags: has("include-tag") }
  return joined([...parts, ...packed(source, selection, sending)])
}
