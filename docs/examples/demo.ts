/**
 * The demo: triages the issues of a repository on a simulated service, merges two pull requests and releases them, then
 * shows the weather forecast for a place. With `--live`, it runs the reading part of the triage on the real service.
 *
 * `npm run demo`, `npm run demo -- --place Oslo --svg weather.svg`, or `npm run demo -- --live owner/repo`
 */
import { Page, RateLimit } from "forgecast"
import { ForgeNode } from "forgecast/node"
import { ForgeSimulator } from "forgecast/testing"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Arguments, parse, usage } from "./demo/arguments.ts"
import { explain, type Failure } from "./demo/explain.ts"
import * as Screen from "./demo/screen.ts"
import * as Simulated from "./demo/simulated.ts"
import { story } from "./demo/ship/story.ts"
import * as Team from "./demo/ship/team.ts"
import * as SimulatedWeather from "./demo/simulatedWeather.ts"
import { summary } from "./demo/summary.ts"
import type { Repo } from "./demo/triage.ts"
import { showWeather } from "./demo/weather.ts"
import { askAgain, survey, workflow } from "./demo/workflow.ts"

/** The whole triage, on the simulated service. */
const simulated = Effect.gen(function* () {
  const screen = yield* Screen.Screen
  const { baseUrl } = yield* ForgeSimulator.ForgeSimulator
  yield* screen.title("forgecast demo: triage the issues of acme/weather-map")
  yield* screen.line(`A simulated GitHub runs on ${baseUrl}:`)
  yield* screen.line("no account, no network, but real HTTP.")
  const [took, recovered] = yield* Effect.timed(workflow(Simulated.repo))
  yield* summary(Duration.toSeconds(took), recovered)
  yield* screen.line("")
  yield* screen.line("The triage itself: docs/examples/demo/triage.ts")
}).pipe(Effect.provide(Simulated.layer))

/** Two pull requests and a release, on a simulated service. */
const shipping = Effect.gen(function* () {
  const screen = yield* Screen.Screen
  yield* screen.title("forgecast demo: merge two pull requests of acme/storm-map, and release")
  yield* screen.line("A reviewer and a CI act on the same simulated service.")
  const [took] = yield* Effect.timed(story)
  yield* screen.line("")
  yield* screen.line(`The code, which took ${Duration.toSeconds(took).toFixed(1)} s: docs/examples/demo/ship/ship.ts`)
}).pipe(Effect.provide(Simulated.layerOf(Team.seed, Team.trouble)))

/** The weather of a place, from simulated services over HTTP. */
const weather = Effect.fnUntraced(function* (place: string, svg: string | null) {
  const screen = yield* Screen.Screen
  yield* screen.title("forgecast demo: the weather forecast")
  yield* showWeather(place, svg)
  yield* screen.line("")
  yield* screen.line("The code: docs/examples/demo/weather.ts")
}, Effect.provide(SimulatedWeather.layer))

/** The reading part of the triage, on the real service. */
const live = Effect.fnUntraced(
  function* (repo: Repo) {
    const screen = yield* Screen.Screen
    yield* screen.title(`forgecast demo: read the issues of ${repo.owner}/${repo.repo}`)
    const token = yield* Config.String("GITHUB_TOKEN").pipe(Config.withDefault(""))
    yield* screen.line(token === "" ? "No GITHUB_TOKEN: anonymous requests, 60 an hour." : "Asking with GITHUB_TOKEN.")
    const reading = Effect.gen(function* () {
      yield* screen.step("Read the newest issues, page by page")
      const { first } = yield* survey({ ...repo, direction: "desc" }, 3)
      yield* screen.step("Read them again: each page is a 304, served from the cache")
      yield* survey({ ...repo, direction: "desc" }, 3)
      if (first === null) return
      yield* screen.step("Read an issue again, only if it has changed")
      yield* askAgain({ ...repo, issue_number: first.number })
    })
    const [took] = yield* Effect.timed(reading)
    yield* summary(Duration.toSeconds(took), 1)
  },
  Effect.provide(ForgeNode.layerGitHub),
  // Only three pages are read, so reading further ahead would waste requests. And nobody wants to watch a long wait.
  Effect.provideService(Page.ReadAhead, 2),
  Effect.provideService(RateLimit.MaxWait, "10 seconds")
)

const main = (args: Arguments): Effect.Effect<void> => {
  const program: Effect.Effect<void, Failure, Screen.Screen> =
    args.live === null
      ? simulated.pipe(Effect.andThen(shipping), Effect.andThen(weather(args.place, args.svg)))
      : live(args.live)
  return program.pipe(
    Effect.catch((error) =>
      Effect.gen(function* () {
        const screen = yield* Screen.Screen
        for (const line of explain(error)) yield* screen.line(line)
        process.exitCode = 1
      })
    ),
    Effect.provide(Screen.layer)
  )
}

const args = parse(process.argv.slice(2))
if (args === "help") {
  console.log(usage)
} else if ("problem" in args) {
  console.error(`${args.problem}\n\n${usage}`)
  process.exitCode = 1
} else {
  NodeRuntime.runMain(main(args))
}
