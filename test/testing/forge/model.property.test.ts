/** Random sequences of operations through the client, compared step by step with a small model of the rules. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Branches from "../../../src/forge/Branches.ts"
import * as Commits from "../../../src/forge/Commits.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as Code from "./model/code.ts"
import * as IssueSteps from "./model/issues.ts"
import * as LabelSteps from "./model/labels.ts"
import { ancestors, blobSha, type Issue, makeModel, type Model } from "./model/model.ts"
import * as PullSteps from "./model/pulls.ts"
import * as ReleaseSteps from "./model/releases.ts"
import { type Step, web } from "./model/step.ts"
import { runs } from "../../depth.ts"

const layer = () =>
  ForgeSimulator.layer({
    users: ["ada"],
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "README.md": "# web\n" },
        collaborators: { octo: "write", rev: "write", tri: "triage" }
      }
    ],
    tokens: { octo: "octo" },
    limits: "none"
  })

const all = <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.runCollect(stream)

const sorted = (values: Iterable<string>): ReadonlyArray<string> => [...values].toSorted()

const auditIssues = Effect.fnUntraced(function* (model: Model) {
  const shown = yield* all(Issues.list({ ...web, state: "all", direction: "asc", per_page: 7 }))
  expect(shown.map(({ number }) => number)).toEqual([...model.issues.keys()])
  for (const each of shown) {
    const issue = model.issues.get(each.number)
    if (issue === undefined) continue
    IssueSteps.looksLike(issue, each)
    const comments = yield* all(Issues.listComments({ ...web, issue_number: each.number }))
    expect(comments.map(({ body, id }) => [id, body])).toEqual([...issue.comments])
  }
  const issues = [...model.issues.values()]
  const lists = Effect.fnUntraced(function* (filter: object, wanted: (issue: Issue) => boolean) {
    const found = yield* all(Issues.list({ ...web, direction: "asc", ...filter }))
    expect(found.map(({ number }) => number)).toEqual(issues.filter(wanted).map(({ number }) => number))
  })
  yield* lists({}, ({ state }) => state === "open")
  yield* lists({ state: "all", milestone: "none" }, ({ milestone }) => milestone === null)
  yield* lists(
    { state: "closed", assignee: "octo" },
    (issue) => issue.state === "closed" && issue.assignees.includes("octo")
  )
  const bug = model.labels.get("bug")
  yield* lists({ state: "all", labels: ["BUG"] }, ({ labels }) => bug !== undefined && labels.has(bug))
  expect(IssueSteps.namesOf(yield* all(Labels.list(web)))).toEqual(IssueSteps.namesOf(model.labels.values()))
  const milestones = yield* all(Milestones.list({ ...web, state: "all" }))
  expect(
    milestones.map(({ closed_issues, number, open_issues, state, title }) => [
      number,
      title,
      state,
      open_issues,
      closed_issues
    ])
  ).toEqual(
    [...model.milestones].map(([number, { state, title }]) => {
      const own = issues.filter(({ milestone }) => milestone === number)
      const openOnes = own.filter((issue) => issue.state === "open").length
      return [number, title, state, openOnes, own.length - openOnes]
    })
  )
})

const auditPulls = Effect.fnUntraced(function* (model: Model) {
  const pulls = yield* all(PullRequests.list({ ...web, state: "all", direction: "asc" }))
  const own = [...model.issues.values()].filter(({ pull }) => pull !== undefined)
  expect(
    pulls.map(({ draft, head, merged_at, number, state }) => [number, state, draft, head.ref, merged_at !== null])
  ).toEqual(own.map(({ number, pull, state }) => [number, state, pull?.draft, pull?.head, pull?.merged]))
  for (const { number, pull } of own) {
    const reviews = yield* all(PullRequests.listReviews({ ...web, pull_number: number }))
    expect(reviews.map(({ state }) => state)).toEqual(pull?.reviews)
  }
})

const auditCode = Effect.fnUntraced(function* (model: Model) {
  const branches = yield* all(Branches.list(web))
  expect(branches.map(({ name }) => name)).toEqual(sorted(model.branches.keys()))
  for (const [branch, tip] of model.branches) {
    const root = yield* Contents.get({ ...web, path: "", ref: branch })
    const entries = root._tag === "Directory" ? root.entries : []
    expect(sorted(entries.map(({ name, sha }) => `${name} ${sha}`))).toEqual(
      sorted([...tip.files].map(([name, content]) => `${name} ${blobSha(content)}`))
    )
    const commits = yield* all(Commits.list({ ...web, sha: branch }))
    expect(commits.length).toBe(ancestors(tip).size)
  }
})

const auditReleases = Effect.fnUntraced(function* (model: Model) {
  const releases = yield* all(Releases.list(web))
  const lineOf = (tag: string, draft: boolean, prerelease: boolean) => `${tag} ${draft} ${prerelease}`
  expect(sorted(releases.map(({ draft, prerelease, tag_name }) => lineOf(tag_name, draft, prerelease)))).toEqual(
    sorted([...model.releases.values()].map(({ draft, prerelease, tag }) => lineOf(tag, draft, prerelease)))
  )
  const tags = yield* all(Repositories.listTags(web))
  expect(sorted(tags.map(({ name }) => name))).toEqual(sorted(model.tags.keys()))
})

const audit = Effect.fnUntraced(function* (model: Model) {
  yield* auditIssues(model)
  yield* auditPulls(model)
  yield* auditCode(model)
  yield* auditReleases(model)
})

const everySteps = 20

const follow = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const model = makeModel()
  for (const [at, step] of steps.entries()) {
    yield* step.run(model)
    if (at % everySteps === everySteps - 1) yield* audit(model)
  }
  yield* audit(model)
})

const agrees = (steps: fc.Arbitrary<Step>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 60, size: "max" }), (sequence) =>
      Effect.runPromise(Effect.provide(follow(sequence), layer()))
    ),
    { numRuns: runs(numRuns) }
  )

const conversation = [...IssueSteps.steps, ...LabelSteps.steps]
const code = [...Code.steps, ...PullSteps.steps]

describe("the service follows the model", () => {
  it.each([
    ["issues, comments, labels and milestones", conversation, 25],
    ["files, branches, pull requests and reviews", code, 30],
    ["releases and tags", ReleaseSteps.steps, 20],
    ["all of them together", [...conversation, ...code, ...ReleaseSteps.steps], 30]
  ] as const)("for %s", async (_, steps, numRuns) => {
    await expect(agrees(fc.oneof(...steps), numRuns)).resolves.toBeUndefined()
  })
})
