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
  ...declared([200, 201], ["repos/create-or-update-file-contents"]),
  ...declared([200, 204], ["repos/list-contributors"]),
  ...declared(
    [200],
    [
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
      "pulls/get",
      "pulls/list",
      "pulls/list-commits",
      "pulls/list-files",
      "pulls/list-reviews",
      "pulls/merge",
      "pulls/remove-requested-reviewers",
      "pulls/update",
      "rate-limit/get",
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
      "repos/get-latest-release",
      "repos/get-readme",
      "repos/get-release-asset",
      "repos/get-release-by-tag",
      "repos/list-branches",
      "repos/list-commit-statuses-for-ref",
      "repos/list-commits",
      "repos/list-for-org",
      "repos/list-for-user",
      "repos/list-languages",
      "repos/list-pull-requests-associated-with-commit",
      "repos/list-releases",
      "repos/list-tags",
      "repos/replace-all-topics",
      "repos/update-release",
      "search/issues-and-pull-requests",
      "search/repos",
      "search/users",
      "users/get-authenticated",
      "users/get-by-username"
    ]
  ),
  ...declared(
    [201],
    [
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
      "pulls/request-reviewers",
      "repos/create-commit-status",
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
      "repos/delete-release"
    ]
  )
])
