/** Listings, searches and redirects with Octokit. */
import { describe, expect, it } from "vitest"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { refusal, serve } from "./service.ts"

const web = { owner: "acme", repo: "web" }
const count = 250

const service = await serve({
  organizations: [{ login: "tools", members: { acme: "admin" } }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", tri: "triage" },
      files: { "README.md": "# web\n" },
      issues: ForgeSimulator.issues(count, { people: ["octo", "tri"] })
    },
    { owner: "acme", name: "secret", private: true, issues: [{ title: "Hidden" }] }
  ],
  tokens: { acme: "acme", octo: "octo", tri: "tri", ada: "ada" },
  limits: { search: { authenticated: 10_000 }, secondary: "none" }
})

const octokit = service.octokit("octo")
const { issues, search } = octokit.rest
const ada = service.octokit("ada").rest
const acme = service.octokit("acme").rest

const names = (all: ReadonlyArray<string | { readonly name?: string }>) =>
  all.map((label) => (typeof label === "string" ? label : (label.name ?? ""))).toSorted()

describe("export", () => {
  it("pages over all issues, and over what a search finds", async () => {
    const all = await octokit.paginate(issues.listForRepo, { ...web, state: "all", per_page: 100 })
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => count - index))
    const pages: Array<number> = []
    for await (const { data } of octokit.paginate.iterator(issues.listForRepo, { ...web, state: "closed" })) {
      pages.push(data.length)
    }
    const closed = all.filter(({ state }) => state === "closed")
    expect(pages.reduce((sum, length) => sum + length)).toBe(closed.length)
    const q = "repo:acme/web is:issue state:closed"
    const found = await octokit.paginate(search.issuesAndPullRequests, { q, per_page: 30 })
    const wanted = closed.filter(({ pull_request }) => pull_request === undefined)
    expect(found.map(({ number }) => number).sort((a, b) => b - a)).toEqual(wanted.map(({ number }) => number))
    expect((await search.issuesAndPullRequests({ q, per_page: 1 })).data.total_count).toBe(wanted.length)
    const labels = await octokit.paginate(issues.listLabelsForRepo, { ...web, per_page: 2 })
    expect(new Set(names(labels)).size).toBe(labels.length)
  })

  it("asks again for free with the ETag", async () => {
    const first = await issues.listForRepo(web)
    const remaining = async () => (await octokit.rest.rateLimit.get()).data.resources.core.remaining
    const before = await remaining()
    const again = refusal(issues.listForRepo({ ...web, headers: { "if-none-match": first.headers.etag } }))
    expect((await again)[0]).toBe(304)
    expect(await remaining()).toBe(before)
    await issues.create({ ...web, title: "New" })
    expect((await issues.listForRepo({ ...web, headers: { "if-none-match": first.headers.etag } })).status).toBe(200)
  })

  it("shows nobody what is private", async () => {
    const hidden = { owner: "acme", repo: "secret" }
    expect(await refusal(ada.issues.listForRepo(hidden))).toEqual([404, "Not Found"])
    expect((await acme.issues.listForRepo(hidden)).data).toHaveLength(1)
    expect((await ada.search.issuesAndPullRequests({ q: "Hidden in:title" })).data.total_count).toBe(0)
    expect((await acme.search.issuesAndPullRequests({ q: "Hidden in:title" })).data.total_count).toBe(1)
    expect(await refusal(service.octokit("wrong").rest.users.getAuthenticated())).toEqual([401, "Bad credentials"])
  })
})

describe("a repository with another name", () => {
  it("is found by the old one, by reads and writes", async () => {
    const { data: before } = await octokit.rest.repos.get(web)
    await acme.repos.update({ ...web, name: "site" })
    const read = await octokit.rest.repos.get(web)
    expect([read.data.full_name, read.data.id]).toEqual(["acme/site", before.id])
    const written = (await issues.create({ ...web, title: "By the old name" })).data
    expect(written.repository_url).toMatch(/\/repos\/acme\/site$/)
    await acme.repos.transfer({ owner: "acme", repo: "site", new_owner: "tools" })
    expect((await octokit.rest.repos.get(web)).data.full_name).toBe("tools/site")
    const all = await octokit.paginate(issues.listForRepo, { ...web, state: "all", per_page: 100 })
    expect(all).toHaveLength(count + 1)
    const raw = await service
      .octokit("octo")
      .request("GET /repos/{owner}/{repo}", {
        ...web,
        request: { redirect: "manual" }
      })
      .catch((error: { readonly status: number }) => error)
    expect(raw.status).toBe(301)
  })
})
