import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Branches from "../../src/forge/Branches.ts"
import * as Refs from "../../src/forge/Refs.ts"
import { Branch, ListedBranch } from "../../src/forge/schema/Branch.ts"
import { GitRef } from "../../src/forge/schema/GitRef.ts"
import { BranchRules } from "../../src/forge/schema/BranchRules.ts"
import { commit } from "./support/commits.ts"
import { rules } from "./support/git.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { branch, gitRef, listedBranch } from "./support/refs.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(GitRef)
const readListed = Schema.decodeUnknownSync(ListedBranch)
const readBranch = Schema.decodeUnknownSync(Branch)

const names = [
  ["heads/main", "heads%2Fmain"],
  ["tags/v1.0", "tags%2Fv1.0"],
  ["heads/next/größe #1", "heads%2Fnext%2Fgr%C3%B6%C3%9Fe%20%231"]
] as const

/** A full name, a bare name, and a kind without a name. */
const wrongNames = ["refs/heads/main", "main", "heads/", "/main", ""] as const

const wrongShas = ["main", "", sha.slice(0, 7), `${sha}0`, sha.replace(/.$/, "g")] as const

describe("Refs.get", () => {
  it.effect.each(names)("takes %s as one segment", ([ref, segment]) =>
    proves(Refs.get({ ...repo, ref }), {
      sends: asking(`${root}/git/ref/${segment}`),
      answer: answer(200, gitRef),
      gives: read(gitRef)
    })
  )

  it.effect.each(wrongNames)("refuses the name %j", (ref) =>
    Effect.map(refuses("ref", Refs.get({ ...repo, ref })), ({ reason }) => {
      assert.include(reason, "heads/ or tags/")
    })
  )
})

describe("Refs.listMatching", () => {
  it.effect.each([
    ["heads", "heads"],
    ["heads/", "heads%2F"],
    ["tags/v1", "tags%2Fv1"],
    ["heads/next/größe #1", "heads%2Fnext%2Fgr%C3%B6%C3%9Fe%20%231"]
  ] as const)("takes %s as one segment, and has no pages", ([ref, segment]) =>
    proves(Refs.listMatching({ ...repo, ref }), {
      sends: asking(`${root}/git/matching-refs/${segment}`),
      answer: answer(
        200,
        Array.from({ length: 150 }, () => gitRef)
      ),
      gives: Array.from({ length: 150 }, () => read(gitRef))
    })
  )

  it.effect.each(["refs/heads/main", "refs/", "/main", ""])("refuses the name %j", (ref) =>
    refuses("ref", Refs.listMatching({ ...repo, ref }))
  )
})

describe("Refs.create", () => {
  it.effect("sends the full name and the sha", () =>
    proves(Refs.create({ ...repo, ref: "refs/tags/v1.0", sha }), {
      sends: sending("POST", `${root}/git/refs`, { ref: "refs/tags/v1.0", sha }),
      answer: answer(201, { ...gitRef, ref: "refs/tags/v1.0", object: { type: "tag", sha } }),
      gives: read({ ...gitRef, ref: "refs/tags/v1.0", object: { type: "tag", sha } })
    })
  )

  it.effect.each(["heads/main", "main", "refs/heads", "refs/heads/", "refs//main", ""])("refuses the name %j", (ref) =>
    refuses("ref", Refs.create({ ...repo, ref, sha }))
  )

  it.effect.each(wrongShas)("refuses the sha %j", (wrong) =>
    refuses("sha", Refs.create({ ...repo, ref: "refs/heads/next", sha: wrong }))
  )
})

describe("Refs.update", () => {
  it.effect.each([{}, { force: true }, { force: false }])("sends the sha, and %j", (force) =>
    proves(Refs.update({ ...repo, ref: "heads/next", sha, ...force }), {
      sends: sending("PATCH", `${root}/git/refs/heads%2Fnext`, { sha, ...force }),
      answer: answer(200, gitRef),
      gives: read(gitRef)
    })
  )

  it.effect("fails with ValidationFailed when the commit does not follow", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        Refs.update({ ...repo, ref: "heads/next", sha }),
        answer(422, { message: "Update is not a fast forward" })
      )
      assert.containSubset(failure, { _tag: "ValidationFailed", serviceMessage: "Update is not a fast forward" })
    })
  )

  it.effect.each([
    ...wrongNames.map((ref) => ["ref", { ref }] as const),
    ...wrongShas.map((wrong) => ["sha", { sha: wrong }] as const)
  ])("refuses %s: %j", ([path, wrong]) => refuses(path, Refs.update({ ...repo, ref: "heads/next", sha, ...wrong })))
})

describe("Refs.remove", () => {
  it.effect.each(names)("deletes %s", ([ref, segment]) =>
    proves(Refs.remove({ ...repo, ref }), {
      sends: sending("DELETE", `${root}/git/refs/${segment}`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect.each(wrongNames)("refuses the name %j", (ref) => refuses("ref", Refs.remove({ ...repo, ref })))
})

describe("Branches.list", () => {
  it.effect.each([{ protected: true }, { protected: false }, {}])("sends the filter %j", (filter) =>
    proves(all(Branches.list({ ...repo, ...filter })), {
      sends: asking(`${root}/branches`, {
        ...(filter.protected === undefined ? {} : { protected: String(filter.protected) }),
        per_page: "100"
      }),
      answer: answer(200, [listedBranch]),
      gives: [readListed(listedBranch)]
    })
  )

  it("reads a branch without protection", () => {
    assert.deepStrictEqual(
      readListed({ name: "next", commit: { sha }, protected: false }),
      ListedBranch.make({
        name: "next",
        commit: { sha, url: null },
        protected: false,
        protection: null,
        protection_url: null
      })
    )
  })
})

describe("Branches.get", () => {
  it.effect("takes the name as one segment", () =>
    proves(Branches.get({ ...repo, branch: "next/1.x" }), {
      sends: asking(`${root}/branches/next%2F1.x`),
      answer: answer(200, branch),
      gives: readBranch(branch)
    })
  )

  it("reads the commit and the protection", () => {
    assert.containSubset(readBranch(branch), {
      name: "main",
      commit: { sha: commit.sha, commit: { message: commit.commit.message } },
      protected: true,
      protection: {
        enabled: true,
        required_status_checks: {
          enforcement_level: "non_admins",
          contexts: ["ci/build", "lint"],
          checks: [
            { context: "ci/build", app_id: null },
            { context: "lint", app_id: 1 }
          ],
          strict: null
        }
      }
    })
  })

  it.effect.each(["", "..", undefined])("refuses the name %j", (name) =>
    refuses("branch", Branches.get(untyped({ ...repo, branch: name })))
  )
})

describe("Branches.getProtection", () => {
  const readRules = Schema.decodeUnknownSync(BranchRules)

  it.effect("takes the name as one segment", () =>
    proves(Branches.getProtection({ ...repo, branch: "next/1.x" }), {
      sends: asking(`${root}/branches/next%2F1.x/protection`),
      answer: answer(200, rules),
      gives: readRules(rules)
    })
  )

  it("reads every rule, and has null for those that are not stated", () => {
    assert.containSubset(readRules(rules), {
      required_status_checks: { strict: true, contexts: ["ci/build"], enforcement_level: null },
      required_pull_request_reviews: {
        required_approving_review_count: 2,
        dismiss_stale_reviews: true,
        require_code_owner_reviews: false,
        require_last_push_approval: true,
        dismissal_restrictions: { users: [{ login: "octo" }], teams: [{ slug: "core" }], apps: [] },
        bypass_pull_request_allowances: null
      },
      restrictions: { users: [], teams: [{ slug: "core" }], apps: [{ id: 1, slug: "builder" }] },
      enforce_admins: { enabled: true },
      required_signatures: { enabled: false },
      required_linear_history: { enabled: true },
      lock_branch: { enabled: false },
      allow_deletions: null
    })
    const none = readRules({ url: rules.url })
    assert.deepStrictEqual([none.required_status_checks, none.restrictions, none.enforce_admins], [null, null, null])
  })

  it.effect("fails with NotFound if the branch is not protected", () =>
    Effect.map(
      fails(Branches.getProtection({ ...repo, branch: "next" }), answer(404, { message: "Branch not protected" })),
      (failure) => assert.containSubset(failure, { _tag: "NotFound", serviceMessage: "Branch not protected" })
    )
  )
})
