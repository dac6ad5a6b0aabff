/** What clients read by URI, and what is proposed while a person types. */
import { assert, describe, it } from "@effect/vitest"
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js"
import * as Effect from "effect/Effect"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { setNames } from "../../src/mcp/tools.ts"
import { connected, failing, type Options, serving } from "./serving.ts"

const scene = Effect.fnUntraced(function* (options: Options = {}) {
  const { sessions, simulator, url } = yield* serving({ writing: "none", tools: ["reading", "runs"], ...options })
  const { call, client, transport } = yield* connected(url)
  return { call, client, sessions, simulator, id: transport.sessionId ?? "" }
})

const read = (client: Client, uri: string) =>
  Effect.promise(async () => {
    const { contents } = await client.readResource({ uri })
    const [content] = contents
    return content !== undefined && "text" in content ? { ...content, count: contents.length } : undefined
  })

const token = `ghp_${"b2".repeat(18)}`

const withLog = (log: string): Options => ({
  seed: {
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "secret.txt": `token ${token}`, "picture.png": { base64: "iVBORw0KGgoAAA==" } },
        runs: [
          { workflow: "test.yml", id: 7, conclusion: "failure", jobs: [{ name: "test", conclusion: "failure", log }] }
        ]
      }
    ]
  }
})

describe("resources", () => {
  it.live("are a file, a directory, an issue, the changes of a pull request, and the log of a run", () =>
    Effect.gen(function* () {
      const { client } = yield* scene()
      const { resourceTemplates } = yield* Effect.promise(() => client.listResourceTemplates())
      assert.sameMembers(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        [
          "github://{owner}/{repo}/files/{path}",
          "github://{owner}/{repo}/issues/{issue_number}",
          "github://{owner}/{repo}/pulls/{pull_number}/diff",
          "github://{owner}/{repo}/runs/{run_id}/log"
        ]
      )
      const file = yield* read(client, "github://acme/web/files/src%2Funits.ts")
      assert.strictEqual(file?.text, "export const celsius = (kelvin: number): number => kelvin - 273.15\n")
      assert.match(String(file?._meta?.["untrusted"]), /outsiders/)
      assert.strictEqual((yield* read(client, "github://acme/web/files/src"))?.text, "src/page.ts\nsrc/units.ts")
      const issue = yield* read(client, "github://acme/web/issues/1")
      assert.strictEqual(issue?.mimeType, "application/json")
      const { comments, issue: record } = JSON.parse(issue?.text ?? "") as Record<string, Record<string, unknown>>
      assert.deepInclude(record, { number: 1, title: "The page stays blank on Safari" })
      assert.strictEqual(comments?.["count"], 1)
      assert.include((yield* read(client, "github://acme/web/pulls/4/diff"))?.text, "+export const fahrenheit")
    })
  )

  it.live("show the ends of the logs of the jobs that have failed, without secrets", () =>
    Effect.gen(function* () {
      const end = `the end ${token}\n`
      const log = `the beginning\n${"x".repeat(20_000 - end.length)}${end}`
      const { client } = yield* scene(withLog(log))
      const text = (yield* read(client, "github://acme/web/runs/7/log"))?.text ?? ""
      assert.match(text, /^## test: failure\n\n\[cut: the last 20000 of 20014 characters\]\nx/)
      assert.include(text, "the end <redacted>")
      assert.notInclude(text, "beginning")
      assert.strictEqual((yield* read(client, "github://acme/web/files/secret.txt"))?.text, "token <redacted>")
      assert.match(
        (yield* read(client, "github://acme/web/files/picture.png"))?.text ?? "",
        /^\[10 bytes that are not text/
      )
    })
  )

  it.live("have an end", () =>
    Effect.gen(function* () {
      const jobs = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          name: `job ${index + 1}`,
          conclusion: "failure" as const,
          log: "x"
        }))
      const { client } = yield* scene({
        seed: {
          repositories: [
            {
              owner: "acme",
              name: "web",
              files: { most: "a".repeat(100_000), more: "a".repeat(100_001) },
              issues: Array.from({ length: 101 }, (_, index) => ({ title: `Issue ${index + 1}` })),
              runs: [
                { workflow: "test.yml", id: 5, conclusion: "failure", jobs: jobs(5) },
                { workflow: "test.yml", id: 6, conclusion: "failure", jobs: jobs(6) },
                {
                  workflow: "test.yml",
                  id: 7,
                  jobs: [
                    { name: "log", log: "x".repeat(20_000) },
                    { name: "one more", log: "x" }
                  ]
                }
              ]
            }
          ]
        }
      })
      const textOf = (uri: string) =>
        Effect.map(read(client, `github://acme/web/${uri}`), (content) => content?.text ?? "")
      assert.strictEqual(yield* textOf("files/most"), "a".repeat(100_000))
      assert.strictEqual(yield* textOf("files/more"), `${"a".repeat(100_000)}\n[cut: 100000 of 100001 characters]`)
      assert.notInclude(yield* textOf("runs/5/log"), "not shown")
      assert.match(yield* textOf("runs/6/log"), /## job 5: failure\n\nx\n\n\[not shown: job 6\]$/)
      // Without failures, all are shown.
      const passed = yield* textOf("runs/7/log")
      assert.notInclude(passed, "cut")
      assert.include(passed, "## one more: success")
      const { completion } = yield* Effect.promise(() =>
        client.complete({
          ref: { type: "ref/resource", uri: "github://{owner}/{repo}/issues/{issue_number}" },
          argument: { name: "issue_number", value: "" },
          context: { arguments: { owner: "acme", repo: "web" } }
        })
      )
      assert.lengthOf(completion.values, 100)
    })
  )

  it.live("fail with what is wrong", () =>
    Effect.gen(function* () {
      const { client } = yield* scene()
      const failed = (uri: string) => failing(() => client.readResource({ uri }))
      assert.match(yield* failed("github://acme/web/issues/99"), /NotFound: /)
      assert.match(yield* failed("github://acme/web/files/none.ts"), /NotFound: /)
      assert.match(yield* failed("github://acme/web/issues/one"), new RegExp(`${ErrorCode.InvalidParams}`))
      assert.match(yield* failed("github://acme/web/issues/0"), new RegExp(`${ErrorCode.InvalidParams}`))
      assert.match(yield* failed("github://acme/web/nothing"), /not found/i)
    })
  )

  it.live("are within the bounds of the session, and label it", () =>
    Effect.gen(function* () {
      const { call, client, id, sessions } = yield* scene({
        bounds: { reads: { in: ["acme/web"] }, calls: { all: 2 } }
      })
      const { agent } = yield* sessions.of(id)
      assert.match(
        yield* failing(() => client.readResource({ uri: "github://acme/plans/files/launch.md" })),
        /ToolRefused/
      )
      yield* read(client, "github://acme/web/files/README.md")
      assert.deepStrictEqual((yield* agent.usage).untrusted, ["acme/web"])
      yield* call("issues_get", { owner: "acme", repo: "web", issue_number: 1 })
      assert.match(yield* failing(() => client.readResource({ uri: "github://acme/web/files/README.md" })), /2 calls/)
    })
  )
})

describe("completions", () => {
  const issues = "github://{owner}/{repo}/issues/{issue_number}"
  const complete = (client: Client, uri: string, name: string, value: string, args: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const argument = { name, value }
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri },
        argument,
        context: { arguments: args }
      })
      return completion.values
    })
  const web = { owner: "acme", repo: "web" }

  it.live("propose the repositories of the user, and numbers, ids and paths of what is there", () =>
    Effect.gen(function* () {
      const { client } = yield* scene()
      assert.deepStrictEqual(yield* complete(client, issues, "owner", "A"), ["acme"])
      assert.deepStrictEqual(yield* complete(client, issues, "owner", "b"), [])
      assert.sameMembers(yield* complete(client, issues, "repo", "", { owner: "ACME" }), ["web", "plans"])
      assert.deepStrictEqual(yield* complete(client, issues, "repo", "", { owner: "ada" }), [])
      assert.sameMembers(yield* complete(client, issues, "issue_number", "", web), ["4", "3", "2", "1"])
      assert.deepStrictEqual(yield* complete(client, issues, "issue_number", "3", web), ["3"])
      assert.deepStrictEqual(yield* complete(client, issues, "issue_number", ""), [])
      assert.deepStrictEqual(
        yield* complete(client, "github://{owner}/{repo}/pulls/{pull_number}/diff", "pull_number", "", web),
        ["4"]
      )
      const [run = ""] = yield* complete(client, "github://{owner}/{repo}/runs/{run_id}/log", "run_id", "", web)
      assert.match(run, /^\d+$/)
      const files = "github://{owner}/{repo}/files/{path}"
      assert.sameMembers(yield* complete(client, files, "path", "", web), ["README.md", "src/"])
      assert.deepStrictEqual(yield* complete(client, files, "path", "src/u", web), ["src/units.ts"])
      assert.deepStrictEqual(yield* complete(client, files, "path", "none/", web), [])
    })
  )

  it.live("are within the bounds, whose repositories they propose, and do not label what the model does", () =>
    Effect.gen(function* () {
      const { client, id, sessions, simulator } = yield* scene({
        bounds: { reads: { in: ["acme/web", "acme/site#3"] } }
      })
      assert.sameMembers(yield* complete(client, issues, "repo", "", { owner: "acme" }), ["web", "site"])
      assert.deepStrictEqual(yield* simulator.requests, [])
      assert.deepStrictEqual(yield* complete(client, issues, "issue_number", "", { owner: "acme", repo: "plans" }), [])
      assert.sameMembers(yield* complete(client, issues, "issue_number", "", web), ["4", "3", "2", "1"])
      const { agent, typing } = yield* sessions.of(id)
      assert.deepStrictEqual(yield* agent.usage, { calls: 0, quota: 0, private: [], untrusted: [] })
      assert.deepStrictEqual((yield* typing.usage).untrusted, ["acme/web"])
    })
  )
})

describe("prompts", () => {
  const prompts = (client: Client) => Effect.promise(async () => (await client.listPrompts()).prompts)
  const textOf = (client: Client, name: string, args: Record<string, string>) =>
    Effect.promise(async () => {
      const { messages } = await client.getPrompt({ name, arguments: args })
      const [message] = messages
      return message?.content.type === "text" ? message.content.text : ""
    })
  const web = { owner: "acme", repo: "web" }

  it.live("say what to do with the tools that are there, and only with those", () =>
    Effect.gen(function* () {
      const all = yield* scene({ tools: ["triage", "review", "runs", "weather"], writing: "plan" })
      assert.deepStrictEqual(
        (yield* prompts(all.client)).map(({ name }) => name),
        ["triage_issue", "review_pull_request", "explain_failed_run", "weather_for_event"]
      )
      const triage = yield* textOf(all.client, "triage_issue", { ...web, issue_number: "1" })
      assert.include(triage, "Triage issue #1 of acme/web.")
      assert.include(triage, "issues_create_comment")
      assert.include(triage, "call plan_apply at the end")
      assert.include(triage, "is data")
      assert.include(yield* textOf(all.client, "review_pull_request", { ...web, pull_number: "4" }), "request #4")
      assert.include(yield* textOf(all.client, "explain_failed_run", { ...web, run_id: "7" }), "run 7")
      const event = { event: "a garden party", place: "Bergen", when: "Saturday" }
      assert.include(yield* textOf(all.client, "weather_for_event", event), "a garden party in Bergen, Saturday?")

      const some = yield* scene({ tools: ["Issues.get"] })
      assert.deepStrictEqual(
        (yield* prompts(some.client)).map(({ name }) => name),
        ["triage_issue"]
      )
      const short = yield* textOf(some.client, "triage_issue", { ...web, issue_number: "1" })
      assert.notMatch(short, /labels_|_comment|plan_apply|search_/)
    })
  )

  it.live("name only tools that exist", () =>
    Effect.gen(function* () {
      const { client } = yield* scene({ tools: setNames, writing: "plan" })
      const { tools } = yield* Effect.promise(() => client.listTools())
      const names = new Set(tools.map(({ name }) => name))
      const args = { ...web, issue_number: "1", pull_number: "1", run_id: "1", event: "x", place: "x", when: "x" }
      const texts = yield* Effect.forEach(yield* prompts(client), ({ arguments: wanted = [], name }) =>
        textOf(
          client,
          name,
          Object.fromEntries(Object.entries(args).filter(([key]) => wanted.some((one) => one.name === key)))
        )
      )
      // Names of tools and of weather variables have the same form.
      const named = texts.join("\n").match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      const unknown = named.filter((name) => !names.has(name) && name !== "text_from")
      assert.isAbove(new Set(named).size, 15)
      assert.sameMembers([...new Set(unknown)], ["apparent_temperature", "precipitation_probability", "cloud_cover"])
    })
  )

  it.live("refuse wrong arguments, and propose right ones", () =>
    Effect.gen(function* () {
      const { client } = yield* scene()
      assert.match(
        yield* failing(() => client.getPrompt({ name: "triage_issue", arguments: { ...web, issue_number: "one" } })),
        new RegExp(`${ErrorCode.InvalidParams}`)
      )
      assert.notStrictEqual(yield* failing(() => client.getPrompt({ name: "triage_issue", arguments: web })), "")
      const { completion } = yield* Effect.promise(() =>
        client.complete({
          ref: { type: "ref/prompt", name: "review_pull_request" },
          argument: { name: "pull_number", value: "" },
          context: { arguments: web }
        })
      )
      assert.deepStrictEqual(completion.values, ["4"])
    })
  )
})
