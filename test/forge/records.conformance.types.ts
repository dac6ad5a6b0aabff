/** Checks records that no operation returns, and those inside of other records, against the service's official types. */
import type { ReviewComment } from "../../src/forge/schema/ReviewComment.ts"
import type { SimpleOrganization } from "../../src/forge/schema/SimpleOrganization.ts"
import type { Body, Taken } from "./support/officialAnswers.ts"

export type Records = [
  Taken<typeof ReviewComment, Body<"pulls/list-comments-for-review", 200>[number]>,
  Taken<typeof SimpleOrganization, Body<"orgs/list-for-user", 200>[number]>
]
