import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { layerFake, updateDependencies } from "../../docs/recipes/dependency-updates/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { Plan } from "forgecast/workflow"
import * as Fs from "node:fs"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const web = { owner: "acme", repo: "web" }

/** Updates the repository with the versions that a registry has. */
const update = (
  packages: Readonly<Record<string, ReadonlyArray<string>>>,
  options: Partial<Parameters<typeof updateDependencies>[0]> = {}
) => Effect.provide(Effect.flatten(run(updateDependencies({ ...web, ...options }))), layerFake(packages))

const pullsOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ pulls }) => pulls.map(({ head, state, title }) => [head, state, title]))

const textOf = ({ file }: ForgeSimulator.Handle, path: string, ref: string) =>
  Effect.map(file("acme/web", path, ref), (bytes) => new TextDecoder().decode(bytes))

describe("dependency updates", () => {
  it.effect("proposes one pull request for each package or group", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { done, failed } = yield* yield* run(program)
      assert.deepStrictEqual(done, [
        ["updates/rain-gauge@2.0.0", "created"],
        ["updates/group-weather@4.1.1", "created"]
      ])
      assert.deepStrictEqual(failed, [])
      assert.deepStrictEqual(yield* pullsOf(simulator), [
        ["acme:updates/rain-gauge@2.0.0", "open", "Update rain-gauge to 2.0.0"],
        ["acme:updates/group-weather@4.1.1", "open", "Update group weather"]
      ])
      const before = yield* textOf(simulator, "package.json", "main")
      const rain = yield* textOf(simulator, "package.json", "updates/rain-gauge@2.0.0")
      assert.strictEqual(rain, before.replace("^1.2.0", "^2.0.0"))
      const snow = yield* textOf(simulator, "packages/snow/package.json", "updates/rain-gauge@2.0.0")
      assert.include(snow, '"rain-gauge": "^2.0.0"')
      assert.include(snow, '"web": "workspace:*"')
      const group = yield* textOf(simulator, "package.json", "updates/group-weather@4.1.1")
      assert.include(group, '"@weather/wind": "~4.1.0"')
      const [first] = (yield* simulator.repository("acme/web")).issues
      assert.deepStrictEqual(first?.labels, ["dependencies"])
      const line = "| `rain-gauge` | 1.2.0 | 2.0.0 | [what has changed](https://github.com/acme/rain-gauge/releases) |"
      assert.include(first?.body, line)
      const again = yield* yield* run(program)
      assert.deepStrictEqual(
        again.done.map(([, outcome]) => outcome),
        ["unchanged", "unchanged"]
      )
    }).pipe(on("dependency-updates"))
  )

  it.effect("closes what a newer version supersedes, also at the limit", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* update({ "rain-gauge": ["1.3.0", "1.4.0"] }, { limit: 1 })
      const { done } = yield* update(
        { "rain-gauge": ["1.3.0", "1.4.0", "2.0.0-rc.1", "2.0.0"], "@weather/wind": ["4.1.0"] },
        { limit: 1 }
      )
      assert.deepStrictEqual(done, [
        ["updates/rain-gauge@2.0.0", "created"],
        ["updates/@weather/wind@4.1.0", "waiting"]
      ])
      assert.deepStrictEqual(
        (yield* pullsOf(simulator)).map(([head, state]) => [head, state]),
        [
          ["acme:updates/rain-gauge@1.4.0", "closed"],
          ["acme:updates/rain-gauge@2.0.0", "open"]
        ]
      )
    }).pipe(on("dependency-updates"))
  )

  it.effect("keeps proposals fresh when the base moves on, and closes those that nobody needs", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const packages = { "rain-gauge": ["2.0.0"], "@weather/wind": ["4.1.0"], "@weather/snow": ["4.0.0"] }
      yield* update(packages)
      yield* simulator.merge("acme/web", 1, { method: "squash" })
      const { done } = yield* update(packages)
      assert.deepStrictEqual(done, [["updates/@weather/wind@4.1.0", "updated"]])
      const wind = yield* textOf(simulator, "package.json", "updates/@weather/wind@4.1.0")
      assert.include(wind, '"rain-gauge": "^2.0.0"')
      yield* simulator.push("acme/web", { "package.json": wind })
      assert.deepStrictEqual((yield* update(packages)).done, [["updates/@weather/wind@4.1.0", "closed"]])
      assert.deepStrictEqual((yield* update(packages)).done, [])
      const { branches } = yield* simulator.repository("acme/web")
      assert.notInclude(Object.keys(branches), "updates/@weather/wind@4.1.0")
    }).pipe(on("dependency-updates"))
  )

  it.effect("does not propose again what somebody has closed, nor a version that is not for everybody", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* update({ "rain-gauge": ["2.0.0"] })
      yield* simulator.close("acme/web", 1)
      assert.deepStrictEqual((yield* update({ "rain-gauge": ["2.0.0"] })).done, [
        ["updates/rain-gauge@2.0.0", "rejected"]
      ])
      // The last one is what people get.
      assert.deepStrictEqual((yield* update({ "rain-gauge": ["3.0.0", "1.5.0"] })).done, [
        ["updates/rain-gauge@1.5.0", "created"]
      ])
    }).pipe(on("dependency-updates"))
  )

  it.effect("leaves alone what the registry does not have, and files that are not manifests", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.push("acme/web", { "test/package.json": "{ no JSON", "node_modules/a/package.json": "{}" })
      yield* update({ "rain-gauge": ["2.0.0"] })
      const { done, failed } = yield* update({ typescript: ["7.0.0"] })
      assert.deepStrictEqual(done, [])
      assert.deepStrictEqual(failed.toSorted(), [
        "@weather/snow: NotFound",
        "@weather/wind: NotFound",
        "rain-gauge: NotFound"
      ])
      assert.strictEqual((yield* pullsOf(simulator))[0]?.[1], "open")
    }).pipe(on("dependency-updates"))
  )

  it.effect("changes only the ranges of a real manifest", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const real = Fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8")
      const version = /"vitest": "([\d.]+)"/.exec(real)?.[1] ?? assert.fail()
      yield* simulator.push("acme/web", { "package.json": real })
      yield* update({ vitest: [version, "99.0.0"] })
      const text = yield* textOf(simulator, "package.json", "updates/vitest@99.0.0")
      assert.strictEqual(text, real.replace(`"vitest": "${version}"`, '"vitest": "99.0.0"'))
    }).pipe(on("dependency-updates"))
  )

  it.effect("leaves ranges of other kinds alone, such as those of peers", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const manifest = { dependencies: { "rain-gauge": "^1.2.0" }, peerDependencies: { "rain-gauge": "^1.2.0" } }
      yield* simulator.push("acme/web", { "package.json": JSON.stringify(manifest, null, "\t") })
      yield* update({ "rain-gauge": ["2.0.0"] })
      const wanted = { ...manifest, dependencies: { "rain-gauge": "^2.0.0" } }
      const text = yield* textOf(simulator, "package.json", "updates/rain-gauge@2.0.0")
      assert.strictEqual(text, JSON.stringify(wanted, null, "\t"))
    }).pipe(on("dependency-updates"))
  )

  it.effect("ends the same way if responses are lost, or it is cut short and run again", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(
        Faults.answerLost({ operation: "PullRequests.create" }),
        Faults.answered({ operation: "Labels.addToIssue", nth: 2, status: 403, body: { message: "No" } })
      )
      assert.strictEqual((yield* run(program))._tag, "Failure")
      const { done } = yield* yield* run(program)
      assert.deepStrictEqual(
        done.map(([, outcome]) => outcome),
        ["unchanged", "updated"]
      )
      const { issues } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        issues.map(({ labels }) => labels),
        [["dependencies"], ["dependencies"]]
      )
    }).pipe(on("dependency-updates"))
  )

  it.effect("can be planned", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const dry = Plan.dryRun(updateDependencies(web)).pipe(Effect.provide(layerFake({ "rain-gauge": ["2.0.0"] })))
      const { writes } = yield* yield* run(dry)
      assert.isAbove(writes.length, 0)
      assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    }).pipe(on("dependency-updates"))
  )
})
