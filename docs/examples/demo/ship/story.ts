/** The second act of the demo: two pull requests that change the same line, and a release. */
import { PullRequests } from "forgecast/forge"
import type { ListedPullRequest } from "forgecast/forge/schema/PullRequest"
import { ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Screen } from "../screen.ts"
import { fetchLatest, publish } from "./publish.ts"
import { land, type Plan } from "./ship.ts"
import { addSleet, makeSleetSilver, path, repo, team } from "./team.ts"

const plan: Plan = { reviewer: "grace", change: addSleet, answer: () => makeSleetSilver }

/** Shows a pull request with the files that it changes. */
const show = Effect.fnUntraced(function* ({ number, title, user }: ListedPullRequest) {
  const screen = yield* Screen
  const files = yield* PullRequests.listFiles({ ...repo, pull_number: number }).pipe(
    Stream.map(({ additions, deletions, filename }) => `${filename} +${additions} -${deletions}`),
    Stream.runCollect
  )
  yield* screen.line(`#${number} ${title}, by ${user?.login ?? "ghost"}: ${Array.from(files).join(", ")}`)
  return number
})

/** Tells how often the merge of a pull request was sent, and what became of it. */
const tellMerge = Effect.fnUntraced(function* (pull_number: number, sha: string) {
  const screen = yield* Screen
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  const merges = (yield* requests).filter(
    ({ method, path }) => method === "PUT" && path.endsWith(`/${pull_number}/merge`)
  )
  if (merges.at(-1)?.faults.includes("answerLost") === true) {
    yield* screen.note(`#${pull_number} TransportFailed: the merge's answer was lost; Write.once found it merged`)
  }
  yield* screen.line(`#${pull_number} merged as ${sha.slice(0, 7)}`)
})

/** The whole act. */
export const story = Effect.scoped(
  Effect.gen(function* () {
    const screen = yield* Screen
    yield* team

    yield* screen.step("Read the open pull requests, and what they change")
    const numbers = yield* PullRequests.list({ ...repo, direction: "asc" }).pipe(
      Stream.mapEffect(show),
      Stream.runCollect
    )

    yield* screen.step("Merge them, one after the other: they change the same line")
    for (const pull_number of numbers) {
      yield* tellMerge(pull_number, yield* land({ ...repo, pull_number }, plan))
    }

    yield* screen.step("Publish a release, with notes and a file")
    const release = yield* publish(repo, "v1.1.0", path)
    yield* screen.line(`${release.tag_name} is published. Its notes:`)
    for (const [, title = ""] of (release.body ?? "").matchAll(/^\* (.*) in \S+$/gm)) {
      if (!title.endsWith("contribution")) yield* screen.line(`- ${title}`)
    }
    for (const { asset, bytes } of yield* fetchLatest(repo)) {
      yield* screen.line(`${asset.name} downloaded: ${bytes.length} bytes, ${asset.digest?.slice(0, 23) ?? ""}…`)
    }
  })
)
