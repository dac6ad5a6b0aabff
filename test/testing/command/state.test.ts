import * as Fs from "node:fs"
import * as Path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parseSeed } from "../../../src/testing/internal/decodeSeed.ts"
import { freePorts } from "../../services/ports.ts"
import { directory, serve, type Served, stop, write } from "./child.ts"

const seed = { repositories: [{ owner: "acme", name: "web", files: { "a.txt": "A" }, issues: [{ title: "One" }] }] }

const send = async ({ api, token }: Served, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, etag: response.headers.get("etag"), text: await response.text() }
}

const issues = "/repos/acme/web/issues"

/** What is below the root, which differs if the port does. */
const answer = async (served: Served, path: string) => {
  const { etag, status, text } = await send(served, "GET", path)
  return { status, etag, text }
}

describe("--state", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("keeps the state across a restart by %s", async (signal) => {
    const folder = directory()
    const file = Path.join(folder, "state.json")
    const port = String(await freePorts())
    const args = ["--state", file, "--seed", write(Path.join(folder, "seed.json"), seed), "--port", port]
    const first = await serve(args)
    expect((await send(first, "POST", issues, { title: "Two" })).status).toBe(201)
    const path = "/repos/acme/web/contents/b.txt"
    expect((await send(first, "PUT", path, { message: "Add", content: btoa("B") })).status).toBe(201)
    const paths = [issues, "/repos/acme/web", "/repos/acme/web/commits", path]
    const before = await Promise.all(paths.map((each) => answer(first, each)))
    expect((await stop(first, signal)).code).toBe(0)
    const second = await serve(args)
    expect(await Promise.all(paths.map((each) => answer(second, each)))).toEqual(before)
    const third = await send(second, "POST", issues, { title: "Three" })
    expect(JSON.parse(third.text)).toMatchObject({ number: 3 })
    await stop(second, signal)
    expect(Fs.readdirSync(folder).sort()).toEqual(["seed.json", "state.json"])
  })

  it("writes changes while it serves, and downloads at the end", async () => {
    const file = Path.join(directory(), "state.json")
    const released = [{ tag_name: "v1", assets: [{ name: "a", content: "A" }] }]
    const content = { repositories: [{ owner: "acme", name: "web", releases: released }] }
    const served = await serve(["--state", file, "--seed", "-"], JSON.stringify(content))
    await send(served, "POST", issues, { title: "Written" })
    while (!Fs.readFileSync(file, "utf8").includes("Written")) await new Promise((resolve) => setTimeout(resolve, 20))
    await fetch(`${served.api.replace(/$/, "")}/repos/acme/web/releases/latest`)
      .then((response) => response.json() as Promise<{ assets: ReadonlyArray<{ browser_download_url: string }> }>)
      .then(({ assets }) => fetch(assets[0]?.browser_download_url ?? ""))
      .then((response) => expect(response.status).toBe(200))
    await stop(served, "SIGTERM")
    expect(Fs.readFileSync(file, "utf8")).toContain('"download_count": 1')
  })

  it("keeps the file whole when it is killed while it writes", async () => {
    const folder = directory()
    const file = Path.join(folder, "state.json")
    // A write takes long enough to be hit.
    const files = { "large.bin": "0123456789".repeat(2_000_000) }
    write(Path.join(folder, "seed.json"), { repositories: [{ ...seed.repositories[0], files }] })
    for (let round = 0; round < 3; round++) {
      const served = await serve(["--state", file, "--seed", Path.join(folder, "seed.json")])
      const change = new Promise<void>((resolve) => {
        const watcher = Fs.watch(folder, () => {
          watcher.close()
          resolve()
        })
      })
      expect((await send(served, "POST", issues, { title: "More" })).status).toBe(201)
      await change
      expect((await stop(served, "SIGKILL")).signal).toBe("SIGKILL")
      expect(Result.isSuccess(parseSeed(Fs.readFileSync(file, "utf8")))).toBe(true)
    }
    const served = await serve(["--state", file])
    await stop(served, "SIGTERM")
    expect(Fs.readdirSync(folder).sort()).toEqual(["seed.json", "state.json"])
  })
})
