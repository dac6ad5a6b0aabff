/** The endpoints of what happened to issues and pull requests. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Timeline from "./timeline.ts"

const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.listEvents", `GET ${issue}/events`, "issues/events#list-issue-events", Timeline.listEvents),
  endpoint(
    "Issues.listTimeline",
    `GET ${issue}/timeline`,
    "issues/timeline#list-timeline-events-for-an-issue",
    Timeline.listTimeline
  )
]
