/** Programs that act by the REST API, GraphQL and git in turns, which must see the same all the time. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import { random } from "../random.ts"
import { acting } from "./acts.ts"
import { mutating } from "./queries.ts"
import { workspace } from "./support.ts"
import { cloneViews, codeViews, recordViews } from "./views.ts"

const layer = SimulatorServer.layerForge({
  users: [{ login: "octo" }],
  tokens: { ghp_octo: "octo" },
  limits: "none",
  repositories: [{ owner: "octo", name: "web", files: { "a.txt": "a\n", "dir/b.txt": "b\n" } }]
})

/** How many programs run, from which seed on, and how many steps each of them has. */
const given = (name: string, usual: number): number => Number(process.env[name] ?? usual)

const everySteps = 8

const seeds = Array.from({ length: given("PROGRAMS", 1) }, (_, index) => given("SEED", 1) + index)

it.live.each(seeds)("a random program leaves one state: %i", (seed) =>
  Effect.gen(function* () {
    const space = yield* workspace
    const { git, url } = space
    yield* git("", "clone", "-q", url("octo/web", "ghp_octo"), "web")
    const r = random(seed)
    const { acts, fetched } = acting(space, r)
    const queries = mutating(space, r)
    const all = [
      ...Object.entries(acts),
      ...Object.entries(queries).map(([name, act]) => [`${name} by a query`, act] as const),
      // Most of what programs do.
      ["push", acts.push] as const,
      ["write", acts.write] as const
    ]
    const done: Array<string> = []
    for (let step = 0; step < given("STEPS", 24); step++) {
      const [name, act] = r.pick(all)
      done.push(name)
      yield* act
      if (step % everySteps !== everySteps - 1) continue
      yield* fetched
      for (const view of [codeViews(space), recordViews(space), cloneViews(space, `clone${step}`)]) {
        const [shown, other] = yield* view
        expect([done, other]).toEqual([done, shown])
      }
    }
  }).pipe(Effect.scoped, Effect.provide(layer))
)
