/** The records of the description that the library has: a module imports them, and declares the others. */

const files: Readonly<Record<string, string>> = {
  "simple-user": "SimpleUser",
  label: "Label",
  milestone: "Milestone",
  "license-simple": "License",
  "organization-simple": "SimpleOrganization",
  integration: "App",
  "team-simple": "Team",
  team: "Team",
  issue: "Issue",
  "issue-comment": "IssueComment",
  release: "Release",
  "release-asset": "ReleaseAsset",
  deployment: "Deployment",
  "git-ref": "GitRef",
  reaction: "Reaction",
  "reaction-rollup": "Reactions",
  workflow: "Workflow",
  "workflow-run": "WorkflowRun",
  artifact: "Artifact",
  job: "WorkflowJob",
  "pull-request": "PullRequest",
  "pull-request-review-comment": "ReviewComment",
  "pull-request-review": "Review",
  "check-run": "CheckRun"
}

/** The class of a component, and its module in `forgecast/forge/schema`; undefined if there is none. */
export type Records = (ref: string) => { readonly name: string; readonly file: string } | undefined

export const recordOf: Records = (ref) => {
  const file = Object.hasOwn(files, ref) ? files[ref] : undefined
  return file === undefined ? undefined : { name: file, file }
}
