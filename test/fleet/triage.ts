/** A durable workflow of three writes: a comment, a label, and the end of an issue. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as Durable from "../../src/workflow/Durable.ts"

export const repo = { owner: "acme", repo: "web" }

/** Returns the id of the comment. */
export const Triage = Workflow.make("Triage", {
  payload: { issue: Schema.Int },
  idempotencyKey: ({ issue }) => String(issue),
  success: Schema.Int,
  error: ForgeError.ForgeError
})

/** An outage of the service that outlasts the retries of a request fails no workflow. */
const outlasting = {
  times: 10,
  while: ({ _tag }: ForgeError.ForgeError) => _tag === "ServiceUnavailable" || _tag === "TransportFailed"
}

export const TriageLive = Triage.toLayer(
  Effect.fnUntraced(function* ({ issue }) {
    const input = { ...repo, issue_number: issue }
    const triaged = { ...input, body: `Triaged ${issue}.` }
    const comment = yield* Activity.retry(
      Durable.activity(Issues.createComment, triaged, { name: "comment" }),
      outlasting
    )
    // As steps, so that both ways are shaken.
    yield* Durable.steps(
      Effect.andThen(
        Effect.retry(Labels.addToIssue({ ...input, labels: ["triaged"] }), outlasting),
        Effect.retry(Issues.createComment({ ...input, body: `Closing ${issue}.` }), outlasting)
      ),
      { name: "label" }
    )
    const close = Durable.activity(Issues.update, { ...input, state: "closed" }, { name: "close" })
    yield* Activity.retry(close, outlasting)
    return comment.id
  })
)
