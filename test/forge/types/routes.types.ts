/** The types of all routes that the service describes, and of single ones exactly. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { NotAcceptable, SearchTruncated, Unmergeable } from "../../../src/forge/ForgeError.ts"
import type { Route } from "../../../src/forge/RouteTypes.ts"
import * as Routes from "../../../src/forge/Routes.ts"
import type {
  Conflict,
  ExchangeError,
  Gone,
  NotFound,
  NotModified,
  RequestError,
  ValidationFailed
} from "../../../src/rest/RestError.ts"
import { repo } from "../support/records.ts"
import type { All, ErrorOf, Same, ValueOf } from "../support/types.ts"

type IsAny<T> = 0 extends 1 & T ? true : false

/** Whether a type says nothing. */
type SaysNothing<T> = IsAny<T> extends true ? true : [T] extends [never] ? true : unknown extends T ? true : false

type AnyRoute = Routes.RequestRoute | Routes.UploadRoute

type EmptyInputs<R extends Route> = R extends unknown ? (SaysNothing<Routes.Input<R>> extends true ? R : never) : never

type EmptyResults<R extends AnyRoute> = R extends unknown
  ? SaysNothing<Routes.Result<R>> extends true
    ? R
    : never
  : never

type EmptyErrors<R extends AnyRoute> = R extends unknown
  ? SaysNothing<Routes.Failure<R>> extends true
    ? R
    : never
  : never

type EmptyItems<R extends Routes.PagedRoute> = R extends unknown
  ? SaysNothing<Routes.Item<R>> extends true
    ? R
    : never
  : never

/** The routes that have `per_page`. */
type Sized = {
  [R in Routes.ReadRoute]: "per_page" extends keyof Routes.Input<R> ? R : never
}[Routes.ReadRoute]

export type Every = All<
  [
    Same<EmptyInputs<Route>, never>,
    Same<EmptyResults<AnyRoute>, never>,
    Same<EmptyErrors<AnyRoute>, never>,
    Same<EmptyItems<Routes.PagedRoute>, never>,
    // They have several lists: `Routes.request` reads them, page by page.
    Same<
      Exclude<Sized, Routes.PagedRoute>,
      | "GET /repos/{owner}/{repo}/commits/{ref}"
      | "GET /repos/{owner}/{repo}/compare/{base}...{head}"
      | "GET /repos/{owner}/{repo}/compare/{basehead}"
    >,
    Same<
      Exclude<Routes.DownloadRoute, Routes.RequestRoute>,
      | "GET /orgs/{org}/migrations/{migration_id}/archive"
      | "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}"
      | "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs"
      | "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs"
      | "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs"
      | "GET /repos/{owner}/{repo}/tarball/{ref}"
      | "GET /repos/{owner}/{repo}/zipball/{ref}"
      | "GET /user/migrations/{migration_id}/archive"
    >
  ]
>

const at = { ...repo, issue_number: 1 }
const issueRoute = "GET /repos/{owner}/{repo}/issues/{issue_number}"
const run = { ...repo, run_id: 1 }

const issue = Routes.request(issueRoute, at)
const removed = Routes.request("DELETE /repos/{owner}/{repo}/labels/{name}", { ...repo, name: "bug" })
const merged = Routes.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", { ...repo, pull_number: 1 })
const read = Routes.request(issueRoute, at, { schema: Schema.Struct({ closed_at: Schema.NullOr(Schema.Date) }) })
const diff = Routes.request(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  { ...repo, pull_number: 1 },
  {
    accept: "application/vnd.github.diff"
  }
)
const changed = Routes.request.ifChanged(issueRoute, at, {})
const rendered = Routes.request("POST /markdown", { text: "**bold**" })
const raw = Routes.upload("POST /markdown/raw", { data: "**bold**", content_type: "text/plain" })
const stars = Routes.request("GET /user/starred", {}, { accept: "application/vnd.github.v3.star+json" })
const found = Routes.paginate("GET /search/issues", { q: "is:open" })
const runs = Routes.paginate("GET /repos/{owner}/{repo}/actions/runs", { ...repo, status: undefined })
const jobs = Routes.paginate("GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs", run)

export type Single = All<
  [
    Same<ValueOf<typeof issue>["id"], number>,
    Same<ValueOf<typeof issue>["created_at"], string>,
    Same<ErrorOf<typeof issue>, RequestError | NotFound | Gone | ValidationFailed>,
    Same<ValueOf<typeof removed>, void>,
    Same<ErrorOf<typeof removed>, ExchangeError | NotFound | Conflict | ValidationFailed>,
    Same<ErrorOf<typeof merged>, RequestError | NotFound | ValidationFailed | Unmergeable>,
    Same<ValueOf<typeof read>, { readonly closed_at: Date | null }>,
    Same<ValueOf<typeof diff>, string>,
    Same<ErrorOf<typeof diff>, RequestError | NotFound | ValidationFailed | NotAcceptable>,
    Same<ErrorOf<typeof changed>, RequestError | NotFound | Gone | ValidationFailed | NotModified>,
    Same<ValueOf<typeof rendered>, string>,
    Same<ValueOf<typeof raw>, string>,
    Same<ValueOf<typeof stars>[number]["starred_at"], string>,
    Same<ValueOf<typeof found>["number"], number>,
    Same<ErrorOf<typeof found>, RequestError | NotFound | ValidationFailed | SearchTruncated>,
    Same<ErrorOf<typeof runs>, RequestError | NotFound | ValidationFailed | SearchTruncated>,
    Same<ValueOf<typeof jobs>["run_id"], number>,
    Same<ErrorOf<typeof jobs>, RequestError | NotFound | ValidationFailed>,
    Same<undefined extends Routes.Result<"GET /repos/{owner}/{repo}/contributors"> ? true : false, true>
  ]
>

export const refused = [
  // @ts-expect-error: there is no such route.
  Routes.request("GET /repos/{owner}/{repo}/isues", repo),
  // @ts-expect-error: a parameter of the path is missing.
  Routes.request(issueRoute, repo),
  // @ts-expect-error: an input with required fields is missing.
  Routes.request("GET /repos/{owner}/{repo}"),
  // @ts-expect-error: an input with required fields is missing.
  Routes.paginate("GET /repos/{owner}/{repo}/issues"),
  // @ts-expect-error: the query has no such value.
  Routes.request("GET /repos/{owner}/{repo}/issues", { ...repo, state: "shut" }),
  // @ts-expect-error: no such field.
  Routes.request("POST /repos/{owner}/{repo}/issues", { ...repo, title: "One", labeled: ["bug"] }),
  // @ts-expect-error: the response is a redirect to a file.
  Routes.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs", run),
  // @ts-expect-error: a write has no validators.
  Routes.request.ifChanged("POST /repos/{owner}/{repo}/issues", { ...repo, title: "One" }, {}),
  // @ts-expect-error: no pages.
  Routes.paginate(issueRoute, at),
  // @ts-expect-error: reads have no conflicts, unless a repository may be empty.
  Effect.catchTag(issue, "Conflict", () => Effect.void),
  // @ts-expect-error: labels are never gone.
  Effect.catchTag(removed, "Gone", () => Effect.void),
  // @ts-expect-error: only a merge fails with it.
  Effect.catchTag(issue, "Unmergeable", () => Effect.void),
  // @ts-expect-error: the cache may serve the list again.
  Effect.map(issue, ({ labels }): Array<unknown> => labels)
]

/** Fields that may be left out may be undefined, and lists may be read-only. */
export const taken = [
  Routes.request("GET /user"),
  Routes.paginate("GET /user/repos"),
  Routes.request("GET /repos/{owner}/{repo}/issues", { ...repo, state: undefined }),
  Routes.request("POST /repos/{owner}/{repo}/issues", { ...repo, title: "One", labels: ["bug"] as const }),
  Routes.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", at, { body: ["bug"] }),
  Routes.request("POST /orgs/{org}/repos", { org: "acme" }, { body: { name: "web" } })
]
