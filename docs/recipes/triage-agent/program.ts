/** An agent that labels a new issue and answers it, within bounds that hold whatever the issue says. */
import { Bounds, ForgeTools, ToolCall } from "forgecast/ai"
import { Issues, Labels, Search } from "forgecast/forge"
import * as AgentTest from "forgecast/testing/AgentTest"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"

/** What the agent can do. More tools cost tokens, and need more bounds. */
export const tools = ForgeTools.toolkit({
  operations: {
    Issues: { get: Issues.get, listComments: Issues.listComments, createComment: Issues.createComment },
    Labels: { list: Labels.list, addToIssue: Labels.addToIssue },
    Search: { issues: Search.issues }
  }
})

/** The issue, such as that of an event. */
export interface Issue {
  readonly owner: string
  readonly repo: string
  readonly issue_number: number
}

/** The repository is read, and only the issue is written to: its labels, and one comment. */
export const boundsOf = ({ issue_number, owner, repo }: Issue): Bounds.Options => ({
  reads: { in: [`${owner}/${repo}`] },
  writes: {
    in: [`${owner}/${repo}#${issue_number}`],
    operations: ["Labels.addToIssue", "Issues.createComment"],
    unattended: ["Labels.addToIssue", "Issues.createComment"]
  },
  calls: { all: 30, each: { "Issues.createComment": 1, "Labels.addToIssue": 2 } }
})

const task = ({ issue_number, owner, repo }: Issue) =>
  `Triage issue #${issue_number} of ${owner}/${repo}: read it, look for issues that say the same, set the labels that fit
(only those that the repository has), and thank the author in one short comment, with the number of a duplicate if there is one.`

/** How often the model may call tools and be told the answers. */
const rounds = 15

/** Lets the model of the program triage an issue, and returns its last words and what the session has used. */
export const triage = Effect.fn("triage")(function* (issue: Issue) {
  const session = yield* Bounds.make(boundsOf(issue))
  let prompt = Prompt.make(task(issue))
  let said = ""
  for (let round = 0; round < rounds; round++) {
    const response = yield* LanguageModel.generateText({ prompt, toolkit: tools.toolkit }).pipe(
      Effect.provideService(ToolCall.ToolCalls, [session.step])
    )
    prompt = Prompt.concat(prompt, Prompt.fromResponseParts(response.content))
    said = response.text
    if (response.toolCalls.length === 0) break
  }
  return { said, usage: yield* session.usage }
}, Effect.provide(tools.layer))

const example: Issue = { owner: "acme", repo: "web", issue_number: 1 }

/** What a model would do here. */
const model = AgentTest.layer([
  { tool: "issues_get", input: example },
  { tool: "labels_list", input: { owner: "acme", repo: "web" } },
  { tool: "search_issues", input: { q: "repo:acme/web is:issue blank page" } },
  { tool: "labels_add_to_issue", input: { ...example, labels: ["bug"] } },
  { tool: "issues_create_comment", input: { ...example, body: "Thank you! This looks like #2." } }
])

export default triage(example).pipe(Effect.provide(model))
