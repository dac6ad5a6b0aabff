import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Issues from "../../src/forge/Issues.ts"
import { Issue } from "../../src/forge/schema/Issue.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { issue, repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Issue)
const bug = read(issue)
const seventh = { ...repo, issue_number: 7 }
const logins = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`)

describe("Issues.list", () => {
  it.effect.each([
    ["DateTime.Utc", DateTime.makeUnsafe("2026-04-22T13:33:48Z")],
    ["Date", new Date("2026-04-22T13:33:48Z")],
    ["text", "2026-04-22T15:33:48+02:00"]
  ] as const)("sends every filter, the instant given as %s", ([, since]) =>
    proves(
      all(
        Issues.list({
          ...repo,
          state: "all",
          labels: ["help wanted", "ü&=#%+?/"],
          milestone: 3,
          assignee: "octo",
          creator: "hubot",
          mentioned: "other",
          type: "*",
          issue_field_values: ["priority:Urgent", "severity:High"],
          sort: "comments",
          direction: "asc",
          since,
          per_page: 30
        })
      ),
      {
        sends: asking(`${root}/issues`, {
          state: "all",
          labels: "help wanted,ü&=#%+?/",
          milestone: "3",
          assignee: "octo",
          creator: "hubot",
          mentioned: "other",
          type: "*",
          issue_field_values: "priority:Urgent,severity:High",
          sort: "comments",
          direction: "asc",
          since: "2026-04-22T13:33:48Z",
          per_page: "30"
        }),
        answer: answer(200, [issue]),
        gives: [bug]
      }
    )
  )

  it.effect("requests 100 a page and leaves the rest to the service", () =>
    proves(all(Issues.list({ ...repo, state: undefined })), {
      sends: asking(`${root}/issues`, { per_page: "100" }),
      answer: answer(200, [issue, { ...issue, number: 8 }]),
      gives: [bug, read({ ...issue, number: 8 })]
    })
  )

  it.effect.each(["*", "none"] as const)("finds issues with %s as their milestone", (milestone) =>
    proves(all(Issues.list({ ...repo, milestone, assignee: milestone })), {
      sends: asking(`${root}/issues`, { milestone, assignee: milestone, per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect("does not filter by label when the list is empty", () =>
    proves(all(Issues.list({ ...repo, labels: [] })), {
      sends: asking(`${root}/issues`, { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["owner", { owner: "" }],
    ["owner", { owner: undefined }],
    ["owner", { owner: ".." }],
    ["repo", { repo: "" }],
    ["repo", { repo: "." }],
    ["per_page", { per_page: 0 }],
    ["per_page", { per_page: 101 }],
    ["per_page", { per_page: 2.5 }],
    ["per_page", { per_page: "50" }],
    ["state", { state: "closd" }],
    ["labels[1]", { labels: ["bug", "a,b"] }],
    ["labels[0]", { labels: [""] }],
    ["labels", { labels: "bug" }],
    ["milestone", { milestone: 0 }],
    ["milestone", { milestone: "any" }],
    ["sort", { sort: "created_at" }],
    ["direction", { direction: "up" }],
    ["since", { since: "2026-04" }],
    ["issue_field_values[1]", { issue_field_values: ["priority:Urgent", "severity"] }],
    ["since", { since: new Date("never") }],
    ["creator", { creator: 7 }],
    ["creator", { creator: "\ud83d" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    Effect.gen(function* () {
      const input = untyped({ ...repo, ...wrong })
      yield* refuses(path, all(Issues.list(input)))
      yield* refuses(path, all(Issues.list.pages(input)))
      yield* refuses(path, Issues.list.page(input))
      yield* refuses(path, Issues.list.page.withReply(input))
      yield* refuses(path, Issues.list.page.ifChanged(input, { etag: '"1"' }))
    })
  )

  it.effect.each([0, -1, 1.5, Number.NaN])("refuses the page %d", (page) =>
    refuses("page", Issues.list.page({ ...repo, page }))
  )

  it.effect.each([
    ["since", new Date("never"), "Expected a valid Date, a DateTime.Utc or an ISO 8601 timestamp"],
    ["since", "yesterday", "Expected a valid Date, a DateTime.Utc or an ISO 8601 timestamp"],
    ["since", "2026-02-30", "Expected a valid Date, a DateTime.Utc or an ISO 8601 timestamp"],
    ["since", null, "Expected a valid Date, a DateTime.Utc or an ISO 8601 timestamp"],
    ["milestone", "v1.0", 'Expected a number, "*" or "none"']
  ] as const)("lists the values that %s may have, and rejects %j", ([path, wrong, expected]) =>
    Effect.map(refuses(path, all(Issues.list(untyped({ ...repo, [path]: wrong })))), ({ reason }) => {
      assert.strictEqual(reason, expected)
    })
  )

  it.effect("explains that a label can't contain a comma", () =>
    Effect.map(refuses("labels[0]", all(Issues.list({ ...repo, labels: ["a,b"] }))), ({ reason }) => {
      assert.include(reason, "a name without a comma")
    })
  )
})

describe("Issues.get", () => {
  it.effect("returns an issue", () =>
    proves(Issues.get(seventh), { sends: asking(`${root}/issues/7`), answer: answer(200, issue), gives: bug })
  )

  it.effect("reads the whole record", () =>
    Effect.sync(() => {
      assert.containSubset(bug, {
        id: 3_000_000_007,
        number: 7,
        state: "closed",
        state_reason: "completed",
        user: { login: "octo" },
        labels: [
          { name: "help wanted", color: "008672" },
          { name: "bug", color: null }
        ],
        assignees: [{ login: "hubot" }, { login: "other" }],
        milestone: { number: 3, due_on: DateTime.makeUnsafe("2026-10-09T23:39:01Z") },
        locked: true,
        active_lock_reason: "too heated",
        is_pull_request: false,
        pull_request: null,
        draft: false,
        created_at: DateTime.makeUnsafe("2026-04-22T13:33:48Z"),
        closed_at: DateTime.makeUnsafe("2026-05-24T13:33:48Z")
      })
    })
  )

  it.effect.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses the number %d", (issue_number) =>
    refuses("issue_number", Issues.get({ ...repo, issue_number }))
  )

  it.effect("ignores unknown fields, as from a spread", () => {
    const own = { body: "b", labels: [], assignees: [], milestone: null, type: null, issue_field_values: [] }
    return proves(Issues.create({ ...issue, ...repo, ...own }), {
      sends: sending("POST", `${root}/issues`, { title: issue.title, ...own }),
      answer: answer(201, issue),
      gives: bug
    })
  })

  it.effect.each([
    ["title", { title: "" }],
    ["title", { title: undefined }],
    ["title", { title: 7 }],
    ["body", { body: null }],
    ["labels[0]", { labels: [""] }],
    ["labels[0].name", { labels: [{ id: 1 }] }],
    ["issue_field_values[0].value", { issue_field_values: [{ field_id: 1 }] }],
    ["assignees", { assignees: logins(11) }],
    ["assignees[0]", { assignees: [""] }],
    ["assignees", { assignees: "octo" }],
    ["milestone", { milestone: 0 }],
    ["milestone", { milestone: "v1.0" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Issues.create(untyped({ ...repo, title: "t", ...wrong })))
  )

  it.effect("says how many assignees are allowed", () =>
    Effect.map(refuses("assignees", Issues.create({ ...repo, title: "t", assignees: logins(11) })), ({ reason }) => {
      assert.include(reason, "at most 10 assignees")
    })
  )
})

describe("Issues.update", () => {
  it.effect("sends every field", () =>
    proves(
      Issues.update({
        ...seventh,
        title: "It starts",
        body: "",
        state: "closed",
        state_reason: "not_planned",
        labels: ["bug"],
        assignees: ["octo"],
        milestone: 3
      }),
      {
        sends: sending("PATCH", `${root}/issues/7`, {
          title: "It starts",
          body: "",
          state: "closed",
          state_reason: "not_planned",
          labels: ["bug"],
          assignees: ["octo"],
          milestone: 3
        }),
        answer: answer(200, issue),
        gives: bug
      }
    )
  )

  it.effect("unassigns the milestone with null and clears the sets with []", () =>
    proves(Issues.update({ ...seventh, milestone: null, labels: [], assignees: [] }), {
      sends: sending("PATCH", `${root}/issues/7`, { milestone: null, labels: [], assignees: [] }),
      answer: answer(200, { ...issue, milestone: null, labels: [], assignees: [] }),
      gives: read({ ...issue, milestone: null, labels: [], assignees: [] })
    })
  )

  it.effect("sends labels, assignees, type and field values with the reasons for them", () => {
    const why = { rationale: "It crashes", suggest: true, confidence: "low" } as const
    const body = {
      state_reason: "duplicate",
      duplicate_issue_id: 3_000_000_001,
      labels: [{ name: "bug", ...why }, "help wanted"],
      assignees: [{ login: "octo", ...why }],
      type: { value: null, ...why },
      issue_field_values: [{ field_id: 1, value: ["a", "b"], ...why }]
    } as const
    return proves(Issues.update({ ...seventh, ...body }), {
      sends: sending("PATCH", `${root}/issues/7`, body),
      answer: answer(200, issue),
      gives: bug
    })
  })

  it.effect("takes labels and assignees as they were read", () =>
    proves(Issues.update({ ...seventh, labels: bug.labels, assignees: bug.assignees }), {
      sends: sending("PATCH", `${root}/issues/7`, {
        labels: bug.labels.map(({ name }) => ({ name })),
        assignees: bug.assignees.map(({ login }) => ({ login }))
      }),
      answer: answer(200, issue),
      gives: bug
    })
  )

  it.effect("sends null where the service accepts it, so that what was read can be written back", () =>
    proves(Issues.update({ ...seventh, title: null, body: null, state_reason: null, milestone: null }), {
      sends: sending("PATCH", `${root}/issues/7`, { title: null, body: null, state_reason: null, milestone: null }),
      answer: answer(200, { ...issue, body: null }),
      gives: read({ ...issue, body: null })
    })
  )

  it.effect("sends only the given fields", () =>
    proves(Issues.update({ ...seventh, state: "open", title: undefined }), {
      sends: sending("PATCH", `${root}/issues/7`, { state: "open" }),
      answer: answer(200, issue),
      gives: bug
    })
  )

  it.effect.each([
    ["issue_number", { issue_number: 0 }],
    ["title", { title: "" }],
    ["state", { state: "reopened" }],
    ["state", { state: null }],
    ["state_reason", { state_reason: "done" }],
    ["labels", { labels: null }],
    ["assignees", { assignees: logins(11) }],
    ["assignees", { assignees: null }],
    ["milestone", { milestone: -3 }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Issues.update(untyped({ ...seventh, ...wrong }))))
})
