/** The ready Layer of Node, configured for an App, against a served simulator. */
import { assert, it } from "@effect/vitest"
import { generateKeyPairSync } from "node:crypto"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { ForgeSimulator, token } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

it.live("ForgeNode.layerConfig acts as the App of the environment", () =>
  Effect.gen(function* () {
    const { baseUrl } = yield* ForgeSimulator
    const login = (values: Readonly<Record<string, string>>) =>
      Issues.createComment({ owner: "acme", repo: "web", issue_number: 1, body: "Hello" }).pipe(
        Effect.map(({ user }) => user?.login),
        Effect.provide(ForgeNode.layerConfig()),
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord({ ...values, GITHUB_API_URL: baseUrl })))
      )
    const GITHUB_TOKEN = token
    const app = { GITHUB_APP_ID: "7", GITHUB_APP_PRIVATE_KEY: privateKey, GITHUB_APP_INSTALLATION_ID: "70" }
    assert.strictEqual(yield* login({ GITHUB_TOKEN }), "acme")
    assert.strictEqual(yield* login({ GITHUB_TOKEN, ...app }), "builder[bot]")
  }).pipe(
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }],
        tokens: { [token]: "acme" },
        apps: [{ slug: "builder", id: 7, public_key: publicKey, installations: [{ account: "acme", id: 70 }] }]
      })
    )
  )
)
