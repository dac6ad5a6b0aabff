/** Where uploads go, on each kind of host. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Releases from "../../src/forge/Releases.ts"
import { asset } from "./support/files.ts"
import { answer, makeClient, serviceOn } from "./support/wire.ts"

const input = {
  owner: "acme",
  repo: "web",
  release_id: 5,
  name: "a b.zip",
  label: "A & B",
  content_type: "application/zip",
  data: "text"
}

const path = "/repos/acme/web/releases/5/assets"
const query = "?name=a%20b.zip&label=A%20%26%20B"

/** The URLs of the requests, and whether each had the token. */
const sentTo = (options: Forge.Options, upload_url?: string) =>
  Effect.suspend(() => {
    const { client, sent } = makeClient(() => answer(201, asset))
    return Releases.uploadAsset({ ...input, upload_url }).pipe(
      Effect.result,
      Effect.provide(serviceOn(client, options)),
      Effect.map((result) => ({
        result,
        sent: sent.map(({ headers, url }) => [url, headers["authorization"] === "Bearer a-token-for-tests"])
      }))
    )
  })

const github = {}
const enterprise = { baseUrl: "https://git.acme.example/api/v3" }
const tenant = { baseUrl: "https://api.acme.ghe.com" }
const chosen = { baseUrl: "https://proxy.acme.example/api", uploadUrl: "https://proxy.acme.example/uploads/" }

describe("an upload", () => {
  it.effect.each([
    ["github.com", github, "https://uploads.github.com"],
    ["an Enterprise Server", enterprise, "https://git.acme.example/api/uploads"],
    ["ghe.com", tenant, "https://uploads.acme.ghe.com"],
    ["a chosen host", chosen, "https://proxy.acme.example/uploads"]
  ] as const)("goes to the upload host of %s", ([, options, root]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* sentTo(options)).sent, [[root + path + query, true]])
    })
  )

  it.effect("ignores a trailing slash of the API's URL", () =>
    Effect.gen(function* () {
      const { sent } = yield* sentTo({ baseUrl: `${enterprise.baseUrl}/` })
      assert.deepStrictEqual(sent, [[`https://git.acme.example/api/uploads${path}${query}`, true]])
    })
  )

  it.effect.each([
    [github, `https://uploads.github.com${path}{?name,label}`, `https://uploads.github.com${path}${query}`],
    [github, `https://uploads.github.com${path}`, `https://uploads.github.com${path}${query}`],
    [
      enterprise,
      `https://git.acme.example/api/uploads/repositories/9/assets?via=a{&name,label}`,
      `https://git.acme.example/api/uploads/repositories/9/assets?via=a&${query.slice(1)}`
    ],
    [tenant, `https://uploads.acme.ghe.com${path}{?name,label}`, `https://uploads.acme.ghe.com${path}${query}`],
    [github, `https://uploads.github.com${path}#here{?name,label}`, `https://uploads.github.com${path}${query}`]
  ] as const)("goes to the upload URL of the release: %j, %s", ([options, upload_url, url]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* sentTo(options, upload_url)).sent, [[url, true]])
    })
  )

  it.effect.each([
    [enterprise, `https://uploads.github.com${path}{?name,label}`],
    [github, `https://uploads.acme.ghe.com${path}{?name,label}`],
    [github, `http://uploads.github.com${path}{?name,label}`],
    [github, `https://uploads.github.com:8443${path}{?name,label}`],
    [github, `https://uploads.github.com@evil.example${path}{?name,label}`],
    [github, `https://uploads.github.com.evil.example${path}{?name,label}`]
  ] as const)("goes nowhere else: %j, %s", ([options, upload_url]) =>
    Effect.gen(function* () {
      const { result, sent } = yield* sentTo(options, upload_url)
      assert.containSubset(result, {
        failure: { _tag: "UnsafeRedirect", operation: "Releases.uploadAsset", method: "POST" }
      })
      assert.lengthOf(sent, 0)
    })
  )

  it.effect("refuses a user and a password in an upload URL", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* sentTo(github, `https://octo:5ecre7@uploads.github.com${path}{?name,label}`)
      assert.containSubset(result, { failure: { _tag: "InvalidInput", path: "upload_url" } })
      assert.notInclude(JSON.stringify(result), "5ecre7")
      assert.lengthOf(sent, 0)
    })
  )
})
