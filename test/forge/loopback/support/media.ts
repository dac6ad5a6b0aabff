/** Downloads of what the service makes of a resource, on the wire. */
import * as Commits from "../../../../src/forge/Commits.ts"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as PullRequests from "../../../../src/forge/PullRequests.ts"
import { media as contract } from "../../support/contractMedia.ts"
import { repo, root } from "../../support/records.ts"
import { asking } from "../../support/wire.ts"
import { type Case, download } from "./cases.ts"

const textOf = (name: string): string => String(contract.find((row) => row.name === name)?.body)

const ninth = { ...repo, pull_number: 9 }
const commit = { ...repo, ref: "release/1.x" }
const both = { ...repo, base: "release/1.x", head: "octo:größe" }
const compared = `${root}/compare/release%2F1.x...octo%3Agr%C3%B6%C3%9Fe`
const ref = "v1/a"

export const media: ReadonlyArray<Case> = [
  download(PullRequests.getDiff, ninth, asking(`${root}/pulls/9`), textOf("PullRequests.getDiff")),
  download(PullRequests.getPatch, ninth, asking(`${root}/pulls/9`), textOf("PullRequests.getPatch")),
  download(Commits.getDiff, commit, asking(`${root}/commits/release%2F1.x`), textOf("Commits.getDiff")),
  download(Commits.getPatch, commit, asking(`${root}/commits/release%2F1.x`), textOf("Commits.getPatch")),
  download(Commits.compareDiff, both, asking(compared), textOf("Commits.compareDiff")),
  download(Commits.comparePatch, both, asking(compared), textOf("Commits.comparePatch")),
  download(
    Contents.getHtml,
    { ...repo, path: "docs/größe.md", ref },
    asking(`${root}/contents/docs/gr%C3%B6%C3%9Fe.md`, { ref }),
    textOf("Contents.getHtml")
  ),
  download(
    Contents.getReadmeHtml,
    { ...repo, ref },
    asking(`${root}/readme`, { ref }),
    textOf("Contents.getReadmeHtml")
  ),
  download(
    Contents.downloadReadme,
    { ...repo, ref },
    asking(`${root}/readme`, { ref }),
    textOf("Contents.downloadReadme")
  )
]
