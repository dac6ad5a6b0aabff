/** What a random program does by the REST API and by git. */
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { dig } from "../../forge/support.ts"
import type { Random } from "../random.ts"
import type { Workspace } from "./support.ts"

export const repo = "/repos/octo/web"

/** What a program acts on: the clone, whose `origin` is the simulator, and the service as its owner. */
export const acting = ({ at, git, simulator }: Workspace, { below, chance, pick }: Random) => {
  let count = 0
  const api = (wire: string, body?: unknown) => simulator.as("octo", wire, body)
  const branches = Effect.map(simulator.repository("octo/web"), (shown) => shown.branches)
  const branch = Effect.map(branches, (all) => pick(Object.keys(all).sort()))
  const path = () => pick(["a.txt", "dir/b.txt", "dir/c.txt", "new/deep/d.txt", `file ${below(5)} ü`])

  const write = Effect.gen(function* () {
    const [name, file] = [yield* branch, path()]
    const content = Buffer.from(`${below(1_000)}\n`.repeat(1 + below(50))).toString("base64")
    const tree = dig(yield* api(`GET ${repo}/git/trees/${name}?recursive=1`), "tree") as ReadonlyArray<unknown>
    const sha = dig(
      tree.find((each) => dig(each, "path") === file),
      "sha"
    )
    yield* api(`PUT ${repo}/contents/${encodeURI(file)}`, { message: `Write ${file}`, content, branch: name, sha })
  })
  const createBranch = Effect.gen(function* () {
    const sha = (yield* branches)[yield* branch]
    yield* api(`POST ${repo}/git/refs`, { ref: `refs/heads/api${++count}`, sha })
  })
  const deleteBranch = Effect.gen(function* () {
    const name = yield* branch
    if (name !== "main") yield* api(`DELETE ${repo}/git/refs/heads/${name}`)
  })
  const merge = Effect.gen(function* () {
    const name = `pull${++count}`
    yield* api(`POST ${repo}/git/refs`, { ref: `refs/heads/${name}`, sha: (yield* branches)["main"] })
    yield* api(`PUT ${repo}/contents/${name}`, { message: name, content: "YQo=", branch: name })
    const number = dig(yield* api(`POST ${repo}/pulls`, { title: name, head: name, base: "main" }), "number")
    const merge_method = pick(["merge", "squash", "rebase"])
    yield* api(`PUT ${repo}/pulls/${String(number)}/merge`, { merge_method })
  })

  const fetched = Effect.suspend(() =>
    git("web", "-c", `protocol.version=${pick(["0", "2"])}`, "fetch", "-q", "--prune", "--prune-tags", "--force")
  )
  const commit = Effect.gen(function* () {
    writeFileSync(`${at("web")}/own${below(4)}`, `${below(1_000)}\n`.repeat(1 + below(100)))
    yield* git("web", "add", ".")
    yield* git("web", "commit", "-q", "--allow-empty", "-m", `Commit ${++count}`)
  })
  const push = Effect.gen(function* () {
    yield* fetched
    const name = yield* branch
    yield* git("web", "checkout", "-q", "--detach", `origin/${name}`)
    yield* commit
    if (chance(0.3))
      yield* git(
        "web",
        "merge",
        "-q",
        "-s",
        "ours",
        "--allow-unrelated-histories",
        "-m",
        "Merge",
        `origin/${yield* branch}`
      )
    yield* git("web", "push", "-q", "origin", `HEAD:refs/heads/${pick([name, `git${++count}`])}`)
  })
  const amend = Effect.gen(function* () {
    yield* fetched
    const name = yield* branch
    yield* git("web", "checkout", "-q", "--detach", `origin/${name}`)
    yield* git("web", "commit", "-q", "--amend", "--allow-empty", "-m", `Amended ${++count}`)
    yield* git("web", "push", "-q", "--force", "origin", `HEAD:${name}`)
  })
  const tag = Effect.gen(function* () {
    yield* fetched
    const name = `v${++count}`
    yield* git("web", "tag", "-a", "-m", name, name, `origin/${yield* branch}`)
    yield* git("web", "push", "-q", "origin", name)
  })
  const drop = Effect.gen(function* () {
    yield* fetched
    const name = yield* branch
    if (name !== "main") yield* git("web", "push", "-q", "origin", `:${name}`)
  })
  const issues = Effect.map(api(`GET ${repo}/issues?state=all&per_page=100`), (all) => all as ReadonlyArray<unknown>)
  const openIssue = Effect.suspend(() =>
    api(`POST ${repo}/issues`, { title: `Issue ${++count}`, labels: [pick(["bug", "ui"])] })
  )
  const changeIssue = Effect.gen(function* () {
    const all = yield* issues
    if (all.length === 0) return
    const number = String(dig(pick(all), "number"))
    if (chance(0.5)) yield* api(`POST ${repo}/issues/${number}/comments`, { body: `Comment ${++count}` })
    else yield* api(`POST ${repo}/issues/${number}/labels`, { labels: [pick(["bug", "ui", "docs"])] })
  })
  /** A commit on the default branch that closes an issue. */
  const fix = Effect.gen(function* () {
    const open = (yield* issues).filter((one) => dig(one, "state") === "open" && dig(one, "pull_request") === undefined)
    if (open.length === 0) return
    yield* fetched
    yield* git("web", "checkout", "-q", "--detach", "origin/main")
    yield* git("web", "commit", "-q", "--allow-empty", "-m", `Fixes #${String(dig(pick(open), "number"))}`)
    yield* git("web", "push", "-q", "origin", "HEAD:main")
  })
  const acts = {
    write,
    createBranch,
    deleteBranch,
    merge,
    push,
    amend,
    tag,
    drop,
    openIssue: Effect.asVoid(openIssue),
    changeIssue,
    fix
  }
  return { acts, fetched }
}
