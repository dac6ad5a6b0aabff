import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { App } from "../../../src/forge/schema/App.ts"
import { Issue } from "../../../src/forge/schema/Issue.ts"
import { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import { Label, LabelOrName } from "../../../src/forge/schema/Label.ts"
import { Milestone } from "../../../src/forge/schema/Milestone.ts"
import { Reactions } from "../../../src/forge/schema/Reactions.ts"
import { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { issuesPage } from "../../bench/issuesPage.ts"

const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): S["Type"] => {
  const result = Decoder.make<S["Type"]>(schema)(input)
  return Result.isSuccess(result) ? result.success : assert.fail(`${result.failure.path}: ${result.failure.found}`)
}

describe("records", () => {
  it.effect.prop(
    "are equal after a round trip through JSON",
    {
      App,
      Issue,
      IssueComment,
      Label,
      LabelOrName,
      Milestone,
      Reactions,
      SimpleUser
    },
    (records) =>
      Effect.sync(() => {
        const through = <A>(schema: Schema.Codec<A, unknown>, value: A) => {
          const codec = Schema.toCodecJson(schema)
          const text = JSON.stringify(Schema.encodeSync(codec)(value))
          const back = Schema.decodeUnknownSync(codec)(JSON.parse(text))
          assert.isTrue(Equal.equals(back, value))
        }
        through(App, records.App)
        through(IssueComment, records.IssueComment)
        through(Label, records.Label)
        through(LabelOrName, records.LabelOrName)
        through(Milestone, records.Milestone)
        through(Reactions, records.Reactions)
        through(SimpleUser, records.SimpleUser)
        // With random values, the two fields of an issue contradict each other.
        const is_pull_request = records.Issue.pull_request !== null
        through(Issue, Object.assign(records.Issue, { is_pull_request }))
      })
  )

  it("require only the fields that every server sends", () => {
    assert.deepStrictEqual(decode(SimpleUser, { login: "octocat", id: 1 }), {
      login: "octocat",
      id: 1,
      node_id: null,
      avatar_url: null,
      url: null,
      html_url: null,
      type: null,
      site_admin: false,
      name: null,
      email: null
    })
    const time = "2026-05-23T13:33:48Z"
    const instant = DateTime.makeUnsafe(time)
    const [sent, read] = [
      { created_at: time, updated_at: time },
      { created_at: instant, updated_at: instant }
    ]
    const milestone = { id: 1, number: 2, title: "v1", state: "open", html_url: "h", created_at: time }
    assert.deepStrictEqual(decode(Milestone, milestone), {
      id: 1,
      node_id: null,
      number: 2,
      title: "v1",
      state: "open",
      url: null,
      html_url: "h",
      labels_url: null,
      description: null,
      creator: null,
      open_issues: 0,
      closed_issues: 0,
      due_on: null,
      created_at: instant,
      updated_at: null,
      closed_at: null
    })
    assert.strictEqual(decode(IssueComment, { ...sent, id: 1, html_url: "h" }).body, "")
    const issue = decode(Issue, { ...sent, id: 1, number: 2, title: "t", state: "open", html_url: "h", labels: [] })
    assert.deepStrictEqual(
      Object.entries(issue).filter(([, value]) => value !== null),
      Object.entries({
        id: 1,
        number: 2,
        title: "t",
        state: "open",
        labels: [],
        assignees: [],
        comments: 0,
        locked: false,
        draft: false,
        ...read,
        issue_field_values: [],
        html_url: "h",
        is_pull_request: false
      })
    )
  })
})

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
      Label.make({ name: "bug" }),
      Label.make({ name: "docs", color: "d73a4a", default: true })
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
