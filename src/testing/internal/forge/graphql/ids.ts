/** Finds what the id of a node names, as far as the viewer may see it. */
import { isMember } from "../access/permissions.ts"
import type { PermissionName } from "../http/requirement.ts"
import { runOf, suiteNumbered } from "../state/checks.ts"
import { type Repository, userNumbered } from "../state/model.ts"
import { pinOf } from "../state/pinned.ts"
import { tipOf } from "../state/pullRefs.ts"
import { isPull } from "../state/pulls.ts"
import { assetNumbered } from "../state/releases.ts"
import { decodeNodeId, type Named } from "../wire/nodeIds.ts"
import { waitingPulls } from "../handlers/mergeQueue.ts"
import { isShown } from "../handlers/releases.ts"
import { objectOf } from "./commits.ts"
import { linkedBranchWith } from "./linkedBranches.ts"
import { queueNode } from "./mergeQueues.ts"
import { eventWith } from "./timeline.ts"
import { account, noNode, reference, type Reference, requirePermission, type View } from "./nodes.ts"

type Find = (view: View, repository: Repository, id: number | string) => object | null | undefined

const pullsIn = (repository: Repository) =>
  repository.issues.select([["kind", "pull"]], "all", "created").filter(isPull)

/** The kinds of nodes of repositories: the permission that reading them takes, and how they are found. */
const inRepository: Readonly<Record<string, readonly [permission: PermissionName, find: Find]>> = {
  B: ["contents", (view, repository, id) => objectOf(view, repository, String(id))],
  BPR: ["administration", (_, repository, id) => reference("BranchProtectionRule", { repository, branch: String(id) })],
  C: ["contents", (view, repository, id) => objectOf(view, repository, String(id))],
  CR: [
    "checks",
    (_, repository, id) => {
      const run = runOf(repository, Number(id))
      return run && reference("CheckRun", { repository, run })
    }
  ],
  CS: [
    "checks",
    (_, repository, id) => {
      const suite = suiteNumbered(repository, Number(id))
      return suite && reference("CheckSuite", { repository, suite })
    }
  ],
  DE: [
    "deployments",
    (_, repository, id) => {
      const deployment = repository.deployments.get(Number(id))
      return deployment && reference("Deployment", { repository, deployment })
    }
  ],
  DES: [
    "deployments",
    (_, repository, id) => {
      for (const deployment of repository.deployments.values()) {
        const status = deployment.statuses.find((each) => each.id === id)
        if (status !== undefined) return reference("DeploymentStatus", { repository, deployment, status })
      }
      return undefined
    }
  ],
  I: [
    "issues",
    ({ world }, repository, id) => {
      const issue = repository.issues.get(world.issuePlaces.get(Number(id))?.[1] ?? 0)
      return issue !== undefined && !isPull(issue) && issue.id === id
        ? reference("Issue", { repository, issue })
        : undefined
    }
  ],
  IC: [
    "issues",
    (_, repository, id) => {
      const issue = repository.issues.get(repository.commentIssue.get(Number(id)) ?? 0)
      const comment = issue?.comments.find((each) => each.id === id)
      return issue && comment && reference("IssueComment", { repository, issue, comment })
    }
  ],
  IE: ["issues", (view, repository, id) => eventWith(view, repository, id)],
  LA: [
    "issues",
    (_, repository, id) => {
      const label = repository.labels.get(Number(id))
      return label && reference("Label", { repository, label })
    }
  ],
  LB: ["contents", (view, repository, id) => linkedBranchWith(view, repository, id)],
  MI: [
    "issues",
    (_, repository, id) => {
      const milestone = [...repository.milestones.values()].find((each) => each.id === id)
      return milestone && reference("Milestone", { repository, milestone })
    }
  ],
  MQ: ["pull_requests", (view, repository, id) => queueNode(view, repository, String(id))],
  MQE: [
    "pull_requests",
    ({ world }, repository, id) => {
      const pull = waitingPulls(world, repository).find(({ pull_request: { queue } }) => queue?.id === id)
      return pull && reference("MergeQueueEntry", { repository, pull })
    }
  ],
  PI: [
    "issues",
    ({ world }, repository, id) => {
      const issue = repository.issues.get(world.issuePlaces.get(Number(id))?.[1] ?? 0)
      return issue !== undefined && issue.id === id && pinOf(issue) !== undefined
        ? reference("PinnedIssue", { repository, issue })
        : undefined
    }
  ],
  PR: [
    "pull_requests",
    (_, repository, id) => {
      const pull = pullsIn(repository).find(({ pull_request }) => pull_request.id === id)
      return pull && reference("PullRequest", { repository, pull })
    }
  ],
  PRR: [
    "pull_requests",
    (_, repository, id) => {
      for (const pull of pullsIn(repository)) {
        const review = pull.pull_request.reviews.find((each) => each.id === id)
        if (review !== undefined) return reference("PullRequestReview", { repository, pull, review })
      }
      return undefined
    }
  ],
  PRRC: [
    "pull_requests",
    (_, repository, id) => {
      const pull = repository.issues.get(repository.commentIssue.get(Number(id)) ?? 0)
      if (pull === undefined || !isPull(pull)) return undefined
      const comment = pull.pull_request.review_comments.find((each) => each.id === id)
      return comment && reference("PullRequestReviewComment", { repository, pull, comment })
    }
  ],
  PRRT: [
    "pull_requests",
    (_, repository, id) => {
      const pull = repository.issues.get(repository.commentIssue.get(Number(id)) ?? 0)
      if (pull === undefined || !isPull(pull)) return undefined
      const comment = pull.pull_request.review_comments.find((each) => each.id === id && each.in_reply_to === null)
      return comment && reference("PullRequestReviewThread", { repository, pull, comment })
    }
  ],
  RA: [
    "contents",
    (view, repository, id) => {
      const [release, asset] = assetNumbered(repository, Number(id)) ?? []
      const isThere = release !== undefined && asset !== undefined && isShown(view, repository, release)
      return isThere ? reference("ReleaseAsset", { repository, release, asset }) : undefined
    }
  ],
  RE: [
    "contents",
    (view, repository, id) => {
      const release = repository.releases.get(Number(id))
      return release !== undefined && isShown(view, repository, release)
        ? reference("Release", { repository, release })
        : undefined
    }
  ],
  REF: [
    "contents",
    ({ world }, repository, id) =>
      tipOf(world, repository, String(id)) === undefined ? undefined : reference("Ref", { repository, ref: String(id) })
  ],
  SC: [
    "statuses",
    (_, repository, id) => {
      for (const [sha, statuses] of repository.statuses) {
        const status = statuses.find((each) => each.id === id)
        if (status !== undefined) return reference("StatusContext", { repository, sha, status })
      }
      return undefined
    }
  ],
  SCR: [
    "checks",
    ({ world }, repository, id) => {
      const commit = world.objects.commits.get(String(id))
      return commit && reference("StatusCheckRollup", { repository, commit })
    }
  ],
  T: ["contents", (view, repository, id) => objectOf(view, repository, String(id))],
  TA: ["contents", (view, repository, id) => objectOf(view, repository, String(id))],
  W: [
    "actions",
    (_, repository, id) => {
      const workflow = repository.workflows.get(Number(id))
      return workflow && reference("Workflow", { repository, workflow })
    }
  ],
  WFR: [
    "actions",
    (_, repository, id) => {
      const run = repository.runs.get(Number(id))
      return run && reference("WorkflowRun", { repository, run })
    }
  ]
}

/** A node that is in no repository. */
const alone = (view: View, { id, kind }: Named): object | null | undefined => {
  const { world } = view
  if (kind === "R") {
    const repository = world.repositories.get(Number(id))
    return repository !== undefined && view.sees(repository) ? reference("Repository", { repository }) : undefined
  }
  if (kind === "U" || kind === "O" || kind === "BOT")
    return account(view, userNumbered(world, Number(id))?.login ?? null)
  if (kind === "G") {
    const gist = world.gists.get(String(id))
    return gist && reference("Gist", { gist })
  }
  if (kind !== "T") return undefined
  for (const [login, { teams }] of world.organizations) {
    const owner = world.users.get(login)
    const team = [...teams.values()].find((each) => each.id === id)
    // Teams are for members alone.
    if (owner !== undefined && team !== undefined && isMember(view, login)) return reference("Team", { owner, team })
  }
  return undefined
}

/** The node with an id. What the viewer may not see is not there. */
export const nodeOf = (view: View, text: string): Reference => {
  const named = decodeNodeId(text)
  let found: object | null | undefined
  if (named !== undefined && named.repository === undefined) found = alone(view, named)
  else if (named?.repository !== undefined) {
    const repository = view.world.repositories.get(named.repository)
    const [permission, find] = inRepository[named.kind] ?? []
    if (repository !== undefined && permission !== undefined && find !== undefined && view.sees(repository)) {
      requirePermission(view, repository, permission)
      found = find(view, repository, named.id)
    }
  }
  if (found === undefined || found === null) throw noNode(text)
  // All of them are made by `reference`.
  return found as Reference
}
