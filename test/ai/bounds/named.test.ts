import { assert, describe, it } from "@effect/vitest"
import { needsName } from "../../../src/ai/internal/bounds/named.ts"
import { placeOf } from "../../../src/ai/internal/bounds/places.ts"
import * as Forge from "../../../src/forge/index.ts"

const isDeclared = (
  value: unknown
): value is { readonly declaration: { readonly name: string; readonly template: string } } =>
  typeof value === "function" && "declaration" in value

/** All writes of the library, each with a path. */
const writes = Object.values(Forge).flatMap((module) =>
  Object.values(module)
    .filter(isDeclared)
    .map(({ declaration }) => ({ name: declaration.name, parts: declaration.template.split(" ") }))
    .filter(({ parts }) => parts[0] !== "GET")
)

const named = new Set(
  writes
    .filter(({ parts: [method = "", path = ""] }) =>
      needsName(placeOf(path.replaceAll(/\{\w+\}/g, "1"), [], true), method)
    )
    .map(({ name }) => name)
)

describe("writes that need their whole name", () => {
  it("are all that change who may do what, and all that is about no repository", () => {
    const modules =
      /^(?:ActionsVariables|Apps|BranchProtection|BranchRestrictions|Collaborators|DependabotSecrets|DeployKeys|Environments|Gists|Hooks|Invitations|Rulesets|Secrets|Stars|Teams)\./
    const expected = writes.filter(({ name }) => modules.test(name)).map(({ name }) => name)
    assert.isAbove(expected.length, 50)
    assert.deepStrictEqual(
      expected.filter((name) => !named.has(name)),
      []
    )
  })

  it("are all that delete", () => {
    // Some have two names.
    const all = [...new Set(writes.filter(({ name }) => /\.(?:delete|force)/.test(name)).map(({ name }) => name))]
    assert.isAbove(all.length, 20)
    // One's own reaction.
    assert.deepStrictEqual(
      all.filter((name) => !named.has(name)),
      ["Reactions.deleteForIssue"]
    )
  })

  it.each([
    "Actions.approve",
    "Branches.rename",
    "Deployments.reviewPendingForRun",
    "Issues.addBlockedBy",
    "Issues.addSubIssue",
    "PullRequests.updateBranch",
    "Refs.update",
    "Repositories.dispatch",
    "Repositories.update"
  ])("are %s", (name) => {
    assert.isTrue(named.has(name))
  })

  it.each([
    "Actions.dispatch",
    "Actions.rerun",
    "Contents.put",
    "Issues.addAssignees",
    "Issues.create",
    "Issues.createComment",
    "Issues.removeAssignees",
    "Issues.update",
    "Labels.addToIssue",
    "Labels.create",
    "Labels.removeFromIssue",
    "PullRequests.create",
    "PullRequests.createReview",
    "PullRequests.merge",
    "Refs.create",
    "Releases.create",
    "Statuses.create"
  ])("are not %s", (name) => {
    assert.isTrue(writes.some((write) => write.name === name))
    assert.isFalse(named.has(name))
  })

  it("are those of an endpoint that this library does not have", () => {
    const place = (path: string) => placeOf(`/repos/acme/web/${path}`, [], true)
    assert.isTrue(needsName(place("pages"), "POST"))
    assert.isTrue(needsName(place("actions/permissions"), "PUT"))
    assert.isTrue(needsName(placeOf("/repos/acme/web", [], true), "PATCH"))
    assert.isFalse(needsName(place("issues/1/pin"), "POST"))
  })
})
