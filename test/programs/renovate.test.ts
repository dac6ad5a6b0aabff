import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { acting, packaged, refusals, run, tokenOf } from "./program.ts"

const manifest = { name: "web", dependencies: { "tiny-package": "1.0.0" } }

const layer = SimulatorServer.layerForge({
  repositories: [{ owner: "acme", name: "web", files: { "package.json": `${JSON.stringify(manifest, null, 2)}\n` } }]
})

/** A registry of npm packages that has one package, with two versions. */
const registry = Effect.acquireRelease(
  Effect.callback<Http.Server>((resume) => {
    const server = Http.createServer((request, response) => {
      const versions = Object.fromEntries(
        ["1.0.0", "1.1.0"].map((version) => [version, { name: "tiny-package", version, dist: {} }])
      )
      const found = request.url === "/tiny-package"
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" })
      const time = { "1.0.0": "2020-01-01T00:00:00Z", "1.1.0": "2021-01-01T00:00:00Z" }
      response.end(
        JSON.stringify(found ? { name: "tiny-package", "dist-tags": { latest: "1.1.0" }, versions, time } : {})
      )
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
)

it.live("Renovate proposes to be set up, and then to update a package", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-renovate-")
    const { port } = (yield* registry).address() as AddressInfo
    const env = {
      RENOVATE_PLATFORM: "github",
      RENOVATE_ENDPOINT: `${simulator.baseUrl}/`,
      RENOVATE_TOKEN: tokenOf(simulator),
      RENOVATE_BASE_DIR: cwd,
      RENOVATE_GIT_AUTHOR: "Bot <bot@example.com>",
      RENOVATE_ONBOARDING_CONFIG: JSON.stringify({ extends: [] }),
      RENOVATE_REGISTRY_URLS: "",
      RENOVATE_PACKAGE_RULES: JSON.stringify([
        { matchDatasources: ["npm"], registryUrls: [`http://127.0.0.1:${port}/`] }
      ]),
      LOG_LEVEL: "debug"
    }
    const renovate = run(process.execPath, [packaged("renovate/dist/renovate.js"), "acme/web"], { cwd, env })
    const onboarded = yield* renovate
    process.stdout.write(onboarded.output)
    expect([onboarded.code, onboarded.errors, yield* refusals(simulator)]).toEqual([0, "", []])
    const { pulls } = yield* simulator.repository("acme/web")
    expect(pulls.map(({ head, title }) => [title, head])).toEqual([["Configure Renovate", "renovate/configure"]])
    yield* acting(simulator, "PUT /repos/acme/web/pulls/1/merge", { merge_method: "squash" })
    const updated = yield* renovate
    expect([updated.code, updated.errors, yield* refusals(simulator)]).toEqual([0, "", []])
    const after = yield* simulator.repository("acme/web")
    expect(after.pulls.slice(1).map(({ title }) => title)).toEqual(["Update dependency tiny-package to v1.1.0"])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
