/** Git's objects, the rules of a branch and the annotations of a check run. */
import type { CommitObject } from "../../../forge/schema/CommitObject.ts"
import type { CreatedBlob } from "../../../forge/schema/GitBlob.ts"
import type { GitTag } from "../../../forge/schema/GitTag.ts"
import type { GitTree } from "../../../forge/schema/GitTree.ts"
import type { BlobFields, Place } from "../../SampleTypes.ts"
import { field, first, open, withSha } from "./scene.ts"

/** The sha that the main branch points to. */
const tipOf = (place: Place): unknown => field(field(open(place).inRepo("GET", "/git/ref/heads/main"), "object"), "sha")

export const commit = ({ sha }: Partial<CommitObject>, place: Place): unknown => {
  const tip = tipOf(place)
  return withSha(open(place).inRepo("GET", `/git/commits/${String(tip)}`), tip, sha)
}

export const tree = ({ sha }: Partial<GitTree>, place: Place): unknown => {
  const found = open(place).inRepo("GET", "/git/trees/main?recursive=1")
  return withSha(found, field(found, "sha"), sha)
}

export const blob = ({ bytes, sha, text }: BlobFields, place: Place): unknown => {
  const content = bytes ?? text ?? "# web\n\nThe web client.\n"
  const { inRepo } = open({ ...place, repository: { files: { sample: content } } })
  const found = inRepo("GET", `/git/blobs/${String(field(inRepo("GET", "/contents/sample"), "sha"))}`)
  return withSha(found, field(found, "sha"), sha)
}

export const createdBlob = ({ sha }: Partial<CreatedBlob>, place: Place): unknown => {
  const made = open(place).inRepo("POST", "/git/blobs", { content: "# Guide\n" })
  return withSha(made, field(made, "sha"), sha)
}

export const tag = ({ sha, tag = "v1.0" }: Partial<GitTag>, place: Place): unknown => {
  const input = { tag, message: "The first release", object: tipOf(place), type: "commit" }
  const made = open(place).inRepo("POST", "/git/tags", input)
  return withSha(made, field(made, "sha"), sha)
}

/** A scene with a protected branch. */
const guarded = (place: Place, part: string): unknown => {
  const restrictions = { users: ["hubot"], apps: ["github-actions"] }
  const main = { required_checks: ["ci/build"], required_approvals: 1, restrictions }
  return open({ ...place, repository: { protection: { main } } }).inRepo("GET", `/branches/main/protection${part}`)
}

export const rules = (_: object, place: Place): unknown => guarded(place, "")

export const statusCheckPolicy = (_: object, place: Place): unknown => guarded(place, "/required_status_checks")

export const requiredReviews = (_: object, place: Place): unknown => guarded(place, "/required_pull_request_reviews")

export const enforcedRule = (_: object, place: Place): unknown => guarded(place, "/enforce_admins")

export const app = (_: object, place: Place): unknown => first(guarded(place, "/restrictions/apps"))

export const pushPolicy = (_: object, place: Place): unknown => guarded(place, "/restrictions")

export const annotation = (_: object, place: Place): unknown => {
  const note = {
    path: "src/start.ts",
    start_line: 1,
    start_column: 14,
    end_column: 19,
    annotation_level: "warning",
    title: "Unused",
    message: "`start` is never used."
  } as const
  const { inRepo } = open({ ...place, repository: { checks: [{ name: "lint", annotations: [note] }] } })
  const run = first(field(inRepo("GET", "/commits/main/check-runs"), "check_runs"))
  return first(inRepo("GET", `/check-runs/${String(field(run, "id"))}/annotations`))
}
