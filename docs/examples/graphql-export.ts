/**
 * Exports the items of a project as lines of JSON: `tsx docs/examples/graphql-export.ts organization number`.
 *
 * Projects are only in GraphQL. The program reads `GITHUB_TOKEN` and `GITHUB_API_URL`, and holds a page at a time in
 * memory, however large the project is.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Forge, GraphQL } from "forgecast/forge"

const document = `query ProjectItems($login: String!, $number: Int!, $after: String) {
  organization(login: $login) {
    projectV2(number: $number) {
      items(first: 100, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name } }
          content {
            ... on Issue { number title createdAt }
            ... on PullRequest { number title createdAt }
          }
        }
      }
    }
  }
}`

/** An issue or a pull request. A draft has no number, and matches none of the fragments. */
const Content = Schema.Struct({
  number: Schema.optionalKey(Schema.Int),
  title: Schema.optionalKey(Schema.String),
  createdAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
})

const Item = Schema.Struct({
  status: Schema.NullOr(Schema.Struct({ name: Schema.optionalKey(Schema.NullOr(Schema.String)) })),
  content: Schema.NullOr(Content)
})

const ProjectItems = Schema.Struct({
  organization: Schema.Struct({
    projectV2: Schema.Struct({
      items: Schema.Struct({
        totalCount: Schema.Int,
        pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) }),
        nodes: Schema.Array(Schema.NullOr(Item))
      })
    })
  })
})

/** Prints a line and waits until it is written, so that a slow reader slows the requests down. */
const print = (line: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    process.stdout.write(`${line}\n`, () => resume(Effect.void))
  })

/** Prints the items of a project, and returns how many there were. */
const run = (login: string, number: number) =>
  GraphQL.paginate(
    document,
    { login, number },
    { schema: ProjectItems, connection: ({ organization }) => organization.projectV2.items }
  ).pipe(
    Stream.map(({ content, status }) => ({ ...content, status: status?.name ?? null })),
    Stream.tap((item) => print(JSON.stringify(item))),
    Stream.runCount
  )

const [login = "", number = ""] = process.argv.slice(2)

await run(login, Number(number)).pipe(
  Effect.tap((count) => Effect.sync(() => console.error(`${count} items`))),
  Effect.catchTag("NotFound", ({ serviceMessage }) =>
    Effect.sync(() => {
      console.error(serviceMessage)
      process.exitCode = 66
    })
  ),
  Effect.provide(Forge.layerGitHub),
  Effect.runPromise
)
