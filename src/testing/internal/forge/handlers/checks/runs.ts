/** Handlers of the `Checks` operations. Only apps make check runs, each its own. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { CheckConclusion, CheckStatus } from "../../../../ForgeState.ts"
import { json } from "../../../exchange.ts"
import type { Sha } from "../../../git/objects.ts"
import { commitOrUnknown } from "../../access/commits.ts"
import { readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { cut } from "../../http/paging.ts"
import { forbidden, malformed, unprocessable } from "../../http/refusals.ts"
import { addRun, latestRuns, replaceRun } from "../../state/checks.ts"
import type { Repository } from "../../state/model.ts"
import type { CheckRun } from "../../state/records.ts"
import { resolveCommit } from "../../state/refs.ts"
import * as Wire from "../../wire/checks.ts"
import { stablePath } from "../../wire/common.ts"
import { annotationsOf } from "./annotations.ts"
import { appOf, pathRun } from "./lookups.ts"

type Step<A> = Result.Result<A, Answer>

/** Reads the query as a filter. */
const filterOf = (call: Call, status: string): ((run: CheckRun) => boolean) => {
  const name = call.query.get("check_name")
  const app = call.query.get("app_id")
  return (run) =>
    (name === null || run.name === name) &&
    (status === "" || run.status === status) &&
    (app === null || run.app === Number(app))
}

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitOrUnknown(call, repository)
  const status = yield* Input.choice(call, "status", ["", "queued", "in_progress", "completed"], "CheckRun")
  const filter = yield* Input.choice(call, "filter", ["latest", "all"], "CheckRun")
  const all = repository.checks.get(sha) ?? []
  const runs = (filter === "latest" ? latestRuns(all) : all)
    .filter(filterOf(call, status))
    // The newest first.
    .sort((a, b) => b.id - a.id)
  const { headers, items } = cut(call, `${stablePath(repository)}/commits/${sha}/check-runs`, runs)
  const check_runs = items.map((run) => Wire.checkRun(call, repository, run))
  return json(200, { total_count: runs.length, check_runs }, headers)
})

export const get: Handler = handler(function* (call) {
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
const progressOf = (call: Call, fields: Input.Fields, before: Progress): Step<Progress> =>
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

const outputOf = (call: Call, fields: Input.Fields, before: CheckRun["output"]): Step<CheckRun["output"]> =>
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

const shaOf = (call: Call, repository: Repository, fields: Input.Fields): Step<Sha> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "head_sha")
    const name = (yield* Input.text(call, fields, "head_sha")) ?? ""
    const commit = resolveCommit(call.world, repository, name)
    if (commit?.sha !== name) return yield* Result.fail(unprocessable(call, `No commit found for SHA: ${name}`))
    return name
  })

const name = { resource: "CheckRun", maximum: 255 }

export const create: Handler = handler(function* (call) {
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

export const update: Handler = handler(function* (call) {
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
