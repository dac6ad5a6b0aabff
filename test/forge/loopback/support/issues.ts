/** Issues, labels and milestones on the wire. */
import * as Issues from "../../../../src/forge/Issues.ts"
import * as Labels from "../../../../src/forge/Labels.ts"
import * as Milestones from "../../../../src/forge/Milestones.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one, page, third, thirdSent } from "./cases.ts"

const seventh = { ...repo, issue_number: 7 }
const at = `${root}/issues/7`
const since = new Date("2026-04-22T13:33:48Z")
const sinceSent = "2026-04-22T13:33:48Z"

const issue = { number: 7, title: "It does not start", state: "closed", user: { login: "octo" } }
const comment = { id: 1_234_567_890, body: "Me too", user: { login: "hubot" } }
const label = { name: "help wanted", color: "008672" }
const milestone = { number: 3, title: "v1.0", open_issues: 4 }

const filters = {
  state: "all",
  assignee: "hubot",
  creator: "octo",
  mentioned: "other",
  type: "Bug",
  sort: "comments",
  direction: "asc"
} as const

const opened = {
  title: "Größe fehlt",
  body: "Nothing happens.",
  labels: ["bug", "help wanted"],
  assignees: ["octo"],
  milestone: 3,
  type: "Bug",
  issue_field_values: [{ field_id: 1, value: "Urgent" }]
}

const changed = {
  ...opened,
  state: "closed",
  state_reason: "duplicate",
  duplicate_issue_id: 70,
  labels: [],
  milestone: null
} as const

const described = { color: "008672", description: "Extra attention" }

const planned = { title: "v1.0", state: "closed", description: "The first" } as const

export const issues: ReadonlyArray<Case> = [
  page(
    Issues.list,
    {
      ...repo,
      ...filters,
      labels: ["bug", "help wanted"],
      issue_field_values: ["priority:Urgent"],
      milestone: 3,
      since,
      ...third
    },
    asking(`${root}/issues`, {
      ...filters,
      labels: "bug,help wanted",
      issue_field_values: "priority:Urgent",
      milestone: "3",
      since: sinceSent,
      ...thirdSent
    }),
    issue
  ),
  one(Issues.get, seventh, asking(at), issue),
  one(Issues.create, { ...repo, ...opened }, sending("POST", `${root}/issues`, opened), issue),
  one(Issues.update, { ...seventh, ...changed }, sending("PATCH", at, changed), issue),
  page(
    Issues.listComments,
    { ...seventh, since, ...third },
    asking(`${at}/comments`, { since: sinceSent, ...thirdSent }),
    comment
  ),
  one(Issues.getComment, { ...repo, comment_id: 5 }, asking(`${root}/issues/comments/5`), comment),
  one(
    Issues.createComment,
    { ...seventh, body: "Me too" },
    sending("POST", `${at}/comments`, { body: "Me too" }),
    comment
  ),
  one(
    Issues.updateComment,
    { ...repo, comment_id: 5, body: "Me too" },
    sending("PATCH", `${root}/issues/comments/5`, { body: "Me too" }),
    comment
  ),
  one(Issues.removeComment, { ...repo, comment_id: 5 }, sending("DELETE", `${root}/issues/comments/5`), undefined),
  one(
    Issues.lock,
    { ...seventh, lock_reason: "too heated" },
    sending("PUT", `${at}/lock`, { lock_reason: "too heated" }),
    undefined
  ),
  one(Issues.unlock, seventh, sending("DELETE", `${at}/lock`), undefined),
  one(
    Issues.addAssignees,
    { ...seventh, assignees: ["octo", "hubot"] },
    sending("POST", `${at}/assignees`, { assignees: ["octo", "hubot"] }),
    issue
  ),
  one(
    Issues.removeAssignees,
    { ...seventh, assignees: ["octo"] },
    sending("DELETE", `${at}/assignees`, { assignees: ["octo"] }),
    issue
  ),
  page(Labels.list, { ...repo, ...third }, asking(`${root}/labels`, thirdSent), label),
  one(Labels.get, { ...repo, name: "größe" }, asking(`${root}/labels/gr%C3%B6%C3%9Fe`), label),
  page(Labels.listForIssue, { ...seventh, ...third }, asking(`${at}/labels`, thirdSent), label),
  one(Labels.replaceOnIssue, { ...seventh, labels: ["bug"] }, sending("PUT", `${at}/labels`, { labels: ["bug"] }), [
    label
  ]),
  one(Labels.addToIssue, { ...seventh, labels: ["bug"] }, sending("POST", `${at}/labels`, { labels: ["bug"] }), [
    label
  ]),
  one(Labels.removeFromIssue, { ...seventh, name: "a/b c" }, sending("DELETE", `${at}/labels/a%2Fb%20c`), [label]),
  one(
    Labels.create,
    { ...repo, name: "bug", ...described },
    sending("POST", `${root}/labels`, { name: "bug", ...described }),
    label
  ),
  one(
    Labels.update,
    { ...repo, name: "größe", new_name: "size", ...described },
    sending("PATCH", `${root}/labels/gr%C3%B6%C3%9Fe`, { new_name: "size", ...described }),
    label
  ),
  one(Labels.remove, { ...repo, name: "help wanted" }, sending("DELETE", `${root}/labels/help%20wanted`), undefined),
  page(
    Milestones.list,
    { ...repo, state: "all", sort: "completeness", direction: "desc", ...third },
    asking(`${root}/milestones`, { state: "all", sort: "completeness", direction: "desc", ...thirdSent }),
    milestone
  ),
  one(Milestones.get, { ...repo, milestone_number: 3 }, asking(`${root}/milestones/3`), milestone),
  one(
    Milestones.create,
    { ...repo, ...planned, due_on: since },
    sending("POST", `${root}/milestones`, { ...planned, due_on: sinceSent }),
    milestone
  ),
  one(
    Milestones.update,
    { ...repo, milestone_number: 3, ...planned, due_on: since },
    sending("PATCH", `${root}/milestones/3`, { ...planned, due_on: sinceSent }),
    milestone
  ),
  one(Milestones.remove, { ...repo, milestone_number: 3 }, sending("DELETE", `${root}/milestones/3`), undefined)
]
