/**
 * What a call of a tool costs in addition to the operation, without and within bounds: one issue, and a page of 30, from
 * responses that are there.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Bounds from "../../src/ai/Bounds.ts"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { issuesPage } from "./issuesPage.ts"
import { measure, type Taken, timed } from "./measure.ts"
import { repository } from "./repositoriesPage.ts"
import { millis, row, type Row } from "./report.ts"

const issues = issuesPage(30)

/** Bounds ask for it once. */
const web = { ...repository(0), full_name: "acme/web", private: false, subscribers_count: 1, network_count: 1 }

const texts = { page: JSON.stringify(issues), one: JSON.stringify(issues[0]), web: JSON.stringify(web) }

const textOf = (path: string): string =>
  path.endsWith("/issues") ? texts.page : path.endsWith("/web") ? texts.web : texts.one

const client = HttpClient.make((request, url) =>
  Effect.sync(() =>
    HttpClientResponse.fromWeb(
      request,
      new Response(textOf(url.pathname), {
        headers: { "content-type": "application/json" }
      })
    )
  )
)

const service = Forge.layer().pipe(
  Layer.provide([
    Layer.succeed(HttpClient.HttpClient, client),
    Credentials.layerAnonymous,
    HttpCache.layerNone,
    RateLimit.layerMemory()
  ])
)

const kit = ForgeTools.toolkit({ operations: { Issues } })

const repo = { owner: "acme", repo: "web" }

/** The differences, round by round. */
const added = (of: Taken, to: Taken): ReadonlyArray<number> =>
  of.map(({ cpu }, round) => cpu - (to[round]?.cpu ?? Number.NaN))

export const tools = async (): Promise<ReadonlyArray<Row>> => {
  const runtime = ManagedRuntime.make(kit.layer.pipe(Layer.provideMerge(service)))
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const repeated = (effect: Effect.Effect<unknown, unknown, Services>) =>
    timed(async (times) => {
      for (let i = 0; i < times; i++) await runtime.runPromise(effect)
    })
  const { step } = await Effect.runPromise(Bounds.make({ reads: { in: ["acme/*"] } }))
  const within = Effect.provideService(ToolCall.ToolCalls, [step])
  const one = kit.call("issues_get", { ...repo, issue_number: 1 })
  const page = kit.call("issues_list", repo)
  const taken = await measure(
    {
      "one by the operation": repeated(Issues.get({ ...repo, issue_number: 1 })),
      "one by the tool": repeated(one),
      "one within bounds": repeated(within(one)),
      "page by the operation": repeated(Issues.list.page({ ...repo, per_page: 30 })),
      "page by the tool": repeated(page),
      "page within bounds": repeated(within(page))
    },
    { seconds: 12, times: 200 }
  )
  await runtime.dispose()
  const details = millis(taken)
  const rowOf = (name: string, of: Taken, to: Taken, shown = "") =>
    row(name, added(of, to), { target: 1, unit: "ms", ...(shown === "" ? {} : { details: shown }) })
  return [
    rowOf("one issue by a tool, in addition", taken["one by the tool"], taken["one by the operation"], details),
    rowOf("one issue within bounds, in addition", taken["one within bounds"], taken["one by the operation"]),
    rowOf("30 issues by a tool, in addition", taken["page by the tool"], taken["page by the operation"]),
    rowOf("30 issues within bounds, in addition", taken["page within bounds"], taken["page by the operation"])
  ]
}
