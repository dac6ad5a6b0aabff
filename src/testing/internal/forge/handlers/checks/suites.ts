/** Handlers of check suites, and of requests to run a check again. */
import * as Result from "effect/Result"
import { json } from "../../../exchange.ts"
import { pathNumber, readable, writable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import { forbidden, notFound, unprocessable } from "../../http/refusals.ts"
import { replaceRun } from "../../state/checks.ts"
import * as Wire from "../../wire/checks.ts"
import { appOf, pathRun } from "./lookups.ts"

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const id = pathNumber(call, "check_suite_id")
  const runs = [...repository.checks.values()].flat().filter(({ suite }) => suite === id)
  const [first, ...others] = runs
  if (first === undefined) return yield* Result.fail(notFound(call))
  return json(200, Wire.checkSuite(call, repository, [first, ...others]))
})

/** Resets the suite of a run. The run itself stays as it is: its app, which is told, changes it. */
export const rerequest: Handler = handler(function* (call) {
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
  replaceRun(repository, { ...run, rerequested: true })
  return json(201, {})
})
