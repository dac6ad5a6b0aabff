/** Takes a push: its objects, and each of its commands as the API takes a change of a ref. */
import { moveRefusal } from "../../forge/access/protection.ts"
import { workflowRefusal } from "../../forge/access/workflowFiles.ts"
import type { Call } from "../../forge/http/call.ts"
import { changeRepository, fullName, type Repository } from "../../forge/state/model.ts"
import { blockerOf, branchRef, moveRef } from "../../forge/state/refs.ts"
import { isRefName } from "../../git/names.ts"
import { peeled, type Sha } from "../../git/objects.ts"
import { rawOf, type RawObject } from "../../git/parse.ts"
import { type Bounds, readPack } from "../../git/wire/packReader.ts"
import { WireError } from "../../git/wire/pktLine.ts"
import { isWhole, quarantined } from "../../git/wire/quarantine.ts"
import type { Command, Push, Report } from "../../git/wire/receive.ts"
import { hidden } from "../../forge/state/pullRefs.ts"
import { hasIn, targetOf } from "./refs.ts"

/** Why a command is refused, with what its user is told beside that. */
interface Refused {
  readonly reason: string
  readonly messages?: ReadonlyArray<string>
}

/** Whether a command is one that git itself refuses, whoever sends it. */
const invalidity = ({ world }: Call, repository: Repository, command: Command, push: Push): string | undefined => {
  const { from, ref, to } = command
  if (ref.startsWith(hidden)) return "deny updating a hidden ref"
  if (!/^refs\/[^/]+\/./.test(ref) || !isRefName(ref)) return "funny refname"
  if (push.commands.some((other) => other !== command && other.ref === ref)) return "multiple updates for one ref"
  const current = targetOf(repository, ref)
  if (from !== current && (to !== null || current !== null)) {
    if (from === null) return "reference already exists"
    return `cannot lock ref '${ref}': ${
      current === null ? `unable to resolve reference '${ref}'` : `is at ${current} but expected ${from}`
    }`
  }
  if (to === null) {
    const isDefault = ref === branchRef(repository.default_branch)
    return isDefault ? `refusing to delete the current branch: ${ref}` : undefined
  }
  if (peeled(world.objects, to) === undefined) return "the simulator has refs of commits and of tags of commits only"
  if (ref.startsWith(branchRef("")) && !world.objects.commits.has(to)) {
    return `cannot update ref '${ref}': trying to write non-commit object ${to} to branch '${ref}'`
  }
  const names = new Set(repository.refs.keys())
  for (const other of push.commands) {
    if (other.to === null) names.delete(other.ref)
    else names.add(other.ref)
  }
  const blocker = blockerOf(names, ref)
  return blocker === undefined ? undefined : `cannot lock ref '${ref}': '${blocker}' exists; cannot create '${ref}'`
}

/** Whether the rules of the repository refuse a command, in the words in which the service tells git of them. */
const ruledOut = (call: Call, repository: Repository, { ref, to }: Command): Refused | undefined => {
  const commit = to === null ? null : (peeled(call.world.objects, to) ?? to)
  const refusal = moveRefusal(call, repository, { ref, to: commit })
  if (refusal === undefined) return undefined
  if (refusal.by === "protection") {
    return {
      reason: "protected branch hook declined",
      messages: [`error: GH006: Protected branch update failed for ${ref}.`, `error: ${refusal.message}`]
    }
  }
  const [, ...reasons] = refusal.message.split("\n\n").filter((reason) => reason !== "")
  return {
    reason: "push declined due to repository rule violations",
    messages: [
      `error: GH013: Repository rule violations found for ${ref}.`,
      `Review all repository rules at ${call.urls.html}/${fullName(repository)}/rules?ref=${encodeURIComponent(ref)}`,
      "",
      ...reasons.flatMap((reason) => [`- ${reason}`, ""])
    ]
  }
}

/** A repository without branches takes the first one that it gets for its default branch. */
const withDefault = (call: Call, repository: Repository, commands: ReadonlyArray<Command>): Repository => {
  const prefix = branchRef("")
  if ([...repository.refs.keys()].some((ref) => ref.startsWith(prefix))) return repository
  const branches = commands.flatMap(({ ref, to }) =>
    ref.startsWith(prefix) && to !== null ? [ref.slice(prefix.length)] : []
  )
  const [first] = branches
  if (first === undefined || branches.includes(repository.default_branch)) return repository
  return changeRepository(call.world, repository, { default_branch: first })
}

const invitation = ({ urls }: Call, repository: Repository, { from, ref, to }: Command): ReadonlyArray<string> => {
  const prefix = branchRef("")
  const isNew = from === null && to !== null && ref.startsWith(prefix)
  if (!isNew || ref === branchRef(repository.default_branch)) return []
  const branch = ref.slice(prefix.length)
  const page = `${urls.html}/${fullName(repository)}/pull/new/${branch}`
  return ["", `Create a pull request for '${branch}' on GitHub by visiting:`, `     ${page}`, ""]
}

const unpacked = (call: Call, repository: Repository, { pack }: Push, bounds?: Bounds): ReadonlyArray<RawObject> => {
  const has = hasIn(call, repository)
  return pack.length === 0
    ? []
    : readPack(pack, (sha) => (has(sha) ? rawOf(call.world.objects, sha) : undefined), bounds)
}

/** Moves the refs of a push, as far as nothing speaks against it. A refused push leaves nothing behind. */
export const receive = (call: Call, before: Repository, push: Push, bounds?: Bounds): Report => {
  const { objects } = call.world
  let sent: ReadonlyArray<RawObject>
  let release: () => void
  try {
    sent = unpacked(call, before, push, bounds)
    release = quarantined(objects, sent)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { unpack: error.message, refs: push.commands.map(({ ref }) => [ref, "unpacker error"]), messages: [] }
  }
  const shas = new Set(sent.map(({ sha }) => sha))
  const has = hasIn(call, before)
  const isMissing = (to: Sha | null) => to !== null && !isWhole(objects, to, shas, has)
  // What is deleted makes room for what is made.
  const commands = [...push.commands].sort((a, b) => Number(a.to !== null) - Number(b.to !== null))
  const refusalOf = (repository: Repository, command: Command): Refused | undefined => {
    if (isMissing(command.to)) return { reason: "missing necessary objects" }
    const reason = invalidity(call, before, command, push)
    if (reason !== undefined) return { reason }
    const workflow = command.to === null ? undefined : workflowRefusal(call, repository, command.to)
    return workflow === undefined ? ruledOut(call, repository, command) : { reason: workflow }
  }
  const refusals = new Map<Command, Refused | undefined>(
    commands.map((command) => [command, refusalOf(before, command)])
  )
  const isAnyRefused = [...refusals.values()].some((refused) => refused !== undefined)
  const isAtomic = push.capabilities.has("atomic")
  const moved = isAtomic && isAnyRefused ? [] : commands.filter((command) => refusals.get(command) === undefined)
  if (moved.length === 0) release()
  let repository = withDefault(call, before, moved)
  for (const { ref, to } of moved) repository = moveRef(call.world, repository, ref, to, call.now, call.viewer)
  return {
    unpack: null,
    refs: push.commands.map((command) => [
      command.ref,
      refusals.get(command)?.reason ?? (moved.includes(command) ? null : "atomic transaction failed")
    ]),
    messages: [
      ...[...refusals.values()].flatMap((refused) => refused?.messages ?? []),
      ...moved.flatMap((command) => invitation(call, repository, command))
    ]
  }
}
