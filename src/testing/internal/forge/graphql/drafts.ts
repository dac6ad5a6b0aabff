/** What only GraphQL does to pull requests: it makes them drafts, and ready for review. */
import { askedOwners } from "../state/codeOwners.ts"
import { editablePull } from "../handlers/pulls.ts"
import { changePull } from "../handlers/reviews.ts"
import { json } from "../../exchange.ts"
import { type Handler, handler } from "../http/call.ts"
import { endpointsOf } from "../http/router.ts"

const setDraft = (draft: boolean): Handler =>
  handler(function* (call) {
    const { pull, repository } = yield* editablePull(call)
    const { requested_reviewers, requested_teams } = pull.pull_request
    // Drafts have asked nobody yet.
    const asked = askedOwners(call.world, repository, pull)
    const owners = {
      requested_reviewers: [...new Set([...requested_reviewers, ...asked.requested_reviewers])],
      requested_teams: [...new Set([...requested_teams, ...asked.requested_teams])]
    }
    if (pull.pull_request.draft !== draft) {
      const event = draft ? "convert_to_draft" : "ready_for_review"
      const later = draft ? { auto_merge: null, queue: null } : owners
      changePull(call, repository, pull, { draft, ...later }, [{ event }])
    }
    return json(200, {})
  })

const endpoint = endpointsOf("graphql/reference/mutations")
const pull = "/repos/{owner}/{repo}/pulls/{pull_number}"

export const readyForReview = endpoint("readyForReview", `PUT ${pull}/ready`, "ready", setDraft(false))
export const convertToDraft = endpoint("convertToDraft", `PUT ${pull}/draft`, "draft", setDraft(true))
