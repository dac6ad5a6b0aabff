/** Turns the releases of a seed into state. */
import type { AssetSeed, ReleaseSeed } from "../../../../ForgeContentSeed.ts"
import { readBase64 } from "../../../base64.ts"
import { commitOf } from "../../../git/objects.ts"
import { ensureUser, fullName, nextId, type Repository, type World } from "../model.ts"
import { isEmpty, moveRef, resolveCommit, tagRef } from "../refs.ts"
import type { Asset, Release } from "../releases/releases.ts"
import { assetName, isFull, newAsset, putRelease } from "../releases/releasing.ts"
import { plantGit } from "./commits.ts"
import { millisOf } from "./moments.ts"

const contentOf = ({ content, name }: AssetSeed): Uint8Array => {
  if (typeof content === "string") return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const bytes = readBase64(content.base64)
  if (bytes === undefined) throw new Error(`The seed's asset ${name} is not Base64`)
  return bytes
}

const assetOf = (world: World, seed: AssetSeed, uploader: string, now: number): Asset =>
  newAsset(
    world,
    {
      name: assetName(seed.name),
      label: seed.label ?? null,
      content_type: seed.content_type ?? "application/octet-stream",
      content: contentOf(seed),
      uploader
    },
    now
  )

const plantRelease = (world: World, repository: Repository, seed: ReleaseSeed, latest: number, now: number): void => {
  const { draft = false, prerelease = false, tag_name, target_commitish = repository.default_branch } = seed
  const tagged = repository.refs.get(tagRef(tag_name))
  const commit =
    tagged === undefined ? resolveCommit(world, repository, target_commitish) : commitOf(world.objects, tagged)
  if (commit === undefined) {
    throw new Error(`The seed of ${fullName(repository)} has no branch or commit ${target_commitish} to release`)
  }
  const author = ensureUser(world, seed.author ?? repository.owner).login
  const published_at = draft ? null : seed.published_at === undefined ? latest : millisOf(seed.published_at, now)
  const at = published_at ?? latest
  if (!draft && tagged === undefined) moveRef(world, repository, tagRef(tag_name), commit.sha, at)
  const release: Release = {
    id: nextId(world, "release"),
    tag_name,
    target_commitish,
    name: seed.name ?? tag_name,
    body: seed.body ?? null,
    draft,
    prerelease,
    make_latest: draft ? true : null,
    author,
    created_at: seed.created_at === undefined ? commit.committer.date : millisOf(seed.created_at, now),
    published_at,
    updated_at: at,
    assets: (seed.assets ?? []).map((asset) => assetOf(world, asset, author, at))
  }
  repository.releases.set(release.id, release)
}

const minute = 60_000

/** Adds the seed's releases. By default they are a minute apart, and the last one was published now. */
export const plantReleases = (
  world: World,
  repository: Repository,
  seeds: ReadonlyArray<string | ReleaseSeed>,
  now: number
): void => {
  if (seeds.length === 0) return
  // A release has a commit.
  if (isEmpty(repository)) {
    const { name, owner } = repository
    plantGit(world, repository, { owner, name, files: { "README.md": `# ${name}\n` } }, now)
  }
  const last = millisOf({ ago: 0 }, now)
  for (const [index, seed] of seeds.entries()) {
    const given = typeof seed === "string" ? { tag_name: seed } : seed
    plantRelease(world, repository, given, last - (seeds.length - 1 - index) * minute, now)
  }
  const latest = [...repository.releases.values()]
    .filter(isFull)
    .reduce<Release | undefined>(
      (a, b) => (a !== undefined && (a.published_at ?? 0) > (b.published_at ?? 0) ? a : b),
      undefined
    )
  if (latest !== undefined) putRelease(repository, { ...latest, make_latest: true })
}
