import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Issues from "../../src/forge/Issues.ts"
import { TimelineEvent } from "../../src/forge/schema/TimelineEvent.ts"
import { commented, labeled, unheardOf } from "./support/conversations.ts"
import { fileCommit } from "./support/files.ts"
import { review, reviewComment, sha } from "./support/pulls.ts"
import { issue, repo } from "./support/records.ts"
import { user } from "./support/repositories.ts"
import { answer, makeClient, serviceOn } from "./support/wire.ts"

const at = { ...repo, issue_number: 7 }

const listed = <A, E, R>(listing: Stream.Stream<A, E, R>, events: ReadonlyArray<unknown>) => {
  const { client } = makeClient(() => answer(200, events))
  return Effect.provide(Stream.runCollect(listing), serviceOn(client))
}

const { created_at, event: _event, label: _label, ...common } = labeled
const event = { ...common, created_at }
const past = { id: 3, name: "Bug", color: "red" }

/** Events as the service sends them, with what is read of them. */
const known: ReadonlyArray<readonly [tag: string, event: object, read: object]> = [
  ["LabelEvent", { event: "unlabeled", label: { name: "a", color: "ffffff" } }, { label: { name: "a" } }],
  ["AssigneeEvent", { event: "assigned", assignee: user, assigner: null }, { assignee: { login: "octo" } }],
  ["AssigneeEvent", { event: "unassigned", assignee: user }, { assigner: null }],
  ["MilestoneEvent", { event: "demilestoned", milestone: { title: "v1" } }, { milestone: { title: "v1" } }],
  ["RenameEvent", { event: "renamed", rename: { from: "a", to: "b" } }, { rename: { from: "a", to: "b" } }],
  ["StateEvent", { event: "closed", state_reason: "not_planned" }, { state_reason: "not_planned" }],
  ["StateEvent", { event: "merged", commit_id: sha }, { commit_id: sha, state_reason: null }],
  ["LockEvent", { event: "locked", lock_reason: "spam" }, { lock_reason: "spam" }],
  ["LockEvent", { event: "unlocked" }, { lock_reason: null }],
  [
    "ReviewRequestEvent",
    { event: "review_requested", review_requester: user, requested_reviewer: user },
    { requested_reviewer: { login: "octo" }, requested_team: null }
  ],
  [
    "ReviewDismissalEvent",
    { event: "review_dismissed", dismissed_review: { state: "approved", review_id: 80, dismissal_message: "Old" } },
    { dismissed_review: { review_id: 80, dismissal_commit_id: null } }
  ],
  [
    "IssueTypeEvent",
    { event: "issue_type_changed", issue_type: past, prev_issue_type: past },
    { issue_type: { name: "Bug" } }
  ],
  ["OtherEvent", { event: "head_ref_force_pushed", commit_id: sha }, { commit_id: sha, actor: { login: "octo" } }]
]

/** Entries that only a timeline has. */
const entries: ReadonlyArray<readonly [tag: string, entry: object, read: object]> = [
  ["CommentEvent", commented, { body: "Me too", actor: { login: "octo" } }],
  ["ReviewEvent", { ...review, event: "reviewed", state: "approved" }, { state: "approved", id: 80 }],
  ["LineCommentEvent", { event: "line-commented", comments: [reviewComment] }, { comments: [{ id: 10 }] }],
  [
    "CommitCommentEvent",
    { event: "commit-commented", commit_id: sha, comments: [{ ...commented, commit_id: sha }] },
    { comments: [{ commit_id: sha, path: null }] }
  ],
  ["CommitEvent", { ...fileCommit.commit, event: "committed", sha, parents: null }, { sha, parents: [] }],
  [
    "CrossReferenceEvent",
    { event: "cross-referenced", actor: user, created_at, updated_at: created_at, source: { type: "issue", issue } },
    { source: { issue: { number: 7 } } }
  ]
]

describe("Issues.listEvents", () => {
  it.effect.each(known)("reads a %s", ([tag, own, read]) =>
    Effect.gen(function* () {
      const [inEvents] = yield* listed(Issues.listEvents(at), [{ ...event, ...own }])
      const [inTimeline] = yield* listed(Issues.listTimeline(at), [{ ...event, ...own }])
      for (const found of [inEvents, inTimeline]) assert.containSubset(found, { _tag: tag, id: labeled.id, ...read })
    })
  )

  it.effect("reads an event that it does not know", () =>
    Effect.gen(function* () {
      const [found] = yield* listed(Issues.listEvents(at), [unheardOf])
      assert.containSubset(found, { _tag: "OtherEvent", event: "painted", id: labeled.id, actor: { login: "octo" } })
    })
  )

  it.effect("reads an event that lacks what its record needs, or has something else", () =>
    Effect.gen(function* () {
      const malformed = [
        { event: "labeled" },
        { ...event, event: "renamed", rename: "b" },
        { event: "painted", id: "a", actor: 7, created_at: "then", commit_id: {}, performed_via_github_app: [] }
      ]
      const found = yield* listed(Issues.listEvents(at), malformed)
      assert.containSubset(found, [
        { _tag: "OtherEvent", event: "labeled", id: null, actor: null },
        { _tag: "OtherEvent", event: "renamed", id: labeled.id, actor: { login: "octo" } },
        {
          _tag: "OtherEvent",
          event: "painted",
          id: null,
          actor: null,
          created_at: null,
          commit_id: null,
          performed_via_github_app: null
        }
      ])
    })
  )
})

describe("Issues.listTimeline", () => {
  it.effect.each(entries)("reads a %s", ([tag, entry, read]) =>
    Effect.gen(function* () {
      const [found] = yield* listed(Issues.listTimeline(at), [entry])
      assert.containSubset(found, { _tag: tag, ...read })
    })
  )

  it.effect("returns entries that can be stored as JSON", () =>
    Effect.gen(function* () {
      const all = [...known.map(([, own]) => ({ ...event, ...own })), ...entries.map(([, entry]) => entry)]
      const found = yield* listed(Issues.listTimeline(at), all)
      const codec = Schema.toCodecJson(Schema.Array(TimelineEvent))
      const stored = JSON.stringify(yield* Schema.encodeEffect(codec)(found))
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(codec)(JSON.parse(stored)), found)
    })
  )
})
