import { assert, describe, it } from "@effect/vitest"
import type { Options } from "../../../src/ai/BoundsTypes.ts"
import { isPublicElsewhere, isPublicPart, refusalOf } from "../../../src/ai/internal/bounds/permits.ts"
import { placeOf } from "../../../src/ai/internal/bounds/places.ts"

const asked = (
  options: Options,
  request: string,
  { operation = "Issues.get", workflow }: { readonly operation?: string; readonly workflow?: string } = {}
) => {
  const [method = "", url = ""] = request.split(" ")
  const isWrite = method !== "GET"
  return refusalOf(options, { operation, workflow, method, isWrite, place: placeOf(url, [], isWrite) })?.reason
}

describe("operations", () => {
  it("may read by their names, or by that of their workflow", () => {
    const reads = { in: ["acme/web"], operations: ["Labels.*"] }
    const request = "GET /repos/acme/web/issues/1"
    assert.strictEqual(asked({ reads }, request), "Labels.* may read")
    assert.isUndefined(asked({ reads }, request, { operation: "Labels.list" }))
    assert.isUndefined(
      asked({ reads: { ...reads, operations: ["Triage.label"] } }, request, { workflow: "Triage.label" })
    )
    assert.isUndefined(asked({ reads, writes: { operations: ["Issues.get"] } }, request))
    assert.isUndefined(
      asked({ reads, writes: { operations: ["Triage.label"] } }, request, { workflow: "Triage.label" })
    )
  })

  it("may write by their names, and a workflow may do all that it does", () => {
    const merge = "PUT /repos/acme/web/pulls/1/merge"
    const remove = "DELETE /repos/acme/web/git/refs/heads/fix"
    const writes = { in: ["acme/web"], operations: ["Merge.whenGreen"] }
    assert.strictEqual(asked({ writes }, merge, { operation: "PullRequests.merge" }), "Merge.whenGreen may write")
    const part = { operation: "Refs.delete", workflow: "Merge.whenGreen" }
    assert.isUndefined(asked({ writes }, remove, part))
    assert.strictEqual(
      asked({ writes: { ...writes, operations: ["*"] } }, remove, part),
      "the bounds must name Refs.delete itself"
    )
    assert.strictEqual(asked({ writes }, "DELETE /repos/acme/docs/git/refs/heads/fix", part), "acme/web may be written")
  })

  it("write elsewhere only by their whole names", () => {
    const writes = (elsewhere: ReadonlyArray<string>): Options => ({ writes: { in: ["*/*"], elsewhere } })
    assert.isDefined(asked(writes(["Gists.*", "*"]), "POST /gists", { operation: "Gists.create" }))
    assert.isUndefined(asked(writes(["Gists.create"]), "POST /gists", { operation: "Gists.create" }))
  })
})

describe("reads", () => {
  const reads = { in: ["acme/*", "kin/web"] }

  it("by a comparison are also those of what it names", () => {
    const of = (range: string) => asked({ reads }, `GET /repos/acme/web/compare/${range}`)
    assert.isUndefined(of("main...next"))
    assert.isUndefined(of("main...acme:next"))
    assert.isUndefined(of("main...kin:web:next"))
    assert.strictEqual(of("main...kin:next"), "it also reads of kin, and acme/*, kin/web may be read")
    assert.strictEqual(of("evil:main...main"), "it also reads of evil, and acme/*, kin/web may be read")
  })

  it("by searches that cannot be limited need their names", () => {
    assert.isDefined(asked({ reads }, "GET /search/users?q=repo:acme/web"))
    assert.isDefined(asked({ reads }, "GET /search/labels?repository_id=1&q=a"))
    assert.isUndefined(
      asked({ reads: { elsewhere: ["Search.users"] } }, "GET /search/users?q=a", { operation: "Search.users" })
    )
    assert.isDefined(asked({ reads }, "GET /search/issues?q=repo:acme/web&q=drop"))
  })
})

it("everybody may read users and limits, and of a public repository what is not a setting", () => {
  const elsewhere = (url: string) => isPublicElsewhere(placeOf(url, [], false))
  for (const url of ["/rate_limit", "/users/octo", "/search/users?q=a", "/gists/public"])
    assert.isTrue(elsewhere(url), url)
  for (const url of [
    "/user",
    "/user/repos",
    "/gists",
    "/notifications",
    "/graphql",
    "/search/issues?q=a",
    "/orgs/acme"
  ]) {
    assert.isFalse(elsewhere(url), url)
  }
  const part = (path: string) => {
    const place = placeOf(`/repos/acme/web${path}`, [], false)
    return place._tag === "Repository" && isPublicPart(place)
  }
  for (const path of ["", "/issues", "/issues/1/comments", "/actions/runs/1/logs", "/branches/main", "/contents/a/b"]) {
    assert.isTrue(part(path), path)
  }
  for (const path of [
    "/hooks",
    "/collaborators",
    "/keys",
    "/actions/variables",
    "/actions/secrets",
    "/branches/main/protection",
    "/issuesx",
    "/invitations",
    "/environments",
    "/rulesets",
    "/dependabot/secrets",
    "/new"
  ]) {
    assert.isFalse(part(path), path)
  }
})
