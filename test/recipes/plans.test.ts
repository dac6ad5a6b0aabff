/** Plans of the recipes: how far they reach, and that applying them does what running the recipes does. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { prepare } from "../../docs/examples/commit-files.ts"
import { backport } from "../../docs/recipes/backport/program.ts"
import commandLine from "../../docs/recipes/command-line/program.ts"
import { views } from "../../docs/recipes/dashboard/program.ts"
import degreeDays from "../../docs/recipes/degree-days/program.ts"
import updates from "../../docs/recipes/dependency-updates/program.ts"
import githubApp from "../../docs/recipes/github-app/program.ts"
import { exportIssues } from "../../docs/recipes/incremental-export/program.ts"
import { labelByPath } from "../../docs/recipes/label-by-path/program.ts"
import { bot } from "../../docs/recipes/merge-on-events/program.ts"
import { mergeQueue, simulated } from "../../docs/recipes/merge-queue/program.ts"
import mergeWhenGreen, { mergeWhenGreen as mergeAll } from "../../docs/recipes/merge-when-green/program.ts"
import { apply } from "../../docs/recipes/organization-settings/program.ts"
import queueWorker from "../../docs/recipes/queue-worker/program.ts"
import { releaseOnTag } from "../../docs/recipes/release-on-tag/program.ts"
import train from "../../docs/recipes/release-train/program.ts"
import release from "../../docs/recipes/release-with-assets/program.ts"
import staleBot from "../../docs/recipes/stale-bot/program.ts"
import sticky, { comment } from "../../docs/recipes/sticky-comment/program.ts"
import stormWatch from "../../docs/recipes/storm-watch/program.ts"
import { syncLabels } from "../../docs/recipes/sync-labels/program.ts"
import triageAgent from "../../docs/recipes/triage-agent/program.ts"
import weatherMap from "../../docs/recipes/weather-map/program.ts"
import type { Forge } from "forgecast/forge/Forge"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import { Export, Plan } from "forgecast/workflow"
import { same } from "../workflow/support/planned.ts"
import { failureOf, run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const place = { owner: "acme", repo: "web" }
const pull = { ...place, pull_number: 1 }
const fresh = (recipe: string) => ({ fresh: on(recipe) as never })
const simulator = ForgeSimulator.ForgeSimulator

/** Ends a plan, and says where. */
const stops = <A, E, R>(
  program: Effect.Effect<A, E, R>,
  reason: string,
  operation: string,
  ran: (plan: Effect.Effect<Plan.Plan<E>, never, R | Forge>) => Effect.Effect<Plan.Plan<E>, never, R | Forge> = (
    plan
  ) => Effect.flatten(run(plan))
) =>
  Effect.gen(function* () {
    const { end } = yield* ran(Plan.dryRun(program))
    assert.deepStrictEqual(end._tag === "Stopped" && [end.error.reason, end.error.at.operation], [reason, operation])
  })

/** Plans what a handler does with the deliveries of a simulated service, as it would do it. */
const handled = <E>(
  handlers: Webhooks.Handlers<E, Forge>,
  repository: object,
  begin: (handle: ForgeSimulator.Handle) => Effect.Effect<unknown, unknown>
) => {
  const deliveries: Array<Webhooks.Delivery> = []
  const hooks = [{ url: "https://bot.example", secret: "rain", events: ["pull_request", "push"] }]
  const layer = ForgeSimulator.receiver((request) =>
    Effect.gen(function* () {
      deliveries.push(yield* Webhooks.receive(request))
      return new Response(null, { status: 202 })
    })
  ).pipe(
    Layer.provide(Webhooks.layer({ secret: Redacted.make("rain") })),
    Layer.provideMerge(ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", hooks, ...repository }] }))
  )
  const program = Effect.suspend(() =>
    Effect.forEach(deliveries, (delivery) =>
      Effect.flatMap(Webhooks.dispatch(handlers, delivery), (exits) => Effect.all([...exits.values()]))
    )
  )
  return same(program, {
    fresh: (effect) =>
      Effect.andThen(
        TestClock.setTime(Date.parse("2026-06-10T08:00:00Z")),
        Effect.provide(effect, Layer.fresh(layer))
      ) as never,
    before: Effect.gen(function* () {
      deliveries.length = 0
      const handle = yield* simulator
      yield* begin(handle)
      yield* run(handle.settled)
      assert.isNotEmpty(deliveries)
    })
  })
}

/** What is merged, and what was said. The commits by which the service tries merges depend on when somebody looks. */
const merged = ({ file, repository }: ForgeSimulator.Handle) =>
  Effect.gen(function* () {
    const { issues, pulls } = yield* repository("acme/web")
    return {
      comments: issues.map(({ comments }) => comments.map(({ body }) => body)),
      legend: new TextDecoder().decode(yield* file("acme/web", "legend.yaml", "main")),
      pulls: pulls.map(({ merged, number, state }) => ({ number, state, merged }))
    }
  })

/** A test for each recipe, beside the word of the guide for how far its plan reaches. */
const recipes: Readonly<
  Record<string, readonly [reach: "whole" | "reads" | "halts" | "stops", test: Effect.Effect<unknown, unknown>]>
> = {
  backport: [
    "whole",
    same(backport("acme", "web", 2), {
      ...fresh("backport"),
      before: Effect.flatMap(simulator, ({ merge }) => merge("acme/web", 2, { method: "squash" }))
    })
  ],
  "command-line": ["reads", same(commandLine, fresh("command-line"))],
  dashboard: ["reads", same(Stream.runCount(Stream.take(views([place]), 1)), fresh("dashboard"))],
  "degree-days": ["reads", same(degreeDays, fresh("degree-days"))],
  "dependency-updates": ["whole", same(updates, fresh("dependency-updates"))],
  // Keys are made in real time, for which the clock of the test must stand.
  "github-app": ["stops", stops(githubApp, "elsewhere", "Issues.createComment", identity).pipe(on("command-line"))],
  "incremental-export": [
    "reads",
    same(
      Effect.flatMap(Export.memory, (store) => exportIssues(place, store)),
      fresh("incremental-export")
    )
  ],
  "label-by-path": [
    "whole",
    handled(
      Webhooks.handlers(labelByPath),
      {
        files: { "README.md": "# Web\n" },
        branches: { words: { files: { "docs/start.md": "# Start\n", "src/start.ts": "export {}\n" } } }
      },
      ({ as }) => as("acme", "POST /repos/acme/web/pulls", { title: "Say more", head: "words", base: "main" })
    )
  ],
  "merge-on-events": [
    "whole",
    handled(
      bot,
      {
        files: { "README.md": "# Web\n" },
        labels: ["automerge"],
        pulls: [{ title: "Two", head: "two", files: { "two.txt": "2" } }],
        checks: [{ name: "test", ref: "two" }]
      },
      ({ as }) => as("acme", "POST /repos/acme/web/issues/1/labels", { labels: ["automerge"] })
    )
  ],
  "merge-queue": [
    "stops",
    stops(mergeQueue({ ...place, base: "main" }), "looked-at", "Git.getCommit").pipe(Effect.provide(simulated))
  ],
  "merge-when-green": [
    "halts",
    Effect.gen(function* () {
      const handle = yield* simulator
      const plan = yield* yield* run(Plan.dryRun(mergeWhenGreen))
      const error = failureOf(yield* run(Plan.apply(plan)))
      assert.isTrue(
        error?._tag === "PlanHalted" && error.write === 4 && error.error._tag === "Unmergeable",
        String(error)
      )
      // What is left is another plan.
      const again = yield* yield* run(Plan.dryRun(mergeAll(place)))
      yield* yield* run(Plan.apply(again))
      const whole = Effect.andThen(run(mergeWhenGreen), Effect.flatMap(simulator, merged)).pipe(on("merge-when-green"))
      assert.deepStrictEqual(yield* merged(handle), yield* whole)
    }).pipe(on("merge-when-green"))
  ],
  "organization-settings": ["whole", same(apply("acme"), fresh("organization-settings"))],
  "queue-worker": ["whole", same(queueWorker, fresh("queue-worker"))],
  "release-on-tag": [
    "whole",
    handled(Webhooks.handlers(releaseOnTag), { files: { "README.md": "# Web\n" } }, (handle) =>
      Effect.flatMap(handle.repository("acme/web"), ({ branches }) =>
        handle.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/tags/v1.1.0-beta.1", sha: branches["main"] })
      )
    )
  ],
  "release-train": ["whole", same(train, fresh("release-train"))],
  "release-with-assets": ["whole", same(release, fresh("release-with-assets"))],
  "stale-bot": ["whole", same(staleBot, fresh("stale-bot"))],
  "sticky-comment": [
    "whole",
    Effect.andThen(
      same(comment(pull, { "a.js": 1 }, { "a.js": 2 }), fresh("sticky-comment")),
      same(sticky, fresh("sticky-comment"))
    )
  ],
  "storm-watch": ["whole", same(stormWatch, fresh("storm-watch"))],
  "sync-labels": ["whole", same(syncLabels("acme"), fresh("sync-labels"))],
  "triage-agent": ["stops", stops(triageAgent, "looked-at", "Labels.addToIssue").pipe(on("triage-agent"))],
  "weather-map": ["reads", same(weatherMap, fresh("weather-map"))]
}

describe("the plan of a recipe", () => {
  it.effect.each(Object.entries(recipes))("%s", ([, [, test]]) => test)

  it.effect("commit-files, an example", () =>
    same(prepare("acme", "web", "1.0.0"), {
      ...fresh("merge-when-green"),
      before: Effect.flatMap(simulator, ({ as }) =>
        as("acme", "PUT /repos/acme/web/contents/docs/changes/next.md", { message: "Add", content: btoa("next") })
      )
    })
  )

  const docs = Path.resolve(import.meta.dirname, "../../docs")
  it("is in the table of the guide, for all recipes", () => {
    const names = Fs.readdirSync(Path.join(docs, "recipes"), { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [each.name] : []
    )
    const guide = Fs.readFileSync(Path.join(docs, "guides/plans-and-bulk.md"), "utf8")
    const rows = Array.from(
      guide.matchAll(/^\| \[([\w-]+)\]\(\.\.\/recipes\/[^)]+\) \| (\w+)/gm),
      ([, name, reach]) => [name, reach]
    )
    assert.deepStrictEqual(Object.keys(recipes).toSorted(), names.toSorted())
    assert.deepStrictEqual(
      rows,
      Object.entries(recipes).map(([name, [reach]]) => [name, reach])
    )
  })
})
