/** Turns the releases of a seed into state. */
import type { AssetSeed, ReleaseSeed } from "../../../../ForgeContentSeed.ts"
import { readBase64 } from "../../../base64.ts"
import { type Commit, commitOf } from "../../../git/objects.ts"
import { ensureUser, fullName, nextId, type Repository, unused, type World } from "../model.ts"
import { isEmpty, moveRef, resolveCommit, tagRef } from "../refs.ts"
import type { Asset, Release } from "../releases/releases.ts"
import { assetName, isFull, newAsset, putRelease } from "../releases/releasing.ts"
import { plantGit } from "./commits.ts"
import { millisOf, usualTime } from "./moments.ts"

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
    assets: (seed.assets ?? []).map((asset) => assetOf(world, asset, author, at, now))
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
