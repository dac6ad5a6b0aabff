/** The results and errors of repositories, organizations, users and searches, and what the compiler rejects. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import type { Contributor } from "../../../src/forge/schema/Contributor.ts"
import { Issue } from "../../../src/forge/schema/Issue.ts"
import type { Organization } from "../../../src/forge/schema/Organization.ts"
import type { RelatedRepo, Repo } from "../../../src/forge/schema/Repo.ts"
import type { FoundUser } from "../../../src/forge/schema/FoundUser.ts"
import type { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import type { Tag } from "../../../src/forge/schema/Tag.ts"
import * as Search from "../../../src/forge/Search.ts"
import * as SearchByDate from "../../../src/forge/SearchByDate.ts"
import type { Page } from "../../../src/rest/Page.ts"
import type { SearchTruncated } from "../../../src/forge/ForgeError.ts"
import type { RequestError, ValidationFailed } from "../../../src/rest/RestError.ts"
import type { All, ErrorOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

export type Values = All<
  [
    Same<ValueOf<typeof Repositories.listLanguages>, { readonly [language: string]: number }>,
    Same<ValueOf<typeof Search.issues.page>, Page<Issue>>,
    Same<ValueOf<typeof SearchByDate.repositories>, Repo>,
    Same<ValueOf<typeof SearchByDate.issues>, Issue>,
    Same<ValueOf<typeof SearchByDate.users>, FoundUser>,
    Same<ValueOf<typeof SearchByDate.issues.slices>, SearchByDate.Slice<Issue>>
  ]
>

export type Fields = All<
  [
    Same<Repo["owner"], SimpleUser | null>,
    Same<Repo["parent"], RelatedRepo | null>,
    Same<Repo["pushed_at"], DateTime.Utc | null>,
    Same<Repo["stargazers_count"], number>,
    Same<Organization["blog"], string | null>,
    Same<Tag["sha"], string>,
    Same<Contributor["login"], string | null>
  ]
>

type OfSearch = RequestError | ValidationFailed | SearchTruncated

export type Errors = All<
  [
    Same<ErrorOf<typeof Search.issues.page>, OfSearch>,
    Same<ErrorOf<typeof SearchByDate.issues>, OfSearch>,
    Same<ErrorOf<typeof SearchByDate.issues.slices>, OfSearch>,
    Same<NeedsOf<typeof SearchByDate.issues>, Forge.Forge>
  ]
>

const from = DateTime.makeUnsafe(0)

export const refused = () => [
  // @ts-expect-error: no such type of a user's repositories
  Repositories.listForUser({ username: "octo", type: "sources" }),
  // @ts-expect-error: the whole set is required
  Repositories.replaceTopics({ owner: "acme", repo: "web" }),
  // @ts-expect-error: nothing is searched without a query
  Search.issues({}),
  // @ts-expect-error: repositories are not sorted by comments
  Search.repositories({ q: "web", sort: "comments" }),
  // @ts-expect-error: repositories are not closed
  SearchByDate.repositories({ q: "web", by: "closed", from }),
  // @ts-expect-error: an instant, not a number
  SearchByDate.issues({ q: "web", from: 1_769_817_600_000 }),
  Forge.listing("Search.topics", "GET /search/topics", {
    path: {},
    query: { q: Schema.String, order: Schema.optional(Schema.String) },
    // @ts-expect-error: there is no such parameter to require
    requires: { order: "sort" },
    item: Issue
  })
]
