/** Branches, refs and rate limits on the wire. */
import * as DateTime from "effect/DateTime"
import * as Branches from "../../../../src/forge/Branches.ts"
import * as RateLimits from "../../../../src/forge/RateLimits.ts"
import * as Refs from "../../../../src/forge/Refs.ts"
import { sha } from "../../support/pulls.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one, page, third, thirdSent } from "./cases.ts"

const next = { ...repo, ref: "heads/next/1.x" }
const segment = "heads%2Fnext%2F1.x"

const ref = { ref: "refs/heads/next", object: { type: "commit", sha } }

export const refs: ReadonlyArray<Case> = [
  one(RateLimits.get, {}, asking("/rate_limit"), {
    resources: {
      core: { remaining: 4_999, reset: DateTime.makeUnsafe(1_800_000_000_000) },
      search: { limit: 30 },
      graphql: { used: 7 }
    }
  }),
  page(
    Branches.list,
    { ...repo, protected: true, ...third },
    asking(`${root}/branches`, { protected: "true", ...thirdSent }),
    { name: "main", commit: { sha }, protected: true }
  ),
  one(Branches.get, { ...repo, branch: "next/1.x" }, asking(`${root}/branches/next%2F1.x`), {
    name: "main",
    commit: { sha, author: { login: "octo" } },
    protection: { required_status_checks: { contexts: ["ci/build", "lint"] } }
  }),
  one(Branches.getProtection, { ...repo, branch: "next/1.x" }, asking(`${root}/branches/next%2F1.x/protection`), {
    enforce_admins: { enabled: true },
    required_status_checks: { strict: true, contexts: ["ci/build"] },
    required_pull_request_reviews: { required_approving_review_count: 2 }
  }),
  one(Refs.listMatching, { ...repo, ref: "heads/next/" }, asking(`${root}/git/matching-refs/heads%2Fnext%2F`), [ref]),
  one(Refs.get, next, asking(`${root}/git/ref/${segment}`), ref),
  one(
    Refs.create,
    { ...repo, ref: "refs/heads/next/1.x", sha },
    sending("POST", `${root}/git/refs`, { ref: "refs/heads/next/1.x", sha }),
    ref
  ),
  one(
    Refs.update,
    { ...next, sha, force: true },
    sending("PATCH", `${root}/git/refs/${segment}`, { sha, force: true }),
    ref
  ),
  one(Refs.remove, next, sending("DELETE", `${root}/git/refs/${segment}`), undefined)
]
