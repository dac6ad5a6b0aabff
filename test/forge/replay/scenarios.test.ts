/** Recorded scenarios: the program sends the recorded requests, and each response succeeds or fails as expected. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Organizations from "../../../src/forge/Organizations.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import { Label } from "../../../src/forge/schema/Label.ts"
import { Repo } from "../../../src/forge/schema/Repo.ts"
import * as Search from "../../../src/forge/Search.ts"
import { NotFound, ValidationFailed } from "../../../src/rest/RestError.ts"
import { all } from "../support/proof.ts"
import { playScenario } from "./recording.ts"

const owner = "octokit-fixture-org"
const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }
const recordedAt = DateTime.makeUnsafe("2017-10-10T16:00:00Z")

describe("labels", () => {
  const getLabel = Forge.operation("Labels.get", "GET /repos/{owner}/{repo}/labels/{name}", {
    path: { ...RepoPath, name: Schema.NonEmptyString },
    success: Label,
    errors: [NotFound]
  })

  it.effect("are listed, created, read, changed and removed", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("labels")
      const repo = { owner, repo: "labels" }
      yield* Effect.gen(function* () {
        const found = yield* all(Labels.list(repo))
        assert.deepStrictEqual(
          found.map(({ name }) => name),
          [
            "bug",
            "documentation",
            "duplicate",
            "enhancement",
            "good first issue",
            "help wanted",
            "invalid",
            "question",
            "wontfix"
          ]
        )
        assert.isTrue(found.every((label) => label.default && label.description !== null))
        const created = yield* Labels.create({ ...repo, name: "test-label", color: "663399" })
        assert.containSubset(created, { name: "test-label", color: "663399", default: false, description: null })
        assert.deepStrictEqual(yield* getLabel({ ...repo, name: "test-label" }), created)
        const changed = yield* Labels.update({
          ...repo,
          name: "test-label",
          new_name: "test-label-updated",
          color: "BADA55"
        })
        assert.strictEqual(changed.name, "test-label-updated")
        yield* Labels.delete({ ...repo, name: "test-label-updated" })
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )
})

describe("lock-issue", () => {
  it.effect("locks and unlocks", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("lock-issue")
      const first = { owner, repo: "lock-issue", issue_number: 1 }
      yield* Issues.lock(first).pipe(Effect.andThen(Issues.unlock(first)), Effect.provide(service))
      assert.lengthOf(left(), 0)
    })
  )
})

describe("add-labels-to-issue", () => {
  it.effect("opens an issue and labels it", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("add-labels-to-issue")
      const repo = { owner, repo: "add-labels-to-issue" }
      const issue = yield* Issues.create({ ...repo, title: "Issue without a label" }).pipe(Effect.provide(service))
      assert.containSubset(issue, {
        number: 1,
        title: "Issue without a label",
        body: null,
        state: "open",
        state_reason: null,
        labels: [],
        assignees: [],
        milestone: null,
        locked: false,
        author_association: "MEMBER",
        user: { type: "User", site_admin: false },
        created_at: recordedAt,
        updated_at: recordedAt,
        closed_at: null,
        is_pull_request: false
      })
      const labels = yield* Labels.addToIssue({
        ...repo,
        issue_number: issue.number,
        labels: ["Foo", "bAr", "baZ"]
      }).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        labels.map(({ name }) => name),
        ["Foo", "bAr", "baZ"]
      )
      assert.lengthOf(left(), 0)
    })
  )
})

describe("paginate-issues", () => {
  const repo = { owner, repo: "paginate-issues", per_page: 3 }
  const titles = Array.from({ length: 13 }, (_, index) => `Test issue ${13 - index}`)

  it.effect("streams all issues in order, by the links of the service", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("paginate-issues")
      const issues = yield* all(Issues.list(repo)).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        issues.map(({ title }) => title),
        titles
      )
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("continues from a page's cursor", () =>
    Effect.gen(function* () {
      const { left, sent, service } = playScenario("paginate-issues")
      const first = yield* Issues.list.page(repo).pipe(Effect.provide(service))
      assert.isNotNull(first.next)
      const second = yield* Issues.list.page({ ...repo, page: first.next }).pipe(Effect.provide(service))
      assert.isNotNull(second.next)
      const rest = yield* all(Issues.list.pages(repo, second.next)).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        [first, second, ...rest].flatMap(({ items }) => items.map(({ title }) => title)),
        titles
      )
      assert.deepStrictEqual(
        rest.map(({ next }) => next === null),
        [false, false, true]
      )
      assert.lengthOf(sent, 5)
      assert.lengthOf(left(), 0)
    })
  )
})

describe("errors", () => {
  const repo = { owner, repo: "errors" }
  const wrong = { ...repo, name: "foo", color: "invalid" }

  /** Our operation, without its check of the color. */
  const createLabel = Forge.operation("Labels.create", "POST /repos/{owner}/{repo}/labels", {
    path: RepoPath,
    body: { name: Schema.String, color: Schema.String },
    success: Label,
    errors: [NotFound, ValidationFailed]
  })

  it.effect("are typed, with the service's message", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("errors")
      const failure = yield* createLabel(wrong).pipe(Effect.flip, Effect.provide(service))
      assert.containSubset(failure, {
        _tag: "ValidationFailed",
        operation: "Labels.create",
        status: 422,
        requestId: "0000:00000:0000000:0000000:00000000",
        serviceMessage: "Validation Failed",
        documentationUrl: "https://docs.github.com/rest/reference/issues#create-a-label",
        errors: [{ resource: "Label", code: "invalid", field: "color" }]
      })
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("that our checks find are not sent", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("errors")
      const failure = yield* Labels.create(wrong).pipe(Effect.flip, Effect.provide(service))
      assert.containSubset(failure, { _tag: "InvalidInput", path: "color" })
      assert.lengthOf(left(), 1)
    })
  )

  it.effect("of other resources are typed too", () =>
    Effect.gen(function* () {
      const getProtection = Forge.operation(
        "Branches.getProtection",
        "GET /repos/{owner}/{repo}/branches/{branch}/protection",
        { path: { ...RepoPath, branch: Schema.String }, errors: [NotFound] }
      )
      const { service } = playScenario("branch-protection")
      const failure = yield* getProtection({ owner, repo: "branch-protection", branch: "main" }).pipe(
        Effect.flip,
        Effect.provide(service)
      )
      assert.containSubset(failure, { _tag: "NotFound", serviceMessage: "Branch not protected" })
    })
  )
})

describe("get-repository", () => {
  it.effect("returns a repository", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("get-repository")
      const found = yield* Repositories.get({ owner, repo: "hello-world" }).pipe(Effect.provide(service))
      assert.containSubset(found, {
        name: "hello-world",
        full_name: "octokit-fixture-org/hello-world",
        owner: { login: owner, type: "Organization" },
        organization: { login: owner },
        private: false,
        fork: false,
        topics: ["fixtures", "hello", "hello-world"],
        created_at: recordedAt,
        parent: null
      })
      assert.lengthOf(left(), 0)
    })
  )
})

describe("get-organization", () => {
  it.effect("returns an organization", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("get-organization")
      const found = yield* Organizations.get({ org: owner }).pipe(Effect.provide(service))
      assert.containSubset(found, {
        login: owner,
        type: "Organization",
        blog: null,
        public_repos: 42,
        plan: { seats: 5 }
      })
      assert.lengthOf(left(), 0)
    })
  )
})

describe("rename-repository", () => {
  const repo = { owner, repo: "rename-repository" }
  const name = "rename-repository-newname"
  const update = Forge.operation("Repositories.update", "PATCH /repos/{owner}/{repo}", {
    path: RepoPath,
    body: { name: Schema.optional(Schema.String), description: Schema.optional(Schema.String) },
    success: Repo,
    errors: [NotFound, ValidationFailed]
  })

  it.effect("follows redirects to the new name, and repeats the body of a write", () =>
    Effect.gen(function* () {
      const { left, sent, service } = playScenario("rename-repository")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* update({ ...repo, name })).name, name)
        const reply = yield* Repositories.get.withReply(repo)
        assert.containSubset(reply, { status: 200, value: { full_name: `${owner}/${name}` } })
        const described = yield* update({ ...repo, name, description: "test description" })
        assert.strictEqual(described.description, "test description")
      }).pipe(Effect.provide(service))
      assert.lengthOf(left(), 0)
      assert.isTrue(sent.every(({ headers }) => headers["authorization"] !== undefined))
    })
  )
})

describe("get-archive", () => {
  it.effect("follows to another host without the token", () =>
    Effect.gen(function* () {
      const download = Forge.download("Archives.download", "GET /repos/{owner}/{repo}/tarball/{ref}", {
        path: { ...RepoPath, ref: Schema.String },
        accept: "application/vnd.github+json"
      })
      const { left, sent, service } = playScenario("get-archive")
      yield* download.bytes({ owner, repo: "get-archive", ref: "main" }).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        sent.map(({ headers, url }) => [new URL(url).host, headers["authorization"] !== undefined]),
        [
          ["api.github.com", true],
          ["codeload.github.com", false]
        ]
      )
      assert.lengthOf(left(), 0)
    })
  )
})

describe("search-issues", () => {
  it.effect("streams the items of the envelope", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("search-issues")
      const page = yield* Search.issues
        .page({ q: "sesame repo:octokit-fixture-org/search-issues" })
        .pipe(Effect.provide(service))
      assert.containSubset(page, { total_count: 2, incomplete_results: false, next: null })
      assert.deepStrictEqual(
        page.items.map(({ title }) => title),
        ["Sesame seeds split without a pop!", "The doors don’t open"]
      )
      assert.lengthOf(left(), 0)
    })
  )
})
