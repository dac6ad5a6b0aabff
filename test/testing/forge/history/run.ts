/** A random run of merges and edits through the service's HTTP interface. */
import { makeService } from "../../../../src/testing/internal/forge/service.ts"
import { type Repository, repositoryNamed } from "../../../../src/testing/internal/forge/state/model.ts"
import type { Sha } from "../../../../src/testing/internal/git/objects.ts"
import { textOf } from "../../../../src/testing/internal/exchange.ts"
import { edited, type Random } from "../../git/random.ts"
import { dig } from "../support.ts"

export interface Reply {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

export interface Merge {
  readonly method: "merge" | "squash" | "rebase"
  readonly base: Sha
  readonly head: Sha
  /** The new tip of the base; undefined if there were conflicts. */
  readonly sha: Sha | undefined
}

const root = "/repos/acme/web"
const start = Date.parse("2026-05-01T00:00:00Z")

const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("")

/** A service with one repository, and a clock that goes on by some seconds with each request. */
export const makeRun = (r: Random) => {
  const files = { "README.md": "# web\n", "src/a.ts": lines, "src/b.ts": lines.toUpperCase(), "été/read me": "x\n" }
  const service = makeService(
    {
      users: [{ login: "octo", name: "Octo Čat" }],
      repositories: [{ owner: "acme", name: "web", files, collaborators: ["octo", "rev"] }]
    },
    start
  )
  let now = start
  const branches = ["main"]
  const merges: Array<Merge> = []
  const counts: Record<string, number> = {}

  const call = (wire: string, body?: unknown, accept = "application/json"): Reply => {
    now += 1000 * r.below(120)
    const [method = "", path = ""] = wire.split(" ")
    const request = {
      method,
      url: new URL(`https://api.github.com${root}${path}`),
      headers: { accept },
      body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    }
    const answer = service.act(request, r.pick(["acme", "octo", "rev"]), now)
    const text = textOf(answer.body)
    const isJson = answer.headers["content-type"]?.startsWith("application/json") === true
    return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined }
  }

  /** Calls, and fails if the answer is not one of the expected. */
  const done = (expected: ReadonlyArray<number>, ...wire: Parameters<typeof call>): Reply => {
    const reply = call(...wire)
    if (!expected.includes(reply.status)) throw new Error(`${wire[0]}: ${reply.status} ${reply.text}`)
    return reply
  }

  const text = (json: unknown, ...path: ReadonlyArray<string | number>): string => String(dig(json, ...path))

  const tipOf = (branch: string): Sha => text(done([200], `GET /git/ref/heads/${branch}`).json, "object", "sha")

  const paths = (ref: string): ReadonlyArray<string> => {
    const { json } = done([200], `GET /git/trees/${ref}?recursive=1`)
    const found = dig(json, "tree")
    return Array.isArray(found)
      ? found.flatMap((entry: unknown) => (text(entry, "type") === "blob" ? [text(entry, "path")] : []))
      : []
  }

  const urlOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

  const message = () =>
    r.pick(["Change", "Größer\n\nWith a body", "Two\nlines", "", "  spaces \n\n\n", "Fix #1"]) || `Edit ${r.below(99)}`

  const person = () =>
    r.chance(0.3)
      ? { author: { name: r.pick(["Ada <L.>", " Zoé. ", "a\nb"]), email: r.pick(["ada@example.com", "<x@y>"]) } }
      : {}

  const write = (branch: string): void => {
    const known = paths(branch)
    const path =
      r.chance(0.3) || known.length === 0 ? `${r.pick(["", "src/", "d/e/"])}new-${r.below(60)}.txt` : r.pick(known)
    const file = done([200, 404], `GET /contents/${urlOf(path)}?ref=${branch}`)
    const former = file.status === 200 ? Buffer.from(text(file.json, "content"), "base64").toString() : ""
    const content = Buffer.from(edited(r, "prose", former, 1)).toString("base64")
    const sha = file.status === 200 ? { sha: text(file.json, "sha") } : {}
    done([200, 201], `PUT /contents/${urlOf(path)}`, { message: message(), content, branch, ...sha, ...person() })
  }

  const remove = (branch: string): void => {
    const known = paths(branch)
    if (known.length < 3) return
    const path = r.pick(known)
    const sha = text(done([200], `GET /contents/${urlOf(path)}?ref=${branch}`).json, "sha")
    done([200], `DELETE /contents/${urlOf(path)}`, { message: message(), branch, sha, ...person() })
  }

  /** A commit of several changes, one of them a move, as git's objects. */
  const commit = (branch: string): void => {
    const tip = tipOf(branch)
    const known = paths(branch)
    const moved = r.pick(known)
    const blob = text(done([200], `GET /contents/${urlOf(moved)}?ref=${branch}`).json, "sha")
    const target = `moved/${r.below(30)}-${moved.split("/").at(-1)}`
    const tree = [
      { path: moved, mode: "100644", type: "blob", sha: null },
      { path: target, mode: "100755", type: "blob", sha: blob },
      { path: `bin/tool-${r.below(9)}`, mode: "100644", type: "blob", content: `tool ${r.below(99)}\n` }
    ]
    const made = done([201], "POST /git/trees", { base_tree: tip, tree })
    const sha = done([201], "POST /git/commits", {
      message: message(),
      tree: text(made.json, "sha"),
      parents: [tip],
      ...person()
    })
    done([200], `PATCH /git/refs/heads/${branch}`, { sha: text(sha.json, "sha") })
  }

  const branchOff = (): void => {
    if (branches.length > 11) return
    const name = `b${branches.length}${r.pick(["", "/x", "-é"])}`
    done([201], "POST /git/refs", { ref: `refs/heads/${name}`, sha: tipOf(r.pick(branches)) })
    branches.push(name)
  }

  const merge = (base: string, head: string): void => {
    const opened = done([201, 422], "POST /pulls", { title: "Change", head, base, body: "Why\n\nso" })
    if (opened.status === 422) return
    const number = text(opened.json, "number")
    const from = { base: tipOf(base), head: tipOf(head) }
    const method = r.pick(["merge", "merge", "squash", "rebase"] as const)
    const merged = done([200, 405], `PUT /pulls/${number}/merge`, { merge_method: method })
    merges.push({ method, ...from, sha: merged.status === 200 ? text(merged.json, "sha") : undefined })
    if (merged.status === 405) done([202, 422], `PUT /pulls/${number}/update-branch`)
    done([200], `PATCH /pulls/${number}`, { state: "closed" })
  }

  /** A branch of its own for some commits, while its base goes on. */
  const feature = (): void => {
    const base = r.pick(branches)
    const head = `feature-${r.below(1_000_000)}`
    done([201], "POST /git/refs", { ref: `refs/heads/${head}`, sha: tipOf(base) })
    for (let left = 1 + r.below(3); left > 0; left--) write(head)
    if (r.chance(0.5)) write(base)
    merge(base, head)
    done([204], `DELETE /git/refs/heads/${head}`)
  }

  const tag = (): void => {
    const name = `v${r.below(100)}`
    if (r.chance(0.5)) call("POST /releases", { tag_name: name, target_commitish: r.pick(branches) })
    else call("POST /git/refs", { ref: `refs/tags/${name}`, sha: tipOf(r.pick(branches)) })
  }

  const steps = {
    write: () => write(r.pick(branches)),
    remove: () => remove(r.pick(branches)),
    commit: () => commit(r.pick(branches)),
    branchOff,
    merge: () => merge(r.pick(branches), r.pick(branches)),
    feature,
    tag
  }

  const step = (): void => {
    const name = r.pick([
      "write",
      "write",
      "write",
      "write",
      "remove",
      "commit",
      "branchOff",
      "merge",
      "feature",
      "tag"
    ] as const)
    counts[name] = (counts[name] ?? 0) + 1
    steps[name]()
  }

  const repository = (): Repository => {
    const found = repositoryNamed(service.world, "acme/web")
    if (found === undefined) throw new Error("The repository is missing")
    return found
  }

  return { call, done, step, branches, merges, counts, repository, world: service.world }
}
