/**
 * A GraphQL service over the state of a simulated GitHub. It executes documents with the reference
 * implementation and the real service's own schema, so that a document that is not valid there fails here too.
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import { buildSchema, graphql, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from "graphql"
import type { Handle } from "../../../src/testing/ForgeHandle.ts"
import type { IssueSnapshot, RepositorySnapshot } from "../../../src/testing/ForgeState.ts"

let schema: GraphQLSchema | undefined

/** The schema of github.com. It takes a second to build, once. */
const officialSchema = (): GraphQLSchema =>
  (schema ??= buildSchema(
    Fs.readFileSync(new URL("schema.graphql", import.meta.resolve("@octokit/graphql-schema")), "utf8"),
    { assumeValid: true, noLocation: true }
  ))

interface Paging {
  readonly first?: number | null
  readonly after?: string | null
}

const cursorOf = (index: number): string => Buffer.from(`cursor:v2:${index}`).toString("base64")

const indexOf = (cursor: string): number => {
  const [, index] = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, "base64").toString()) ?? []
  if (index === undefined) throw refusal("ARGUMENT_ERROR", `\`${cursor}\` does not appear to be a valid cursor.`)
  return Number(index)
}

const refusal = (type: string, message: string) => new GraphQLError(message, { extensions: { type } })

/** A page of a list. */
const connectionOf = <A>(all: ReadonlyArray<A>, { after, first }: Paging) => {
  if (first === null || first === undefined) {
    throw refusal("MISSING_PAGINATION_BOUNDARIES", "You must provide a `first` or `last` value to properly paginate.")
  }
  if (first < 1 || first > 100) {
    throw refusal("EXCESSIVE_PAGINATION", `Requesting ${first} records exceeds the \`first\` limit of 100 records.`)
  }
  const start = after === null || after === undefined ? 0 : indexOf(after) + 1
  const nodes = all.slice(start, start + first)
  const end = start + nodes.length
  return {
    totalCount: all.length,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length === 0 ? null : cursorOf(start),
      endCursor: nodes.length === 0 ? null : cursorOf(end - 1)
    },
    nodes,
    edges: nodes.map((node, index) => ({ cursor: cursorOf(start + index), node }))
  }
}

const issueOf = (repository: RepositorySnapshot, issue: IssueSnapshot) => ({
  __typename: issue.is_pull_request ? "PullRequest" : "Issue",
  id: `I_${repository.full_name}#${issue.number}`,
  number: issue.number,
  title: issue.title,
  state: issue.state.toUpperCase(),
  createdAt: issue.created_at,
  author: issue.user === null ? null : { __typename: "User", login: issue.user },
  labels: (paging: Paging) =>
    connectionOf(
      issue.labels.map((name) => ({ name })),
      paging
    )
})

const repositoryOf = (repository: RepositorySnapshot) => ({
  nameWithOwner: repository.full_name,
  issues: ({ states, ...paging }: Paging & { readonly states?: ReadonlyArray<string> | null }) =>
    connectionOf(
      repository.issues
        .filter(({ is_pull_request }) => !is_pull_request)
        .map((issue) => issueOf(repository, issue))
        .filter(({ state }) => states?.includes(state) ?? true),
      paging
    ),
  issue: ({ number }: { readonly number: number }) => {
    const found = repository.issues.find((issue) => issue.number === number)
    if (found !== undefined) return issueOf(repository, found)
    throw refusal("NOT_FOUND", `Could not resolve to an Issue with the number of ${number}.`)
  }
})

/** A project of which all issues of a repository are items. Their column follows from their state. */
const projectOf = (repository: RepositorySnapshot) => ({
  title: `All of ${repository.full_name}`,
  items: (paging: Paging) =>
    connectionOf(
      repository.issues.map((issue) => ({
        id: `PVTI_${issue.number}`,
        content: issueOf(repository, issue),
        fieldValueByName: ({ name }: { readonly name: string }) =>
          name === "Status"
            ? { __typename: "ProjectV2ItemFieldSingleSelectValue", name: issue.state === "open" ? "Todo" : "Done" }
            : null
      })),
      paging
    )
})

/** The resolvers of a request. They run in promises, as the reference implementation does. */
const rootOf = (handle: Handle, login: string, remaining: number) => {
  const snapshot = () => Effect.runPromise(handle.snapshot)
  return {
    viewer: { login },
    rateLimit: { limit: 5_000, remaining, used: 5_000 - remaining, cost: 1, resetAt: "2030-01-01T00:00:00Z" },
    repository: async ({ name, owner }: { readonly name: string; readonly owner: string }) => {
      const found = (await snapshot()).find(({ full_name }) => full_name === `${owner}/${name}`)
      if (found !== undefined) return repositoryOf(found)
      throw refusal("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`)
    },
    organization: async ({ login }: { readonly login: string }) => {
      const own = (await snapshot()).filter(({ full_name }) => full_name.startsWith(`${login}/`))
      if (own.length === 0) {
        throw refusal("NOT_FOUND", `Could not resolve to an Organization with the login of '${login}'.`)
      }
      return {
        projectV2: ({ number }: { readonly number: number }) => {
          const repository = own[number - 1]
          if (repository !== undefined) return projectOf(repository)
          throw refusal("NOT_FOUND", `Could not resolve to a ProjectV2 with the number ${number}.`)
        }
      }
    },
    addComment: async ({ input }: { readonly input: { readonly subjectId: string; readonly body: string } }) => {
      const [, repository, number] = /^I_(.+)#(\d+)$/.exec(input.subjectId) ?? []
      if (repository === undefined) {
        throw refusal("NOT_FOUND", `Could not resolve to a node with the global id of '${input.subjectId}'.`)
      }
      await Effect.runPromise(
        handle.as(login, `POST /repos/${repository}/issues/${number}/comments`, { body: input.body })
      )
      return { commentEdge: { node: { body: input.body } } }
    }
  }
}

/** Has the type of an error where the service puts it. */
const formatted = ({ extensions: { type, ...extensions } = {}, ...error }: GraphQLFormattedError) => ({
  ...error,
  ...(type === undefined ? {} : { type }),
  ...(Object.keys(extensions).length === 0 ? {} : { extensions })
})

/** A request of GraphQL. */
export interface Asked {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

/** Executes a document as a login, and returns the body of the response. */
export const execute = async (handle: Handle, login: string, asked: Asked, remaining = 4_999): Promise<unknown> => {
  const { data, errors } = await graphql({
    schema: officialSchema(),
    source: asked.query,
    rootValue: rootOf(handle, login, remaining),
    variableValues: asked.variables ?? {},
    operationName: asked.operationName ?? null
  })
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined ? {} : { errors: errors.map((error) => formatted(error.toJSON())) })
  }
}
