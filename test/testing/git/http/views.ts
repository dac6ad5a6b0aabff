/** One state, as the REST API, GraphQL and git show it. */
import * as Effect from "effect/Effect"
import { dig } from "../../forge/support.ts"
import { repo } from "./acts.ts"
import { query } from "./queries.ts"
import type { Workspace } from "./support.ts"

/** The refs, and the trees of all branches, as the API has them and as git has them. */
export const codeViews = ({ git, simulator }: Workspace) =>
  Effect.gen(function* () {
    const refs = yield* simulator.as("octo", `GET ${repo}/git/matching-refs/`)
    const byApi = (refs as ReadonlyArray<unknown>).map(
      (each) => `${String(dig(each, "object", "sha"))}\t${String(dig(each, "ref"))}`
    )
    const byGit = (yield* git("web", "ls-remote", "origin")).split("\n").filter((line) => !/\tHEAD$|\^\{\}$/.test(line))
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

const shown = `{ repository(owner: "octo", name: "web") {
  issues(first: 100) { nodes {
    number title state comments { totalCount } labels(first: 10) { nodes { name } }
  } }
  pullRequests(first: 100) { nodes { number title state headRefName headRefOid baseRefName } }
  refs(refPrefix: "refs/heads/", first: 100) { nodes { name target { oid } } }
} }`

const lines = (nodes: unknown, line: (node: unknown) => ReadonlyArray<unknown>): ReadonlyArray<string> =>
  (nodes as ReadonlyArray<unknown>).map((node) => line(node).map(String).join(" ")).sort()

const names = (labels: unknown): string =>
  (labels as ReadonlyArray<unknown>)
    .map((label) => String(dig(label, "name")))
    .sort()
    .join("+")

/** Issues, pull requests and branches, as the REST API and GraphQL have them. */
export const recordViews = ({ simulator }: Workspace) =>
  Effect.gen(function* () {
    const api = (path: string) => simulator.as("octo", `GET ${repo}${path}`)
    const all = (yield* api("/issues?state=all&per_page=100")) as ReadonlyArray<unknown>
    const issues = all.filter((one) => dig(one, "pull_request") === undefined)
    const pulls = yield* api("/pulls?state=all&per_page=100")
    const state = (one: unknown) =>
      dig(one, "merged_at") === null || dig(one, "merged_at") === undefined
        ? String(dig(one, "state")).toUpperCase()
        : "MERGED"
    const byRest = {
      issues: lines(issues, (one) => [
        dig(one, "number"),
        dig(one, "title"),
        state(one),
        dig(one, "comments"),
        names(dig(one, "labels"))
      ]),
      pulls: lines(pulls, (one) => [
        dig(one, "number"),
        dig(one, "title"),
        state(one),
        dig(one, "head", "ref"),
        dig(one, "head", "sha"),
        dig(one, "base", "ref")
      ]),
      branches: lines(yield* api("/branches?per_page=100"), (one) => [dig(one, "name"), dig(one, "commit", "sha")])
    }
    const data = dig(yield* query(simulator, shown), "repository")
    const byGraphQL = {
      issues: lines(dig(data, "issues", "nodes"), (one) => [
        dig(one, "number"),
        dig(one, "title"),
        dig(one, "state"),
        dig(one, "comments", "totalCount"),
        names(dig(one, "labels", "nodes"))
      ]),
      pulls: lines(dig(data, "pullRequests", "nodes"), (one) =>
        ["number", "title", "state", "headRefName", "headRefOid", "baseRefName"].map((name) => dig(one, name))
      ),
      branches: lines(dig(data, "refs", "nodes"), (one) => [dig(one, "name"), dig(one, "target", "oid")])
    }
    return [byRest, byGraphQL] as const
  })

/** The heads of pull requests, as the API and a clone have them. The clone passes git's own checks. */
export const cloneViews = ({ git, simulator, url }: Workspace, name: string) =>
  Effect.gen(function* () {
    yield* git("", "clone", "-q", "--mirror", url("octo/web", "ghp_octo"), name)
    yield* git(name, "fsck", "--strict", "--full")
    const pulls = yield* simulator.as("octo", `GET ${repo}/pulls?state=all&per_page=100`)
    const byApi = lines(pulls, (one) => [dig(one, "head", "sha"), `refs/pull/${String(dig(one, "number"))}/head`])
    const refs = yield* git(name, "for-each-ref", "--format=%(objectname) %(refname)", "refs/pull/*/head")
    return [
      byApi,
      refs
        .split("\n")
        .filter((line) => line !== "")
        .sort()
    ] as const
  })
