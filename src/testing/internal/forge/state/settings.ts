/** What can be set of repositories. */

/** What the administrators of a repository switch on and off, under the names that the service gives it. */
export interface Settings {
  readonly has_projects: boolean
  readonly has_wiki: boolean
  readonly has_discussions: boolean
  readonly is_template: boolean
  readonly allow_forking: boolean
  readonly allow_auto_merge: boolean
  readonly allow_update_branch: boolean
  readonly web_commit_signoff_required: boolean
  readonly squash_merge_commit_title: "PR_TITLE" | "COMMIT_OR_PR_TITLE"
  readonly squash_merge_commit_message: "PR_BODY" | "COMMIT_MESSAGES" | "BLANK"
  readonly merge_commit_title: "PR_TITLE" | "MERGE_MESSAGE"
  readonly merge_commit_message: "PR_BODY" | "PR_TITLE" | "BLANK"
}

export const defaultSettings: Settings = {
  has_projects: true,
  has_wiki: true,
  has_discussions: false,
  is_template: false,
  allow_forking: true,
  allow_auto_merge: false,
  allow_update_branch: false,
  web_commit_signoff_required: false,
  squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
  squash_merge_commit_message: "COMMIT_MESSAGES",
  merge_commit_title: "MERGE_MESSAGE",
  merge_commit_message: "PR_TITLE"
}

/** Which ways of merging a repository allows. */
export interface Merges {
  readonly merge: boolean
  readonly squash: boolean
  readonly rebase: boolean
  readonly delete_branch: boolean
}

/** Pull requests are merged in all ways, and branches stay. */
export const everyMerge: Merges = { merge: true, squash: true, rebase: true, delete_branch: false }
