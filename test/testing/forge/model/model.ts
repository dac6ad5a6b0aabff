/** A small model of the service's rules for one repository. */
import { createHash } from "node:crypto"

export interface Label {
  name: string
}

export interface Pull {
  readonly head: string
  readonly draft: boolean
  readonly author: string
  /** The commit that the branch had while it was open. */
  tip: Commit
  merged: boolean
  readonly requested: Set<string>
  readonly reviews: Array<string>
}

export interface Issue {
  readonly number: number
  title: string
  state: "open" | "closed"
  reason: string | null
  locked: boolean
  labels: Set<Label>
  assignees: ReadonlyArray<string>
  milestone: number | null
  readonly comments: Map<number, string>
  readonly pull: Pull | undefined
}

export interface Milestone {
  title: string
  state: "open" | "closed"
}

export type Files = ReadonlyMap<string, string>

export interface Commit {
  readonly files: Files
  readonly parents: ReadonlyArray<Commit>
}

export interface Release {
  tag: string
  draft: boolean
  prerelease: boolean
  /** Whether it was made the latest on purpose. */
  latest: boolean
}

export const blobSha = (content: string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0${content}`)
    .digest("hex")

export const ancestors = (commit: Commit): ReadonlySet<Commit> => {
  const found = new Set<Commit>()
  const pending = [commit]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue
    found.add(next)
    pending.push(...next.parents)
  }
  return found
}

/** The commits that a head has and a base has not, the oldest first. Heads have one line of history. */
export const ahead = (base: Commit, head: Commit): ReadonlyArray<Commit> => {
  const known = ancestors(base)
  const found: Array<Commit> = []
  for (let at: Commit | undefined = head; at !== undefined && !known.has(at); at = at.parents[0]) found.unshift(at)
  return found
}

/** Merges files; undefined if there is a conflict. Each file has one line, so no file is merged by its lines. */
const merged = (base: Files, ours: Files, theirs: Files): Files | undefined => {
  const files = new Map<string, string>()
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [was, our, their] = [base.get(path), ours.get(path), theirs.get(path)]
    if (our !== their && our !== was && their !== was) return undefined
    const chosen = our === was ? their : our
    if (chosen !== undefined) files.set(path, chosen)
  }
  return files
}

/** What the merge of a head into a base would make; undefined if there are conflicts. */
export const mergedTip = (base: Commit, head: Commit, method: "merge" | "squash" | "rebase"): Commit | undefined => {
  const own = ahead(base, head)
  if (method === "rebase") {
    return own.reduce<Commit | undefined>((tip, { files, parents: [parent] }) => {
      const next = tip === undefined ? undefined : merged(parent?.files ?? new Map(), tip.files, files)
      return tip === undefined || next === undefined ? undefined : { files: next, parents: [tip] }
    }, base)
  }
  const files = merged(own[0]?.parents[0]?.files ?? new Map(), base.files, head.files)
  return files === undefined ? undefined : { files, parents: method === "merge" ? [base, head] : [base] }
}

export const main = "main"
export const people = ["acme", "octo", "rev", "tri"] as const

const root: Commit = { files: new Map([["README.md", "# web\n"]]), parents: [] }

/** What the repository has. */
export const makeModel = () => ({
  labels: new Map<string, Label>(),
  milestones: new Map<number, Milestone>(),
  milestonesMade: 0,
  issues: new Map<number, Issue>(),
  branches: new Map<string, Commit>([[main, root]]),
  branchesMade: 0,
  messages: 0,
  releases: new Map<number, Release>(),
  tags: new Map<string, Commit>()
})

export type Model = ReturnType<typeof makeModel>

/** Finds a label by its name, whatever its case, or makes it. */
export const ensureLabel = ({ labels }: Model, name: string): Label => {
  const known = labels.get(name.toLowerCase()) ?? { name }
  labels.set(name.toLowerCase(), known)
  return known
}

export const tipOf = ({ branches }: Model, branch: string): Commit => {
  const tip = branches.get(branch)
  if (tip === undefined) throw new Error(`The model has no branch ${branch}`)
  return tip
}

/** Moves a branch. Open pull requests from it follow; those into it that it contains now are merged. */
export const moveBranch = (model: Model, branch: string, to: Commit): void => {
  const from = model.branches.get(branch)
  model.branches.set(branch, to)
  const known = from === undefined ? new Set<Commit>() : ancestors(from)
  const added = new Set([...ancestors(to)].filter((commit) => !known.has(commit)))
  for (const issue of model.issues.values()) {
    if (issue.pull === undefined || issue.state === "closed") continue
    if (branch === main && added.has(issue.pull.tip)) {
      issue.state = "closed"
      issue.pull.merged = true
    }
    if (issue.pull.head === branch) issue.pull.tip = to
  }
}

export const openFrom = ({ issues }: Model, head: string): Issue | undefined =>
  [...issues.values()].find(({ pull, state }) => pull?.head === head && state === "open")

/** Whether a closed pull request can be opened again. */
export const canReopen = (model: Model, { head, merged: isMerged }: Pull): boolean => {
  const tip = model.branches.get(head)
  return (
    !isMerged && tip !== undefined && openFrom(model, head) === undefined && ahead(tipOf(model, main), tip).length > 0
  )
}
