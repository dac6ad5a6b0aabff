import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Https from "node:https"
import * as Net from "node:net"
import * as Path from "node:path"
import { describe, expect, it, onTestFinished, vi } from "@effect/vitest"
import { Octokit } from "@octokit/rest"
import { options } from "../../../src/testing/internal/node/command/options.ts"
import { close, freePorts, listen } from "../../services/ports.ts"
import { directory, runCommand, serve, startCommand, stop, write } from "./child.ts"

const seed = {
  $schema: "https://example.com/seed.schema.json",
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# Web\n", image: { base64: "AP/+" } },
      issues: [{ title: "It rains in", labels: ["bug"] }],
      releases: [{ tag_name: "v1", assets: [{ name: "a.bin", content: { base64: "AAEC" } }] }]
    }
  ]
}

const repo = { owner: "acme", repo: "web" }

const octokit = ({ api, token }: { readonly api: string; readonly token: string }) =>
  new Octokit({ baseUrl: api, auth: token, log: { debug() {}, info() {}, warn() {}, error() {} } })

/** A receiver of hooks, with the first event that it is told of. */
const receiver = async () => {
  const server = Http.createServer()
  onTestFinished(() => void server.close())
  const first = new Promise<string>((resolve) =>
    server.on("request", (request, response) => {
      request.resume()
      response.end()
      resolve(String(request.headers["x-github-event"]))
    })
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, first }
}

describe("forgecast-simulator", () => {
  it("serves a seed to Octokit, uploads and downloads included", async () => {
    const served = await serve(["--seed", write(Path.join(directory(), "seed.json"), seed)])
    const { rest } = octokit(served)
    const made = await rest.issues.create({ ...repo, title: "It snows in" })
    expect(made.data.number).toBe(2)
    const titles = await rest.issues.listForRepo(repo)
    expect(titles.data.map(({ title }) => title)).toEqual(["It snows in", "It rains in"])
    const { data: release } = await rest.repos.getLatestRelease(repo)
    expect(release.upload_url).toContain(served.uploads)
    const asset = await rest.repos.getReleaseAsset({
      ...repo,
      asset_id: release.assets[0]?.id ?? 0,
      headers: { accept: "application/octet-stream" }
    })
    expect(asset.url).toContain(served.storage)
    expect(new Set([served.api, served.uploads, served.storage]).size).toBe(2)
    expect(await stop(served, "SIGTERM")).toEqual({ code: 0, signal: null })
  })

  it("reads a seed from standard input, and prints URLs line by line", async () => {
    const child = startCommand(
      ["--seed", "-", "--limits", "none", "--unserved", "404", "--latency", "5 millis"],
      JSON.stringify(seed)
    )
    await new Promise<void>((resolve) =>
      child.process.stdout.on("data", () => child.output().includes("token") && resolve())
    )
    const lines = child.output().trim().split("\n")
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["api", "uploads", "storage", "page", "token"])
    expect((await fetch(lines[3]?.slice(5) ?? "")).headers.get("content-type")).toContain("text/html")
    const response = await fetch(`${lines[0]?.slice(4)}/repos/acme/web/issues/1`)
    expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, null])
    expect((await fetch(`${lines[0]?.slice(4)}/nothing`)).status).toBe(404)
    child.process.kill("SIGINT")
    expect(await child.ended).toEqual({ code: 0, signal: null })
  })

  it("makes a new token each time, unless the seed has one", async () => {
    const [first, second] = [await serve([]), await serve([])]
    expect(first.token).toMatch(/^ghp_[0-9a-f]{36}$/)
    expect(second.token).not.toBe(first.token)
    const { data } = await octokit(first).rest.users.getAuthenticated()
    expect(data.login).toBe("octocat")
    const given = await serve(["--seed", "-"], JSON.stringify({ ...seed, tokens: { "my-token": "acme" } }))
    expect(given.token).toBe("my-token")
    for (const each of [first, second, given]) await stop(each, "SIGTERM")
  })

  it("answers to the hosts and origins that it is told, and takes bodies as long as it is told", async () => {
    const args = ["--allow-host", "simulator", "--allow-origin", "http://app.example/", "--max-body", "10"]
    const served = await serve(args)
    const send = (headers: Http.OutgoingHttpHeaders, method = "GET", body = "") =>
      new Promise<Http.IncomingMessage>((resolve) => {
        const options = { method, headers: { "user-agent": "test", ...headers } }
        Http.request(`${served.api}/zen`, options, (message) => resolve(message.resume())).end(body)
      })
    expect((await send({ host: "simulator:80" })).statusCode).toBe(200)
    expect((await send({ host: "other" })).statusCode).toBe(421)
    const { headers } = await send({ origin: "http://app.example" })
    expect(headers["access-control-allow-origin"]).toBe("http://app.example")
    expect((await send({}, "POST", "0123456789a")).statusCode).toBe(413)
    await stop(served, "SIGTERM")
  })

  it("writes its URLs below the seed's baseUrl, and says where it listens", async () => {
    const baseUrl = "https://git.example/api/v3"
    const child = startCommand(["--json", "--seed", "-"], JSON.stringify({ ...seed, baseUrl }))
    await new Promise<void>((resolve) =>
      child.process.stdout.on("data", () => child.output().includes("\n") && resolve())
    )
    const printed: unknown = JSON.parse(child.output())
    expect(printed).toMatchObject({ api: baseUrl, uploads: "https://git.example/api/uploads" })
    const { listensOn = "" } = printed as { readonly listensOn?: string }
    const response = await fetch(`${listensOn}/api/v3/repos/acme/web`, { headers: { host: "git.example" } })
    expect(await response.json()).toMatchObject({ url: `${baseUrl}/repos/acme/web` })
    child.process.kill("SIGTERM")
    expect(await child.ended).toEqual({ code: 0, signal: null })
  })

  it("uses two ports in a row", async () => {
    const port = await freePorts()
    const taken = await listen(port + 1)
    const refused = await runCommand(["--port", String(port)])
    expect(refused).toMatchObject({ code: 1, output: "" })
    expect(refused.errors).toMatch(/^forgecast-simulator: .*address already in use.*\n$/)
    await close(taken)
    const served = await serve(["--port", String(port)])
    expect([served.api, served.uploads, served.storage]).toEqual(
      [0, 0, 1].map((offset) => `http://127.0.0.1:${port + offset}`)
    )
    await stop(served, "SIGTERM")
  })

  it("serves HTTPS below a path, with a certificate that its authority vouches for", async () => {
    const served = await serve(["--tls", "--prefix", "/api/v3/", "--seed", "-"], JSON.stringify(seed))
    const { api, ca = "", storage } = served
    expect([api, storage]).toEqual([
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/api\/v3$/),
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/)
    ])
    const trusting = (url: string, ca?: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { ca, agent: false, headers: { "user-agent": "test" } }
        Https.get(url, options, (response) => resolve(response.resume().statusCode)).on("error", reject)
      })
    expect(await trusting(`${api.replace("127.0.0.1", "localhost")}/repos/acme/web`, Fs.readFileSync(ca))).toBe(200)
    expect(await trusting(`${storage}/raw/acme/web/main/none`, Fs.readFileSync(ca))).toBe(404)
    await expect(trusting(api)).rejects.toThrow("certificate")
    await stop(served, "SIGTERM")
    expect(Fs.existsSync(ca)).toBe(false)
  })

  it("writes its URLs where clients reach it", async () => {
    const served = await serve(
      ["--public-url", "https://git.example", "--prefix", "/api/v3", "--seed", "-"],
      JSON.stringify(seed)
    )
    const { listensOn = "" } = served
    const storage = `https://git.example:${new URL(served.storage).port}`
    expect(served).toMatchObject({
      api: "https://git.example/api/v3",
      uploads: "https://git.example/api/uploads",
      storage
    })
    const response = await fetch(`${listensOn}/api/v3/repos/acme/web`, { headers: { host: "git.example" } })
    expect(await response.json()).toMatchObject({
      url: "https://git.example/api/v3/repos/acme/web",
      clone_url: "https://git.example/acme/web.git",
      ssh_url: "git@git.example:acme/web.git"
    })
    await stop(served, "SIGTERM")
  })

  it("adds repositories from directories", async () => {
    const files = directory()
    write(Path.join(files, "a.txt"), "A")
    const served = await serve(["--directory", `acme/site=${files}`])
    const { data } = await octokit(served).rest.repos.getContent({ owner: "acme", repo: "site", path: "a.txt" })
    expect(data).toMatchObject({ type: "file", size: 1 })
    await stop(served, "SIGTERM")
  })

  it("logs requests without their secrets", async () => {
    const served = await serve(["--log", "--seed", "-"], JSON.stringify({ ...seed, tokens: { "top-secret": "acme" } }))
    await octokit(served).rest.issues.get({ ...repo, issue_number: 1 })
    await stop(served, "SIGTERM")
    const [, row = ""] = served.child.output().split("\n")
    expect(row.trim().split(/ {2,}/).slice(0, 6)).toEqual([
      "1",
      "Issues.get",
      "GET /repos/acme/web/issues/1",
      "acme",
      "200",
      "yes"
    ])
    expect(row).not.toContain("top-secret")
  })

  it("has acted on a request whose client gives up before the late response, and logs that", async () => {
    const told = await receiver()
    const hooks = [{ url: told.url, secret: "rain", events: ["issues"] }]
    const repositories = seed.repositories.map((each) => ({ ...each, hooks }))
    const served = await serve(
      ["--log", "--latency", "1 hour", "--seed", "-"],
      JSON.stringify({ ...seed, repositories })
    )
    const patience = new AbortController()
    const creating = fetch(`${served.api}/repos/acme/web/issues`, {
      method: "POST",
      headers: { authorization: `Bearer ${served.token}`, "user-agent": "test" },
      body: JSON.stringify({ title: "It snows in" }),
      signal: patience.signal
    })
    expect(await told.first).toBe("issues")
    patience.abort()
    await expect(creating).rejects.toThrow("aborted")
    const rows = () =>
      served.child
        .output()
        .split("\n")
        .filter((line) => line.includes("POST /repos/acme/web/issues"))
    await vi.waitUntil(() => rows().length > 0)
    await stop(served, "SIGTERM")
    expect(rows().map((row) => row.trim().split(/ {2,}/).slice(1, 6))).toEqual([
      ["Issues.create", "POST /repos/acme/web/issues", "acme", "lost", "yes"]
    ])
  })

  it("does what it delays when its time has come, and tells hooks, though nobody asks", async () => {
    const told = await receiver()
    const delays = { fork: "50 millis", transfer: "1 hour" }
    const hooks = [{ url: told.url, secret: "rain", events: ["fork", "repository"] }]
    const repositories = seed.repositories.map((each) => ({ ...each, hooks }))
    const tokens = { octo: "octo", acme: "acme" }
    const served = await serve(["--seed", "-"], JSON.stringify({ ...seed, repositories, tokens, delays }))
    const owner = octokit({ ...served, token: "acme" }).rest.repos
    const { rest } = octokit({ ...served, token: "octo" })
    await owner.transfer({ ...repo, new_owner: "octo" })
    await rest.repos.createFork(repo)
    expect(await told.first).toBe("fork")
    expect((await rest.repos.get({ owner: "octo", repo: "web" })).data.fork).toBe(true)
    expect((await rest.repos.get(repo)).data.full_name).toBe("acme/web")
  })

  it.each(["SIGINT", "SIGTERM"] as const)("ends at once on %s, whatever is under way", async (signal) => {
    const served = await serve(["--seed", "-", "--latency", "1 hour"], JSON.stringify(seed))
    const pending = fetch(`${served.api}/repos/acme/web`).catch((error: unknown) => error)
    const open = Net.connect(Number(new URL(served.api).port), "127.0.0.1")
    open.on("error", () => {})
    await new Promise((resolve) => open.once("connect", resolve))
    // Long before the hour of latency is over.
    expect(await stop(served, signal)).toEqual({ code: 0, signal: null })
    expect(await pending).toBeInstanceOf(Error)
  })
})

describe("bad input", () => {
  const files = (content: unknown) => write(Path.join(directory(), "seed.json"), content)

  const refusals: ReadonlyArray<readonly [name: string, args: () => ReadonlyArray<string>, message: RegExp]> = [
    ["an unknown option", () => ["--sede", "a"], /: Unknown option '--sede'\. See --help$/],
    ["a port that is none", () => ["--port", "70000"], /: --port: expected a number from 0 to 65534, got 70000$/],
    ["a duration that is none", () => ["--latency", "5 moons"], /: --latency: expected a duration/],
    [
      "an origin that is none",
      () => ["--allow-origin", "localhost:5173"],
      /: --allow-origin: expected an origin such as/
    ],
    [
      "an origin with a path",
      () => ["--allow-origin", "http://localhost:5173/a"],
      /: --allow-origin: expected an origin/
    ],
    ["a prefix that is none", () => ["--prefix", "api"], /: --prefix: expected a path such as \/api\/v3, got api$/],
    ["a public URL with a path", () => ["--public-url", "https://a/b"], /: --public-url: expected an origin such as/],
    ["a certificate without its key", () => ["--tls-cert", "a"], /: expected --tls, or --tls-cert with --tls-key$/],
    ["a missing certificate", () => ["--tls-cert", "/a", "--tls-key", "/b"], /: \/a cannot be read\. ENOENT/],
    ["a size that is none", () => ["--max-body", "1 MB"], /: --max-body: expected a number of bytes, got 1 MB$/],
    ["another status", () => ["--unserved", "500"], /: --unserved: expected 404 or 501, got 500/],
    ["other limits", () => ["--limits", "some"], /: --limits: expected none, got some/],
    ["a missing seed", () => ["--seed", "/nowhere/seed.json"], /seed\.json cannot be read\. ENOENT/],
    ["a seed that is not JSON", () => ["--seed", files("{")], /seed\.json: The seed is not JSON\./],
    [
      "a seed with a mistake",
      () => ["--seed", files({ repositories: [{ owner: "acme", name: "web", issues: [{ title: 5 }] }] })],
      /seed\.json: repositories\[0\]\.issues\[0\]\.title: expected string, got 5$/
    ],
    [
      "a seed that contradicts itself",
      () => ["--seed", files({ repositories: [{ owner: "acme", name: "web", tags: { v1: "nowhere" } }] })],
      /: The seed of acme\/web has no branch, tag or commit nowhere$/
    ],
    [
      "a foreign file as the state",
      () => ["--state", files({ name: "web" })],
      /seed\.json: name is not a field of a seed$/
    ],
    [
      "a state that cannot be written",
      () => ["--state", "/nowhere/state.json"],
      /state\.json cannot be written\. ENOENT/
    ],
    ["a directory that is missing", () => ["--directory", "acme/web=/nowhere"], /: \/nowhere: ENOENT/],
    ["a git repository that is none", () => ["--git", "acme/web=/"], /: \/: fatal: not a git repository/]
  ]

  it.each(refusals)("is refused in one line: %s", async (_, args, message) => {
    const { code, errors, output } = await runCommand(args())
    expect([code, output]).toEqual([1, ""])
    expect(errors.split("\n")).toHaveLength(2)
    expect(errors.trim()).toMatch(message)
  })
})

it("tells about itself", async () => {
  const root = Path.resolve(import.meta.dirname, "../../..")
  const { version } = JSON.parse(Fs.readFileSync(Path.join(root, "package.json"), "utf8")) as {
    readonly version: string
  }
  expect(await runCommand(["--version"])).toEqual({ code: 0, output: `${version}\n`, errors: "" })
  const help = (await runCommand(["--help"])).output
  expect(help).toMatch(/^Usage: forgecast-simulator \[options\]\n/)
  const told = [...help.matchAll(/^ .*?--([a-z-]+)|, --([a-z-]+) FILE/gm)].map(([, first, second]) => first ?? second)
  for (const name of Object.keys(options)) expect(told).toContain(name)
  expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120)
  const { output } = await runCommand(["--schema"])
  expect(JSON.parse(output)).toHaveProperty("$defs.RepositorySeed")
})
