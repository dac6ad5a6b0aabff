/** Repositories: what they are, whose they are, their tags, contributors, languages and topics. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Direction, RepoPath } from "./internal/fields.ts"
import { Contributor } from "./schema/Contributor.ts"
import { Languages } from "./schema/Languages.ts"
import { Repo } from "./schema/Repo.ts"
import { Tag } from "./schema/Tag.ts"
import { Topics } from "./schema/Topics.ts"

const Sort = /* @__PURE__ */ Schema.optional(
  /* @__PURE__ */ Schema.Literals(["created", "updated", "pushed", "full_name"])
)

const TopicNames = /* @__PURE__ */ Schema.Array(
  /* @__PURE__ */ Schema.String.check(
    /* @__PURE__ */ Schema.isPattern(/^[a-z0-9-]{1,50}$/, {
      expected: "lower-case letters, digits and hyphens, at most 50"
    }),
    /* @__PURE__ */ Schema.isPattern(/^[^-]/, { expected: "a lower-case letter or a digit first" })
  )
).check(/* @__PURE__ */ Schema.isMaxLength(20, { expected: "at most 20 topics" }))

/**
 * Gets a repository, with what only this call tells: how pull requests are merged, its parent and source, those who
 * watch it. A renamed or transferred one is found by its old name too.
 *
 * GET /repos/{owner}/{repo}
 */
export const get = /* @__PURE__ */ Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", {
  path: RepoPath,
  success: Repo,
  errors: [NotFound]
})

/**
 * Lists the repositories of an organization: those that the credential may see.
 *
 * `type` (default all) picks the public, private, forked ones, those that are no forks (`sources`), or those that the
 * caller is a `member` of. Sorted by `created` (default), `updated`, `pushed` or `full_name`; `direction` defaults to
 * asc for `full_name`, else to desc.
 *
 * GET /orgs/{org}/repos
 */
export const listForOrg = /* @__PURE__ */ Forge.listing("Repositories.listForOrg", "GET /orgs/{org}/repos", {
  path: { org: Schema.NonEmptyString },
  query: {
    type: Schema.optional(Schema.Literals(["all", "public", "private", "forks", "sources", "member"])),
    sort: Sort,
    direction: Direction
  },
  item: Repo,
  errors: [NotFound]
})

/**
 * Lists the public repositories of a user.
 *
 * `type`: those that the user owns (`owner`, the default), those that the user is a `member` of, or `all`. Sorted by
 * `created`, `updated`, `pushed` or `full_name`, which one by default is the service's choice; `direction` defaults to
 * asc for `full_name`, else to desc.
 *
 * GET /users/{username}/repos
 */
export const listForUser = /* @__PURE__ */ Forge.listing("Repositories.listForUser", "GET /users/{username}/repos", {
  path: { username: Schema.NonEmptyString },
  query: {
    type: Schema.optional(Schema.Literals(["all", "owner", "member"])),
    sort: Sort,
    direction: Direction
  },
  item: Repo,
  errors: [NotFound]
})

/**
 * Lists the tags of a repository.
 *
 * GET /repos/{owner}/{repo}/tags
 */
export const listTags = /* @__PURE__ */ Forge.listing("Repositories.listTags", "GET /repos/{owner}/{repo}/tags", {
  path: RepoPath,
  item: Tag,
  errors: [NotFound]
})

/**
 * Lists those who have committed to a repository, most commits first; none of an empty one.
 *
 * The service counts anew every few hours. It links the e-mails of commits to accounts up to the 500th author; the
 * others are anonymous. `anon` lists those too, with `name` and `email` in place of a `login` (default false).
 *
 * GET /repos/{owner}/{repo}/contributors
 */
export const listContributors = /* @__PURE__ */ Forge.listing(
  "Repositories.listContributors",
  "GET /repos/{owner}/{repo}/contributors",
  {
    path: RepoPath,
    query: { anon: Schema.optional(Schema.Boolean) },
    item: Contributor,
    errors: [NotFound]
  }
)

/**
 * Tells in which languages a repository is written: bytes of code by language, as an object whose keys are in the
 * service's order, the largest first.
 *
 * GET /repos/{owner}/{repo}/languages
 */
export const listLanguages = /* @__PURE__ */ Forge.operation(
  "Repositories.listLanguages",
  "GET /repos/{owner}/{repo}/languages",
  { path: RepoPath, success: Languages, errors: [NotFound] }
)

/**
 * Gets the topics of a repository.
 *
 * GET /repos/{owner}/{repo}/topics
 */
export const getTopics = /* @__PURE__ */ Forge.operation("Repositories.getTopics", "GET /repos/{owner}/{repo}/topics", {
  path: RepoPath,
  success: Topics,
  errors: [NotFound]
})

/**
 * Sets the topics of a repository, and answers them as they are stored. `names` is the whole new set, `[]` clears it;
 * there is no call that adds or removes single ones.
 *
 * At most 20 topics, each of 50 lower-case letters, digits and hyphens at most, the first of them no hyphen: all else is
 * `InvalidInput`.
 *
 * PUT /repos/{owner}/{repo}/topics · needs write access
 */
export const replaceTopics = /* @__PURE__ */ Forge.operation(
  "Repositories.replaceTopics",
  "PUT /repos/{owner}/{repo}/topics",
  {
    path: RepoPath,
    body: { names: TopicNames },
    success: Topics,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)
