/** Events and entries of timelines of the scene. */
import type { CommitCommentEvent, CommitEvent } from "../../../forge/schema/TimelineEvent.ts"
import type { EventSeed } from "../../ForgeIssueSeed.ts"
import type { Place } from "../../SampleTypes.ts"
import { nodeId } from "../forge/wire/nodeIds.ts"
import * as Code from "./code.ts"
import * as Pulls from "./pulls.ts"
import * as Records from "./records.ts"
import { type Client, field, first, me, open, withSha } from "./scene.ts"

/** The issue or the pull request of an event. */
const numberOf = ({ issue_number, pull_number }: Place): number => issue_number ?? pull_number ?? 1

/** An event of an issue, as its events have it. */
const event =
  (seed: Omit<EventSeed, "actor">) =>
  ({ id }: { readonly id?: number | null }, place: Place): unknown => {
    const number = numberOf(place)
    const created_at = "2026-01-13T12:00:00Z"
    const seeded = { actor: me, created_at, ...seed, ...(typeof id === "number" ? { id } : {}) }
    const issues = [{ number, title: "It does not start", created_at: "2026-01-12T10:00:00Z", events: [seeded] }]
    return first(open({ ...place, repository: { issues } }).inRepo("GET", `/issues/${number}/events`))
  }

export const label = event({ event: "labeled", label: { name: "bug", color: "d73a4a" } })

export const assignee = event({ event: "assigned", assignee: "hubot" })

export const milestone = event({ event: "milestoned", milestone: "v1.0" })

export const rename = event({ event: "renamed", rename: { from: "Broken", to: "It does not start" } })

export const state = event({ event: "closed", state_reason: "completed" })

export const lock = event({ event: "locked", lock_reason: "resolved" })

export const reviewRequest = event({ event: "review_requested", requested_reviewer: "hubot" })

export const reviewDismissal = event({
  event: "review_dismissed",
  dismissed_review: { state: "approved", review_id: 8_000_001, dismissal_message: "It has changed since." }
})

export const issueType = event({ event: "issue_type_added", issue_type: { id: 1, name: "Bug", color: "red" } })

export const other = event({ event: "subscribed" })

/** The entry of a timeline. */
const entry = (inRepo: Client["inRepo"], number: number, event: string): unknown => {
  const entries = inRepo("GET", `/issues/${number}/timeline`)
  return Array.isArray(entries) ? entries.find((entry: unknown) => field(entry, "event") === event) : undefined
}

interface Identified {
  readonly id?: number
}

export const comment = ({ id }: Identified, place: Place): unknown => {
  const number = numberOf(place)
  return entry(Records.commented(number, place, id).inRepo, number, "commented")
}

export const review = ({ id }: Identified, place: Place): unknown => {
  const number = numberOf(place)
  return entry(Pulls.approved(number, place, id).inRepo, number, "reviewed")
}

export const lineComment = (_: object, place: Place): unknown => {
  const number = numberOf(place)
  return entry(Pulls.commentedOnLine(number, place).inRepo, number, "line-commented")
}

export const commit = ({ sha }: Partial<CommitEvent>, place: Place): unknown => {
  const number = numberOf(place)
  const found = entry(Pulls.opened(number, place).inRepo, number, "committed")
  return withSha(found, field(found, "sha"), sha)
}

export const commitComment = ({ commit_id }: Partial<CommitCommentEvent>, place: Place): unknown => {
  const id = 10_000_001
  const comment = Code.commitComment({ id, ...(typeof commit_id !== "string" ? {} : { commit_id }) }, place)
  return {
    event: "commit-commented",
    node_id: nodeId("CCT", id),
    commit_id: field(comment, "commit_id"),
    comments: [comment]
  }
}

/** The simulated service does not track mentions, so the next issue is the one that mentions it. */
export const crossReference = (_: object, place: Place): unknown => {
  const issue = Records.issue({ number: numberOf(place) + 1 }, place)
  const created_at = field(issue, "created_at")
  return {
    event: "cross-referenced",
    actor: field(issue, "user"),
    created_at,
    updated_at: created_at,
    source: { type: "issue", issue }
  }
}
