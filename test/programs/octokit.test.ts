import { expect, it } from "@effect/vitest"
import { generateKeyPairSync } from "node:crypto"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Faults from "../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { refusals, run } from "./program.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
})

const layer = SimulatorServer.layerForge({
  organizations: [{ login: "tools", members: { acme: "admin" } }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n" },
      labels: ["bug"],
      issues: ["One", "Two", "Three", "Four", "Five"].map((title) => ({ title }))
    }
  ],
  apps: [{ slug: "builder", id: 7, public_key: publicKey, installations: [{ account: "acme", id: 70 }] }]
})

it.live("Octokit pages, retries, waits for limits, and signs in in all of its ways", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-octokit-")
    yield* simulator.faults.add(
      Faults.unavailable({ operation: "Issues.get", status: 502 }),
      Faults.primaryLimit({ operation: "Labels.list", resetIn: 0 }),
      Faults.secondaryLimit({ operation: "Milestones.list", retryAfter: "1 second" })
    )
    const { env } = guided("Octokit", simulator, { cwd, env: { PRIVATE_KEY: privateKey } })
    const script = Path.join(import.meta.dirname, "octokit.mjs")
    const { code, errors, output } = yield* run(process.execPath, [script], { cwd, env })
    expect([code, errors]).toEqual([0, ""])
    expect(JSON.parse(output)).toEqual({
      titles: ["Five", "Four", "Three", "Two", "One"],
      pages: [["One", "Two"], ["Three", "Four"], ["Five"]],
      read: ["One", 1, 0],
      limited: ["primary /repos/{owner}/{repo}/labels", "secondary /repos/{owner}/{repo}/milestones"],
      requests: ["issues/1", "labels", "milestones"].map((path) => `GET /repos/acme/web/${path}`),
      file: [true, false, true],
      app: ["builder", "builder[bot]"],
      narrow: [{ contents: "read", metadata: "read" }, "selected"],
      reader: [200, 403],
      logins: ["acme", "acme", "acme"],
      anonymous: ["acme/web", 401],
      teams: []
    })
    expect(yield* simulator.faults.pending).toEqual([])
    expect(new TextDecoder().decode(yield* simulator.file("acme/web", "notes.txt"))).toBe("One\nTwo\n")
    const { issues } = yield* simulator.repository("acme/web")
    expect(issues[0]?.comments.map(({ body, user }) => [user, body])).toEqual([["builder[bot]", "From an app"]])
    expect(yield* refusals(simulator)).toEqual([
      "GET /repos/acme/web/issues/1 502",
      "GET /repos/acme/web/labels 403",
      "GET /repos/acme/web/milestones 403",
      // It looks for a file before it makes it.
      "GET /repos/acme/web/contents/notes.txt 404",
      "POST /repos/acme/web/issues/1/comments 403",
      "GET /user 401"
    ])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
