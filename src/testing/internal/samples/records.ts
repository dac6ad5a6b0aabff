/** Issues, accounts, repositories and releases of the scene. */
import type { FoundCommit } from "../../../forge/schema/Commit.ts"
import type { FoundUser } from "../../../forge/schema/FoundUser.ts"
import type { FoundIssue, Issue } from "../../../forge/schema/Issue.ts"
import type { IssueComment } from "../../../forge/schema/IssueComment.ts"
import type { FoundLabel, Label } from "../../../forge/schema/Label.ts"
import type { Milestone } from "../../../forge/schema/Milestone.ts"
import type { Organization } from "../../../forge/schema/Organization.ts"
import type { Reaction } from "../../../forge/schema/Reaction.ts"
import type { Release } from "../../../forge/schema/Release.ts"
import type { ReleaseAsset } from "../../../forge/schema/ReleaseAsset.ts"
import type { FoundRepo, ListedRepo, Repo } from "../../../forge/schema/Repo.ts"
import type { SimpleUser } from "../../../forge/schema/SimpleUser.ts"
import type { Team } from "../../../forge/schema/Team.ts"
import type { TeamMember } from "../../../forge/schema/TeamMember.ts"
import type { Place } from "../../SampleTypes.ts"
import { type Client, field, first, me, open, withSha } from "./scene.ts"

const bug = { name: "bug", color: "d73a4a", description: "Something isn't working" }
const planned = { title: "v1.0", description: "The first release", due_on: "2026-03-01T08:00:00Z" }

/** A scene with an issue. */
const reported = (number: number, place: Place): Client =>
  open({
    ...place,
    ids: { issue: 3_000_000 + number },
    repository: {
      labels: [bug],
      milestones: [planned],
      issues: [
        {
          number,
          title: "It does not start",
          body: "Nothing happens.",
          user: "hubot",
          labels: [bug.name],
          assignees: [me],
          milestone: planned.title,
          comments: ["Here neither."],
          created_at: "2026-01-12T10:00:00Z",
          updated_at: "2026-01-13T11:30:00Z"
        }
      ]
    }
  })

export const issue = (fields: Partial<Issue>, place: Place): unknown => {
  const number = fields.number ?? place.issue_number ?? 1
  return reported(number, place).inRepo("GET", `/issues/${number}`)
}

/** The first record that a search finds. */
const found = (
  ask: Client,
  what: "code" | "commits" | "issues" | "repositories" | "topics" | "users",
  q: string
): unknown => first(field(ask("GET", `/search/${what}?q=${encodeURIComponent(q)}`), "items"))

export const foundIssue = (fields: Partial<FoundIssue>, place: Place): unknown =>
  found(reported(fields.number ?? place.issue_number ?? 1, place), "issues", "is:issue")

/** A scene with a comment of an issue. */
export const commented = (number: number, place: Place, id?: number): Client => {
  const comments = [{ body: "Here neither.", user: "hubot", created_at: "2026-01-13T11:30:00Z" }]
  const issues = [{ number, title: "It does not start", comments, created_at: "2026-01-12T10:00:00Z" }]
  return open({ ...place, ids: { comment: id }, repository: { issues } })
}

export const comment = ({ id }: Partial<IssueComment>, place: Place): unknown => {
  const { issue_number = 1 } = place
  return first(commented(issue_number, place, id).inRepo("GET", `/issues/${issue_number}/comments`))
}

export const reaction = ({ content = "+1", id }: Partial<Reaction>, place: Place): unknown => {
  const number = place.issue_number ?? 1
  const { inRepo } = open({ ...place, ids: { reaction: id }, repository: { issues: [{ number, title: "Faster" }] } })
  return inRepo("POST", `/issues/${number}/reactions`, { content })
}

export const label = ({ name = bug.name }: Partial<Label>, place: Place): unknown =>
  open({ ...place, repository: { labels: [{ ...bug, name }] } }).inRepo("GET", `/labels/${encodeURIComponent(name)}`)

export const milestone = ({ number = 1 }: Partial<Milestone>, place: Place): unknown => {
  const milestones = [{ ...planned, number, creator: me, created_at: "2026-01-05T09:00:00Z" }]
  return open({ ...place, ids: { milestone: 6_000_000 + number }, repository: { milestones } }).inRepo(
    "GET",
    `/milestones/${number}`
  )
}

/** A scene with a repository. */
const kept = ({ name, owner }: Partial<ListedRepo>, place: Place): Client =>
  open({ ...place, owner: owner?.login ?? place.owner, repo: name ?? place.repo })

export const repository = (fields: Partial<Repo>, place: Place): unknown => kept(fields, place).inRepo("GET", "")

export const listedRepository = (fields: Partial<ListedRepo>, place: Place): unknown =>
  first(kept(fields, place)("GET", "/user/repos"))

export const foundRepository = (fields: Partial<FoundRepo>, place: Place): unknown =>
  found(kept(fields, place), "repositories", "is:public")

export const foundLabel = (fields: Partial<FoundLabel>, place: Place): unknown => {
  const name = fields.name ?? bug.name
  const ask = open({ ...place, repository: { labels: [{ ...bug, name }] } })
  const id = String(field(ask.inRepo("GET", ""), "id"))
  return first(field(ask("GET", `/search/labels?repository_id=${id}&q=${encodeURIComponent(name)}`), "items"))
}

export const foundCode = (_: object, place: Place): unknown => found(open(place), "code", "ready")

export const foundCommit = ({ sha }: Partial<FoundCommit>, place: Place): unknown => {
  const commit = found(open(place), "commits", "faster")
  return withSha(commit, field(commit, "sha"), sha)
}

export const foundTopic = (_: object, place: Place): unknown => found(open(place), "topics", "effect")

export const user = ({ id, login = me }: { readonly id?: number; readonly login?: string }): unknown =>
  open({ user: login, ids: { user: id } })("GET", `/users/${encodeURIComponent(login)}`)

export const authenticatedUser = ({ id, login = me }: { readonly id?: number; readonly login?: string }): unknown =>
  open({ user: login, ids: { user: id } })("GET", "/user")

export const simpleUser = ({ id, login = me }: Partial<SimpleUser>): unknown =>
  first(open({ user: login, ids: { user: id } })("GET", "/orgs/acme/members"))

export const foundUser = ({ id, login = me }: Partial<FoundUser>): unknown =>
  found(open({ user: login, ids: { user: id } }), "users", login)

/** The two users of the scene come first. */
export const organization = ({ id, login }: Partial<Organization>, { owner }: Place): unknown => {
  const name = login ?? owner ?? "acme"
  return open({ owner: name, ids: { user: id === undefined ? undefined : id - 2 } })(
    "GET",
    `/orgs/${encodeURIComponent(name)}`
  )
}

const core = { name: "Core", description: "Keeps the client running" }

export const team = ({ id, name = core.name, slug }: Partial<Team>, { org, owner = "acme" }: Place): unknown => {
  const login = org ?? owner
  const teams = [{ ...core, name, ...(slug === undefined ? {} : { slug }) }]
  return first(open({ owner: login, teams, ids: { team: id } })("GET", `/orgs/${encodeURIComponent(login)}/teams`))
}

export const teamMember = ({ id, login = me }: Partial<TeamMember>): unknown =>
  first(
    open({ user: login, ids: { user: id }, teams: [{ ...core, members: [login] }] })(
      "GET",
      "/orgs/acme/teams/core/members"
    )
  )

const zip = { name: "web.zip", content: "not really a zip", label: "Linux", content_type: "application/zip" }

const released = (place: Place, release: Partial<Release>, asset: Partial<ReleaseAsset>): unknown =>
  first(
    open({
      ...place,
      ids: { release: release.id, asset: asset.id },
      repository: {
        releases: [
          {
            tag_name: release.tag_name ?? "v1.0",
            name: "The first release",
            body: "It starts.",
            author: me,
            created_at: "2026-01-14T16:00:00Z",
            published_at: "2026-01-14T16:05:00Z",
            assets: [{ ...zip, name: asset.name ?? zip.name }]
          }
        ]
      }
    }).inRepo("GET", "/releases")
  )

export const release = (fields: Partial<Release>, place: Place): unknown => released(place, fields, {})

export const asset = (fields: Partial<ReleaseAsset>, place: Place): unknown =>
  first(field(released(place, {}, fields), "assets"))

export const releaseNotes = (_: object, place: Place): unknown =>
  open({ ...place, repository: { releases: ["v0.9"] } }).inRepo("POST", "/releases/generate-notes", {
    tag_name: "v1.0",
    previous_tag_name: "v0.9"
  })

export const contributor = ({ login = me }: { readonly login?: string | null }, place: Place): unknown =>
  first(open({ ...place, user: login ?? me }).inRepo("GET", "/contributors"))

export const languages = (_: object, place: Place): unknown => open(place).inRepo("GET", "/languages")

export const topics = (_: object, place: Place): unknown => open(place).inRepo("GET", "/topics")

export const rateLimits = (): unknown => open({})("GET", "/rate_limit")
