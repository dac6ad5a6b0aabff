/** What the bot does, and when. */
import * as Webhooks from "forgecast/forge/Webhooks"
import { Merge, type MergeQueue, Triage, Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"

const rules = [
  { label: "bug", title: ["crash", "error"] },
  { label: "question", title: ["^how "] }
]

const triage = Webhooks.on("issues", ["opened"], ({ payload: { issue, repository } }) =>
  Triage.label({ owner: repository.owner.login, repo: repository.name, issue_number: issue.number }, rules)
)

const welcome = Webhooks.on("issues", ["opened"], ({ payload: { issue, repository } }) =>
  Upsert.comment(
    {
      owner: repository.owner.login,
      repo: repository.name,
      issue_number: issue.number,
      body: "Thank you. Somebody will have a look."
    },
    { key: "welcome" }
  )
)

/** Lands what has the label `merge-queue`, one after the other, each tested together with its base. */
export const land = (branch: MergeQueue.Input) => Merge.queue(branch, { required: ["test"] })

const queue = Webhooks.on("pull_request", ["labeled"], ({ payload: { label, pull_request, repository } }) =>
  label?.name === "merge-queue"
    ? land({ owner: repository.owner.login, repo: repository.name, base: pull_request.base.ref })
    : Effect.void
)

/** Each event is answered as the installation of the App that it is from. */
export const bot = Webhooks.asInstallation(Webhooks.handlers(triage, welcome, queue))
