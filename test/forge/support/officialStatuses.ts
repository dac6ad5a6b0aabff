/**
 * The statuses of a success by the service's official types (npm `@octokit/openapi-types`). The compiler checks that each
 * operation has all of its statuses here, and no others.
 */
import type { operations } from "@octokit/openapi-types"
import type { SuccessStatus } from "../../../src/rest/Declaration.ts"

type SuccessOf<Name extends keyof operations> = Extract<keyof operations[Name]["responses"], SuccessStatus>

/** The operations with exactly these statuses. */
type With<Statuses extends SuccessStatus> = {
  [Name in keyof operations]: [SuccessOf<Name>, Statuses] extends [Statuses, SuccessOf<Name>] ? Name : never
}[keyof operations]

const declared = <const Statuses extends SuccessStatus>(
  statuses: ReadonlyArray<Statuses>,
  names: ReadonlyArray<With<Statuses>>
): ReadonlyArray<readonly [name: string, statuses: ReadonlyArray<number>]> => names.map((name) => [name, statuses])

/** By the name of the operation, such as `issues/get`. */
export const officialStatuses: ReadonlyMap<string, ReadonlyArray<number>> = new Map([
  ...declared([200, 204], ["actions/create-workflow-dispatch"]),
  ...declared([201, 202], ["repos/create-deployment"]),
  ...declared([202], ["actions/cancel-workflow-run"]),
  // They redirect.
  ...declared([], ["actions/download-artifact", "actions/download-workflow-run-logs"]),
  ...declared([200, 201], ["repos/create-or-update-file-contents"]),
  ...declared([200, 204], ["repos/list-contributors"]),
  ...declared([200, 201], ["reactions/create-for-issue", "reactions/create-for-issue-comment"]),
  ...declared([202], ["pulls/update-branch"]),
  ...declared(
    [200],
    [
      "actions/get-workflow-run",
      "actions/list-artifacts-for-repo",
      "actions/list-jobs-for-workflow-run",
      "actions/list-jobs-for-workflow-run-attempt",
      "actions/list-workflow-run-artifacts",
      "actions/list-workflow-runs",
      "actions/list-workflow-runs-for-repo",
      "checks/get",
      "checks/list-annotations",
      "checks/list-for-ref",
      "checks/update",
      "git/get-blob",
      "git/get-commit",
      "git/get-ref",
      "git/get-tag",
      "git/get-tree",
      "git/list-matching-refs",
      "git/update-ref",
      "issues/add-labels",
      "issues/get",
      "issues/get-comment",
      "issues/get-label",
      "issues/get-milestone",
      "issues/list-comments",
      "issues/list-comments-for-repo",
      "issues/list-events",
      "issues/list-events-for-timeline",
      "issues/list-for-repo",
      "issues/list-labels-for-repo",
      "issues/list-labels-on-issue",
      "issues/list-milestones",
      "issues/remove-assignees",
      "issues/remove-label",
      "issues/set-labels",
      "issues/update",
      "issues/update-comment",
      "issues/update-label",
      "issues/update-milestone",
      "orgs/get",
      "orgs/list-members",
      "pulls/create-review",
      "pulls/dismiss-review",
      "pulls/get",
      "pulls/list",
      "pulls/list-commits",
      "pulls/list-files",
      "pulls/list-review-comments",
      "pulls/list-reviews",
      "pulls/merge",
      "pulls/remove-requested-reviewers",
      "pulls/submit-review",
      "pulls/update",
      "rate-limit/get",
      "reactions/list-for-issue",
      "reactions/list-for-issue-comment",
      "repos/compare-commits",
      "repos/delete-file",
      "repos/generate-release-notes",
      "repos/get",
      "repos/get-all-topics",
      "repos/get-branch",
      "repos/get-branch-protection",
      "repos/get-combined-status-for-ref",
      "repos/get-commit",
      "repos/get-content",
      "repos/get-deployment",
      "repos/get-latest-release",
      "repos/get-readme",
      "repos/get-release",
      "repos/get-release-asset",
      "repos/get-release-by-tag",
      "repos/list-branches",
      "repos/list-commit-statuses-for-ref",
      "repos/list-commits",
      "repos/list-deployment-statuses",
      "repos/list-deployments",
      "repos/list-for-authenticated-user",
      "repos/list-for-org",
      "repos/list-for-user",
      "repos/list-forks",
      "repos/list-languages",
      "repos/list-pull-requests-associated-with-commit",
      "repos/list-release-assets",
      "repos/list-releases",
      "repos/list-tags",
      "repos/replace-all-topics",
      "repos/update",
      "repos/update-release",
      "repos/update-release-asset",
      "search/issues-and-pull-requests",
      "search/repos",
      "search/users",
      "teams/list",
      "teams/list-members-in-org",
      "users/get-authenticated",
      "users/get-by-username",
      "users/list"
    ]
  ),
  ...declared(
    [201],
    [
      "actions/re-run-workflow",
      "actions/re-run-workflow-failed-jobs",
      "checks/create",
      "checks/rerequest-run",
      "git/create-blob",
      "git/create-commit",
      "git/create-ref",
      "git/create-tag",
      "git/create-tree",
      "issues/add-assignees",
      "issues/create",
      "issues/create-comment",
      "issues/create-label",
      "issues/create-milestone",
      "pulls/create",
      "pulls/create-reply-for-review-comment",
      "pulls/create-review-comment",
      "pulls/request-reviewers",
      "repos/create-commit-status",
      "repos/create-deployment-status",
      "repos/create-for-authenticated-user",
      "repos/create-in-org",
      "repos/create-release",
      "repos/upload-release-asset"
    ]
  ),
  ...declared(
    [204],
    [
      "git/delete-ref",
      "issues/delete-comment",
      "issues/delete-label",
      "issues/delete-milestone",
      "issues/lock",
      "issues/unlock",
      "reactions/delete-for-issue",
      "reactions/delete-for-issue-comment",
      "repos/create-dispatch-event",
      "repos/delete-release",
      "repos/delete-release-asset"
    ]
  )
])
