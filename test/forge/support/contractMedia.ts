/** Downloads of what the service makes of a resource: their errors, and the media types that they ask for. */
import * as Stream from "effect/Stream"
import * as Commits from "../../../src/forge/Commits.ts"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import type { Download } from "../../../src/rest/Download.ts"
import type { OfficialName, Row } from "./contractRow.ts"
import { repo } from "./records.ts"

/** What is downloaded, by media type. */
const bodies = {
  diff: "diff --git a/größe.txt b/größe.txt\n",
  patch: "From 0123456789 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] Größe\n",
  "html+json": '<article class="markdown-body"><h1>Größe</h1></article>',
  "raw+json": "# Größe\n"
} as const

const row = <Input>(
  download: Download<Input, ForgeError, Forge.Forge>,
  input: Input,
  official: OfficialName,
  wire: string,
  media: keyof typeof bodies,
  errors: Row["errors"]
): Row => ({
  name: download.declaration.name,
  wire,
  kind: "download",
  errors: [...errors, "IntegrityFailed"],
  repeatable: true,
  official,
  declaration: download.declaration,
  call: Stream.runDrain(download(input)),
  body: bodies[media],
  type: `application/vnd.github.${media}; charset=utf-8`,
  accept: `application/vnd.github.${media}`
})

const pull = "GET /repos/{owner}/{repo}/pulls/{pull_number}"
const onPull = { ...repo, pull_number: 9 }
const ofPull = ["NotFound", "NotAcceptable"] as const

const commit = "GET /repos/{owner}/{repo}/commits/{ref}"
const onCommit = { ...repo, ref: "main" }
const ofCommit = ["NotFound", "ValidationFailed", "Conflict"] as const

const compared = "GET /repos/{owner}/{repo}/compare/{base}...{head}"
const onBoth = { ...repo, base: "main", head: "octo:topic" }

const readme = "GET /repos/{owner}/{repo}/readme"
const ofReadme = ["NotFound", "ValidationFailed"] as const

const file = "GET /repos/{owner}/{repo}/contents/{path}"

export const media: ReadonlyArray<Row> = [
  row(PullRequests.getDiff, onPull, "pulls.get", pull, "diff", ofPull),
  row(PullRequests.getPatch, onPull, "pulls.get", pull, "patch", ofPull),
  row(Commits.getDiff, onCommit, "repos.getCommit", commit, "diff", ofCommit),
  row(Commits.getPatch, onCommit, "repos.getCommit", commit, "patch", ofCommit),
  row(Commits.compareDiff, onBoth, "repos.compareCommits", compared, "diff", ["NotFound"]),
  row(Commits.comparePatch, onBoth, "repos.compareCommits", compared, "patch", ["NotFound"]),
  row(Contents.getHtml, { ...repo, path: "README.md" }, "repos.getContent", file, "html+json", ["NotFound"]),
  row(Contents.getReadmeHtml, repo, "repos.getReadme", readme, "html+json", ofReadme),
  row(Contents.downloadReadme, repo, "repos.getReadme", readme, "raw+json", ofReadme)
]
