import { assert, describe } from "@effect/vitest"
import * as Stream from "effect/Stream"
import { failedRuns, summarise } from "../../docs/examples/failed-runs.ts"
import { ForgeSimulator } from "forgecast/testing"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const failing = (workflow: string, days: number, step: string): ForgeSimulator.RunSeed => ({
  workflow,
  conclusion: "failure",
  created_at: { ago: `${days} days` },
  jobs: [
    { name: "lint", conclusion: "success" },
    { name: "test", steps: [{ name: "Set up", conclusion: "success" }, step, "Upload"] }
  ]
})

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n" },
      workflows: [{ file: "build.yml", name: "Build" }],
      runs: [
        failing("build.yml", 8, "Run tests"),
        failing("build.yml", 6, "Run tests"),
        failing("deploy.yml", 5, "Copy"),
        failing("build.yml", 4, "Compile"),
        failing("build.yml", 3, "Run tests"),
        { workflow: "build.yml", created_at: { ago: "2 days" } },
        { workflow: "build.yml", status: "in_progress" }
      ]
    }
  ]
})

describe("failed-runs", () => {
  testOn(simulator)("streams the failed runs of the last week, newest first", function* () {
    const failed = yield* Stream.runCollect(failedRuns(repo))
    assert.deepStrictEqual(
      failed.map(({ run, where }) => [run.name, ...where]),
      [
        ["Build", "test: Run tests"],
        ["Build", "test: Compile"],
        ["deploy", "test: Copy"],
        ["Build", "test: Run tests"]
      ]
    )
  })

  testOn(simulator)("summarises them by workflow", function* () {
    const [most, ...others] = yield* summarise(failedRuns(repo))
    assert.containSubset(most, {
      workflow: "Build",
      failures: 3,
      where: { "test: Run tests": 2, "test: Compile": 1 }
    })
    assert.match(most?.latest ?? "", /^https:\/\/github\.com\/acme\/web\/actions\/runs\/\d+$/)
    assert.containSubset(others, [{ workflow: "deploy", failures: 1 }])
  })
})
