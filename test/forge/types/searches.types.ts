/** The results and errors of searches by date, and what the compiler rejects. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import { type FoundIssue, Issue } from "../../../src/forge/schema/Issue.ts"
import type { FoundRepo } from "../../../src/forge/schema/Repo.ts"
import type { FoundUser } from "../../../src/forge/schema/FoundUser.ts"
import type * as Search from "../../../src/forge/Search.ts"
import * as SearchByDate from "../../../src/forge/SearchByDate.ts"
import type { Page } from "../../../src/rest/Page.ts"
import type { SearchTruncated } from "../../../src/forge/ForgeError.ts"
import type { RequestError, ValidationFailed } from "../../../src/rest/RestError.ts"
import type { All, ErrorOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

export type Values = All<
  [
    Same<ValueOf<typeof Search.issues.page>, Page<FoundIssue>>,
    Same<ValueOf<typeof SearchByDate.repositories>, FoundRepo>,
    Same<ValueOf<typeof SearchByDate.issues>, FoundIssue>,
    Same<ValueOf<typeof SearchByDate.users>, FoundUser>,
    Same<ValueOf<typeof SearchByDate.issues.slices>, SearchByDate.Slice<FoundIssue>>
  ]
>

type OfSearch = RequestError | ValidationFailed | SearchTruncated

export type Errors = All<
  [
    Same<ErrorOf<typeof SearchByDate.issues>, OfSearch>,
    Same<ErrorOf<typeof SearchByDate.issues.slices>, OfSearch>,
    Same<NeedsOf<typeof SearchByDate.issues>, Forge.Forge>
  ]
>

const from = DateTime.makeUnsafe(0)

export const refused = () => [
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
