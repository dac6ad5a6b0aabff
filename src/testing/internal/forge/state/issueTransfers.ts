/** Issues that move to another repository. */
import type { Links } from "./issueLinks.ts"
import { withEvents } from "./issues.ts"
import { ensureLabel, type Issue, labelNamed, nextId, nextNumber, type Repository, type World } from "./model.ts"
import type { IssueEvent } from "./records.ts"
import { hasRole } from "./sharing.ts"

interface Transfer {
  readonly from: Repository
  readonly to: Repository
  readonly issue: Issue
  /** Whether the other repository gets the labels that it lacks. */
  readonly withLabels: boolean
}

interface Act {
  readonly by: string
  readonly now: number
}

/** Puts the new id of an issue in the place of the old one. */
const relinked = (links: Links, old: number, id: number): void => {
  const renamed = (each: number): number => (each === old ? id : each)
  for (const [from, to] of links) {
    if (from !== old && !to.includes(old)) continue
    links.delete(from)
    links.set(renamed(from), to.map(renamed))
  }
}

const linkFields = ["source", "closer", "linked_issue"] as const

const renamedIn = (event: IssueEvent, old: number, id: number): IssueEvent => {
  const fields = linkFields.filter((name) => event[name] === old)
  return fields.length === 0 ? event : { ...event, ...Object.fromEntries(fields.map((name) => [name, id])) }
}

/** The same in all that names the issue. */
const rename = ({ blockers, linkedBranches, repositories, subIssues }: World, old: number, id: number): void => {
  const branches = linkedBranches.get(old)
  linkedBranches.delete(old)
  if (branches !== undefined) linkedBranches.set(id, branches)
  for (const links of [subIssues, blockers]) relinked(links, old, id)
  for (const { issues, movedIssues } of repositories.values()) {
    for (const [number, moved] of movedIssues) if (moved === old) movedIssues.set(number, id)
    for (const issue of issues.values()) {
      const isNamed = issue.events.some((event) => linkFields.some((name) => event[name] === old))
      if (!isNamed && issue.duplicate_of !== old) continue
      const duplicate_of = issue.duplicate_of === old ? id : issue.duplicate_of
      const events = issue.events.map((event) => renamedIn(event, old, id))
      issues.set(issue.number, { ...issue, duplicate_of, events })
    }
  }
}

/** Moves an issue with its comments. It gets a number there, and keeps what the other repository has, too. */
export const transferIssue = (world: World, { from, issue, to, withLabels }: Transfer, { by, now }: Act): Issue => {
  const id = nextId(world, "issue")
  const number = nextNumber(world, to, "issues")
  const labels = issue.labels.flatMap((each) => {
    const label = from.labels.get(each)
    if (label === undefined) return []
    const { color, description, name } = label
    return (withLabels ? ensureLabel(world, to, name, { color, description }) : labelNamed(to, name))?.id ?? []
  })
  const title = issue.milestone === null ? undefined : from.milestones.get(issue.milestone)?.title
  const milestone = [...to.milestones.values()].find((each) => each.title === title)?.number ?? null
  from.issues.delete(issue.number)
  from.movedIssues.set(issue.number, id)
  world.issuePlaces.delete(issue.id)
  world.issuePlaces.set(id, [to.id, number])
  for (const comment of issue.comments) {
    from.commentIssue.delete(comment.id)
    to.commentIssue.set(comment.id, number)
  }
  const moved: Issue = {
    ...issue,
    id,
    number,
    labels,
    milestone,
    assignees: issue.assignees.filter((login) => hasRole(world, to, login)),
    // It is pinned to its repository alone.
    events: issue.events.filter(({ event }) => event !== "pinned" && event !== "unpinned"),
    updated_at: now
  }
  const happening = {
    event: "transferred",
    transferred_from: { repository: from.id, issue: issue.id, number: issue.number }
  }
  to.issues.set(number, withEvents(world, to, moved, moved, { by, now, more: [happening] }))
  rename(world, issue.id, id)
  return to.issues.get(number) ?? moved
}
