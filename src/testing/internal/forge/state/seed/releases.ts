/** Turns the releases, statuses and check runs of a seed into state. */
import type { AnnotationSeed, AssetSeed, CheckSeed, ReleaseSeed, StatusSeed } from "../../../../ForgeContentSeed.ts"
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import { readBase64 } from "../../../base64.ts"
import { type Commit, commitOf } from "../../../git/objects.ts"
import { actions, addRun, addStatus, ensureSuite } from "../checks.ts"
import { ensureUser, fullName, nextId, type Repository, repositoryNamed, unused, type World } from "../model.ts"
import type { Annotation, Asset, Release } from "../records.ts"
import { isEmpty, moveRef, resolveCommit, tagRef } from "../refs.ts"
import { assetName, isFull, newAsset, putRelease } from "../releases.ts"
import { ensureOrganization, loginFor } from "./accounts.ts"
import { namedSha, plantGit } from "./git.ts"
import { millisOf, usualTime } from "./moments.ts"
import { plantReactions } from "./reactions.ts"

const contentOf = ({ content, name }: AssetSeed): Uint8Array => {
  if (typeof content === "string") return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const bytes = readBase64(content.base64)
  if (bytes === undefined) throw new Error(`The seed's asset ${name} is not Base64`)
  return bytes
}

const assetOf = (world: World, seed: AssetSeed, uploader: string, usual: number, now: number): Asset => {
  const asset = newAsset(
    world,
    {
      name: assetName(seed.name),
      label: seed.label ?? null,
      content_type: seed.content_type ?? "application/octet-stream",
      content: contentOf(seed),
      uploader: seed.uploader === undefined ? uploader : ensureUser(world, seed.uploader).login
    },
    seed.created_at === undefined ? usual : millisOf(seed.created_at, now),
    seed.id
  )
  return {
    ...asset,
    download_count: seed.download_count ?? 0,
    updated_at: seed.updated_at === undefined ? asset.created_at : millisOf(seed.updated_at, now)
  }
}

/** The commit of a release, which is tagged if it is not yet. */
const taggedCommit = (world: World, repository: Repository, tag: string, target: string): Commit => {
  const tagged = repository.refs.get(tagRef(tag))
  const commit = tagged === undefined ? resolveCommit(world, repository, target) : commitOf(world.objects, tagged)
  if (commit === undefined) {
    throw new Error(`The seed of ${fullName(repository)} has no branch or commit ${target} to release`)
  }
  return commit
}

const plantRelease = (
  world: World,
  repository: Repository,
  seed: ReleaseSeed,
  latest: number,
  now: number,
  complete: boolean
): void => {
  const { draft = false, prerelease = false, tag_name, target_commitish = repository.default_branch } = seed
  const commit = complete ? undefined : taggedCommit(world, repository, tag_name, target_commitish)
  const author = ensureUser(world, seed.author ?? repository.owner).login
  const published_at = draft ? null : seed.published_at === undefined ? latest : millisOf(seed.published_at, now)
  const at = published_at ?? latest
  if (!draft && commit !== undefined && !repository.refs.has(tagRef(tag_name))) {
    moveRef(world, repository, tagRef(tag_name), commit.sha, at)
  }
  const release: Release = {
    id: unused(repository.releases, "release", nextId(world, "release", seed.id)),
    tag_name,
    target_commitish,
    name: seed.name === undefined ? tag_name : seed.name,
    body: seed.body ?? null,
    draft,
    prerelease,
    make_latest: seed.make_latest === undefined ? (draft ? true : null) : seed.make_latest,
    author,
    created_at: seed.created_at === undefined ? (commit?.committer.date ?? at) : millisOf(seed.created_at, now),
    published_at,
    updated_at: seed.updated_at === undefined ? at : millisOf(seed.updated_at, now),
    assets: (seed.assets ?? []).map((asset) => assetOf(world, asset, author, at, now)),
    reactions: plantReactions(world, repository, seed.reactions, at, now)
  }
  repository.releases.set(release.id, release)
}

/** Adds the seed's releases. By default they are a minute apart, and the last one was published now. */
export const plantReleases = (
  world: World,
  repository: Repository,
  seeds: ReadonlyArray<string | ReleaseSeed>,
  now: number,
  complete = false
): void => {
  if (seeds.length === 0) return
  // A release has a commit.
  if (isEmpty(repository) && !complete) {
    const { name, owner } = repository
    plantGit(world, repository, { owner, name, files: { "README.md": `# ${name}\n` } }, now)
  }
  for (const [index, seed] of seeds.entries()) {
    const given = typeof seed === "string" ? { tag_name: seed } : seed
    plantRelease(world, repository, given, usualTime(now, index, seeds.length), now, complete)
  }
  if (seeds.some((seed) => typeof seed !== "string" && seed.make_latest !== undefined)) return
  const latest = [...repository.releases.values()]
    .filter(isFull)
    .reduce<Release | undefined>(
      (a, b) => (a !== undefined && (a.published_at ?? 0) > (b.published_at ?? 0) ? a : b),
      undefined
    )
  if (latest !== undefined) putRelease(repository, { ...latest, make_latest: true })
}

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
  for (const { before = null, ...suite } of seed.check_suites ?? []) {
    const { app, created_at = { ago: 0 }, id, ref = repository.default_branch } = suite
    const head_sha = namedSha(world, repository, ref)
    ensureSuite(world, repository, { app, head_sha, before, created_at: millisOf(created_at, now) }, id)
  }
  for (const check of seed.checks ?? []) plantCheck(world, repository, check, now)
  for (const [app, setting] of Object.entries(seed.auto_trigger_checks ?? {})) {
    repository.autoTriggers.set(Number(app), setting)
  }
}
