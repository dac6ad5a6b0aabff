/** A durable workflow of three writes: a comment, a label, and the end of an issue. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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

export const TriageLive = Triage.toLayer(
  Effect.fnUntraced(function* ({ issue }) {
    const input = { ...repo, issue_number: issue }
    const comment = yield* Durable.activity(
      Issues.createComment,
      { ...input, body: `Triaged ${issue}.` },
      { name: "comment" }
    )
    // As steps, so that both ways are shaken.
    yield* Durable.steps(
      Effect.andThen(
        Labels.addToIssue({ ...input, labels: ["triaged"] }),
        Issues.createComment({ ...input, body: `Closing ${issue}.` })
      ),
      { name: "label" }
    )
    yield* Durable.activity(Issues.update, { ...input, state: "closed" }, { name: "close" })
    return comment.id
  })
)
