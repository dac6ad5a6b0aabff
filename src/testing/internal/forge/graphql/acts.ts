/**
 * What mutations are made of: endpoints of REST, for the same sender, whose rules, permissions, events and refusals hold.
 * Only the names of fields and the ids are translated.
 */
import type { GraphQLError } from "graphql"
import { acceptedScopes, hasScope, scopesOf } from "../access/permissions.ts"
import type { Match } from "../http/call.ts"
import { repositoryNamed } from "../state/model.ts"
import { nodeOf } from "./ids.ts"
import { noNode, refusal, refusedWith, type Kind, type Reference, type View } from "./nodes.ts"
import { operation } from "./operations.ts"
import { textOf } from "../../exchange.ts"
import type { Route } from "../http/router.ts"

/** The fields of a mutation's input. The reference implementation has checked them by the schema. */
export type Input = Readonly<Record<string, unknown>>

export const textIn = (input: Input, name: string): string => {
  const value = input[name]
  return typeof value === "string" ? value : ""
}

export const listIn = (input: Input, name: string): ReadonlyArray<string> => {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}

/** The fields of the input that were given, under the names of REST. */
export const given = (input: Input, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => (input[from] === undefined ? [] : [[to, input[from]]]))
  )

export type Body = Readonly<Record<string, unknown>>

/** Makes one request of REST in the name of a mutation. */
export type Perform = (
  route: string | Route,
  params: Readonly<Record<string, string | number>>,
  fields?: Readonly<Record<string, unknown>>
) => Body

const quoted = (scopes: ReadonlyArray<string>): string => `[${scopes.map((scope) => `'${scope}'`).join(", ")}]`

/** Says which scopes the sender's token lacks for an endpoint, which REST hides; undefined if it has one of them. */
const scopeRefusal = ({ token, world }: View, { params, route }: Match, mutation: string): GraphQLError | undefined => {
  const scopes = token === null ? null : scopesOf(token)
  const isPrivate = repositoryNamed(world, `${params["owner"]}/${params["repo"]}`)?.private === true
  const wanted = acceptedScopes(route.access, isPrivate)
  if (scopes === null || wanted.length === 0 || wanted.some((scope) => hasScope(token, scope))) return undefined
  return refusal(
    "INSUFFICIENT_SCOPES",
    `Your token has not been granted the required scopes to execute this query. The '${mutation}' field requires one of ` +
      `the following scopes: ${quoted(wanted)}, but your token has only been granted the: ${quoted(scopes)} scopes. ` +
      "Please modify your token's scopes at: https://github.com/settings/tokens."
  )
}

export const performing =
  (view: View, mutation: string): Perform =>
  (route, params, fields = {}) => {
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    const match = { route: typeof route === "string" ? operation(route) : route, params: texts }
    const { body, status } = view.perform(match, fields)
    const text = textOf(body)
    // The endpoints of REST answer with objects, or with nothing.
    if (status < 400) return text === "" ? {} : (JSON.parse(text) as Body)
    const message = refusedWith(text)
    if (status === 403 && !message.startsWith("Must have admin rights")) throw refusal("FORBIDDEN", message)
    const lacking = status === 404 ? scopeRefusal(view, match, mutation) : undefined
    if (lacking !== undefined) throw lacking
    // Who may see something, but not change it, is not told that it is not there.
    if (status === 401 || status === 403 || status === 404) {
      const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`
      throw refusal("FORBIDDEN", `${view.viewer} does not have the correct permissions to execute \`${name}\``)
    }
    throw refusal("UNPROCESSABLE", message)
  }

/** The node with an id, which must be of one of some kinds. */
export const subject = <K extends Kind>(view: View, id: string, ...kinds: ReadonlyArray<K>): Reference<K> => {
  const node: Reference = nodeOf(view, id)
  // Its type name says what it is.
  if (kinds.some((kind) => kind === node.__typename)) return node as unknown as Reference<K>
  throw noNode(id)
}

export const repositoryIn = (view: View, id: string) => {
  const { repository } = subject(view, id, "Repository")
  return { repository, params: { owner: repository.owner, repo: repository.name } }
}

/** An issue or a pull request, and the parameters of its paths. */
export const conversationIn = (view: View, id: string) => {
  const node = subject(view, id, "Issue", "PullRequest")
  const { number } = node.__typename === "Issue" ? node.issue : node.pull
  const { repository } = node
  const params = { owner: repository.owner, repo: repository.name, issue_number: number }
  return { repository, params, isPull: node.__typename === "PullRequest" }
}

export const pullIn = (view: View, id: string) => {
  const { pull, repository } = subject(view, id, "PullRequest")
  return { repository, pull, params: { owner: repository.owner, repo: repository.name, pull_number: pull.number } }
}

/** What a mutation leaves of a node: its records are others than before. */
export const after = (view: View, id: string) => nodeOf(view, id)

export const logins = (view: View, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.map((id) => subject(view, id, "User", "Bot").user.login)

export const labelNames = (view: View, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.map((id) => subject(view, id, "Label").label.name)

/** Labels, assignees and the milestone of an issue, as REST takes them. */
export const content = (view: View, input: Input): Body => {
  const { assigneeIds, labelIds, milestoneId } = input
  return {
    ...(assigneeIds === undefined || assigneeIds === null
      ? {}
      : { assignees: logins(view, listIn(input, "assigneeIds")) }),
    ...(labelIds === undefined || labelIds === null ? {} : { labels: labelNames(view, listIn(input, "labelIds")) }),
    ...(milestoneId === undefined
      ? {}
      : {
          milestone:
            milestoneId === null ? null : subject(view, textIn(input, "milestoneId"), "Milestone").milestone.number
        })
  }
}

export const lower = (value: unknown): string | undefined =>
  typeof value === "string" ? value.toLowerCase() : undefined

export const nodeIdIn = (body: Body): string => textIn(body, "node_id")

export interface Mutation {
  /** The fields of its input that mean something here. Others are refused. */
  readonly takes: ReadonlyArray<string>
  readonly run: (view: View, input: Input, perform: Perform) => Readonly<Record<string, unknown>>
}

export const mutation = (takes: string, run: Mutation["run"]): Mutation => ({ takes: takes.split(" "), run })

export const update =
  (state: "open" | "closed", field: "issue" | "pullRequest") => (view: View, input: Input, perform: Perform) => {
    const id = textIn(input, `${field}Id`)
    const more = given(input, { stateReason: "state_reason" })
    const reason = lower(more["state_reason"])
    if (field === "pullRequest") perform("PullRequests.update", pullIn(view, id).params, { state })
    else {
      const { issue, repository } = subject(view, id, "Issue")
      const duplicate = input["duplicateIssueId"]
      const of = typeof duplicate === "string" ? subject(view, duplicate, "Issue").issue.id : undefined
      perform(
        "Issues.update",
        { owner: repository.owner, repo: repository.name, issue_number: issue.number },
        {
          state,
          ...(reason === undefined ? {} : { state_reason: reason }),
          ...(of === undefined ? {} : { state_reason: "duplicate", duplicate_issue_id: of })
        }
      )
    }
    return { [field]: after(view, id) }
  }

export const objectsIn = (input: Input, name: string): ReadonlyArray<unknown> => {
  const value = input[name]
  return Array.isArray(value) ? value : []
}

export const objectIn = (input: Input, name: string): Input => {
  const value = input[name]
  return typeof value === "object" && value !== null ? (value as Input) : {}
}
