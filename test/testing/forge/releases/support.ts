/** A repository with releases, and requests whose answers are checked or whose bodies are bytes. */
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { type Options, send } from "../support.ts"

export const releases = "/repos/acme/web/releases"

/** The digest of `Hello, world!\n`. */
export const helloDigest = "sha256:d9014c4624844aa5bac314773d6b689ad467fa4e1d1a50a1b8a99d5a95f72ff5"

export const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", tri: "triage" },
      files: { "README.md": "# web\n" },
      releases: [
        "v1.0.0",
        {
          tag_name: "v1.1.0",
          body: "Notes",
          author: "octo",
          assets: [{ name: "app.txt", content: "Hello, world!\n", content_type: "text/plain", label: "The app" }]
        },
        { tag_name: "v2.0.0-rc.1", prerelease: true },
        { tag_name: "v2.0.0", draft: true, assets: [{ name: "draft.txt", content: "draft" }] }
      ]
    },
    { owner: "acme", name: "empty", collaborators: ["octo"] },
    {
      owner: "acme",
      name: "secret",
      private: true,
      releases: [{ tag_name: "v1", assets: [{ name: "a", content: "a" }] }]
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo", acme: "acme", tri: "tri", ada: "ada" }
}

export const layer = ForgeSimulator.layerHttpClient(seed)

const templateOf = (path: string): string =>
  path
    .replace(/\?.*/, "")
    .replace(/^\/repos\/[^/]+\/[^/]+/, "/repos/{owner}/{repo}")
    .replace(/\/tags\/[^/]+$/, "/tags/{tag}")
    .replace(/\/releases\/assets\/\d+/, "/releases/assets/{asset_id}")
    .replace(/\/releases\/\d+/, "/releases/{release_id}")

/** Sends a request, and checks that the answer is what the service's description says. */
export const call = Effect.fnUntraced(function* (wire: string, options: Options = {}) {
  const reply = yield* send(wire, options)
  const [method = "", path = ""] = wire.split(" ")
  expect(violations(method, templateOf(path), reply.status, reply.json ?? reply.text)).toEqual([])
  return reply
})

export interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly text: string
}

/** Sends bytes, and receives bytes. Redirects are not followed. */
export const bytes = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "HEAD",
  url: string,
  options: {
    readonly token?: string | null
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
    readonly type?: string
  } = {}
) {
  const client = yield* HttpClient.HttpClient
  const { body, token = ForgeSimulator.token, type = "text/plain" } = options
  const response = yield* HttpClientRequest.make(method)(url, {
    headers: {
      "user-agent": "test",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers
    }
  }).pipe(
    body === undefined
      ? (request) => request
      : HttpClientRequest.bodyUint8Array(typeof body === "string" ? new TextEncoder().encode(body) : body, type),
    client.execute
  )
  const received = new Uint8Array(yield* response.arrayBuffer)
  const reply: Bytes = {
    status: response.status,
    headers: response.headers,
    body: received,
    text: new TextDecoder().decode(received)
  }
  return reply
})

export const uploads = `https://uploads.github.com${releases}`
