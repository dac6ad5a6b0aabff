/** Handlers of the events of a repository's issues and pull requests, and of the timeline of one. */
import * as Result from "effect/Result"
import { issueOf, readable } from "../access/lookups.ts"
import { json } from "../../exchange.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import { pageOf } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { notFound } from "../http/refusals.ts"
import type { Issue, Repository } from "../state/model.ts"
import type { IssueEvent } from "../state/records.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { issueEvent, listedEvents, timeline } from "../wire/timeline.ts"

const listEvents: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/events`
  return pageOf(call, target, listedEvents(call, repository, issue), (event) => issueEvent(call, repository, event))
})

const listTimeline: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/timeline`
  return pageOf(call, target, timeline(call, repository, issue), (entry) => entry.write())
})

interface Entry {
  readonly issue: Issue
  readonly event: IssueEvent
}

const entriesOf = (call: Call, repository: Repository): ReadonlyArray<Entry> =>
  [...repository.issues.values()].flatMap((issue) =>
    listedEvents(call, repository, issue).map((event) => ({ issue, event }))
  )

/** An event with its issue, as it is written where the path does not name the issue. */
const entryOf = (call: Call, repository: Repository, { event, issue }: Entry) => ({
  ...issueEvent(call, repository, event),
  issue: Wire.issue(call, repository, issue)
})

const listAll: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const entries = [...entriesOf(call, repository)].sort(
    (a, b) => b.event.created_at - a.event.created_at || b.event.id - a.event.id
  )
  return pageOf(call, `${stablePath(repository)}/issues/events`, entries, (entry) => entryOf(call, repository, entry))
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const found = entriesOf(call, repository).find(({ event }) => String(event.id) === call.params["event_id"])
  return found === undefined ? yield* Result.fail(notFound(call)) : json(200, entryOf(call, repository, found))
})

const events = "/repos/{owner}/{repo}/issues/events"
const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

const endpoint = endpointsOf("issues/events")

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.listEventsForRepo", `GET ${events}`, "list-issue-events-for-a-repository", listAll),
  endpoint("Issues.getEvent", `GET ${events}/{event_id}`, "get-an-issue-event", get),
  endpoint("Issues.listEvents", `GET ${issue}/events`, "list-issue-events", listEvents),
  endpoint(
    "Issues.listTimeline",
    `GET ${issue}/timeline`,
    "issues/timeline#list-timeline-events-for-an-issue",
    listTimeline
  )
]
