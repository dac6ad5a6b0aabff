/** Programs that act by the API and by git in turns, which must see the same all the time. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import { dig } from "../../forge/support.ts"
import { random } from "../random.ts"
import { type Workspace, workspace } from "./support.ts"

const layer = SimulatorServer.layerForge({
  users: [{ login: "octo" }],
  tokens: { ghp_octo: "octo" },
  limits: "none",
  repositories: [{ owner: "octo", name: "web", files: { "a.txt": "a\n", "dir/b.txt": "b\n" } }]
})

const repo = "/repos/octo/web"

/** What a program acts on: the clone, whose `origin` is the simulator, and the service as its owner. */
const acting = ({ at, git, simulator }: Workspace, { below, chance, pick }: ReturnType<typeof random>) => {
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
    if (chance(0.3)) yield* git("web", "merge", "-q", "-s", "ours", "-m", "Merge", `origin/${yield* branch}`)
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
  return { acts: { write, createBranch, deleteBranch, merge, push, amend, tag, drop }, fetched }
}

/** The refs, and the trees of all branches, as the API has them and as git has them. */
const views = ({ git, simulator }: Workspace) =>
  Effect.gen(function* () {
    const refs = yield* simulator.as("octo", `GET ${repo}/git/matching-refs/`)
    const byApi = (refs as ReadonlyArray<unknown>).map(
      (each) => `${String(dig(each, "object", "sha"))}\t${String(dig(each, "ref"))}`
    )
    const byGit = (yield* git("web", "ls-remote", "origin"))
      .split("\n")
      .filter((line) => !/\tHEAD$|\trefs\/pull\/|\^\{\}$/.test(line))
    const { branches } = yield* simulator.repository("octo/web")
    const trees = yield* Effect.forEach(Object.keys(branches), (name) =>
      Effect.gen(function* () {
        const tree = yield* simulator.as("octo", `GET ${repo}/git/trees/${name}?recursive=1`)
        const own = yield* git(
          "web",
          "-c",
          "core.quotePath=false",
          "ls-tree",
          "-r",
          "-t",
          "-z",
          "--format=%(objectname) %(path)",
          `origin/${name}`
        )
        const shown = (dig(tree, "tree") as ReadonlyArray<unknown>).map(
          (each) => `${String(dig(each, "sha"))} ${String(dig(each, "path"))}`
        )
        return [
          shown.sort(),
          own
            .split("\0")
            .filter((line) => line !== "")
            .sort()
        ] as const
      })
    )
    return [
      [byApi.sort(), ...trees.map(([shown]) => shown)],
      [byGit.sort(), ...trees.map(([, own]) => own)]
    ] as const
  })

it.live("a random program leaves one state", () =>
  Effect.gen(function* () {
    const space = yield* workspace
    const { git, url } = space
    yield* git("", "clone", "-q", url("octo/web", "ghp_octo"), "web")
    const seed = Number(process.env["SEED"] ?? 1)
    const r = random(seed)
    const { acts, fetched } = acting(space, r)
    const names = Object.keys(acts) as ReadonlyArray<keyof typeof acts>
    const done: Array<string> = []
    for (let step = 0; step < Number(process.env["STEPS"] ?? 16); step++) {
      const name = r.pick([...names, "push", "write"] as const)
      done.push(name)
      yield* acts[name]
      if (step % 8 !== 7) continue
      yield* fetched
      const [shown, own] = yield* views(space)
      expect([done, own]).toEqual([done, shown])
    }
    yield* git("web", "fsck", "--strict")
  }).pipe(Effect.scoped, Effect.provide(layer))
)
