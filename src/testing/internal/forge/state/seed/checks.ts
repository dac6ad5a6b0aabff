/** Turns the statuses and check runs of a seed into state. */
import type { AnnotationSeed, CheckSeed, StatusSeed } from "../../../../ForgeContentSeed.ts"
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import type { Annotation } from "../checks.ts"
import { actions, addRun, addStatus } from "../checks/runs.ts"
import { fullName, nextId, type Repository, repositoryNamed, type World } from "../model.ts"
import { ensureOrganization, loginFor } from "./accounts.ts"
import { namedSha } from "./commits.ts"
import { millisOf } from "./moments.ts"

const plantStatus = (world: World, repository: Repository, seed: StatusSeed, now: number): void => {
  const sha = namedSha(world, repository, seed.ref ?? repository.default_branch)
  addStatus(repository, sha, {
    id: nextId(world, "status", seed.id),
    state: seed.state,
    context: seed.context,
    description: seed.description ?? null,
    target_url: seed.target_url ?? null,
    creator: loginFor(world, seed.creator, repository.owner),
    created_at: millisOf(seed.created_at ?? { ago: 0 }, now)
  })
}

const annotationOf = (seed: AnnotationSeed): Annotation => ({
  path: seed.path,
  start_line: seed.start_line,
  end_line: seed.end_line ?? seed.start_line,
  start_column: seed.start_column ?? null,
  end_column: seed.end_column ?? null,
  annotation_level: seed.annotation_level ?? "notice",
  title: seed.title ?? null,
  message: seed.message,
  raw_details: seed.raw_details ?? null
})

const plantCheck = (world: World, repository: Repository, seed: CheckSeed, now: number): void => {
  const status = seed.status ?? "completed"
  const isDone = status === "completed"
  const started_at = millisOf(seed.started_at ?? seed.completed_at ?? { ago: 0 }, now)
  ensureOrganization(world, actions.owner)
  const made = {
    name: seed.name,
    head_sha: namedSha(world, repository, seed.ref ?? repository.default_branch),
    status,
    conclusion: isDone ? (seed.conclusion ?? "success") : null,
    external_id: seed.external_id ?? "",
    details_url: seed.details_url ?? null,
    app: seed.app ?? actions.id,
    output: { title: seed.title ?? null, summary: seed.summary ?? null, text: seed.text ?? null },
    annotations: (seed.annotations ?? []).map(annotationOf),
    rerequested: seed.rerequested ?? false,
    started_at,
    completed_at: isDone ? millisOf(seed.completed_at ?? new Date(started_at), now) : null
  }
  addRun(world, repository, made, seed)
}

/** Adds the statuses and check runs of a repository that is seeded with its branches and pull requests. */
export const plantChecks = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  if (repository === undefined) return
  for (const status of seed.statuses ?? []) plantStatus(world, repository, status, now)
  for (const check of seed.checks ?? []) plantCheck(world, repository, check, now)
}
