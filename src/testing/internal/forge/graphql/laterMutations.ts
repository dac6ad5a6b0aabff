/** Mutations of pull requests that are to be merged later. */
import { after, given, lower, type Mutation, mutation, pullIn, subject, textIn } from "./acts.ts"
import { disableAutoMerge, enableAutoMerge, enterQueue, leaveQueue } from "../handlers/mergeLater.ts"
import { account, reference } from "./nodes.ts"

export const mutations: Readonly<Record<string, Mutation>> = {
  dequeuePullRequest: mutation("id", (view, input, perform) => {
    const id = textIn(input, "id")
    const { pull, repository } = subject(view, id, "PullRequest", "MergeQueueEntry")
    perform(leaveQueue, { owner: repository.owner, repo: repository.name, pull_number: pull.number })
    return { mergeQueueEntry: reference("MergeQueueEntry", { repository, pull }) }
  }),
  disablePullRequestAutoMerge: mutation("pullRequestId", (view, input, perform) => {
    const id = textIn(input, "pullRequestId")
    perform(disableAutoMerge, pullIn(view, id).params)
    return { actor: account(view, view.viewer), pullRequest: after(view, id) }
  }),
  enablePullRequestAutoMerge: mutation(
    "pullRequestId mergeMethod commitHeadline commitBody expectedHeadOid authorEmail",
    (view, input, perform) => {
      const id = textIn(input, "pullRequestId")
      perform(enableAutoMerge, pullIn(view, id).params, {
        ...given(input, {
          authorEmail: "author_email",
          commitBody: "commit_message",
          commitHeadline: "commit_title",
          expectedHeadOid: "sha"
        }),
        merge_method: lower(input["mergeMethod"])
      })
      return { actor: account(view, view.viewer), pullRequest: after(view, id) }
    }
  ),
  enqueuePullRequest: mutation("pullRequestId expectedHeadOid jump", (view, input, perform) => {
    const id = textIn(input, "pullRequestId")
    perform(enterQueue, pullIn(view, id).params, given(input, { expectedHeadOid: "sha", jump: "jump" }))
    const { pull, repository } = pullIn(view, id)
    return { mergeQueueEntry: reference("MergeQueueEntry", { repository, pull }) }
  })
}
