/** Steps of pull requests and reviews. */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Branches from "../../../../src/forge/Branches.ts"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as PullRequests from "../../../../src/forge/PullRequests.ts"
import * as Refs from "../../../../src/forge/Refs.ts"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import { branchAt, messageOf, path } from "./code.ts"
import { newIssue } from "./issues.ts"
import {
  ahead,
  blobSha,
  canReopen,
  type Issue,
  main,
  mergedTip,
  type Model,
  moveBranch,
  openFrom,
  type Pull,
  tipOf
} from "./model.ts"
import { calls, index, nth, type Planned, step, web } from "./step.ts"

const me = "octo"

const opened = (model: Model, head: string, draft: boolean, author: string): Issue => {
  const pull = {
    head,
    draft,
    author,
    tip: tipOf(model, head),
    merged: false,
    requested: new Set<string>(),
    reviews: []
  }
  const issue = newIssue(model.issues.size + 1, head, pull)
  model.issues.set(issue.number, issue)
  return issue
}

/** Opens one, as the client's user or as somebody else. */
const createPull = step(
  "PullRequests.create",
  fc.tuple(index, fc.boolean(), fc.boolean()),
  (model, [at, draft, isMine]) => {
    const head = branchAt(model, at)
    const input = { title: head, head, base: main, draft }
    const tip = model.branches.get(head)
    const isTaken =
      tip === undefined || openFrom(model, head) !== undefined || ahead(tipOf(model, main), tip).length === 0
    const open = () => opened(model, head, draft, isMine ? me : "rev").number
    if (isMine)
      return calls(
        PullRequests.create({ ...web, ...input }),
        isTaken ? "ValidationFailed" : ({ number }) => expect(number).toBe(open())
      )
    if (isTaken) return undefined
    const call = Effect.flatMap(ForgeSimulator, (simulator) => simulator.as("rev", "POST /repos/acme/web/pulls", input))
    return calls(call, (made) => expect(made).toMatchObject({ number: open() }))
  }
)

/** A branch with a commit of its own, and a pull request from it. */
const propose = step("propose", fc.tuple(index, path, fc.nat({ max: 3 })), (model, [at, name, version]) => {
  const from = nth(model.branches.keys(), at) ?? main
  const tip = tipOf(model, from)
  const head = `b${model.branchesMade + 1}`
  const former = tip.files.get(name)
  const content = `${name} ${version}\n`
  const sha = former === undefined ? {} : { sha: blobSha(former) }
  const call = Effect.gen(function* () {
    const { commit } = yield* Branches.get({ ...web, branch: from })
    yield* Refs.create({ ...web, ref: `refs/heads/${head}`, sha: commit.sha })
    yield* Contents.put({ ...web, path: name, message: messageOf(model), branch: head, content, ...sha })
    return yield* PullRequests.create({ ...web, title: head, head, base: main })
  })
  return calls(call, ({ number }) => {
    model.branchesMade++
    model.branches.set(head, { files: new Map([...tip.files, [name, content]]), parents: [tip] })
    expect(number).toBe(opened(model, head, false, me).number)
  })
})

/** The number of a pull request, or of none. */
const pullAt = (
  model: Model,
  at: number
): readonly [number: number, issue: Issue | undefined, pull: Pull | undefined] => {
  const found =
    at % 11 === 10
      ? undefined
      : nth(
          [...model.issues.values()].filter(({ pull }) => pull !== undefined),
          at
        )
  return [found?.number ?? 999, found, found?.pull]
}

const methods = fc.constantFrom("merge", "squash", "rebase")

const mergePull = step(
  "PullRequests.merge",
  fc.tuple(index, methods, fc.nat({ max: 7 })),
  (model, [at, method, guard]) => {
    const [pull_number, issue, pull] = pullAt(model, at)
    const call = PullRequests.merge({
      ...web,
      pull_number,
      merge_method: method,
      ...(guard === 0 ? { sha: "0".repeat(40) } : {})
    })
    const reasonOf = (reason: string) =>
      calls(
        Effect.mapError(call, (error) => ({ _tag: error._tag === "Unmergeable" ? error.reason : error._tag })),
        reason
      )
    if (issue === undefined || pull === undefined) return calls(call, "NotFound")
    if (pull.merged) return reasonOf("already_merged")
    if (issue.state === "closed") return calls(call, "Unmergeable")
    if (pull.draft) return reasonOf("draft")
    if (guard === 0) return reasonOf("head_moved")
    const tip = mergedTip(tipOf(model, main), pull.tip, method)
    if (tip === undefined) return calls(call, "Unmergeable")
    return calls(call, () => {
      issue.state = "closed"
      pull.merged = true
      moveBranch(model, main, tip)
    })
  }
)

const getPull = step("PullRequests.get", index, (model, at) => {
  const [pull_number, issue, pull] = pullAt(model, at)
  const get = PullRequests.get({ ...web, pull_number })
  // The first look lets the service work it out.
  const call = Effect.andThen(get, get)
  if (issue === undefined || pull === undefined) return calls(call, "NotFound")
  return calls(call, (shown) => {
    const mergeable = mergedTip(tipOf(model, main), pull.tip, "merge") !== undefined
    expect(shown).toMatchObject({
      title: issue.title,
      state: issue.state,
      draft: pull.draft,
      merged: pull.merged,
      user: { login: pull.author },
      ...(issue.state === "open"
        ? { mergeable, commits: ahead(tipOf(model, main), pull.tip).length }
        : { mergeable: null })
    })
    expect(new Set(shown.requested_reviewers.map(({ login }) => login))).toEqual(pull.requested)
  })
})

const updatePull = step(
  "PullRequests.update",
  fc.tuple(index, fc.constantFrom("open", "closed")),
  (model, [at, state]) => {
    const [pull_number, issue, pull] = pullAt(model, at)
    const call = PullRequests.update({ ...web, pull_number, state })
    if (issue === undefined || pull === undefined) return calls(call, "NotFound")
    const isReopened = state === "open" && issue.state === "closed"
    if (isReopened && !canReopen(model, pull)) return calls(call, "ValidationFailed")
    return calls(call, (changed) => {
      issue.state = state
      if (isReopened) pull.tip = tipOf(model, pull.head)
      expect(changed.state).toBe(state)
    })
  }
)

const events = fc.constantFrom("APPROVE", "REQUEST_CHANGES", "COMMENT")
const verdicts = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const

const review = step("PullRequests.createReview", fc.tuple(index, events), (model, [at, event]): Planned => {
  const [pull_number, issue, pull] = pullAt(model, at)
  const call = PullRequests.createReview({ ...web, pull_number, event, body: "So" })
  if (issue === undefined || pull === undefined) return calls(call, "NotFound")
  if (pull.author === me && event !== "COMMENT") return calls(call, "ValidationFailed")
  return calls(call, ({ state }) => {
    expect(state).toBe(verdicts[event])
    pull.reviews.push(state)
    if (pull.author !== me) pull.requested.delete(me)
  })
})

const reviewers = fc.constantFrom("octo", "rev", "tri", "acme", "ada")

const ask = step(
  "PullRequests.requestReviewers",
  fc.tuple(index, reviewers, fc.boolean()),
  (model, [at, login, isAsked]) => {
    const [pull_number, issue, pull] = pullAt(model, at)
    const input = { ...web, pull_number, reviewers: [login] }
    const call = isAsked ? PullRequests.requestReviewers(input) : PullRequests.removeRequestedReviewers(input)
    if (issue === undefined || pull === undefined) return calls(call, "NotFound")
    if (isAsked && (login === pull.author || login === "ada")) return calls(call, "ValidationFailed")
    return calls(call, (changed) => {
      if (isAsked) pull.requested.add(login)
      else pull.requested.delete(login)
      expect(new Set(changed.requested_reviewers.map((user) => user.login))).toEqual(pull.requested)
    })
  }
)

export const steps = [
  { weight: 3, arbitrary: createPull },
  { weight: 6, arbitrary: propose },
  { weight: 7, arbitrary: mergePull },
  { weight: 2, arbitrary: getPull },
  { weight: 2, arbitrary: updatePull },
  { weight: 2, arbitrary: review },
  { weight: 2, arbitrary: ask }
]
