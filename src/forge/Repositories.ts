/** Repositories, and their forks, tags, contributors, subscribers, languages and topics. */
import type { Deprecated } from "../rest/Operation.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Direction, Flag, PartOfAnswer, RepoPath } from "./internal/fields.ts"
import { ChangedRepo, Initial, MyRepos, newRepo, NewRepo, Sort, titled } from "./internal/repositoryFields.ts"
import { Contributor } from "./schema/Contributor.ts"
import { Languages } from "./schema/Languages.ts"
import { ListedRepo, Repo } from "./schema/Repo.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { Tag } from "./schema/Tag.ts"
import { Team } from "./schema/Team.ts"
import { Topics } from "./schema/Topics.ts"

const TopicNames = Schema.Array(
  Schema.String.check(
    Schema.isPattern(/^[a-z0-9-]{1,50}$/, {
      expected: "lower-case letters, digits and hyphens, at most 50"
    }),
    Schema.isPattern(/^[^-]/, { expected: "a lower-case letter or a digit as the first character" })
  )
).check(Schema.isMaxLength(20, { expected: "at most 20 topics" }))

/**
 * Gets a repository. Only this call returns how pull requests are merged, the parent and source, and the number of
 * watchers. A renamed or transferred repository is also found by its old name.
 *
 * GET /repos/{owner}/{repo}
 */
export const get = Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", {
  path: RepoPath,
  success: Repo,
  errors: [NotFound]
})

/**
 * Lists the repositories of an organization that the credential can see.
 *
 * `type` (default all) selects `public`, `private` or `internal` repositories, `forks`, repositories that are not forks
 * (`sources`), or those that the caller is a `member` of. Only enterprises have internal ones. Sorted by `created`
 * (default), `updated`, `pushed` or `full_name`; `direction` defaults to asc for `full_name`, else to desc.
 *
 * GET /orgs/{org}/repos
 */
export const listForOrg = Forge.listing("Repositories.listForOrg", "GET /orgs/{org}/repos", {
  path: {
    /** Login of the organization. Case does not matter. */
    org: Schema.NonEmptyString
  },
  query: {
    /** `sources` are not forks; `member` has those that the caller is a member of. Default: all. */
    type: Schema.optional(Schema.Literals(["all", "public", "private", "forks", "sources", "member", "internal"])),
    /** What to sort by. Default: created. */
    sort: Sort,
    /** The order. Default: asc for `full_name`, else desc. */
    direction: Direction
  },
  item: ListedRepo,
  errors: [NotFound]
})

/**
 * Lists the public repositories of a user.
 *
 * `type` selects repositories that the user owns (`owner`, the default), those that the user is a `member` of, or
 * `all`. Sorted by `created`, `updated`, `pushed` or `full_name`; the service chooses the default. `direction` defaults
 * to asc for `full_name`, else to desc.
 *
 * GET /users/{username}/repos
 */
export const listForUser = Forge.listing("Repositories.listForUser", "GET /users/{username}/repos", {
  path: {
    /** Login of the user. */
    username: Schema.NonEmptyString
  },
  query: {
    /** The ones that the user owns, is a member of, or both. Default: owner. */
    type: Schema.optional(Schema.Literals(["all", "owner", "member"])),
    /** What to sort by. Default: the service chooses. */
    sort: Sort,
    /** The order. Default: asc for `full_name`, else desc. */
    direction: Direction
  },
  item: ListedRepo,
  errors: [NotFound]
})

/**
 * Lists the repositories that the authenticated user has been given access to: the user's own, those where the user is a
 * collaborator, and those of organizations. Needs a token.
 *
 * GET /user/repos
 */
export const listForMe = Forge.listing("Repositories.listForMe", "GET /user/repos", {
  query: MyRepos,
  item: ListedRepo,
  errors: [ValidationFailed]
})

/**
 * Lists the forks of a repository that the credential can see.
 *
 * GET /repos/{owner}/{repo}/forks
 */
export const listForks = Forge.listing("Repositories.listForks", "GET /repos/{owner}/{repo}/forks", {
  path: RepoPath,
  query: {
    /** What to sort by: `stargazers` puts those with most stars first. Default: newest. */
    sort: Schema.optional(Schema.Literals(["newest", "oldest", "stargazers", "watchers"]))
  },
  item: ListedRepo,
  errors: [NotFound]
})

/**
 * Creates a repository for the authenticated user. The service replaces characters in the name that it does not allow by
 * hyphens. If the name is taken, it fails with `ValidationFailed`, where `alreadyExists` is true.
 *
 * `auto_init` makes a first commit; without it, the repository is empty.
 *
 * POST /user/repos · not retried when the service may have acted
 */
export const create = Forge.operation("Repositories.create", "POST /user/repos", {
  body: both(
    NewRepo,
    both(Initial, {
      /** Whether discussions are enabled. Default: false. */
      has_discussions: Flag
    })
  ),
  rules: titled,
  success: Repo,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) =>
      Effect.flatMap(look.get("/user", Schema.Struct({ login: Schema.String }), { input: {} }), (user) =>
        Option.isNone(user) ? Effect.succeedNone : newRepo(user.value.login, input, look)
      )
  }
})

/**
 * Creates a repository in an organization, like `create`. Fails with `Forbidden` if the user may not.
 *
 * POST /orgs/{org}/repos · not retried when the service may have acted
 */
export const createForOrg = Forge.operation("Repositories.createForOrg", "POST /orgs/{org}/repos", {
  path: {
    /** Login of the organization. Case does not matter. */
    org: Schema.NonEmptyString
  },
  body: both(
    NewRepo,
    both(Initial, {
      /** Whether a head that is behind its base can be updated from the pull request. Default: false. */
      allow_update_branch: Flag,
      /** The values of the properties that the organization defines. */
      custom_properties: Schema.optional(Schema.JsonObject)
    })
  ),
  rules: titled,
  success: Repo,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) => newRepo(input.org, input, look)
  }
})

/**
 * Changes a repository. Only the given fields change. `replaceTopics` changes the topics.
 *
 * With another `name`, the repository is also found by its old name. `archived` makes it read-only. If the name is taken,
 * or the branch does not exist, it fails with `ValidationFailed`.
 *
 * PATCH /repos/{owner}/{repo} · needs admin access
 */
export const update = Forge.operation("Repositories.update", "PATCH /repos/{owner}/{repo}", {
  path: RepoPath,
  body: ChangedRepo,
  rules: titled,
  success: Repo,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Sends an event of your own, `repository_dispatch`, to the workflows and Apps of a repository. It starts the workflows
 * of the default branch that are triggered by it.
 *
 * `Write.once` does not take this operation, because the service does not keep the event.
 *
 * POST /repos/{owner}/{repo}/dispatches · needs write access · not retried when the service may have acted
 */
export const dispatch = Forge.operation("Repositories.dispatch", "POST /repos/{owner}/{repo}/dispatches", {
  path: RepoPath,
  body: {
    /** Your name for the event, which workflows filter by. At most 100 characters. */
    event_type: Schema.NonEmptyString.check(Schema.isMaxLength(100, { expected: "at most 100 characters" })),
    /** What workflows get with the event: an object of at most 10 fields. */
    client_payload: Schema.optional(
      Schema.JsonObject.check(Schema.isMaxProperties(10, { expected: "at most 10 fields" }))
    )
  },
  errors: [NotFound, ValidationFailed]
})

/**
 * Lists the tags of a repository.
 *
 * GET /repos/{owner}/{repo}/tags
 */
export const listTags = Forge.listing("Repositories.listTags", "GET /repos/{owner}/{repo}/tags", {
  path: RepoPath,
  item: Tag,
  errors: [NotFound]
})

/**
 * Lists the contributors of a repository, most commits first. An empty repository has none.
 *
 * The service updates the counts every few hours. It links e-mail addresses to accounts for the first 500 authors only;
 * the others are anonymous. `anon` (default false) includes those, with `name` and `email` instead of a `login`.
 *
 * GET /repos/{owner}/{repo}/contributors
 */
export const listContributors = Forge.listing(
  "Repositories.listContributors",
  "GET /repos/{owner}/{repo}/contributors",
  {
    path: RepoPath,
    query: {
      /** Whether to include authors without an account. Default: false. */
      anon: Schema.optional(Schema.Boolean)
    },
    item: Contributor,
    // 204: the repository is empty.
    statuses: [200, 203, 204],
    errors: [NotFound]
  }
)

/**
 * Lists the users who watch a repository. `Repositories.get` returns how many there are, as `subscribers_count`; those
 * who starred it are its `watchers_count`.
 *
 * GET /repos/{owner}/{repo}/subscribers
 */
export const listSubscribers = Forge.listing("Repositories.listSubscribers", "GET /repos/{owner}/{repo}/subscribers", {
  path: RepoPath,
  item: SimpleUser,
  errors: [NotFound]
})

/**
 * Gets the languages of a repository: an object with the bytes of code per language, in the service's order, largest
 * first.
 *
 * GET /repos/{owner}/{repo}/languages
 */
export const getLanguages = Forge.operation("Repositories.getLanguages", "GET /repos/{owner}/{repo}/languages", {
  path: RepoPath,
  success: Languages,
  errors: [NotFound]
})

/**
 * Lists the teams that have access to a repository, with what each may do there. A team that nobody may see is left out.
 *
 * GET /repos/{owner}/{repo}/teams · needs admin access to a private repository
 */
export const listTeams = Forge.listing("Repositories.listTeams", "GET /repos/{owner}/{repo}/teams", {
  path: RepoPath,
  item: Team,
  errors: [NotFound]
})

/**
 * Gets the topics of a repository. There are at most 20, so they fit on one page; `page` and `per_page` select fewer.
 *
 * GET /repos/{owner}/{repo}/topics
 */
export const getTopics = Forge.operation("Repositories.getTopics", "GET /repos/{owner}/{repo}/topics", {
  path: RepoPath,
  query: PartOfAnswer,
  success: Topics,
  errors: [NotFound]
})

/**
 * Sets the topics of a repository, and returns them as stored. `names` is the whole new set; `[]` clears it. There is
 * no call that adds or removes single topics.
 *
 * There can be at most 20 topics. Each has at most 50 lower-case letters, digits and hyphens, and does not start with a
 * hyphen. Anything else fails with `InvalidInput`.
 *
 * PUT /repos/{owner}/{repo}/topics · needs write access
 */
export const replaceTopics = Forge.operation("Repositories.replaceTopics", "PUT /repos/{owner}/{repo}/topics", {
  path: RepoPath,
  body: {
    /** The whole new set, at most 20; `[]` removes all. */
    names: TopicNames
  },
  success: Topics,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * The earlier name of `getLanguages`.
 *
 * @deprecated Use `getLanguages`.
 */
export const listLanguages: Deprecated<typeof getLanguages> = getLanguages
