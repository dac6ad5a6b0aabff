/** The look-ups of check runs, of their suites, and of the app that writes them. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { pathNumber } from "../../access/lookups.ts"
import type { Call } from "../../http/call.ts"
import { forbidden, notFound } from "../../http/refusals.ts"
import type { App } from "../../state/accounts.ts"
import { runOf } from "../../state/checks.ts"
import type { Repository } from "../../state/model.ts"
import type { CheckRun } from "../../state/records.ts"

type Step<A> = Result.Result<A, Answer>

/** Returns the path's check run, or 404. */
export const pathRun = (call: Call, repository: Repository): Step<CheckRun> => {
  const run = runOf(repository, pathNumber(call, "check_run_id") ?? 0)
  return run === undefined ? Result.fail(notFound(call)) : Result.succeed(run)
}

/** The app whose installation the sender is. */
export const appOf = (call: Call): Step<App> => {
  const installation = call.token?.installation ?? null
  for (const app of call.world.apps.values()) {
    if (installation !== null && app.installations.has(installation)) return Result.succeed(app)
  }
  return Result.fail(forbidden(call, "You must authenticate via a GitHub App."))
}
