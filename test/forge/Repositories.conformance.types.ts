/** Checks repositories, organizations, users and searches against the service's official types. */
import type * as Organizations from "../../src/forge/Organizations.ts"
import type * as Repositories from "../../src/forge/Repositories.ts"
import type { AuthenticatedUser } from "../../src/forge/schema/AuthenticatedUser.ts"
import type { Contributor } from "../../src/forge/schema/Contributor.ts"
import type { FoundUser } from "../../src/forge/schema/FoundUser.ts"
import type { Issue } from "../../src/forge/schema/Issue.ts"
import type { Languages } from "../../src/forge/schema/Languages.ts"
import type { Organization } from "../../src/forge/schema/Organization.ts"
import type { Repo } from "../../src/forge/schema/Repo.ts"
import type { SimpleOrganization } from "../../src/forge/schema/SimpleOrganization.ts"
import type { SimpleUser } from "../../src/forge/schema/SimpleUser.ts"
import type { Tag } from "../../src/forge/schema/Tag.ts"
import type { Topics } from "../../src/forge/schema/Topics.ts"
import type { User } from "../../src/forge/schema/User.ts"
import type * as Search from "../../src/forge/Search.ts"
import type * as Users from "../../src/forge/Users.ts"
import type { Body, Many, Nothing, One, Taken } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, InputOf, Same } from "./support/types.ts"

export type Answers = [
  One<typeof Repo, typeof Repositories.get, Body<"repos/get", 200>>,
  Many<typeof Repo, typeof Repositories.listForOrg, Body<"repos/list-for-org", 200>>,
  Many<typeof Repo, typeof Repositories.listForUser, Body<"repos/list-for-user", 200>>,
  Many<typeof Repo, typeof Repositories.listForMe, Body<"repos/list-for-authenticated-user", 200>>,
  Many<typeof Repo, typeof Repositories.listForks, Body<"repos/list-forks", 200>>,
  One<typeof Repo, typeof Repositories.create, Body<"repos/create-for-authenticated-user", 201>>,
  One<typeof Repo, typeof Repositories.createForOrg, Body<"repos/create-in-org", 201>>,
  One<typeof Repo, typeof Repositories.update, Body<"repos/update", 200>>,
  Nothing<typeof Repositories.dispatch, Body<"repos/create-dispatch-event", 204>>,
  Many<typeof Tag, typeof Repositories.listTags, Body<"repos/list-tags", 200>>,
  Many<typeof Contributor, typeof Repositories.listContributors, Body<"repos/list-contributors", 200>>,
  One<typeof Languages, typeof Repositories.listLanguages, Body<"repos/list-languages", 200>>,
  One<typeof Topics, typeof Repositories.getTopics, Body<"repos/get-all-topics", 200>>,
  One<typeof Topics, typeof Repositories.replaceTopics, Body<"repos/replace-all-topics", 200>>,
  One<typeof Organization, typeof Organizations.get, Body<"orgs/get", 200>>,
  Many<typeof SimpleUser, typeof Organizations.listMembers, Body<"orgs/list-members", 200>>,
  One<typeof User, typeof Users.get, Body<"users/get-by-username", 200>>,
  One<typeof AuthenticatedUser, typeof Users.me, Body<"users/get-authenticated", 200>>,
  Many<typeof Repo, typeof Search.repositories, Body<"search/repos", 200>["items"]>,
  Many<typeof Issue, typeof Search.issues, Body<"search/issues-and-pull-requests", 200>["items"]>,
  Many<typeof FoundUser, typeof Search.users, Body<"search/users", 200>["items"]>
]

/** Records that none of our operations returns, and those inside other records. */
export type Records = [
  Taken<typeof SimpleOrganization, Body<"orgs/list-for-user", 200>[number]>,
  Taken<typeof Repo, NonNullable<Body<"pulls/get", 200>["head"]["repo"]>>,
  Taken<typeof Repo, NonNullable<Body<"pulls/list", 200>[number]["head"]["repo"]>>
]

/** Without the internal repositories, which only enterprises have: the official types leave them out. */
type ListForOrg = (
  input: Omit<InputOf<typeof Repositories.listForOrg>, "type"> & {
    readonly type?: Exclude<InputOf<typeof Repositories.listForOrg>["type"], "internal">
  }
) => unknown

type WithPublicity<Input extends { readonly visibility?: unknown }> = (
  input: Omit<Input, "visibility"> & { readonly visibility?: Exclude<Input["visibility"], "internal"> }
) => unknown

export type Requests = All<
  [
    Accepted<typeof Repositories.get, "repos/get">,
    Accepted<typeof Repositories.listForMe, "repos/list-for-authenticated-user">,
    Accepted<typeof Repositories.listForks, "repos/list-forks">,
    Accepted<typeof Repositories.create, "repos/create-for-authenticated-user">,
    Accepted<WithPublicity<InputOf<typeof Repositories.createForOrg>>, "repos/create-in-org">,
    Accepted<WithPublicity<InputOf<typeof Repositories.update>>, "repos/update">,
    Accepted<typeof Repositories.dispatch, "repos/create-dispatch-event">,
    Accepted<ListForOrg, "repos/list-for-org">,
    Accepted<typeof Repositories.listForUser, "repos/list-for-user">,
    Accepted<typeof Repositories.listTags, "repos/list-tags">,
    Accepted<typeof Repositories.listContributors, "repos/list-contributors">,
    Accepted<typeof Repositories.listLanguages, "repos/list-languages">,
    Accepted<typeof Repositories.getTopics, "repos/get-all-topics">,
    Accepted<typeof Repositories.replaceTopics, "repos/replace-all-topics">,
    Accepted<typeof Organizations.get, "orgs/get">,
    Accepted<typeof Organizations.listMembers, "orgs/list-members">,
    Accepted<typeof Users.get, "users/get-by-username">,
    Accepted<typeof Users.me, "users/get-authenticated">,
    Accepted<typeof Search.repositories, "search/repos">,
    Accepted<typeof Search.issues, "search/issues-and-pull-requests">,
    Accepted<typeof Search.users, "search/users">
  ]
>

/** Every field is supported. */
export type LeftOut = All<
  [
    Same<Left<typeof Repositories.listForOrg, "repos/list-for-org">, never>,
    Same<Left<typeof Repositories.listForUser, "repos/list-for-user">, never>,
    Same<Left<typeof Repositories.listForMe, "repos/list-for-authenticated-user">, never>,
    Same<Left<typeof Repositories.listForks, "repos/list-forks">, never>,
    Same<Left<typeof Repositories.create, "repos/create-for-authenticated-user">, never>,
    // The titles of squashed commits replace it.
    Same<Left<typeof Repositories.createForOrg, "repos/create-in-org">, "use_squash_pr_title_as_default">,
    Same<Left<typeof Repositories.update, "repos/update">, "use_squash_pr_title_as_default">,
    Same<Left<typeof Repositories.dispatch, "repos/create-dispatch-event">, never>,
    Same<Left<typeof Repositories.listTags, "repos/list-tags">, never>,
    Same<Left<typeof Repositories.listContributors, "repos/list-contributors">, never>,
    Same<Left<typeof Repositories.getTopics, "repos/get-all-topics">, never>,
    Same<Left<typeof Repositories.replaceTopics, "repos/replace-all-topics">, never>,
    Same<Left<typeof Organizations.listMembers, "orgs/list-members">, never>,
    Same<Left<typeof Search.repositories, "search/repos">, never>,
    Same<Left<typeof Search.issues, "search/issues-and-pull-requests">, never>,
    Same<Left<typeof Search.users, "search/users">, never>
  ]
>
