/** What forgecast does, checked where the program runs. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Retry from "forgecast/rest/Retry"
import * as App from "./app.ts"
import * as Files from "./files.ts"
import * as Issues from "./issues.ts"
import type { Given, Host, Layers, Report } from "./setting.ts"
import * as Trouble from "./trouble.ts"
import * as Weather from "./weather.ts"

/** A check, which shows its result. */
type Check = (given: Given) => Effect.Effect<unknown, unknown>

const all: ReadonlyArray<Readonly<Record<string, Check>>> = [Issues, App, Files, Trouble, Weather]

/** Runs the checks one after another. Each shows its result, and what it sent. */
export const runAll = (host: Host, layers: Layers): Effect.Effect<Report> =>
  Effect.gen(function* () {
    const setting = yield* host.setting
    const given: Given = {
      ...setting,
      host,
      client: layers.client,
      forge: (as, url = setting.api) =>
        // One program has the service several times.
        Layer.fresh(layers.forge).pipe(
          Layer.provide(
            ConfigProvider.layer(
              ConfigProvider.fromUnknown({ GITHUB_API_URL: url, ...(as === "octo" && { GITHUB_TOKEN: "octo-token" }) })
            )
          ),
          Layer.provide(Layer.succeed(Retry.RetryPolicy, { attempts: 1, within: "5 seconds", base: 4, cap: 8 }))
        )
    }
    const report: Record<string, unknown> = {}
    for (const checks of all) {
      for (const [name, check] of Object.entries(checks)) {
        yield* host.traffic
        const result = yield* check(given).pipe(
          Effect.timeout("5 minutes"),
          Effect.catchCause((cause) => Effect.succeed(`failed: ${cause.toString()}`))
        )
        report[name] = { result, sent: yield* host.traffic }
      }
    }
    return report
  })
