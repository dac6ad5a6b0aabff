import { Forge, Issues } from "forgecast/forge"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

const assign = (issue_number: number) =>
  Issues.update({ ...repo, issue_number, assignees: ["octo"] })

await Issues.list({ ...repo, labels: ["bug"], direction: "asc" }).pipe(
  Stream.filter((issue) => !issue.is_pull_request),
  Stream.mapEffect((issue) => assign(issue.number), { concurrency: 4 }),
  Stream.runForEach((issue) => Console.log(`#${issue.number} ${issue.title}`)),
  Effect.catchTag("NotFound", () => Console.log("There is no such repository")),
  Effect.provide(Forge.layerGitHub),
  Effect.runPromise
)
