/** The events of issues and pull requests, as the service writes them. */
import { isoDate } from "../../../exchange.ts"
import { type Repository, userOf } from "../../state/model.ts"
import type { IssueEvent } from "../../state/records.ts"
import { team } from "../accounts.ts"
import { type Context, nodeId, repositoryUrl, user } from "../common.ts"

const requested = (context: Context, { owner }: Repository, { actor, event, ...self }: IssueEvent) => {
  if (!event.startsWith("review_request")) return {}
  const whom = user(context, self.requested_reviewer ?? null)
  const profile = userOf(context.world, owner)
  const found = context.world.organizations.get(owner.toLowerCase())?.teams.get(self.requested_team ?? "")
  return {
    review_requester: user(context, actor),
    ...(whom === null ? {} : { requested_reviewer: whom }),
    ...(found === undefined || profile === undefined ? {} : { requested_team: team(context, profile, found) })
  }
}

/** The fields that only some events have. */
const details = (context: Context, repository: Repository, self: IssueEvent) => ({
  ...(self.label === undefined ? {} : { label: self.label }),
  ...(self.assignee === undefined
    ? {}
    : { assignee: user(context, self.assignee), assigner: user(context, self.actor) }),
  ...(self.milestone === undefined ? {} : { milestone: { title: self.milestone } }),
  ...(self.rename === undefined ? {} : { rename: self.rename }),
  ...(self.lock_reason === undefined ? {} : { lock_reason: self.lock_reason }),
  ...(self.state_reason === undefined ? {} : { state_reason: self.state_reason }),
  ...(self.dismissed_review === undefined ? {} : { dismissed_review: self.dismissed_review }),
  ...(self.issue_type === undefined ? {} : { issue_type: self.issue_type }),
  ...(self.prev_issue_type === undefined ? {} : { prev_issue_type: self.prev_issue_type }),
  ...requested(context, repository, self)
})

export const issueEvent = (context: Context, repository: Repository, self: IssueEvent) => {
  const root = repositoryUrl(context, repository)
  return {
    id: self.id,
    node_id: nodeId("IE", self.id),
    url: `${root}/issues/events/${self.id}`,
    actor: user(context, self.actor),
    event: self.event,
    commit_id: self.commit_id ?? null,
    commit_url: self.commit_id === undefined ? null : `${root}/commits/${self.commit_id}`,
    created_at: isoDate(self.created_at),
    ...details(context, repository, self),
    performed_via_github_app: null
  }
}
