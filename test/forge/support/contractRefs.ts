/** Branches, refs and rate limits: their kind, their errors, and whether a repeat is harmless. */
import * as Branches from "../../../src/forge/Branches.ts"
import * as RateLimits from "../../../src/forge/RateLimits.ts"
import * as Refs from "../../../src/forge/Refs.ts"
import type { Row } from "./contractRow.ts"
import { rules } from "./git.ts"
import { sha } from "./pulls.ts"
import { repo } from "./records.ts"
import { branch, gitRef, listedBranch, rateLimits } from "./refs.ts"

const onRef = { ...repo, ref: "heads/next" }

export const refs: ReadonlyArray<Row> = [
  {
    name: "RateLimits.get",
    wire: "GET /rate_limit",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    resource: "rate_limit",
    official: "rateLimit.get",
    declaration: RateLimits.get.declaration,
    call: RateLimits.get({}),
    body: rateLimits
  },
  {
    name: "Branches.list",
    wire: "GET /repos/{owner}/{repo}/branches",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listBranches",
    declaration: Branches.list.declaration,
    call: Branches.list.page(repo),
    body: [listedBranch]
  },
  {
    name: "Branches.get",
    wire: "GET /repos/{owner}/{repo}/branches/{branch}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getBranch",
    declaration: Branches.get.declaration,
    call: Branches.get({ ...repo, branch: "main" }),
    body: branch
  },
  {
    name: "Branches.getProtection",
    wire: "GET /repos/{owner}/{repo}/branches/{branch}/protection",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getBranchProtection",
    declaration: Branches.getProtection.declaration,
    call: Branches.getProtection({ ...repo, branch: "main" }),
    body: rules
  },
  {
    name: "Refs.get",
    wire: "GET /repos/{owner}/{repo}/git/ref/{ref}",
    kind: "one",
    errors: ["NotFound", "Conflict"],
    repeatable: true,
    official: "git.getRef",
    declaration: Refs.get.declaration,
    call: Refs.get(onRef),
    body: gitRef
  },
  {
    name: "Refs.listMatching",
    wire: "GET /repos/{owner}/{repo}/git/matching-refs/{ref}",
    kind: "one",
    errors: ["NotFound", "Conflict"],
    repeatable: true,
    official: "git.listMatchingRefs",
    declaration: Refs.listMatching.declaration,
    call: Refs.listMatching({ ...repo, ref: "heads/" }),
    body: [gitRef]
  },
  {
    name: "Refs.create",
    wire: "POST /repos/{owner}/{repo}/git/refs",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: false,
    official: "git.createRef",
    declaration: Refs.create.declaration,
    call: Refs.create({ ...repo, ref: "refs/heads/next", sha }),
    body: gitRef
  },
  {
    name: "Refs.update",
    wire: "PATCH /repos/{owner}/{repo}/git/refs/{ref}",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: true,
    official: "git.updateRef",
    declaration: Refs.update.declaration,
    call: Refs.update({ ...onRef, sha }),
    body: gitRef
  },
  {
    name: "Refs.remove",
    wire: "DELETE /repos/{owner}/{repo}/git/refs/{ref}",
    kind: "nothing",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: false,
    official: "git.deleteRef",
    declaration: Refs.remove.declaration,
    call: Refs.remove(onRef),
    body: undefined
  }
]
