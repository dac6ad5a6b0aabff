import { expect, it } from "@effect/vitest"
import { generateKeyPairSync } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { freePorts } from "../services/ports.ts"
import { guided } from "./guide.ts"
import { refusals } from "./program.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
})

/** A bot as people write them. Its settings are in the repository. */
const bot = `export default (app) => {
  app.on("pull_request.opened", async (context) => {
    const { greeting } = await context.config("bot.yml", { greeting: "Hello" })
    await context.octokit.rest.issues.createComment(context.issue({ body: greeting + ", " + context.payload.sender.login }))
    const { data: files } = await context.octokit.rest.pulls.listFiles(context.pullRequest())
    await context.octokit.rest.checks.create(context.repo({
      name: "words",
      head_sha: context.payload.pull_request.head.sha,
      status: "completed",
      conclusion: files.every(({ patch }) => patch.includes("+")) ? "success" : "failure",
      output: { title: "Words", summary: files.length + " files" }
    }))
  })
  app.on("check_run.completed", async (context) => {
    const { check_run } = context.payload
    const [{ number }] = check_run.pull_requests
    const issue = { ...context.repo(), issue_number: number }
    await context.octokit.rest.issues.addLabels({ ...issue, labels: [check_run.name + ": " + check_run.conclusion] })
  })
}`

it.live("Probot comments on what it is told of, and checks it", () =>
  Effect.gen(function* () {
    const cwd = yield* temporary("forgecast-probot-")
    const port = yield* Effect.promise(freePorts)
    const url = `http://127.0.0.1:${port}/api/github/webhooks`
    const layer = SimulatorServer.layerForge(
      {
        repositories: [
          {
            owner: "acme",
            name: "web",
            collaborators: ["octo"],
            files: { ".github/bot.yml": "greeting: Welcome\n" },
            branches: { words: { files: { "words.txt": "Rain\n" } } }
          }
        ],
        apps: [
          {
            slug: "builder",
            id: 7,
            public_key: publicKey,
            hook: { url, secret: "secret", events: ["pull_request", "check_run"] },
            installations: [{ account: "acme", id: 70 }]
          }
        ]
      },
      { prefix: "/api/v3" }
    )
    yield* Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      Fs.writeFileSync(Path.join(cwd, "bot.mjs"), bot)
      const env = { PRIVATE_KEY: privateKey, PORT: String(port) }
      yield* guided("Probot", simulator, { cwd, env }).start("probot run", "Listening on")
      yield* simulator.as("octo", "POST /repos/acme/web/pulls", { title: "Words", head: "words", base: "main" })
      yield* simulator.settled
      expect(yield* refusals(simulator)).toEqual([])
      const [pull] = (yield* simulator.repository("acme/web")).issues
      expect(pull?.comments.map(({ body, user }) => [user, body])).toEqual([["builder[bot]", "Welcome, octo"]])
      expect(pull?.labels).toEqual(["words: success"])
      const checks = yield* simulator.as("acme", "GET /repos/acme/web/commits/words/check-runs")
      expect(checks).toMatchObject({
        check_runs: [{ name: "words", conclusion: "success", output: { title: "Words", summary: "1 files" } }]
      })
    }).pipe(Effect.provide(layer))
  }).pipe(Effect.scoped)
)
