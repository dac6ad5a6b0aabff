/**
 * The simulated repository to ship from, with a team: a reviewer, and a CI that runs the check `test`. They act on the
 * service with requests of their own, next to those of the program.
 */
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Change } from "./ship.ts"

export const repo = { owner: "acme", repo: "storm-map" }

const name = `${repo.owner}/${repo.repo}`

export const path = "legend.yaml"

const legend = "rain: blue\nsnow: white\nstorm: red\n"

export const addSleet: Change = { path, message: "Add sleet", apply: (text) => `${text}sleet: white\n` }

export const makeSleetSilver: Change = {
  path,
  message: "Make sleet silver",
  apply: (text) => text.replace("sleet: white", "sleet: silver")
}

const approved = [{ user: "grace", state: "APPROVED" as const }]

export const seed: ForgeSimulator.Seed = {
  latency: "10 millis",
  limits: { secondary: "none" },
  repositories: [
    {
      owner: repo.owner,
      name: repo.repo,
      collaborators: ["grace", "ci"],
      files: { [path]: legend },
      releases: ["v1.0.0"],
      protection: { main: { required_checks: ["test"], required_approvals: 1 } },
      pulls: [
        {
          title: "Colour rain for the colour-blind",
          user: "ada",
          head: "rain",
          files: { [path]: legend.replace("blue", "teal") },
          reviews: approved
        },
        {
          title: "Add sleet, and darker rain",
          user: "linus",
          head: "sleet",
          files: { [path]: addSleet.apply(legend.replace("blue", "navy")) },
          reviews: approved
        }
      ]
    }
  ]
}

/** The second pull request is merged, but the answer is lost. */
export const trouble = [Faults.answerLost({ path: `/repos/${name}/pulls/2/merge` })]

/** Runs the CI and the reviewer while the scope is open. */
export const team = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const started = new Set<string>()

  const check = Effect.fnUntraced(function* (sha: string) {
    if (started.has(sha)) return
    started.add(sha)
    const report = (state: ForgeSimulator.StatusState) =>
      simulator.setStatus(name, "test", state, { ref: sha, by: "ci" })
    yield* report("pending")
    yield* Effect.forkScoped(Effect.delay(report("success"), "100 millis"))
  })

  const review = Effect.fnUntraced(function* (number: number, sha: string) {
    const file = yield* simulator.file(name, path, sha)
    yield* new TextDecoder().decode(file).includes("sleet: white")
      ? simulator.requestChanges(name, number, "White is for snow. How about silver?", { by: "grace" })
      : simulator.approve(name, number, { by: "grace" })
  })

  const react = Effect.gen(function* () {
    const { pulls } = yield* simulator.repository(name)
    for (const { head_sha, number, requested_reviewers, state } of pulls) {
      if (state === "closed") continue
      yield* check(head_sha)
      if (requested_reviewers.includes("grace")) yield* review(number, head_sha)
    }
  })

  yield* Effect.forkScoped(Effect.repeat(react, Schedule.spaced("20 millis")))
})
