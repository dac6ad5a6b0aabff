/** What a repository has, as it tells those who ask: its refs (version 0), or what it can do (version 2). */
import type { Sha } from "../objects.ts"
import { flush, joined, line, WireError } from "./pktLine.ts"

export interface Ref {
  readonly name: string
  readonly sha: Sha
  /** What an annotated tag names in the end. */
  readonly peeled?: Sha
}

export interface Refs {
  /** By name, in the order of their bytes. */
  readonly all: ReadonlyArray<Ref>
  /** The branch that `HEAD` stands for, which may not exist yet. */
  readonly head: string
}

export type Service = "git-upload-pack" | "git-receive-pack"

const agent = "agent=git/forgecast-simulator"
const format = "object-format=sha1"

const fetches = [
  "multi_ack",
  "multi_ack_detailed",
  "no-done",
  "thin-pack",
  "side-band",
  "side-band-64k",
  "ofs-delta",
  "shallow",
  "deepen-since",
  "deepen-not",
  "deepen-relative",
  "no-progress",
  "include-tag",
  "allow-tip-sha1-in-want",
  "allow-reachable-sha1-in-want",
  "filter"
]

const pushes = [
  "report-status",
  "report-status-v2",
  "delete-refs",
  "side-band-64k",
  "ofs-delta",
  "atomic",
  "quiet",
  "push-options"
]

const nothing = "0".repeat(40)

const tipOf = ({ all, head }: Refs): Ref | undefined => all.find(({ name }) => name === head)

/** The refs, in version 0: the first line has the capabilities. */
export const advertised = (service: Service, refs: Refs): Uint8Array => {
  const tip = service === "git-upload-pack" ? tipOf(refs) : undefined
  const symref = tip === undefined ? [] : [`symref=HEAD:${refs.head}`]
  const capabilities = [...(service === "git-upload-pack" ? fetches : pushes), ...symref, format, agent].join(" ")
  const lines = [
    ...(tip === undefined ? [] : [`${tip.sha} HEAD`]),
    ...refs.all.flatMap(({ name, peeled, sha }) => [
      `${sha} ${name}`,
      ...(peeled === undefined || service === "git-receive-pack" ? [] : [`${peeled} ${name}^{}`])
    ])
  ]
  const [first = `${nothing} capabilities^{}`, ...others] = lines
  return joined([
    line(`# service=${service}`),
    flush,
    ...[`${first}\0${capabilities}`, ...others].map((text) => line(text)),
    flush
  ])
}

/** The capabilities, in version 2. */
export const capabilities: Uint8Array = joined([
  line("# service=git-upload-pack"),
  flush,
  ...["version 2", agent, "ls-refs=unborn", "fetch=shallow wait-for-done filter", "server-option", format].map((text) =>
    line(text)
  ),
  flush
])

/** Answers the command `ls-refs`. */
export const lsRefs = (refs: Refs, args: ReadonlyArray<string>): Uint8Array => {
  const known = new Set(["peel", "symrefs", "unborn"])
  const prefixes = args.flatMap((arg) => (arg.startsWith("ref-prefix ") ? [arg.slice("ref-prefix ".length)] : []))
  const unknown = args.find((arg) => !known.has(arg) && !arg.startsWith("ref-prefix "))
  if (unknown !== undefined) throw new WireError(`unexpected line: '${unknown}'`)
  const isWanted = (name: string) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))
  const tip = tipOf(refs)
  const symref = args.includes("symrefs") ? ` symref-target:${refs.head}` : ""
  const head =
    tip !== undefined ? [`${tip.sha} HEAD${symref}`] : args.includes("unborn") ? [`unborn HEAD${symref}`] : []
  const lines = refs.all
    .filter(({ name }) => isWanted(name))
    .map(({ name, peeled, sha }) =>
      peeled === undefined || !args.includes("peel") ? `${sha} ${name}` : `${sha} ${name} peeled:${peeled}`
    )
  return joined([...[...(isWanted("HEAD") ? head : []), ...lines].map((text) => line(text)), flush])
}
