/** Check runs, with their suites and annotations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import type { AnnotationLevel, CheckConclusion, CheckStatus } from "../../../ForgeState.ts"
import { json } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { commitOrUnknown, pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut, pageOf } from "../http/paging.ts"
import { forbidden, invalid, malformed, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { App } from "../state/accounts.ts"
import { addRun, ensureSuite, latestRuns, replaceRun, runOf, runsOf, suiteNumbered, suitesOf } from "../state/checks.ts"
import type { Repository } from "../state/model.ts"
import type { Annotation, CheckRun, CheckSuite } from "../state/records.ts"
import { resolveCommit } from "../state/refs.ts"
import * as Wire from "../wire/checks.ts"
import * as Events from "../wire/events.ts"
import { stablePath } from "../wire/common.ts"

/** Returns the path's check run, or 404. */
const pathRun = (call: Call, repository: Repository): OrRefusal<CheckRun> => {
  const run = runOf(repository, pathNumber(call, "check_run_id") ?? 0)
  return run === undefined ? Result.fail(notFound(call)) : Result.succeed(run)
}

/** The app whose installation the sender is. */
const appOf = (call: Call): OrRefusal<App> => {
  if (call.bot !== undefined) return Result.succeed(call.bot)
  const installation = call.token?.installation ?? null
  for (const app of call.world.apps.values()) {
    if (installation !== null && app.installations.has(installation)) return Result.succeed(app)
  }
  return Result.fail(forbidden(call, "You must authenticate via a GitHub App."))
}

const listAnnotations: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* pathRun(call, repository)
  const path = `${stablePath(repository)}/check-runs/${run.id}/annotations`
  return pageOf(call, path, run.annotations, (annotation) => Wire.annotation(call, repository, run, annotation))
})

const levels: ReadonlyArray<AnnotationLevel> = ["notice", "warning", "failure"]

/** How many annotations a request can add. */
const most = 50

const annotationOf = (call: Call, item: Input.Fields): OrRefusal<Annotation> =>
  Result.gen(function* () {
    for (const name of ["path", "start_line", "end_line", "annotation_level", "message"]) {
      yield* Input.required(call, item, name)
    }
    const start_line = (yield* Input.integer(call, item, "start_line")) ?? 0
    const end_line = (yield* Input.integer(call, item, "end_line")) ?? 0
    const start_column = (yield* Input.integer(call, item, "start_column")) ?? null
    const end_column = (yield* Input.integer(call, item, "end_column")) ?? null
    if (start_line !== end_line && (start_column !== null || end_column !== null)) {
      const field = start_column === null ? "end_column" : "start_column"
      return yield* Result.fail(invalid(call, { resource: "CheckAnnotation", code: "invalid", field }))
    }
    return {
      path: (yield* Input.text(call, item, "path")) ?? "",
      start_line,
      end_line,
      start_column,
      end_column,
      annotation_level: (yield* Input.oneOf(call, item, "annotation_level", levels, "CheckAnnotation")) ?? "notice",
      title: (yield* Input.text(call, item, "title")) ?? null,
      message: (yield* Input.text(call, item, "message")) ?? "",
      raw_details: (yield* Input.text(call, item, "raw_details")) ?? null
    }
  })

/** Reads the annotations that a request adds. */
const annotationsOf = (call: Call, fields: Input.Fields): OrRefusal<ReadonlyArray<Annotation>> =>
  Result.gen(function* () {
    const output = yield* Input.object(call, fields, "output")
    const items = output === undefined ? undefined : yield* Input.objects(call, output, "annotations")
    if (items === undefined) return []
    if (items.length > most) {
      const rule = `No more than ${most} items are allowed; ${items.length} were supplied.`
      return yield* Result.fail(malformed(call, `For 'properties/annotations', ${rule}`))
    }
    const annotations: Array<Annotation> = []
    for (const item of items) annotations.push(yield* annotationOf(call, item))
    return annotations
  })

/** Reads the query as a filter. */
const filterOf = (call: Call, status: string): ((run: CheckRun) => boolean) => {
  const name = call.query.get("check_name")
  const app = call.query.get("app_id")
  return (run) =>
    (name === null || run.name === name) &&
    (status === "" || run.status === status) &&
    (app === null || run.app === Number(app))
}

const listed = (call: Call, repository: Repository, path: string, all: ReadonlyArray<CheckRun>): OrRefusal<Response> =>
  Result.gen(function* () {
    const status = yield* Input.choice(call, "status", ["", "queued", "in_progress", "completed"], "CheckRun")
    const filter = yield* Input.choice(call, "filter", ["latest", "all"], "CheckRun")
    const runs = (filter === "latest" ? latestRuns(all) : all)
      .filter(filterOf(call, status))
      // The newest first.
      .sort((a, b) => b.id - a.id)
    const { headers, items } = cut(call, `${stablePath(repository)}/${path}/check-runs`, runs)
    const check_runs = items.map((run) => Wire.checkRun(call, repository, run))
    return json(200, { total_count: runs.length, check_runs }, headers)
  })

const listRuns: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitOrUnknown(call, repository)
  return yield* listed(call, repository, `commits/${sha}`, repository.checks.get(sha) ?? [])
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.checkRun(call, repository, yield* pathRun(call, repository)))
})

const statuses: ReadonlyArray<CheckStatus> = ["queued", "in_progress", "completed"]

const conclusions: ReadonlyArray<CheckConclusion> = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "stale"
]

type Progress = Pick<CheckRun, "status" | "conclusion" | "started_at" | "completed_at">

/** Reads how far a run is. A conclusion completes it, and it is no more complete with another status. */
const progressOf = (call: Call, fields: Input.Fields, before: Progress): OrRefusal<Progress> =>
  Result.gen(function* () {
    const given = yield* Input.oneOf(call, fields, "status", statuses, "CheckRun")
    const conclusion = yield* Input.oneOf(call, fields, "conclusion", conclusions, "CheckRun")
    const started_at = (yield* Input.instant(call, fields, "started_at")) ?? before.started_at
    const ended = yield* Input.instant(call, fields, "completed_at")
    const concluded = conclusion ?? (given === undefined || given === "completed" ? before.conclusion : null)
    if (concluded !== null) {
      const completed_at = ended ?? before.completed_at ?? call.now
      return { status: "completed" as const, conclusion: concluded, started_at, completed_at }
    }
    if (given === "completed" || typeof ended === "number") {
      return yield* Result.fail(malformed(call, `"conclusion" wasn't supplied.`))
    }
    return { status: given ?? before.status, conclusion: null, started_at, completed_at: null }
  })

const outputOf = (call: Call, fields: Input.Fields, before: CheckRun["output"]): OrRefusal<CheckRun["output"]> =>
  Result.gen(function* () {
    const output = yield* Input.object(call, fields, "output")
    if (output === undefined) return before
    yield* Input.required(call, output, "summary")
    return {
      title: (yield* Input.text(call, output, "title")) ?? before.title,
      summary: (yield* Input.text(call, output, "summary")) ?? null,
      text: (yield* Input.text(call, output, "text")) ?? before.text
    }
  })

const shaOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Sha> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "head_sha")
    const name = (yield* Input.text(call, fields, "head_sha")) ?? ""
    const commit = resolveCommit(call.world, repository, name)
    if (commit?.sha !== name) return yield* Result.fail(unprocessable(call, `No commit found for SHA: ${name}`))
    return name
  })

const name = { resource: "CheckRun", maximum: 255 }

const create: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const app = yield* appOf(call)
  const fields = yield* Input.fieldsOf(call)
  const run = {
    name: yield* Input.requiredText(call, fields, "name", name),
    head_sha: yield* shaOf(call, repository, fields),
    external_id: (yield* Input.text(call, fields, "external_id")) ?? "",
    details_url: (yield* Input.text(call, fields, "details_url")) ?? null,
    app: app.id,
    output: yield* outputOf(call, fields, { title: null, summary: null, text: null }),
    annotations: yield* annotationsOf(call, fields),
    rerequested: false,
    ...(yield* progressOf(call, fields, {
      status: "queued",
      conclusion: null,
      started_at: call.now,
      completed_at: null
    }))
  }
  const wire = Wire.checkRun(call, repository, addRun(call.world, repository, run))
  return json(201, wire, { location: wire.url })
})

const update: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const app = yield* appOf(call)
  const run = yield* pathRun(call, repository)
  if (run.app !== app.id) {
    const rule = "check run can only be modified by the GitHub App that created it."
    return yield* Result.fail(forbidden(call, `Invalid app_id \`${app.id}\` - ${rule}`))
  }
  const fields = yield* Input.fieldsOf(call)
  const edited: CheckRun = {
    ...run,
    name: (yield* Input.boundedText(call, fields, "name", name)) ?? run.name,
    external_id: (yield* Input.text(call, fields, "external_id")) ?? run.external_id,
    details_url: (yield* Input.text(call, fields, "details_url")) ?? run.details_url,
    output: yield* outputOf(call, fields, run.output),
    annotations: [...run.annotations, ...(yield* annotationsOf(call, fields))],
    rerequested: false,
    ...(yield* progressOf(call, fields, run))
  }
  return json(200, Wire.checkRun(call, repository, replaceRun(repository, edited)))
})

/** Returns the path's check suite, or 404. */
const pathSuite = (call: Call, repository: Repository): OrRefusal<CheckSuite> => {
  const suite = suiteNumbered(repository, pathNumber(call, "check_suite_id") ?? 0)
  return suite === undefined ? Result.fail(notFound(call)) : Result.succeed(suite)
}

const getSuite: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.checkSuite(call, repository, yield* pathSuite(call, repository)))
})

const listSuites: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitOrUnknown(call, repository)
  const isAsked = filterOf(call, "")
  const app = call.query.get("app_id")
  const suites = suitesOf(repository, sha)
    .filter((suite) => app === null || suite.app === Number(app))
    .filter((suite) => !call.query.has("check_name") || runsOf(repository, suite).some(isAsked))
  const { headers, items } = cut(call, `${stablePath(repository)}/commits/${sha}/check-suites`, suites)
  const check_suites = items.map((suite) => Wire.checkSuite(call, repository, suite))
  return json(200, { total_count: suites.length, check_suites }, headers)
})

const listRunsForSuite: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const suite = yield* pathSuite(call, repository)
  return yield* listed(call, repository, `check-suites/${suite.id}`, runsOf(repository, suite))
})

const createSuite: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const app = yield* appOf(call)
  const head_sha = yield* shaOf(call, repository, yield* Input.fieldsOf(call))
  const known = suitesOf(repository, head_sha).some((suite) => suite.app === app.id)
  const suite = ensureSuite(call.world, repository, { app: app.id, head_sha, before: null, created_at: call.now })
  const wire = Wire.checkSuite(call, repository, suite)
  return json(known ? 200 : 201, wire, known ? {} : { location: wire.url })
})

const rerequestSuite: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const suite = yield* pathSuite(call, repository)
  for (const run of runsOf(repository, suite)) replaceRun(repository, { ...run, rerequested: true })
  const fields = () => ({ check_suite: Events.checkSuite(call, repository, suite) })
  call.world.said.push({ repository, event: "check_suite", action: "rerequested", fields })
  return json(201, {})
})

const setSuitePreferences: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin")
  const settings: Array<readonly [app: number, setting: boolean]> = []
  for (const item of (yield* Input.objects(call, yield* Input.fieldsOf(call), "auto_trigger_checks")) ?? []) {
    yield* Input.required(call, item, "app_id")
    yield* Input.required(call, item, "setting")
    settings.push([
      (yield* Input.integer(call, item, "app_id")) ?? 0,
      (yield* Input.flag(call, item, "setting")) ?? true
    ])
  }
  for (const [app, setting] of settings) repository.autoTriggers.set(app, setting)
  return json(200, Wire.suitePreferences(call, repository))
})

/** Resets the suite of a run. The run itself stays as it is: its app, which gets an event, changes it. */
const rerequest: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const app = yield* appOf(call)
  const run = yield* pathRun(call, repository)
  if (run.app !== app.id) {
    const rule = "This check run is not rerequestable: it was created by another GitHub App."
    return yield* Result.fail(forbidden(call, rule))
  }
  if (run.status !== "completed") {
    return yield* Result.fail(unprocessable(call, "This check run is not rerequestable: it is not completed."))
  }
  const asked = replaceRun(repository, { ...run, rerequested: true })
  const fields = () => ({ check_run: Events.checkRun(call, repository, asked) })
  call.world.said.push({ repository, event: "check_run", action: "rerequested", fields })
  return json(201, {})
})

const repo = "/repos/{owner}/{repo}"
const commit = `${repo}/commits/{ref*}`
const run = `${repo}/check-runs/{check_run_id}`
const suite = `${repo}/check-suites/{check_suite_id}`

const endpoint = endpointsOf("checks/runs")

export const routes: ReadonlyArray<Route> = [
  endpoint("Checks.listRuns", `GET ${commit}/check-runs`, "list-check-runs-for-a-git-reference", listRuns),
  endpoint("Checks.get", `GET ${run}`, "get-a-check-run", get),
  endpoint("Checks.create", `POST ${repo}/check-runs`, "create-a-check-run", create),
  endpoint("Checks.update", `PATCH ${run}`, "update-a-check-run", update),
  endpoint("Checks.listAnnotations", `GET ${run}/annotations`, "list-check-run-annotations", listAnnotations),
  endpoint("Checks.rerequest", `POST ${run}/rerequest`, "rerequest-a-check-run", rerequest),
  endpoint(
    "Checks.listSuites",
    `GET ${commit}/check-suites`,
    "checks/suites#list-check-suites-for-a-git-reference",
    listSuites
  ),
  endpoint("Checks.getSuite", `GET ${suite}`, "checks/suites#get-a-check-suite", getSuite),
  endpoint("Checks.listRunsForSuite", `GET ${suite}/check-runs`, "list-check-runs-in-a-check-suite", listRunsForSuite),
  endpoint("Checks.createSuite", `POST ${repo}/check-suites`, "checks/suites#create-a-check-suite", createSuite),
  endpoint("Checks.rerequestSuite", `POST ${suite}/rerequest`, "checks/suites#rerequest-a-check-suite", rerequestSuite),
  endpoint(
    "Checks.setSuitePreferences",
    `PATCH ${repo}/check-suites/preferences`,
    "checks/suites#update-repository-preferences-for-check-suites",
    setSuitePreferences
  )
]
