/** The served pages that show the state. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Seed } from "../../../src/testing/ForgeSeed.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { serveForge } from "../../../src/testing/internal/node/server.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { get } from "./login/support.ts"

const issues = Array.from({ length: 103 }, (_, index) => ({ title: `Issue ${index + 1}` }))

const seed: Seed = {
  organizations: ["tools"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      description: "<b>Bold</b>",
      collaborators: { octo: "write" },
      files: { a: "A" },
      branches: { next: { files: { b: "B" } } },
      issues: [...issues, { title: `<script>alert("1")</script>`, labels: ["bug & co"], assignees: ["octo"] }],
      pulls: [{ title: "Next", head: "next", user: "octo" }],
      statuses: [{ ref: "next", context: "build", state: "success" }],
      releases: [
        { tag_name: "v1", assets: [{ name: "a.bin", content: "A" }] },
        { tag_name: "v2", draft: true }
      ]
    },
    { owner: "acme", name: "hidden", private: true, collaborators: { octo: "read" }, issues: [{ title: "Secret" }] }
  ],
  tokens: { octo: "octo", eve: "eve" }
}

const served = Layer.merge(SimulatorServer.layerForge(seed), FetchHttpClient.layer)

const at = (path: string, token?: string) =>
  Effect.flatMap(ForgeSimulator, ({ baseUrl }) =>
    get(
      `${baseUrl}/_simulator${path}`,
      token === undefined ? {} : { "user-agent": "test", authorization: `Basic ${btoa(`x:${token}`)}` }
    )
  )

/** The cells of the rows, as a reader sees them. */
const rowsOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<td>([^]*?)<\/td>/g)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim()).join(" | ")
  )

describe("the page of the state", () => {
  it.live("shows what is public, and with a token what its user may see", () =>
    Effect.gen(function* () {
      const open = yield* at("")
      expect(open.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(open.headers["content-security-policy"]).toContain("default-src 'none'")
      expect(rowsOf(open.text)).toContain("acme/web | public | 104 | 1 | 2 | 2")
      expect(rowsOf(open.text)).toContain("tools | Organization | ")
      expect(open.text).not.toContain("hidden")
      expect(rowsOf((yield* at("", "eve")).text).join()).not.toContain("hidden | ")
      expect(rowsOf((yield* at("", "octo")).text)).toContain("acme/hidden | private | 1 | 0 | 0 | 0")
      expect((yield* at("/acme/hidden")).status).toBe(404)
      expect((yield* at("/acme/hidden", "octo")).text).toContain("Secret")
      const asked = yield* at("?sign_in")
      expect([asked.status, asked.headers["www-authenticate"]]).toEqual([401, 'Basic realm="forgecast-simulator"'])
    }).pipe(Effect.provide(served))
  )

  it.live("shows a repository with its latest issues, as text", () =>
    Effect.gen(function* () {
      const { text } = yield* at("/acme/web", "octo")
      const rows = rowsOf(text)
      expect(text).toContain("The latest 100 of 104.")
      expect(text).toContain("&lt;b&gt;Bold&lt;/b&gt;")
      expect(text).not.toContain("<script")
      expect(rows).toContain(
        "104 | &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; | open | acme | bug &amp; co | octo | 0"
      )
      expect(rows).toContain("105 | Next | open | octo | next | main |  | build: success")
      expect(rows).toContain("v1 | v1 | release | a.bin (1 bytes, 0 ×)")
      expect(rows.filter((row) => row.startsWith("v2"))).toHaveLength(1)
      // Drafts are for those who may write.
      expect(rowsOf((yield* at("/acme/web")).text).filter((row) => row.startsWith("v"))).toHaveLength(1)
    }).pipe(Effect.provide(served))
  )

  it.live("shows the latest requests, apart from those about what is hidden", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ForgeSimulator
      const headers = { "user-agent": "test", authorization: "Bearer octo" }
      for (const path of ["/repos/acme/web/issues/104", "/repos/acme/hidden/issues/1", "/none"]) {
        yield* get(`${baseUrl}${path}`, headers)
      }
      const requests = (page: string) => rowsOf(page).filter((row) => row.includes("GET /"))
      const seen = requests((yield* at("", "octo")).text).map((row) => row.split(" | ").slice(1, 5).join(" | "))
      expect(seen).toEqual([
        "octo | GET /none |  | 501",
        "octo | GET /repos/acme/hidden/issues/1 | Issues.get | 200",
        "octo | GET /repos/acme/web/issues/104 | Issues.get | 200"
      ])
      expect(requests((yield* at("", "eve")).text)).toHaveLength(2)
      expect(requests((yield* at("")).text)).toEqual([])
    }).pipe(Effect.provide(served))
  )

  it.live("keeps the latest requests of a service without a log, and changes nothing", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const { handle } = yield* serveForge(seed, { watch: ({ path }) => void seen.push(path) })
      const { baseUrl } = handle
      const headers = { "user-agent": "test", authorization: "Bearer octo" }
      for (let count = 0; count < 201; count++) yield* get(`${baseUrl}/zen?${count}`, headers)
      const { text } = yield* get(`${baseUrl}/_simulator`, headers)
      expect(text).toContain("The latest 100 of 200.")
      expect(seen.filter((path) => path === "/zen")).toHaveLength(201)
      const posted = yield* Effect.promise(() => fetch(`${baseUrl}/_simulator`, { method: "POST", headers }))
      expect(posted.status).toBe(501)
    }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer))
  )
})
