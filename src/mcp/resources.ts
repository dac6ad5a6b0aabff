/** What clients can read by URI: a file, an issue, the changes of a pull request, and the logs of a run. */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as ForgeTools from "../ai/ForgeTools.ts"
import type { ToolFailure } from "../ai/ToolError.ts"
import * as WorkflowTools from "../ai/WorkflowTools.ts"
import * as Actions from "../forge/Actions.ts"
import * as Contents from "../forge/Contents.ts"
import type { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import type { Completions } from "./completions.ts"
import type { CurrentSession } from "./sessions.ts"

/** How many characters of a text a client is given. */
const longest = 100_000

/** How many characters of the log of a job are shown: the last ones, which say how it ended. */
const longestLog = 20_000

/** How many jobs of a run are shown. */
const mostJobs = 5

const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}\n[cut: ${longest} of ${text.length} characters]`

const end = (text: string): string =>
  text.length <= longestLog
    ? text
    : `[cut: the last ${longestLog} of ${text.length} characters]\n${text.slice(-longestLog)}`

const Place = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** A number in a URI or an argument of a prompt. */
export const CountFromString = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))

/** A directory is shown by its names. */
const contentOf = (content: Effect.Success<ReturnType<typeof Contents.get>>): string => {
  if (content._tag === "Directory") {
    return content.entries.map(({ path, type }) => (type === "dir" ? `${path}/` : path)).join("\n")
  }
  if (content._tag === "File") return content.text ?? `[${content.size} bytes that are not text, or more than 1 MB]`
  return `[${content._tag.toLowerCase()}: ${content.path}]`
}

/** The logs of the jobs that have failed, or of all of them if none has. */
const logsOf = Effect.fnUntraced(function* (input: { owner: string; repo: string; run_id: number }) {
  const jobs = yield* Stream.runCollect(Stream.take(Actions.listJobs(input), 100))
  const failed = jobs.filter(({ conclusion }) => conclusion === "failure" || conclusion === "timed_out")
  const shown = (failed.length > 0 ? failed : jobs).slice(0, mostJobs)
  const logs = yield* Effect.forEach(shown, ({ conclusion, id, name, status }) =>
    Actions.downloadLogsForJob.text({ owner: input.owner, repo: input.repo, job_id: id }).pipe(
      Effect.map(end),
      Effect.catchTag(["NotFound", "Gone"], () => Effect.succeed("[no log]")),
      Effect.map((log) => `## ${name}: ${conclusion ?? status}\n\n${log}`)
    )
  )
  const left = jobs.filter((job) => !shown.includes(job)).map(({ name }) => name)
  return [...logs, ...(left.length === 0 ? [] : [`[not shown: ${left.join(", ")}]`])].join("\n\n")
})

// Reads are calls like those of tools, so that they pass through the same steps: bounds, labels, secrets, records.
const texts = WorkflowTools.toolkit({
  readOnly: true,
  workflows: {
    read_file: WorkflowTools.make({
      name: "Resources.file",
      about: "Reads a file.",
      fields: { ...Place, path: Schema.String },
      docs: {},
      writes: false,
      destroys: false,
      run: (input) => Effect.map(Contents.get(input), (content) => ({ text: cut(contentOf(content)) }))
    }),
    read_diff: WorkflowTools.make({
      name: "Resources.diff",
      about: "Reads the changes of a pull request.",
      fields: { ...Place, pull_number: Count },
      docs: {},
      writes: false,
      destroys: false,
      run: (input) => Effect.map(PullRequests.getDiff.text(input), (text) => ({ text: cut(text) }))
    }),
    read_log: WorkflowTools.make({
      name: "Resources.log",
      about: "Reads the logs of a workflow run.",
      fields: { ...Place, run_id: Count },
      docs: {},
      writes: false,
      destroys: false,
      run: (input) => Effect.map(logsOf(input), (text) => ({ text: cut(text) }))
    })
  }
})

const records = ForgeTools.toolkit({ operations: { Issues: { get: Issues.get, listComments: Issues.listComments } } })

/** What carries the reads out. */
type Reads = Layer.Success<typeof texts.layer> | Layer.Success<typeof records.layer>

/** A failure as the client reads it. */
class Unreadable extends Error {}

/** A text, with what a session says of it. */
const textAt = (uri: string, mimeType: string, read: { readonly text: string }) => {
  // Bounds mark what outsiders have written.
  const untrusted = "untrusted" in read ? read.untrusted : undefined
  return {
    contents: [{ uri, mimeType, text: read.text, ...(untrusted === undefined ? {} : { _meta: { untrusted } }) }]
  }
}

const owner = McpSchema.param("owner", Schema.String)
const repo = McpSchema.param("repo", Schema.String)
const number = <const Name extends string>(name: Name) => McpSchema.param(name, CountFromString)

const registered = Effect.fnUntraced(function* (complete: Completions) {
  const services = yield* Layer.build(Layer.merge(texts.layer, records.layer))
  const place = { owner: complete.owner, repo: complete.repo }
  const reading = (uri: string, mimeType: string, read: Effect.Effect<{ readonly text: string }, ToolFailure, Reads>) =>
    read.pipe(
      Effect.map((read) => textAt(uri, mimeType, read)),
      Effect.mapError(({ error, message }) => new Unreadable(`${error}: ${message}`)),
      Effect.provideContext(services)
    )
  const file = McpServer.resource`github://${owner}/${repo}/files/${McpSchema.param("path", Schema.String)}`({
    name: "file",
    description: "A file on the default branch, or the names in a directory. A slash within the path is %2F.",
    completion: { ...place, path: complete.path },
    content: (uri, owner, repo, path) => reading(uri, "text/plain", texts.call("read_file", { owner, repo, path }))
  })
  const issue = McpServer.resource`github://${owner}/${repo}/issues/${number("issue_number")}`({
    name: "issue",
    description: "An issue or a pull request with its first 30 comments, as JSON.",
    mimeType: "application/json",
    completion: { ...place, issue_number: complete.issue },
    content: (uri, owner, repo, issue_number) =>
      reading(
        uri,
        "application/json",
        Effect.all({
          issue: records.call("issues_get", { owner, repo, issue_number }),
          comments: records.call("issues_list_comments", { owner, repo, issue_number })
        }).pipe(Effect.map((both) => ({ text: JSON.stringify(both, undefined, 1) })))
      )
  })
  const diff = McpServer.resource`github://${owner}/${repo}/pulls/${number("pull_number")}/diff`({
    name: "diff",
    description: "What a pull request changes, as a unified diff.",
    mimeType: "text/x-diff",
    completion: { ...place, pull_number: complete.pull },
    content: (uri, owner, repo, pull_number) =>
      reading(uri, "text/x-diff", texts.call("read_diff", { owner, repo, pull_number }))
  })
  const log = McpServer.resource`github://${owner}/${repo}/runs/${number("run_id")}/log`({
    name: "log",
    description: "The ends of the logs of a workflow run: those of the jobs that have failed, or of all.",
    mimeType: "text/plain",
    completion: { ...place, run_id: complete.run },
    content: (uri, owner, repo, run_id) => reading(uri, "text/plain", texts.call("read_log", { owner, repo, run_id }))
  })
  return Layer.mergeAll(file, issue, diff, log)
})

/** Shows the resources to clients. */
export const registrations = (
  complete: Completions
): Layer.Layer<never, never, Forge | McpServer.McpServer | McpServer.McpRequest<"Requires", CurrentSession>> =>
  Layer.unwrap(registered(complete))
