/** A sample of each event and action that has a schema. */
import { assert, describe, it } from "@effect/vitest"
import * as WebhookEvents from "../../../src/forge/WebhookEvents.ts"
import * as Samples from "../../../src/testing/Samples.ts"

const actionsOf = Object.entries(WebhookEvents).map(([event, { actions }]) => [event, Object.keys(actions)] as const)

// Its overloads narrow by the event, which is any here.
const sample = Samples.delivery as (event: string, action?: string) => { readonly payload: unknown }

describe("the samples of deliveries", () => {
  it.each(actionsOf)("%s has one for each action", (event, actions) => {
    for (const action of actions.length === 0 ? [undefined] : actions) {
      // A payload that does not match its schema throws.
      assert.isObject(sample(event, action).payload, `${event}.${action}`)
    }
  })

  it("are typed by event and action, and are where they are said to be", () => {
    const { payload } = Samples.delivery("pull_request", "labeled", { owner: "octo", repo: "tools" })
    assert.strictEqual(payload.label?.name, "bug")
    assert.strictEqual(payload.repository.full_name, "octo/tools")
    assert.strictEqual(payload.pull_request.title, "Next")
    assert.strictEqual(Samples.delivery("push").payload.head_commit?.message, "Stop")
    assert.strictEqual(Samples.delivery.wire("issues", "closed").payload["action"], "closed")
  })

  it.each([1, 2, 7])("are about the issue or the pull request %i", (number) => {
    const [issue, pull] = [{ issue_number: number }, { pull_number: number }]
    assert.strictEqual(Samples.delivery("issues", "opened", issue).payload.issue.number, number)
    assert.strictEqual(Samples.delivery("issue_comment", "created", issue).payload.issue.number, number)
    assert.strictEqual(Samples.delivery("pull_request", "opened", pull).payload.pull_request.number, number)
    const reviewed = Samples.delivery("pull_request_review", "submitted", pull).payload
    assert.strictEqual(reviewed.pull_request.number, number)
    const commented = Samples.delivery("pull_request_review_comment", "created", pull).payload
    assert.strictEqual(commented.pull_request.number, number)
    assert.include(commented.comment.pull_request_url, `/pulls/${number}`)
  })
})
