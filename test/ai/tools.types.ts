/** The types of tools: their names, inputs and results, exact both ways. */
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolSets from "../../src/ai/ToolSets.ts"
import type { SnakeCase } from "../../src/ai/ToolTypes.ts"
import * as WorkflowTools from "../../src/ai/WorkflowTools.ts"
import * as Contents from "../../src/forge/Contents.ts"
import * as Issues from "../../src/forge/Issues.ts"

const tools = ForgeTools.toolkit({
  operations: { Issues: { list: Issues.list, get: Issues.get, create: Issues.create } }
})

type Names<T> = T extends { readonly toolkit: Toolkit.Toolkit<infer Tools> } ? keyof Tools : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

const is = <_T extends true>(): void => undefined

is<Same<SnakeCase<"listForRepo">, "list_for_repo">>()
is<Same<SnakeCase<"PullRequests">, "pull_requests">>()
is<Same<Names<typeof tools>, "issues_list" | "issues_get" | "issues_create">>()

const reads = ForgeTools.toolkit({ operations: ToolSets.triage, readOnly: true })
is<Same<Extract<Names<typeof reads>, "issues_create_comment" | "issues_list">, "issues_list">>()

// Earlier names of an operation are not tools.
const files = ForgeTools.toolkit({ operations: { Contents } })
is<Same<Extract<Names<typeof files>, "contents_remove" | "contents_delete">, "contents_delete">>()

const repo = { owner: "acme", repo: "web" }

tools.call("issues_list", { ...repo, state: "open", page: 2, fields: ["body"] })
// @ts-expect-error There is no such tool.
tools.call("issues_lists", repo)
// @ts-expect-error There is no such state.
tools.call("issues_list", { ...repo, state: "opn" })
// @ts-expect-error The number is missing.
tools.call("issues_get", repo)
// @ts-expect-error Null is not a value.
tools.call("issues_create", { ...repo, title: "It rains in", milestone: null })

type Result<Name extends Names<typeof tools>> = Tool.Success<(typeof tools)["toolkit"]["tools"][Name]>

declare const page: Result<"issues_list">
is<Same<(typeof page)["next_page"], number | undefined>>()
is<Same<NonNullable<(typeof page)["items"][number]["title"]>, string>>()
is<Same<NonNullable<(typeof page)["items"][number]["user"]>, string>>()
is<Same<NonNullable<(typeof page)["items"][number]["created_at"]>, string>>()

const workflows = WorkflowTools.toolkit({ workflows: { merge: WorkflowTools.mergeWhenGreen } })
workflows.call("merge", { ...repo, pull_number: 1, on_review: "wait" })
// @ts-expect-error There is no such method.
workflows.call("merge", { ...repo, pull_number: 1, merge_method: "octopus" })
