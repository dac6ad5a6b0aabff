/** Issues and what belongs to them, with all fields, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { linksOf, linksTo, parentOf, type Placed } from "../state/issueLinks.ts"
import { organizationOf } from "../state/issues.ts"
import { type Comment, type Issue, type Label, type Milestone, type Repository, userOf } from "../state/model.ts"
import type { IssueType } from "../state/records.ts"
import { type FieldOption, type FieldValue, type IssueField, optionNamed } from "../state/issueFields.ts"
import {
  authorAssociation,
  bodyFields,
  type Context,
  dateOrNull,
  pageUrl,
  reactions,
  repositoryUrl,
  user
} from "./common.ts"
import { nodeId } from "./nodeIds.ts"

/** Writes a type. It is as old as its organization. */
export const issueType = ({ world }: Context, organization: string, self: IssueType) => {
  const created_at = isoDate(userOf(world, organization)?.created_at ?? 0)
  return {
    id: self.id,
    node_id: nodeId("IT", self.id),
    name: self.name,
    description: self.description,
    color: self.color,
    created_at,
    updated_at: created_at,
    is_enabled: self.is_enabled
  }
}

const kinds = { text: "IFT", single_select: "IFSS", multi_select: "IFMS", number: "IFN", date: "IFD" } as const

export const issueField = ({ world }: Context, organization: string, self: IssueField) => {
  const created_at = isoDate(userOf(world, organization)?.created_at ?? 0)
  return {
    id: self.id,
    node_id: nodeId(kinds[self.data_type], self.id),
    name: self.name,
    description: self.description,
    data_type: self.data_type,
    visibility: "all",
    ...(self.options.length === 0 ? {} : { options: self.options }),
    created_at,
    updated_at: created_at
  }
}

const optionsOf = (field: IssueField, names: ReadonlyArray<string>): ReadonlyArray<FieldOption> =>
  names.flatMap((name) => optionNamed(field, name) ?? [])

const fieldValue = (field: IssueField, { value }: FieldValue) => {
  const written = {
    issue_field_id: field.id,
    issue_field_name: field.name,
    node_id: nodeId(kinds[field.data_type], field.id),
    data_type: field.data_type
  }
  if (typeof value === "object") {
    return { ...written, value: value.join(","), multi_select_options: optionsOf(field, value) }
  }
  if (field.data_type !== "single_select") return { ...written, value }
  const option = optionNamed(field, String(value)) ?? null
  return { ...written, value: option?.id ?? null, single_select_option: option }
}

/** The fields of an issue that only repositories of organizations have. */
const attributes = (context: Context, repository: Repository, { field_values, type }: Issue) => {
  const organization = organizationOf(context.world, repository)
  if (organization === undefined) return {}
  const { issue_fields, issue_types } = organization
  const found = type === null ? undefined : issue_types.get(type)
  return {
    type: found === undefined ? null : issueType(context, repository.owner, found),
    ...(issue_fields.size === 0
      ? {}
      : {
          issue_field_values: field_values.flatMap((each) => {
            const field = issue_fields.get(each.field)
            return field === undefined ? [] : [fieldValue(field, each)]
          })
        })
  }
}

/** The labels of a new repository, which the service marks as default. */
export const defaultLabels: ReadonlySet<string> = new Set([
  "bug",
  "documentation",
  "duplicate",
  "enhancement",
  "good first issue",
  "help wanted",
  "invalid",
  "question",
  "wontfix"
])

export const label = (context: Context, repository: Repository, self: Label) => ({
  id: self.id,
  node_id: nodeId("LA", self.id, repository),
  url: `${repositoryUrl(context, repository)}/labels/${encodeURIComponent(self.name)}`,
  name: self.name,
  color: self.color,
  default: defaultLabels.has(self.name),
  description: self.description
})

export const issueLabels = (context: Context, repository: Repository, issue: Issue) =>
  issue.labels.flatMap((id) => {
    const found = repository.labels.get(id)
    return found === undefined ? [] : [label(context, repository, found)]
  })

/** Counts a milestone's open and closed issues and pull requests. */
export const milestoneCounts = (repository: Repository, number: number) => {
  const { closed, open } = repository.issues.group("milestone", number, "created")
  return { open_issues: open.length, closed_issues: closed.length }
}

export const milestone = (context: Context, repository: Repository, self: Milestone) => {
  const url = `${repositoryUrl(context, repository)}/milestones/${self.number}`
  return {
    url,
    html_url: `${pageUrl(context, repository)}/milestone/${self.number}`,
    labels_url: `${url}/labels`,
    id: self.id,
    node_id: nodeId("MI", self.id, repository),
    number: self.number,
    title: self.title,
    description: self.description,
    creator: user(context, self.creator),
    ...milestoneCounts(repository, self.number),
    state: self.state,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    due_on: dateOrNull(self.due_on),
    closed_at: dateOrNull(self.closed_at)
  }
}

export const milestoneOf = (context: Context, repository: Repository, number: number | null) => {
  const found = number === null ? undefined : repository.milestones.get(number)
  return found === undefined ? null : milestone(context, repository, found)
}

/** A pull request has another id than its issue, and the same id as a node wherever it is written. */
export const issueId = (repository: Repository, { id, pull_request }: Issue): string =>
  pull_request === null ? nodeId("I", id, repository) : nodeId("PR", pull_request.id, repository)

/** The web page of an issue or a pull request. */
export const issuePage = (context: Context, repository: Repository, self: Issue): string =>
  `${pageUrl(context, repository)}/${self.pull_request === null ? "issues" : "pull"}/${self.number}`

const open = (all: ReadonlyArray<Placed>): number => all.filter(({ issue }) => issue.state === "open").length

/** The fields of an issue that pull requests do not have. */
const linkFields = (context: Context, { id, pull_request }: Issue) => {
  if (pull_request !== null) return {}
  const { world } = context
  const parts = linksOf(world, world.subIssues, id)
  const done = parts.length - open(parts)
  const blockers = linksOf(world, world.blockers, id)
  const blocked = linksTo(world, world.blockers, id)
  const parent = parentOf(world, id)
  return {
    sub_issues_summary: {
      total: parts.length,
      completed: done,
      percent_completed: parts.length === 0 ? 0 : Math.floor((100 * done) / parts.length)
    },
    issue_dependencies_summary: {
      blocked_by: open(blockers),
      total_blocked_by: blockers.length,
      blocking: open(blocked),
      total_blocking: blocked.length
    },
    ...(parent === undefined
      ? {}
      : { parent_issue_url: `${repositoryUrl(context, parent.repository)}/issues/${parent.issue.number}` })
  }
}

/** The fields of an issue that only pull requests have. */
const pullRequestFields = (context: Context, repository: Repository, self: Issue) => {
  if (self.pull_request === null) return {}
  const page = issuePage(context, repository, self)
  return {
    draft: self.pull_request.draft,
    pull_request: {
      url: `${repositoryUrl(context, repository)}/pulls/${self.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: dateOrNull(self.pull_request.merged_at)
    }
  }
}

export const issue = (context: Context, repository: Repository, self: Issue) => {
  const url = `${repositoryUrl(context, repository)}/issues/${self.number}`
  const assignees = self.assignees.flatMap((login) => user(context, login) ?? [])
  return {
    url,
    repository_url: repositoryUrl(context, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issuePage(context, repository, self),
    id: self.id,
    node_id: issueId(repository, self),
    number: self.number,
    title: self.title,
    user: user(context, self.user),
    labels: issueLabels(context, repository, self),
    state: self.state,
    locked: self.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: milestoneOf(context, repository, self.milestone),
    comments: self.comments.length,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    closed_at: dateOrNull(self.closed_at),
    author_association: authorAssociation(context, repository, self.user),
    ...attributes(context, repository, self),
    active_lock_reason: self.lock_reason,
    ...linkFields(context, self),
    ...pullRequestFields(context, repository, self),
    ...bodyFields(context, self.body, repository),
    closed_by: user(context, self.closed_by),
    reactions: reactions(url, self.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: self.state_reason
  }
}

export const comment = (context: Context, repository: Repository, under: Issue, self: Comment) => {
  const url = `${repositoryUrl(context, repository)}/issues/comments/${self.id}`
  return {
    url,
    html_url: `${issuePage(context, repository, under)}#issuecomment-${self.id}`,
    issue_url: `${repositoryUrl(context, repository)}/issues/${under.number}`,
    id: self.id,
    node_id: nodeId("IC", self.id, repository),
    user: user(context, self.user),
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    author_association: authorAssociation(context, repository, self.user),
    ...bodyFields(context, self.body, repository),
    reactions: reactions(url, self.reactions),
    performed_via_github_app: null,
    ...(self.minimized === null ? {} : { minimized: { reason: self.minimized } })
  }
}
