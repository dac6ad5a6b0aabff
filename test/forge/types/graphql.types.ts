/** What the types of GraphQL calls promise. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as EffectGraphQL from "effect/graphql/GraphQL"
import * as EffectMiddleware from "effect/graphql/GraphQLMiddleware"
import * as Schema from "effect/Schema"
import type { DocumentNode } from "graphql"
import type { Forge } from "../../../src/forge/Forge.ts"
import type { GraphQLFailed } from "../../../src/forge/ForgeError.ts"
import * as GraphQL from "../../../src/forge/GraphQL.ts"
import type { Page } from "../../../src/rest/Page.ts"
import type { Reply } from "../../../src/rest/Reply.ts"
import type { NotFound, RequestError } from "../../../src/rest/RestError.ts"
import type { All, ErrorOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

/** As `@graphql-typed-document-node/core` declares it, which `graphql-codegen` and `gql.tada` follow. */
interface DocumentTypeDecoration<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result
}

interface TypedDocumentNode<Result, Variables> extends DocumentNode, DocumentTypeDecoration<Result, Variables> {}

/** As `graphql-codegen` generates it, with `documentMode: "string"`. */
declare class TypedDocumentString<Result, Variables>
  extends String
  implements DocumentTypeDecoration<Result, Variables>
{
  readonly __apiType?: (variables: Variables) => Result
  override toString(): string & DocumentTypeDecoration<Result, Variables>
}

interface Titles {
  readonly repository: {
    readonly issues: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
      readonly nodes: ReadonlyArray<{ readonly title: string } | null> | null
    }
  } | null
}

interface Asked {
  owner: string
  first?: number | null
  after?: string | null
}

declare const node: TypedDocumentNode<Titles, Asked>
declare const text: TypedDocumentString<Titles, Asked>
declare const branded: string & DocumentTypeDecoration<Titles, Asked>
declare const simple: TypedDocumentNode<{ readonly viewer: { readonly login: string } }, { [key: string]: never }>
declare const plain: DocumentNode

const owner = "acme"
const Login = Schema.Struct({ viewer: Schema.Struct({ createdAt: Schema.DateTimeUtcFromString }) })

const byNode = GraphQL.request(node, { owner })
const byText = GraphQL.request(text, { owner, first: 1 })
const byBranded = GraphQL.request(branded, { owner })
const bySimple = GraphQL.request(simple, {})
const byPlain = GraphQL.request(plain, { anything: 1 })
const byString = GraphQL.request("{ viewer { login } }", {})
const checked = GraphQL.request("{ viewer { createdAt } }", {}, { schema: Login })
const checkedNode = GraphQL.request(node, { owner }, { schema: Login })
const replied = GraphQL.request.withReply(node, { owner })

const operation = EffectGraphQL.query("Since", {
  document: "query Since($at: DateTime) { viewer { createdAt } }",
  variables: { at: Schema.DateTimeUtcFromString },
  result: Login
})
declare const at: DateTime.Utc
const byOperation = GraphQL.request(operation, { at })

type Checked = typeof Login.Type
type Errors<A> = RequestError | NotFound | GraphQL.Failed<A>

export type Values = All<
  [
    Same<ValueOf<typeof byNode>, Titles>,
    Same<ErrorOf<typeof byNode>, Errors<Titles>>,
    Same<NeedsOf<typeof byNode>, Forge>,
    Same<ValueOf<typeof byText>, Titles>,
    Same<ValueOf<typeof byBranded>, Titles>,
    Same<ValueOf<typeof bySimple>, { readonly viewer: { readonly login: string } }>,
    Same<ValueOf<typeof byPlain>, unknown>,
    Same<ValueOf<typeof byString>, unknown>,
    Same<ValueOf<typeof checked>, Checked>,
    Same<ErrorOf<typeof checked>, Errors<Checked>>,
    Same<ValueOf<typeof checkedNode>, Checked>,
    Same<ValueOf<typeof replied>, Reply<Titles>>,
    Same<ValueOf<typeof byOperation>, Checked>,
    Same<(GraphQL.Failed<Titles> & GraphQLFailed)["data"], Titles | null>
  ]
>

/** The data beside the errors has the type of the call. */
export const partial = Effect.catchTag(byNode, "GraphQLFailed", ({ data, errors }) =>
  Effect.succeed([data?.repository?.issues.nodes, errors[0]?.type] as const)
)

const items = GraphQL.paginate(node, { owner }, { connection: ({ repository }) => repository?.issues })
const pages = GraphQL.paginate.pages(node, { owner }, { connection: (data) => data.repository?.issues, from: "abc" })
const edges = GraphQL.paginate(
  "query($after: String) { list { pageInfo edges } }",
  {},
  {
    schema: Schema.Struct({
      list: Schema.Struct({
        pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) }),
        edges: Schema.Array(Schema.NullOr(Schema.Struct({ node: Schema.NullOr(Schema.Int) })))
      })
    }),
    connection: ({ list }) => list
  }
)

export type Streams = All<
  [
    Same<ValueOf<typeof items>, { readonly title: string }>,
    Same<ErrorOf<typeof items>, Errors<Titles>>,
    Same<NeedsOf<typeof items>, Forge>,
    Same<ValueOf<typeof pages>, Page<{ readonly title: string }>>,
    Same<ValueOf<typeof edges>, number>
  ]
>

class Auth extends EffectMiddleware.Service<Auth>()("Auth") {}

const subscription = EffectGraphQL.subscription("Sub", { document: "subscription Sub { a }", result: Login })

export const refused = [
  // @ts-expect-error: a variable is missing.
  GraphQL.request(node, {}),
  // @ts-expect-error: the variable has another type.
  GraphQL.request(text, { owner: 1 }),
  // @ts-expect-error: there is no such variable.
  GraphQL.request(node, { owner, name: "web" }),
  // @ts-expect-error: variables are required, if only to say that there are none.
  GraphQL.request(node),
  // @ts-expect-error: the variable is a time.
  GraphQL.request(operation, { at: "today" }),
  // @ts-expect-error: a subscription has many results.
  GraphQL.request(subscription, {}),
  // @ts-expect-error: nothing would run the middleware.
  GraphQL.request(operation.middleware(Auth), { at }),
  // @ts-expect-error: unchecked data is unknown.
  Effect.map(byString, ({ viewer }) => viewer),
  // @ts-expect-error: no call fails with it.
  Effect.catchTag(byNode, "Conflict", () => Effect.void),
  // @ts-expect-error: no call fails with it.
  Effect.catchTag(byNode, "NotModified", () => Effect.void),
  // @ts-expect-error: the connection is required.
  GraphQL.paginate(node, { owner }, {}),
  // @ts-expect-error: a repository is not a connection.
  GraphQL.paginate(node, { owner }, { connection: (data) => data.repository }),
  // @ts-expect-error: only pages resume.
  GraphQL.paginate(node, { owner }, { connection: (data) => data.repository?.issues, from: "abc" })
]
