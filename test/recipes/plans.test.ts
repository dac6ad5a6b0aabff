/** Plans of the recipes reach to their end, and applying them does what running the recipes does. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { prepare } from "../../docs/examples/commit-files.ts"
import { backport } from "../../docs/recipes/backport/program.ts"
import commandLine from "../../docs/recipes/command-line/program.ts"
import updates from "../../docs/recipes/dependency-updates/program.ts"
import mergeWhenGreen from "../../docs/recipes/merge-when-green/program.ts"
import { apply } from "../../docs/recipes/organization-settings/program.ts"
import release from "../../docs/recipes/release-with-assets/program.ts"
import { comment } from "../../docs/recipes/sticky-comment/program.ts"
import staleBot from "../../docs/recipes/stale-bot/program.ts"
import stormWatch from "../../docs/recipes/storm-watch/program.ts"
import { syncLabels } from "../../docs/recipes/sync-labels/program.ts"
import type * as Forge from "forgecast/forge/Forge"
import { ForgeSimulator } from "forgecast/testing"
import { Plan } from "forgecast/workflow"
import { failureOf, run } from "../workflow/support/run.ts"
import { same } from "../workflow/support/planned.ts"
import { on } from "./support.ts"

const pull = { owner: "acme", repo: "web", pull_number: 1 }

describe("a plan of a recipe is applied as it would be run", () => {
  const fresh = (recipe: string) => ({ fresh: on(recipe) as never })
  it.effect("backport", () =>
    same(backport("acme", "web", 2), {
      ...fresh("backport"),
      before: Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ merge }) => merge("acme/web", 2, { method: "squash" }))
    })
  )
  it.effect("commit-files", () =>
    same(prepare("acme", "web", "1.0.0"), {
      ...fresh("merge-when-green"),
      before: Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) =>
        as("acme", "PUT /repos/acme/web/contents/docs/changes/next.md", { message: "Add", content: btoa("next") })
      )
    })
  )
  it.effect("command-line", () => same(commandLine, fresh("command-line")))
  it.effect("organization-settings", () => same(apply("acme"), fresh("organization-settings")))
  it.effect("release-with-assets", () => same(release, fresh("release-with-assets")))
  it.effect("sticky-comment", () => same(comment(pull, { "a.js": 1 }, { "a.js": 2 }), fresh("sticky-comment")))
  it.effect("storm-watch", () => same(stormWatch, fresh("storm-watch")))
  it.effect("sync-labels", () => same(syncLabels("acme"), fresh("sync-labels")))
})

it.effect("a plan of merge-when-green halts where a merge makes another pull request conflict", () =>
  Effect.gen(function* () {
    const plan = yield* yield* run(Plan.dryRun(mergeWhenGreen))
    assert.deepStrictEqual(
      plan.writes.map(({ operation }) => operation),
      ["Issues.createComment", "PullRequests.merge", "PullRequests.merge", "PullRequests.merge"]
    )
    const error = failureOf(yield* run(Plan.apply(plan)))
    assert.isTrue(
      error?._tag === "PlanHalted" && error.write === 4 && error.error._tag === "Unmergeable",
      String(error)
    )
  }).pipe(on("merge-when-green"))
)

/** Listings after the first writes may have other items. */
it.effect.each([
  ["stale-bot", "Issues.list", Effect.asVoid(staleBot)],
  ["dependency-updates", "PullRequests.list", Effect.asVoid(updates)]
] as const)("a plan of %s ends at its next listing of what it has written to", ([name, operation, program]) =>
  Effect.gen(function* () {
    const plan = yield* yield* run(Plan.dryRun<void, unknown, Forge.Forge>(program))
    assert.isAbove(plan.writes.length, 3)
    const { end } = plan
    assert.deepStrictEqual(end._tag === "Stopped" && [end.error.reason, end.error.at.operation], [
      "looked-at",
      operation
    ])
  }).pipe(on(name))
)
