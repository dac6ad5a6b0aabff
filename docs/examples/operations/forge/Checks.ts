import { Checks, Commits } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Reports a problem in a file as a check of the newest commit. Only GitHub Apps may do that. */
export const create = Effect.gen(function* () {
  const { sha } = yield* Commits.get({ ...repo, ref: "main" })
  const line = { path: "src/main.ts", start_line: 2, end_line: 2 }
  const annotations = [{ ...line, annotation_level: "failure", message: "Use kelvins." }] as const
  const output = { title: "1 problem", summary: "A unit is wrong.", annotations }
  const { id } = yield* Checks.create({ ...repo, name: "units", head_sha: sha, conclusion: "failure", output })
  return id
})

/** Reads a check run. */
export const get = Checks.get({ ...repo, check_run_id: 402 }).pipe(
  Effect.map(({ conclusion, name, output, status }) => ({ name, status, conclusion, title: output.title }))
)

/** Lists the remarks of a check run on lines of files. */
export const listAnnotations = Checks.listAnnotations({ ...repo, check_run_id: 402 }).pipe(
  Stream.map(({ message, path, start_line }) => `${path}:${start_line}: ${message}`),
  Stream.runCollect
)

/** Lists the checks of a branch's newest commit that have not succeeded. */
export const listRuns = Checks.listRuns({ ...repo, ref: "main" }).pipe(
  Stream.filter(({ conclusion }) => conclusion !== "success"),
  Stream.map(({ conclusion, name, status }) => ({ name, status, conclusion })),
  Stream.runCollect
)

/** Asks for a check to run again. Only the GitHub App that created it may do that. */
export const rerequest = Checks.rerequest({ ...repo, check_run_id: 402 })

/** Completes a check run. Only the GitHub App that has created it may do that. */
export const update = Checks.update({
  ...repo,
  check_run_id: 404,
  conclusion: "success",
  output: { title: "No problems", summary: "All files are fine." }
}).pipe(Effect.map(({ conclusion, name, status }) => ({ name, status, conclusion })))

/** Reads how far the checks of an App are. */
export const getSuite = Checks.getSuite({ ...repo, check_suite_id: 502 }).pipe(
  Effect.map(({ app, conclusion, status }) => ({ app: app?.slug ?? null, status, conclusion }))
)

/** Lists the suites of a branch's newest commit: one for each App. */
export const listSuites = Checks.listSuites({ ...repo, ref: "main" }).pipe(
  Stream.map(({ app, conclusion, id }) => ({ id, app: app?.slug ?? null, conclusion })),
  Stream.runCollect
)

/** Lists the checks of one App. */
export const listRunsForSuite = Checks.listRunsForSuite({ ...repo, check_suite_id: 502 }).pipe(
  Stream.map(({ conclusion, name }) => ({ name, conclusion })),
  Stream.runCollect
)

/** Makes sure that a commit has a suite, which is still empty. Only GitHub Apps may do that. */
export const createSuite = Effect.gen(function* () {
  const { sha } = yield* Commits.get({ ...repo, ref: "v1.0.0" })
  const { latest_check_runs_count, status } = yield* Checks.createSuite({ ...repo, head_sha: sha })
  return { status, latest_check_runs_count }
})

/** Asks an App to run all of its checks on a commit again. */
export const rerequestSuite = Checks.rerequestSuite({ ...repo, check_suite_id: 502 })

/** Keeps pushes from creating suites for an App. */
export const setSuitePreferences = Checks.setSuitePreferences({
  ...repo,
  auto_trigger_checks: [{ app_id: 7, setting: false }]
}).pipe(Effect.map(({ preferences }) => preferences.auto_trigger_checks.map(({ app_id }) => app_id)))
