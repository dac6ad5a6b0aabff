/** Commits, files, branches and checks of the scene. */
import type { Branch } from "../../../forge/schema/Branch.ts"
import type { CheckRun } from "../../../forge/schema/CheckRun.ts"
import type { CheckSuite } from "../../../forge/schema/CheckSuite.ts"
import type { CombinedStatus } from "../../../forge/schema/CombinedStatus.ts"
import type { Commit } from "../../../forge/schema/Commit.ts"
import type { CommitComment } from "../../../forge/schema/CommitComment.ts"
import type { CommitFile } from "../../../forge/schema/CommitFile.ts"
import type { GitRef } from "../../../forge/schema/GitRef.ts"
import type { Tag } from "../../../forge/schema/Tag.ts"
import type { FilesSeed } from "../../ForgeContentSeed.ts"
import type { FileFields, Place } from "../../SampleTypes.ts"
import { field, first, me, open, withSha } from "./scene.ts"

const inPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

export const commit = ({ sha }: Partial<Commit>, place: Place): unknown => {
  const found = open(place).inRepo("GET", "/commits/main")
  return withSha(found, field(found, "sha"), sha)
}

/** Its commit is the last one of the scene. */
export const commitComment = ({ commit_id, id = 10_000_001 }: Partial<CommitComment>, place: Place): unknown => {
  const comment = { id, user: me, body: "This made it faster.", created_at: "2026-01-14T16:00:00Z" }
  const found = open({ ...place, repository: { commit_comments: [comment] } }).inRepo("GET", `/comments/${id}`)
  return withSha(found, field(found, "commit_id"), commit_id)
}

/** A commit that changes one file. */
const changing = (path: string, place: Place): unknown =>
  open({
    ...place,
    repository: { files: { [path]: "one\ntwo\n" }, commits: [{ files: { [path]: "one\n2\nthree\n" } }] }
  }).inRepo("GET", "/commits/main")

export const commitFile = ({ filename = "src/start.ts" }: Partial<CommitFile>, place: Place): unknown =>
  first(field(changing(filename, place), "files"))

export const comparison = (_: object, place: Place): unknown =>
  open({ ...place, repository: { branches: { next: { files: { "src/cache.ts": "export {}\n" } } } } }).inRepo(
    "GET",
    "/compare/main...next"
  )

const content = (path: string, files: FilesSeed, place: Place): unknown =>
  open({ ...place, repository: { files } }).inRepo("GET", `/contents/${inPath(path)}`)

export const file = ({ bytes, path = "README.md", text }: FileFields, place: Place): unknown =>
  content(path, { [path]: bytes ?? text ?? "# web\n\nThe web client.\n" }, place)

export const directory = (_: object, place: Place): unknown => open(place).inRepo("GET", "/contents/src")

export const symlink = (
  { path = "docs/vendor", target = "/usr/share/web" }: { readonly path?: string; readonly target?: string },
  place: Place
): unknown => content(path, { [path]: { symlink: target } }, place)

export const submodule = (
  {
    path = "vendor/tools",
    sha = "5f1b0c6a8d2e4f7093a1b5c8d7e6f4a302918b7c"
  }: { readonly path?: string; readonly sha?: string },
  place: Place
): unknown => {
  const listed = `[submodule "${path}"]\n\tpath = ${path}\n\turl = https://github.com/acme/tools.git\n`
  return content(path, { [path]: { submodule: sha }, ".gitmodules": listed }, place)
}

export const fileCommit = (_: object, place: Place): unknown =>
  open(place).inRepo("PUT", "/contents/docs/guide.md", { message: "Add a guide", content: "IyBHdWlkZQo=" })

const withBranch = (name: string, place: Place) =>
  open({
    ...place,
    repository: { branches: { [name]: {} }, protection: { [name]: { required_checks: ["ci/build"] } } }
  })

export const branch = ({ name = "main" }: Partial<Branch>, place: Place): unknown =>
  withBranch(name, place).inRepo("GET", `/branches/${encodeURIComponent(name)}`)

export const listedBranch = ({ name = "main" }: { readonly name?: string }, place: Place): unknown => {
  const branches = withBranch(name, place).inRepo("GET", "/branches")
  return Array.isArray(branches) ? branches.find((branch: unknown) => field(branch, "name") === name) : undefined
}

export const ref = ({ ref = "refs/heads/main" }: Partial<GitRef>, place: Place): unknown => {
  const { inRepo } = open(place)
  const main = inRepo("GET", "/git/ref/heads/main")
  if (ref === "refs/heads/main") return main
  return inRepo("POST", "/git/refs", { ref, sha: field(field(main, "object"), "sha") })
}

export const tag = ({ name = "v1.0" }: Partial<Tag>, place: Place): unknown =>
  first(open({ ...place, repository: { tags: { [name]: "main" } } }).inRepo("GET", "/tags"))

const passed = {
  context: "ci/build",
  state: "success",
  description: "The build succeeded",
  target_url: "https://ci.acme.example/builds/1000",
  creator: me,
  created_at: "2026-01-15T08:10:00Z"
} as const

const withStatus = (id: number | null | undefined, place: Place) =>
  open({ ...place, ids: { status: id ?? undefined }, repository: { statuses: [passed] } })

export const status = ({ id }: { readonly id?: number | null }, place: Place): unknown =>
  first(withStatus(id, place).inRepo("GET", "/commits/main/statuses"))

export const combinedStatus = ({ sha }: Partial<CombinedStatus>, place: Place): unknown => {
  const found = withStatus(undefined, place).inRepo("GET", "/commits/main/status")
  return withSha(found, field(found, "sha"), sha)
}

export const checkSuite = ({ head_sha, id }: Partial<CheckSuite>, place: Place): unknown => {
  const suites = open({ ...place, ids: { "check suite": id }, repository: { checks: [{ name: "lint" }] } }).inRepo(
    "GET",
    "/commits/main/check-suites"
  )
  const suite = first(field(suites, "check_suites"))
  return withSha(suite, field(suite, "head_sha"), head_sha)
}

export const suitePreferences = (_: object, place: Place): unknown =>
  open({ ...place, repository: { auto_trigger_checks: { 7: false } } }).inRepo("PATCH", "/check-suites/preferences", {})

export const checkRun = ({ head_sha, id }: Partial<CheckRun>, place: Place): unknown => {
  const checks = [
    {
      name: "lint",
      title: "No problems",
      summary: "Nothing to complain about.",
      details_url: "https://ci.acme.example/checks/1000",
      started_at: "2026-01-15T08:05:00Z",
      completed_at: "2026-01-15T08:10:00Z"
    }
  ]
  const runs = open({ ...place, ids: { "check run": id }, repository: { checks } }).inRepo(
    "GET",
    "/commits/main/check-runs"
  )
  const run = first(field(runs, "check_runs"))
  return withSha(run, field(run, "head_sha"), head_sha)
}
