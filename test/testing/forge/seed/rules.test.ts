/** Rules that hold for all operations. */
import { describe, expect, it } from "@effect/vitest"
import type { Response } from "../../../../src/testing/Exchange.ts"
import type { ContentSeed } from "../../../../src/testing/ForgeSeed.ts"
import { textOf } from "../../../../src/testing/internal/exchange.ts"
import type { ForgeService } from "../../../../src/testing/internal/forge/service.ts"
import { seedOf } from "../../../../src/testing/internal/forge/state/export.ts"
import { random } from "../../git/random.ts"
import { anyWrite } from "./operations.ts"
import { rich } from "./rich.ts"
import { reads, send, serviceOf, start, type Wire } from "./service.ts"

const stateOf = (service: ForgeService): string => JSON.stringify(seedOf(service.world))

/** A request by somebody who often may not send it, with a body that often is wrong. */
const refusable = (r: ReturnType<typeof random>, service: ForgeService): Wire => {
  const wire = anyWrite(r, service)
  const token = r.pick([wire.token, "ada", "tri", "fine", "bot", "nobody"])
  if (r.chance(0.6) || typeof wire.body !== "object" || wire.body === null) return { ...wire, token }
  const body = Object.entries(wire.body).flatMap(([name, value]) =>
    r.chance(0.3) ? [] : [[name, r.chance(0.3) ? r.pick<unknown>([null, "", 7, ["?"], "x".repeat(70_000)]) : value]]
  )
  return { ...wire, token, body: Object.fromEntries(body) }
}

describe("a refused request", () => {
  it.each([1, 2])("changes nothing: %i", (number) => {
    const r = random(number)
    const service = serviceOf(rich)
    const refused = new Set<string>()
    let before = stateOf(service)
    for (let step = 0; step < 200; step++) {
      const wire = refusable(r, service)
      const status = send(service, wire, start + step * 7_000).slice(0, 3)
      const after = stateOf(service)
      if (status >= "400") refused.add(status)
      expect([wire, status < "400" || after === before]).toEqual([wire, true])
      before = after
    }
    expect([...refused]).toEqual(expect.arrayContaining(["401", "403", "404", "422"]))
  })
})

const fetched = (service: ForgeService, wire: Wire): Response | undefined => {
  const headers = { "user-agent": "test", authorization: `Bearer ${wire.token}`, accept: wire.accept ?? "*/*" }
  const outcome = service.serve({ method: "GET", url: new URL(wire.url), headers, body: new Uint8Array() }, start)
  return outcome._tag === "Response" ? outcome : undefined
}

const pathOf = ({ url }: Wire): string => new URL(url).pathname

describe("ETags", () => {
  it("change exactly when the response changes", () => {
    const r = random(2)
    const service = serviceOf(rich)
    const counts = { same: 0, other: 0 }
    let all: ReadonlyArray<readonly [path: string, wire: Wire]> = []
    for (let step = 0; step < 80; step++) {
      if (step % 10 === 0) all = reads(service).map((wire) => [pathOf(wire), wire])
      const write = anyWrite(r, service)
      const written = pathOf(write)
      // A write mostly changes what is above or below its path, and the rest is a sample of everything.
      const near = all.filter(([path]) => written.startsWith(path) || path.startsWith(written))
      const wires = Array.from({ length: 24 }, (_, index) => r.pick(index < 12 && near.length > 0 ? near : all)[1])
      const before = wires.map((wire) => fetched(service, wire))
      send(service, write, start)
      for (const [index, wire] of wires.entries()) {
        const [old, now] = [before[index], fetched(service, wire)]
        if (old?.status !== 200 || now?.status !== 200) continue
        const isSame = textOf(old.body) === textOf(now.body) && old.headers["link"] === now.headers["link"]
        counts[isSame ? "same" : "other"]++
        expect([wire.url, old.headers["etag"] === now.headers["etag"]]).toEqual([wire.url, isSame])
      }
    }
    expect(Math.min(counts.same, counts.other)).toBeGreaterThan(30)
  })

  it("change when a page gets a next one", () => {
    const service = serviceOf({
      repositories: [{ owner: "acme", name: "web", labels: ["a"] }],
      tokens: { owner: "acme" }
    })
    const labels = { method: "GET", url: `${service.urls.api}/repos/acme/web/labels?per_page=1`, token: "owner" }
    const before = fetched(service, labels)
    send(service, { ...labels, method: "POST", body: { name: "b" } }, start)
    const after = fetched(service, labels)
    expect(after?.body).toBe(before?.body)
    expect(after?.headers["etag"]).not.toBe(before?.headers["etag"])
  })
})

describe("a private repository", () => {
  const secret: ContentSeed = {
    users: ["stranger", "friend"],
    organizations: ["acme"],
    tokens: { friend: "friend", stranger: "stranger", fine: { login: "friend", permissions: {}, repositories: [] } },
    repositories: [
      {
        owner: "acme",
        name: "zebra",
        private: true,
        description: "zebra",
        topics: ["zebra"],
        formerly: ["acme/old-zebra"],
        collaborators: { friend: "write" },
        files: { "README.md": "# zebra", "zebra.ts": "1" },
        branches: { zebra: { files: { "a.txt": "2" } } },
        labels: ["zebra"],
        milestones: ["zebra"],
        issues: [{ title: "zebra", body: "@stranger", user: "friend", assignees: ["friend"], comments: ["zebra"] }],
        pulls: [{ title: "zebra", head: "zebra", requested_reviewers: ["friend"] }],
        releases: [{ tag_name: "zebra", assets: [{ name: "zebra.zip", content: "zebra" }] }]
      },
      { owner: "friend", name: "open", fork_of: "acme/zebra", private: false, description: "A fork" }
    ]
  }

  const answers = (token: string): ReadonlyArray<readonly [url: string, text: string]> => {
    const service = serviceOf(secret)
    const { api } = service.urls
    const more = ["search/issues?q=zebra", "search/repositories?q=zebra", "issues?filter=all", "repos/acme/old-zebra"]
    const all = [...reads(service).map(({ url }) => url), ...more.map((path) => `${api}/${path}`)]
    const open = /\/repos\/friend\/open\/(?:git|contents|branches|commits|compare|readme|tags|tarball|zipball|releases)/
    // The files of the fork are public.
    return [...new Set(all)]
      .filter((url) => !open.test(url))
      .map((url) => {
        const answer = fetched(service, { method: "GET", url, token })
        return [url, `${answer?.status} ${JSON.stringify(answer?.headers)} ${textOf(answer?.body ?? "")}`] as const
      })
  }

  it("is seen by its collaborators", () => {
    expect(answers("friend").filter(([, text]) => text.includes("zebra")).length).toBeGreaterThan(60)
  })

  it.each(["stranger", "fine"])("is seen by nobody else, in no listing, search or redirect: %s", (token) => {
    expect(answers(token).filter(([, text]) => text.includes("zebra"))).toEqual([])
  })
})
