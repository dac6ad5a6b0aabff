/** The command as a process of its own, with the official SDK's client and the MCP inspector as its clients. */
import { spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { type CallToolResult, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import * as Effect from "effect/Effect"
import { testOf } from "../../ai/recording/evaluate.ts"
import { bundled, compileCache } from "../../bundled.ts"
import { temporary } from "../../services/daemon.ts"
import { answerOf, failing } from "../serving.ts"

const command = Effect.promise(() => bundled("src/mcp/main.ts"))

const root = Path.resolve(import.meta.dirname, "../../..")

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** How a program runs. */
interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
}

/** Runs a program to its end. */
const run = (file: string, args: ReadonlyArray<string>, { cwd = root, env = {}, input = "" }: RunOptions = {}) =>
  Effect.callback<Ended>((resume) => {
    const child = spawn(process.execPath, [file, ...args], { cwd, env: { ...compileCache, ...env } })
    let output = ""
    let errors = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    child.on("close", (code) => resume(Effect.succeed({ code, output, errors })))
    child.stdin.on("error", () => {})
    child.stdin.end(input)
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

const ran = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}, input = "") =>
  Effect.flatMap(command, (file) => run(file, args, { env, input }))

/** A client of the command over standard input and output. */
const connected = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Record<string, string> = {}) {
  const file = yield* command
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { approve: true } }))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file, ...args],
    env: { ...compileCache, ...env },
    stderr: "pipe"
  })
  let errors = ""
  transport.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  const call = (name: string, input: Record<string, unknown> = {}) =>
    Effect.promise(async () => (await client.callTool({ name, arguments: input })) as CallToolResult)
  return { call, client, errors: () => errors }
})

const issue = { owner: "acme", repo: "web", issue_number: 1 }

/** A file in a directory of its own. */
const file = (name: string, content: unknown) =>
  Effect.map(temporary("forgecast-mcp-"), (directory) => {
    const path = Path.join(directory, name)
    Fs.writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
    return path
  })

describe("forgecast-mcp over standard input and output", () => {
  it.live("reads the simulated services, without a token", () =>
    Effect.gen(function* () {
      const { call, client, errors } = yield* connected(["--simulate"])
      assert.strictEqual(client.getServerVersion()?.name, "forgecast")
      assert.include(client.getInstructions(), "simulated")
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isTrue(tools.every(({ annotations }) => annotations?.readOnlyHint))
      assert.deepInclude(answerOf(yield* call("issues_get", issue)), { number: 1 })
      assert.deepInclude(answerOf(yield* call("geocoding_search", { name: "Bergen" })), { count: 1 })
      assert.deepInclude(answerOf(yield* call("issues_get", { ...issue, nonsense: 1 })), { error: "InvalidInput" })
      const { contents } = yield* Effect.promise(() =>
        client.readResource({ uri: "github://acme/web/files/README.md" })
      )
      assert.lengthOf(contents, 1)
      assert.strictEqual(errors(), "")
    })
  )

  it.live("has a plan approved by the person in front of the client, within the bounds of a file", () =>
    Effect.gen(function* () {
      const seed = yield* file("seed.json", {
        repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }]
      })
      const bounds = yield* file("bounds.json", { reads: { in: ["acme/web"] }, writes: { in: ["acme/web#1"] } })
      const { call } = yield* connected(["--simulate", seed, "--bounds", bounds, "--plan", "--tools", "triage"])
      assert.containsAllKeys(answerOf(yield* call("issues_update", { ...issue, title: "Two" })), ["planned"])
      assert.deepInclude(answerOf(yield* call("issues_get", issue)), { title: "One" })
      assert.deepStrictEqual(answerOf(yield* call("plan_apply")), { written: 1 })
      assert.deepInclude(answerOf(yield* call("issues_get", issue)), { title: "Two" })
      const other = answerOf(yield* call("issues_update", { ...issue, issue_number: 2, title: "Two" }))
      assert.deepInclude(other, { error: "ToolRefused", reason: "writes" })
    })
  )

  it.live("records each session as a program and as a test that passes", () =>
    Effect.gen(function* () {
      const directory = Path.join(yield* temporary("forgecast-mcp-"), "sessions")
      const seed = yield* file("seed.json", {
        repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }]
      })
      const bounds = yield* file("bounds.json", { reads: { in: ["acme/web"] }, writes: { in: ["acme/web#1"] } })
      const given = ["--simulate", seed, "--bounds", bounds, "--plan", "--tools", "triage", "--record", directory]
      const { call } = yield* connected(given)
      yield* call("issues_get", issue)
      yield* call("issues_update", { ...issue, title: "Two" })
      yield* call("plan_apply")
      yield* call("issues_get", { ...issue, issue_number: 2 })
      const names = Fs.readdirSync(directory).toSorted()
      assert.match(names.join(" "), /^(session-[\dT-]+-1)\.test\.ts \1\.ts$/)
      const [test = "", program = ""] = names.map((name) => Fs.readFileSync(Path.join(directory, name), "utf8"))
      assert.include(program, "Issues.update(")
      assert.include(program, "Effect.flip")
      assert.include(test, "ForgeSimulator.layer(")
      yield* testOf(test).run()
    })
  )

  it.live("stops at the end of its input, and has nothing on its output but messages", () =>
    Effect.gen(function* () {
      const messages = [
        {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } }
        },
        { jsonrpc: "2.0", method: "notifications/initialized" },
        // What is refused is logged.
        {
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "issues_get", arguments: { ...issue, repo: "plans" } }
        }
      ]
      const bounds = yield* file("bounds.json", { reads: { in: ["acme/web"] } })
      const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("")
      const { code, errors, output } = yield* ran(["--simulate", "--bounds", bounds], {}, input)
      assert.strictEqual(code, 0)
      const lines = output
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { readonly jsonrpc: string })
      assert.isTrue(lines.every(({ jsonrpc }) => jsonrpc === "2.0"))
      assert.include(output, "ToolRefused")
      assert.include(errors, "acme/plans#1 is out of bounds")
    })
  )

  it.live("sends the token to where it belongs, and has it nowhere else", () =>
    Effect.gen(function* () {
      const token = `ghp_${"a1".repeat(18)}`
      const seen: Array<string | undefined> = []
      const service = yield* Effect.acquireRelease(
        Effect.promise(
          () =>
            new Promise<Http.Server>((resolve) => {
              const server = Http.createServer((request, response) => {
                seen.push(request.headers.authorization)
                response.writeHead(404, { "content-type": "application/json" })
                response.end(JSON.stringify({ message: `There is nothing for ${token}` }))
              })
              server.listen(0, "127.0.0.1", () => resolve(server))
            })
        ),
        (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
      const { port } = service.address() as AddressInfo
      const env = { GITHUB_TOKEN: token, GITHUB_API_URL: `http://127.0.0.1:${port}` }
      const { call, client, errors } = yield* connected([], env)
      const heard: Array<string> = []
      client.fallbackNotificationHandler = (notification) =>
        Promise.resolve(void heard.push(JSON.stringify(notification)))
      yield* Effect.promise(() => client.setLoggingLevel("debug"))
      const answer = JSON.stringify(answerOf(yield* call("issues_get", issue)))
      assert.include(answer, "NotFound")
      assert.isAbove(seen.length, 0)
      assert.isTrue(seen.every((authorization) => authorization === `Bearer ${token}`))
      assert.isAbove(heard.length, 0)
      assert.notInclude(answer + errors() + heard.join(""), token)
      service.closeAllConnections()
    })
  )
})

describe("forgecast-mcp over HTTP", () => {
  it.live("prints where it is, and serves clients there", () =>
    Effect.gen(function* () {
      const file = yield* command
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => spawn(process.execPath, [file, "--simulate", "--http"], { env: compileCache })),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      let output = ""
      const url = yield* Effect.promise(
        () =>
          new Promise<string>((resolve) =>
            child.stdout.on("data", (chunk: Buffer) => {
              output += chunk.toString()
              const [, found] = /^mcp (http:\/\/127\.0\.0\.1:\d+\/mcp)\n/.exec(output) ?? []
              if (found !== undefined) resolve(found)
            })
          )
      )
      const client = new Client({ name: "test", version: "1" })
      const transport = new StreamableHTTPClientTransport(new URL(url))
      yield* Effect.promise(() => client.connect(transport))
      const called = yield* Effect.promise(() => client.callTool({ name: "issues_get", arguments: issue }))
      assert.deepInclude(answerOf(called as CallToolResult), { number: 1 })
      yield* Effect.promise(() => client.close())
      const ended = new Promise((resolve) => child.on("close", resolve))
      child.kill("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => ended), 0)
    })
  )
})

describe("what is wrong", () => {
  it.live("is said in one line", () =>
    Effect.gen(function* () {
      const said = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) {
        const { code, errors, output } = yield* ran(args, env)
        assert.strictEqual(output, "")
        assert.strictEqual(code, 1)
        assert.match(errors, /^forgecast-mcp: [^\n]+\n$/)
        return errors
      })
      const bounds = yield* file("bounds.json", { reads: { inn: ["acme/web"] } })
      assert.match(yield* said(["--bounds", bounds]), /The bounds are not valid: .*inn/)
      assert.match(yield* said(["--bounds", yield* file("bounds.json", [1])]), /The bounds are not valid/)
      const seed = yield* file("seed.json", { repositories: [{ owner: "acme" }] })
      assert.match(yield* said(["--simulate", seed]), /repositories\[0\]\.name is missing/)
      assert.match(yield* said(["--tools", "triag"]), /did you mean triage\?/)
      assert.match(yield* said(["--http", "--host", "0.0.0.0"]), /FORGECAST_MCP_TOKEN must be set/)
      assert.match(yield* said(["--write"]), /--write needs --bounds/)
      assert.match(yield* said([], { GITHUB_API_URL: "nowhere", GITHUB_TOKEN: "x" }), /GITHUB_API_URL/)
    })
  )

  it.live("is told of credentials that are not there", () =>
    Effect.gen(function* () {
      const { code, errors, output } = yield* ran([])
      assert.strictEqual(code, 0)
      assert.strictEqual(output, "")
      assert.match(
        errors,
        /^forgecast-mcp: Requests to GitHub have no credentials, as GITHUB_TOKEN is not set[^\n]+\n$/
      )
    })
  )

  it.live("has a help and a version", () =>
    Effect.gen(function* () {
      assert.match((yield* ran(["--help"])).output, /^Usage: forgecast-mcp \[options\]\n/)
      const { version } = JSON.parse(Fs.readFileSync(Path.join(root, "package.json"), "utf8")) as {
        readonly version: string
      }
      assert.strictEqual((yield* ran(["--version"])).output, `${version}\n`)
    })
  )
})

it.live("is understood by the MCP inspector", () =>
  Effect.gen(function* () {
    const server = yield* command
    // It looks for its manifest from the folder that it runs in.
    const folder = Path.join(root, "node_modules/@modelcontextprotocol/inspector-cli/build")
    const inspected = (...args: ReadonlyArray<string>) =>
      Effect.map(
        run("index.js", [process.execPath, server, ...args, "--", "--simulate"], { cwd: folder }),
        ({ errors, output }) => {
          assert.strictEqual(errors, "")
          return JSON.parse(output) as Record<string, ReadonlyArray<Record<string, unknown>>>
        }
      )
    const { tools = [] } = yield* inspected("--method", "tools/list")
    assert.include(
      tools.map(({ name }) => name),
      "issues_get"
    )
    const args = ["owner=acme", "repo=web", "issue_number=1"].flatMap((arg) => ["--tool-arg", arg])
    const { content } = yield* inspected("--method", "tools/call", "--tool-name", "issues_get", ...args)
    assert.include(String(content?.[0]?.["text"]), "The page stays blank on Safari")
    const { prompts = [] } = yield* inspected("--method", "prompts/list")
    assert.isAbove(prompts.length, 1)
    const { contents } = yield* inspected("--method", "resources/read", "--uri", "github://acme/web/files/README.md")
    assert.include(String(contents?.[0]?.["text"]), "# web")
  })
)

it.live("fails tools of what is not there by name", () =>
  Effect.gen(function* () {
    const { client } = yield* connected(["--simulate"])
    assert.match(yield* failing(() => client.callTool({ name: "issues_create", arguments: {} })), /not found/i)
  })
)
