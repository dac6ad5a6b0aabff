/** Checks branches, refs and rate limits against the service's official types: responses and requests. */
import type * as Branches from "../../src/forge/Branches.ts"
import type * as RateLimits from "../../src/forge/RateLimits.ts"
import type * as Refs from "../../src/forge/Refs.ts"
import type { Branch, ListedBranch } from "../../src/forge/schema/Branch.ts"
import type { BranchRules } from "../../src/forge/schema/BranchRules.ts"
import type { GitRef } from "../../src/forge/schema/GitRef.ts"
import type { RateLimits as Limits } from "../../src/forge/schema/RateLimits.ts"
import type { All as Every, Body, Many, Nothing, One, Told } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, Same } from "./support/types.ts"

/** The official resources as they arrive: what is optional is left out, and not undefined. */
type Resources<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }

/** Without null as an item of a list, which the official types have for Apps. */
type Items<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Items<NonNullable<Item>>>
    : T extends object
      ? { readonly [K in keyof T]: Items<T[K]> }
      : T

/** The official types call the fields of the accounts and Apps that a rule names optional. */
type Official = Items<Told<Body<"repos/get-branch-protection", 200>>>

type Overview = Body<"rate-limit/get", 200>

export type Answers = [
  One<typeof Limits, typeof RateLimits.get, { readonly resources: Resources<Overview["resources"]> }>,
  Many<typeof ListedBranch, typeof Branches.list, Body<"repos/list-branches", 200>>,
  One<typeof Branch, typeof Branches.get, Body<"repos/get-branch", 200>>,
  One<typeof BranchRules, typeof Branches.getProtection, Official>,
  Every<typeof GitRef, typeof Refs.listMatching, Body<"git/list-matching-refs", 200>>,
  One<typeof GitRef, typeof Refs.get, Body<"git/get-ref", 200>>,
  One<typeof GitRef, typeof Refs.create, Body<"git/create-ref", 201>>,
  One<typeof GitRef, typeof Refs.update, Body<"git/update-ref", 200>>,
  Nothing<typeof Refs.remove, Body<"git/delete-ref", 204>>
]

export type Requests = All<
  [
    Accepted<typeof RateLimits.get, "rate-limit/get">,
    Accepted<typeof Branches.list, "repos/list-branches">,
    Accepted<typeof Branches.get, "repos/get-branch">,
    Accepted<typeof Branches.getProtection, "repos/get-branch-protection">,
    Accepted<typeof Refs.listMatching, "git/list-matching-refs">,
    Accepted<typeof Refs.get, "git/get-ref">,
    Accepted<typeof Refs.create, "git/create-ref">,
    Accepted<typeof Refs.update, "git/update-ref">,
    Accepted<typeof Refs.remove, "git/delete-ref">
  ]
>

/** Every official field is supported. */
export type LeftOut = All<
  [
    Same<Left<typeof Branches.list, "repos/list-branches">, never>,
    Same<Left<typeof Refs.create, "git/create-ref">, never>,
    Same<Left<typeof Refs.update, "git/update-ref">, never>
  ]
>
