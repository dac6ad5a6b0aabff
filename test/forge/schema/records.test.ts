import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Issue } from "../../../src/forge/schema/Issue.ts"
import { IssueLabel } from "../../../src/forge/schema/Label.ts"
import type { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { issuesPage } from "../../bench/issuesPage.ts"
import { decode } from "./support.ts"

describe("Issue", () => {
  const page = issuesPage(10)

  it("distinguishes pull requests from issues by their `pull_request` field", () => {
    const issues = decode(Schema.Array(Issue), page)
    assert.deepStrictEqual(
      issues.map((issue) => issue.is_pull_request),
      page.map((issue) => "pull_request" in issue)
    )
    assert.isFalse(decode(Issue, { ...page[3], is_pull_request: true }).is_pull_request)
  })

  it("has instants, open enumerations and named records", () => {
    const issue = decode(Issue, page[0])
    assert.deepStrictEqual(issue.created_at, DateTime.makeUnsafe("2024-01-01T00:00:00Z"))
    assert.strictEqual(issue.state_reason, "completed")
    assert.strictEqual(decode(Issue, { ...page[0], state: "archived" }).state, "archived")
    const user: SimpleUser | null = issue.user
    assert.strictEqual(user?.login, "octocat")
  })

  it.each([
    ["created_at", null],
    ["updated_at", null],
    ["created_at", undefined],
    ["updated_at", undefined]
  ])("always has %s: refuses %j", (name, absent) => {
    const decoded = Decoder.make(Issue)({ ...page[0], [name]: absent })
    assert.isTrue(Result.isFailure(decoded) && decoded.failure.path === name)
  })

  it("takes labels by record or by name", () => {
    const { labels } = decode(Issue, { ...page[0], labels: ["bug", { name: "docs", color: "d73a4a", default: true }] })
    assert.deepStrictEqual(labels, [
      IssueLabel.make({ name: "bug" }),
      IssueLabel.make({ name: "docs", color: "d73a4a", default: true })
    ])
  })

  it("encodes back to the fields it was decoded from", () => {
    const [wire] = page
    const encoded: Readonly<Record<string, unknown>> = Schema.encodeSync(Issue)(decode(Issue, wire))
    assert.isFalse("is_pull_request" in encoded)
    const { user, milestone, reactions, ...rest } = { ...wire }
    assert.isDefined(user && milestone && reactions)
    for (const [field, value] of Object.entries(rest)) assert.deepStrictEqual(encoded[field] ?? value, value, field)
  })
})
