/**
 * Operations that fit a task, to be given to `ForgeTools.toolkit` or `WeatherTools.toolkit`. A set is a record: spread it to
 * add to it.
 *
 * ```ts
 * const tools = ForgeTools.toolkit({ operations: { ...ToolSets.triage, Milestones }, readOnly: true })
 * ```
 */
import * as Actions from "../forge/Actions.ts"
import * as Checks from "../forge/Checks.ts"
import * as Commits from "../forge/Commits.ts"
import * as Contents from "../forge/Contents.ts"
import * as Issues from "../forge/Issues.ts"
import * as Labels from "../forge/Labels.ts"
import * as Milestones from "../forge/Milestones.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Releases from "../forge/Releases.ts"
import * as Repositories from "../forge/Repositories.ts"
import * as Search from "../forge/Search.ts"
import * as Elevation from "../weather/Elevation.ts"
import * as Forecast from "../weather/Forecast.ts"
import * as Archive from "../weather/Archive.ts"
import * as AirQuality from "../weather/AirQuality.ts"
import * as Geocoding from "../weather/Geocoding.ts"

/** Reads a repository, its files, issues and pull requests: for most questions. All of them only read. */
export const reading = {
  Repositories: { get: Repositories.get },
  Contents: { get: Contents.get },
  Commits: { list: Commits.list },
  Issues: { list: Issues.list, get: Issues.get, listComments: Issues.listComments },
  PullRequests: { list: PullRequests.list, get: PullRequests.get, getDiff: PullRequests.getDiff },
  Search: { issues: Search.issues, code: Search.code }
}

/** Sorts issues: reads and searches them, labels, assigns, comments on and closes them. */
export const triage = {
  Issues: {
    list: Issues.list,
    get: Issues.get,
    listComments: Issues.listComments,
    update: Issues.update,
    createComment: Issues.createComment
  },
  Labels: { list: Labels.list, addToIssue: Labels.addToIssue, removeFromIssue: Labels.removeFromIssue },
  Milestones: { list: Milestones.list },
  Search: { issues: Search.issues }
}

/** Reviews pull requests: reads them with their changes, reviews and checks, and writes reviews and comments. */
export const review: {
  readonly PullRequests: Pick<
    typeof PullRequests,
    "list" | "get" | "getDiff" | "listFiles" | "listReviews" | "listComments" | "createReview"
  >
  readonly Checks: Pick<typeof Checks, "listRuns">
  readonly Issues: Pick<typeof Issues, "listComments" | "createComment">
  readonly Contents: Pick<typeof Contents, "get">
} = {
  PullRequests: {
    list: PullRequests.list,
    get: PullRequests.get,
    getDiff: PullRequests.getDiff,
    listFiles: PullRequests.listFiles,
    listReviews: PullRequests.listReviews,
    listComments: PullRequests.listComments,
    createReview: PullRequests.createReview
  },
  Checks: { listRuns: Checks.listRuns },
  Issues: { listComments: Issues.listComments, createComment: Issues.createComment },
  Contents: { get: Contents.get }
}

/** Finds out why a run is red: runs, jobs and their logs. */
export const runs = {
  Actions: {
    listRuns: Actions.listRuns,
    getRun: Actions.getRun,
    listJobs: Actions.listJobs,
    downloadLogsForJob: Actions.downloadLogsForJob,
    rerunFailedJobs: Actions.rerunFailedJobs
  },
  Checks: { listRuns: Checks.listRuns, listAnnotations: Checks.listAnnotations },
  Contents: { get: Contents.get }
}

/** Releases: what there is, what has changed since, and new releases. `WorkflowTools.releaseNext` goes with it. */
export const release = {
  Releases: {
    list: Releases.list,
    getLatest: Releases.getLatest,
    generateNotes: Releases.generateNotes,
    create: Releases.create,
    update: Releases.update
  },
  Commits: { list: Commits.list, compare: Commits.compare }
}

/** The weather: places, forecasts, past weather and air quality. For `WeatherTools.toolkit`. */
export const weather = {
  Geocoding: { search: Geocoding.search },
  Forecast: { get: Forecast.get },
  Archive: { get: Archive.get },
  AirQuality: { get: AirQuality.get },
  Elevation: { get: Elevation.get }
}
