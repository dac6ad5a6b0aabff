/** How users declare their own endpoints, and what the compiler rejects. None of this runs. */
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import type { Issue } from "../../../src/forge/schema/Issue.ts"
import type { Listing, Operation, PageInput, Read } from "../../../src/rest/Operation.ts"
import type { Page } from "../../../src/rest/Page.ts"
import {
  Conflict,
  type DecodeFailed,
  type ExchangeError,
  NotFound,
  NotModified,
  type RequestError,
  Unauthorized
} from "../../../src/rest/RestError.ts"
import type { All, ErrorOf, InputOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

const owner = Schema.NonEmptyString
const repo = Schema.NonEmptyString
const Named = Schema.Struct({ name: Schema.String })

const read = Forge.operation("Branches.get", "GET /repos/{owner}/{repo}/branches/{branch}", {
  path: { owner, repo, branch: Schema.String },
  query: { protected: Schema.optional(Schema.Boolean) },
  success: Named,
  errors: [NotFound, Conflict]
})

const write = Forge.operation("Branches.rename", "POST /repos/{owner}/{repo}/branches/{branch}/rename", {
  path: { owner, repo, branch: Schema.String },
  body: { new_name: Schema.String },
  success: Named
})

const nothing = Forge.operation("Branches.unprotect", "DELETE /repos/{owner}/{repo}/branches/{branch}/protection", {
  path: { owner, repo, branch: Schema.String }
})

const bare = Forge.operation("Meta.zen", "GET /zen", { success: Schema.String })

const bareListing = Forge.listing("Users.list", "GET /users", { item: Named })

const hyphened = Forge.operation("Branches.get", "GET /branches/{branch-name}", {
  path: { "branch-name": Schema.String }
})

const listing = Forge.listing("Branches.list", "GET /repos/{owner}/{repo}/branches", {
  path: { owner, repo },
  query: { protected: Schema.optional(Schema.Boolean) },
  item: Named,
  errors: [NotFound]
})

type Repository = { readonly owner: string; readonly repo: string }
type Branch = { readonly owner: string; readonly repo: string; readonly branch: string }
type Name = { readonly name: string }

/** The types of the callables have names. */
export const declared: readonly [
  Read<Branch & { readonly protected?: boolean | undefined }, Name, RequestError | NotFound | Conflict, Forge.Forge>,
  Operation<Branch & { readonly new_name: string }, Name, RequestError, Forge.Forge>,
  Operation<Branch, void, ExchangeError, Forge.Forge>,
  Read<{}, string, RequestError, Forge.Forge>,
  Listing<{ readonly per_page?: number | undefined }, Name, RequestError, Forge.Forge>,
  Read<{ readonly "branch-name": string }, void, ExchangeError, Forge.Forge>,
  Listing<
    Repository & { readonly protected?: boolean | undefined; readonly per_page?: number | undefined },
    Name,
    RequestError | NotFound,
    Forge.Forge
  >
] = [read, write, nothing, bare, bareListing, hyphened, listing]

export type Declared = All<
  [
    Same<
      InputOf<typeof write>,
      { readonly owner: string; readonly repo: string; readonly branch: string; readonly new_name: string }
    >,
    Same<InputOf<typeof bare>, {}>,
    Same<InputOf<typeof bareListing>, { readonly per_page?: number | undefined }>,
    Same<ErrorOf<typeof read>, RequestError | NotFound | Conflict>,
    Same<ErrorOf<typeof write>, RequestError>,
    Same<ErrorOf<typeof nothing>, ExchangeError>,
    Same<ErrorOf<typeof listing>, RequestError | NotFound>,
    Same<ValueOf<typeof nothing>, void>,
    Same<NeedsOf<typeof read | typeof write | typeof nothing | typeof listing>, Forge.Forge>
  ]
>

const asNamed = Issues.get.as(Named)
const listAsNamed = Issues.list.as(Named)
const lockAsNamed = Issues.lock.as(Named)

/** `as` changes only the value, and adds DecodeFailed. */
export type As = All<
  [
    Same<typeof asNamed, Read<InputOf<typeof Issues.get>, Name, ErrorOf<typeof Issues.get>, Forge.Forge>>,
    Same<typeof listAsNamed, Listing<InputOf<typeof Issues.list>, Name, ErrorOf<typeof Issues.list>, Forge.Forge>>,
    Same<ValueOf<typeof listAsNamed.page>, Page<Name>>,
    Same<InputOf<typeof listAsNamed.page>, InputOf<typeof Issues.list> & PageInput>,
    Same<ErrorOf<typeof lockAsNamed>, ErrorOf<typeof Issues.lock> | DecodeFailed>,
    Same<ValueOf<typeof lockAsNamed>, Name>
  ]
>

/** An operation is assignable to one that takes more, returns less, or fails in more ways. */
export const variance: Operation<
  InputOf<typeof Issues.get> & Name,
  Pick<Issue, "id">,
  unknown,
  Forge.Forge
> = Issues.get
// @ts-expect-error it does not take less
export const takesLess: Operation<Repository, Issue, unknown, Forge.Forge> = Issues.get
// @ts-expect-error it fails in more ways
export const failsLess: Operation<InputOf<typeof Issues.get>, Issue, RequestError, Forge.Forge> = Issues.get
// @ts-expect-error it needs the service
export const needsNothing: Operation<InputOf<typeof Issues.get>, Issue, unknown, never> = Issues.get

export const refused = () => [
  Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", {
    // @ts-expect-error repo is missing
    path: { owner }
  }),
  Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", {
    // @ts-expect-error repo is misspelt
    path: { owner, rpo: repo }
  }),
  Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", {
    // @ts-expect-error the template has no branch
    path: { owner, repo, branch: Schema.String }
  }),
  // @ts-expect-error there is no path
  Forge.operation("Repositories.get", "GET /repos/{owner}/{repo}", { success: Named }),
  Forge.listing("Repositories.list", "GET /orgs/{org}/repos", {
    // @ts-expect-error org is misspelt
    path: { orgs: Schema.String },
    item: Named
  }),
  // @ts-expect-error there is no path
  Forge.listing("Repositories.list", "GET /orgs/{org}/repos", { item: Named }),
  // @ts-expect-error there is no item
  Forge.listing("Repositories.list", "GET /orgs/{org}/repos", { path: { org: Schema.String } }),
  // @ts-expect-error a listing is a GET
  Forge.listing("Repositories.list", "POST /orgs/{org}/repos", { path: { org: Schema.String }, item: Named }),
  // @ts-expect-error there is no such method
  Forge.operation("Repositories.get", "FETCH /repos", { path: {} }),
  // @ts-expect-error the path begins with a slash
  Forge.operation("Repositories.get", "GET repos", { path: {} }),
  // @ts-expect-error a brace is not closed
  Forge.operation("Repositories.get", "GET /repos/{owner", {}),
  // @ts-expect-error nor opened
  Forge.operation("Repositories.get", "GET /repos/owner}", {}),
  // @ts-expect-error one is in another
  Forge.operation("Repositories.get", "GET /repos/{{owner}}", { path: { owner } }),
  // @ts-expect-error the parameter has no name
  Forge.operation("Repositories.get", "GET /repos/{}", {}),
  // @ts-expect-error the query is not declared as one
  Forge.operation("Repositories.get", "GET /repos?type=all", {}),
  // @ts-expect-error a brace is not closed
  Forge.listing("Repositories.list", "GET /orgs/{org", { item: Named }),
  // @ts-expect-error nor in a download
  Forge.download("Logs.get", "GET /logs/{id", { path: {}, accept: "text/plain" }),
  // @ts-expect-error a download has no path for its parameter
  Forge.download("Logs.get", "GET /logs/{id}", { accept: "text/plain" }),
  Forge.download("Logs.get", "GET /logs", { accept: "text/plain" }),
  // @ts-expect-error nor has an upload
  Forge.upload("Logs.put", "POST /logs/{id}", { success: Named }),
  Forge.upload("Logs.put", "POST /logs", { success: Named }),
  // @ts-expect-error a brace is not closed in an upload
  Forge.upload("Logs.put", "POST /logs/{id", { path: {}, success: Named }),
  // @ts-expect-error a GET has no body
  Forge.operation("Repositories.get", "GET /repos/{owner}", { path: { owner }, body: { new_name: Schema.String } }),
  Forge.operation("Repositories.get", "GET /repos/{owner}", {
    path: { owner },
    // @ts-expect-error an input has one owner
    query: { owner }
  }),
  Forge.operation("Repositories.update", "PATCH /repos/{owner}", {
    path: { owner },
    // @ts-expect-error an input has one owner
    body: { owner, new_name: Schema.String }
  }),
  Forge.operation("Repositories.update", "PATCH /repos/{owner}", {
    path: { owner },
    query: { notify: Schema.Boolean },
    // @ts-expect-error an input has one notify
    body: { notify: Schema.Boolean }
  }),
  Forge.listing("Repositories.list", "GET /orgs/{org}/repos", {
    path: { org: Schema.String },
    // @ts-expect-error an input has one org
    query: { org: Schema.String },
    item: Named
  }),
  // @ts-expect-error every call can be unauthorized: it is not declared
  Forge.operation("Repositories.get", "GET /repos", { path: {}, errors: [Unauthorized] }),
  // @ts-expect-error it is not a failure of a plain call
  Forge.operation("Repositories.get", "GET /repos", { path: {}, errors: [NotModified] }),
  // @ts-expect-error success is misspelt
  Forge.operation("Repositories.get", "GET /repos", { path: {}, sucess: Named }),
  // @ts-expect-error only parameters of the path are of many segments
  Forge.operation("Contents.get", "GET /contents/{path}", { path: { path: Schema.String }, manySegments: ["pth"] }),
  Forge.operation("Users.get", "GET /users/{username}", {
    // @ts-expect-error what may be left out leaves a hole in the path
    path: { username: Schema.optional(Schema.String) }
  }),
  // @ts-expect-error a record can't stand in a query
  Forge.operation("Users.find", "GET /users", { path: {}, query: { by: Named } }),
  // @ts-expect-error the schema needs a service to decode
  Issues.get.as(Named.pipe(Schema.decodeTo(NeedsService)))
]

declare const NeedsService: Schema.Codec<Name, Name, Forge.Forge>
