/** Handlers of the events and the timeline of an issue or a pull request. */
import { issueOf, readable } from "../access/lookups.ts"
import { type Handler, handler } from "../http/call.ts"
import { pageOf } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { stablePath } from "../wire/common.ts"
import { issueEvent, timeline } from "../wire/timeline.ts"

const listEvents: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/events`
  return pageOf(call, target, issue.events, (event) => issueEvent(call, repository, event))
})

const listTimeline: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const target = `${stablePath(repository)}/issues/${issue.number}/timeline`
  return pageOf(call, target, timeline(call, repository, issue), (entry) => entry.write())
})

const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

const endpoint = endpointsOf("issues/events")

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.listEvents", `GET ${issue}/events`, "list-issue-events", listEvents),
  endpoint(
    "Issues.listTimeline",
    `GET ${issue}/timeline`,
    "issues/timeline#list-timeline-events-for-an-issue",
    listTimeline
  )
]
