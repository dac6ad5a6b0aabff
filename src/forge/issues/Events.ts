/** What happened to issues and pull requests. */
import { Gone, NotFound } from "../../rest/RestError.ts"
import * as Forge from "../Forge.ts"
import { IssuePath } from "../internal/fields.ts"
import { IssueEvent } from "../schema/IssueEvent.ts"
import { TimelineEvent } from "../schema/TimelineEvent.ts"

/**
 * Lists what happened to an issue or a pull request, oldest first: labels, assignees, renames, its closing … The `_tag`
 * of an event tells the kinds apart; the kinds that have no record of their own are an `OtherEvent`.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/events
 */
export const listEvents = Forge.listing("Issues.listEvents", "GET /repos/{owner}/{repo}/issues/{issue_number}/events", {
  path: IssuePath,
  item: IssueEvent,
  errors: [NotFound, Gone]
})

/**
 * Lists the timeline of an issue or a pull request, oldest first: its events, and its comments, commits, reviews and the
 * mentions of it. The `_tag` of an entry tells the kinds apart.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/timeline
 */
export const listTimeline = Forge.listing(
  "Issues.listTimeline",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline",
  { path: IssuePath, item: TimelineEvent, errors: [NotFound, Gone] }
)
