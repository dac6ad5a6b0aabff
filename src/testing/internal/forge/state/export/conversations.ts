/** Writes milestones, issues and their comments as a seed. */
import type { CommentSeed, EventSeed, IssueSeed, MilestoneSeed, ReactionSeed } from "../../../../ForgeIssueSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { contentByName, typeOf } from "../issues/definitions.ts"
import type { IssueEvent, Reaction } from "../issues/records.ts"
import type { Comment, Issue, Milestone, Repository, World } from "../model.ts"
import { moment, present, some } from "./fields.ts"

export const milestoneSeed = (milestone: Milestone): MilestoneSeed => ({
  title: milestone.title,
  number: milestone.number,
  id: milestone.id,
  state: milestone.state,
  creator: milestone.creator,
  created_at: isoDate(milestone.created_at),
  updated_at: isoDate(milestone.updated_at),
  ...present({
    description: milestone.description,
    due_on: moment(milestone.due_on),
    closed_at: moment(milestone.closed_at)
  })
})

const reactionSeed = ({ created_at, ...reaction }: Reaction): ReactionSeed => ({
  ...reaction,
  created_at: isoDate(created_at)
})

const eventSeed = ({ created_at, ...event }: IssueEvent): EventSeed => ({ ...event, created_at: isoDate(created_at) })

const commentSeed = ({ body, created_at, id, reactions, updated_at, user }: Comment): CommentSeed => ({
  body,
  id,
  user,
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at),
  ...present({ reactions: some(reactions.map(reactionSeed)) })
})

/** The fields that issues and pull requests share. */
export const sharedSeed = (repository: Repository, issue: Issue) => ({
  title: issue.title,
  number: issue.number,
  id: issue.id,
  user: issue.user,
  state: issue.state,
  state_reason: issue.state_reason,
  created_at: isoDate(issue.created_at),
  updated_at: isoDate(issue.updated_at),
  ...(issue.state === "open" ? {} : { closed_by: issue.closed_by }),
  ...present({
    body: issue.body,
    labels: some(issue.labels.flatMap((id) => repository.labels.get(id)?.name ?? [])),
    assignees: some(issue.assignees),
    milestone: issue.milestone,
    locked: issue.locked ? (issue.lock_reason ?? true) : null,
    comments: some(issue.comments.map(commentSeed)),
    reactions: some(issue.reactions.map(reactionSeed)),
    events: some(issue.events.map(eventSeed)),
    closed_at: moment(issue.closed_at)
  })
})

export const issueSeed = (world: World, repository: Repository, issue: Issue): IssueSeed => ({
  ...sharedSeed(repository, issue),
  ...present({
    type: typeOf(world, repository, issue)?.name,
    issue_field_values: issue.field_values.length === 0 ? null : contentByName(world, repository, issue),
    duplicate_issue_id: issue.duplicate_of
  })
})
