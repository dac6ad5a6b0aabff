import { assert, describe, it } from "@effect/vitest"
import { type FlowRules, type Labels, noLabels, refusalOf } from "../../../src/ai/internal/bounds/flow.ts"
import { placeOf } from "../../../src/ai/internal/bounds/places.ts"

const labels = (read: {
  readonly private?: ReadonlyArray<string>
  readonly untrusted?: ReadonlyArray<string>
}): Labels => {
  const all = noLabels()
  for (const name of read.private ?? []) all.private.add(name)
  for (const name of read.untrusted ?? []) all.untrusted.add(name)
  return all
}

const bound = (
  read: Labels,
  rules: Partial<FlowRules>,
  url: string,
  {
    operation = "Labels.addToIssue",
    reviewed = false,
    workflow
  }: { operation?: string; reviewed?: boolean; workflow?: string } = {}
) =>
  refusalOf(
    read,
    { share: [], unattended: [], ...rules },
    { operation, workflow, reviewed, place: placeOf(url, [], true) }
  )?.bound

describe("after reading nothing of note", () => {
  it("every write may go", () => {
    assert.isUndefined(bound(noLabels(), {}, "/repos/acme/web/issues"))
  })
})

describe("after reading a repository that is not public", () => {
  const secret = labels({ private: ["acme/secret"] })

  it("writes go only there", () => {
    assert.isUndefined(bound(secret, {}, "/repos/Acme/Secret/issues"))
    assert.strictEqual(bound(secret, {}, "/repos/acme/web/issues"), "private")
    assert.strictEqual(bound(secret, {}, "/orgs/acme/hooks"), "private")
    assert.strictEqual(bound(secret, {}, "/gists"), "private")
  })

  it("writes go where what was read may be shared", () => {
    const share = [{ from: "acme/secret", to: ["acme/web"] }]
    assert.isUndefined(bound(secret, { share }, "/repos/acme/web/issues"))
    assert.strictEqual(bound(secret, { share }, "/repos/acme/docs/issues"), "private")
    assert.isUndefined(bound(secret, { share: [{ from: "*", to: ["acme/*"] }] }, "/repos/acme/docs/issues"))
    assert.isUndefined(bound(secret, { share: [{ from: "acme/s*", to: ["acme/*"] }] }, "/repos/acme/docs/issues"))
    assert.strictEqual(bound(secret, { share: [{ from: "acme/other", to: ["*/*"] }] }, "/repos/acme/docs/x"), "private")
    // Nothing elsewhere is in a pattern.
    assert.strictEqual(bound(secret, { share: [{ from: "*", to: ["*/*", "*"] }] }, "/gists"), "private")
  })

  it("and another one, writes go to neither", () => {
    const both = labels({ private: ["acme/secret", "acme/vault"] })
    assert.strictEqual(bound(both, {}, "/repos/acme/secret/issues"), "private")
    assert.strictEqual(bound(both, {}, "/repos/acme/vault/issues"), "private")
    const share = [{ from: "acme/secret", to: ["acme/vault"] }]
    assert.isUndefined(bound(both, { share }, "/repos/acme/vault/issues"))
    assert.strictEqual(bound(both, { share }, "/repos/acme/secret/issues"), "private")
  })

  it("a search of all of an owner is shared only by name", () => {
    const all = labels({ private: ["acme/*"] })
    assert.strictEqual(bound(all, { share: [{ from: "acme/web", to: ["acme/web"] }] }, "/repos/acme/web/x"), "private")
    assert.isUndefined(bound(all, { share: [{ from: "acme/*", to: ["acme/web"] }] }, "/repos/acme/web/x"))
  })

  it("a review by a person changes nothing", () => {
    assert.strictEqual(bound(secret, {}, "/repos/acme/web/issues", { reviewed: true }), "private")
  })
})

describe("after reading texts of outsiders", () => {
  const read = labels({ untrusted: ["acme/web"] })

  it("nothing is written", () => {
    assert.strictEqual(bound(read, {}, "/repos/acme/web/issues"), "untrusted")
  })

  it("only what may be written unattended is, and only there", () => {
    const rules = { unattended: ["Labels.*"] }
    assert.isUndefined(bound(read, rules, "/repos/acme/web/issues/1/labels"))
    assert.strictEqual(bound(read, rules, "/repos/acme/docs/issues/1/labels"), "untrusted")
    assert.strictEqual(bound(read, rules, "/repos/acme/web/issues", { operation: "Issues.create" }), "untrusted")
    assert.strictEqual(
      bound(labels({ untrusted: ["acme/web", "users/octo"] }), rules, "/repos/acme/web/x"),
      "untrusted"
    )
  })

  it("a workflow may write unattended by its own name", () => {
    const write = { operation: "PullRequests.merge", workflow: "Merge.whenGreen" }
    assert.isUndefined(bound(read, { unattended: ["Merge.whenGreen"] }, "/repos/acme/web/pulls/1/merge", write))
    assert.strictEqual(
      bound(read, { unattended: ["Merge.enqueue"] }, "/repos/acme/web/pulls/1/merge", write),
      "untrusted"
    )
  })

  it("everything is written that a person looks at", () => {
    assert.isUndefined(bound(read, {}, "/repos/acme/docs/issues", { reviewed: true }))
  })
})
