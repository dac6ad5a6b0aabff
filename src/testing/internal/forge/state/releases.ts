/** How releases and assets are made, found and replaced, and which release is the latest. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { nextId, type Repository, type World } from "./model.ts"
import type { Asset, Release } from "./records.ts"

/** Makes an asset of its content. */
export const newAsset = (
  world: World,
  given: Pick<Asset, "name" | "label" | "content_type" | "content" | "uploader">,
  now: number,
  id?: number
): Asset => ({
  ...given,
  id: nextId(world, "asset", id),
  digest: `sha256:${bytesToHex(sha256(given.content))}`,
  download_count: 0,
  created_at: now,
  updated_at: now
})

/** The service replaces other characters in an asset's name by dots, and takes dots from its ends. */
export const assetName = (name: string): string => name.replace(/[^\w@+-]+/g, ".").replace(/^\.|\.$/g, "") || "default"

/** Finds an asset, and the release that has it. */
export const assetNumbered = (
  repository: Repository,
  id: number
): readonly [release: Release, asset: Asset] | undefined => {
  for (const release of repository.releases.values()) {
    const asset = release.assets.find((candidate) => candidate.id === id)
    if (asset !== undefined) return [release, asset]
  }
  return undefined
}

/** Replaces an asset of a release; undefined removes it. */
export const replaceAsset = (repository: Repository, release: Release, id: number, asset: Asset | undefined): void => {
  const assets = release.assets.flatMap((known) => (known.id !== id ? known : (asset ?? [])))
  repository.releases.set(release.id, { ...release, assets })
}

export const countDownload = (repository: Repository, release: Release, asset: Asset): void =>
  replaceAsset(repository, release, asset.id, { ...asset, download_count: asset.download_count + 1 })

/** Finds the published release of a tag. */
export const publishedTag = (repository: Repository, tag: string): Release | undefined => {
  for (const release of repository.releases.values()) {
    if (!release.draft && release.tag_name === tag) return release
  }
  return undefined
}

/** Lists releases, most recent first. Drafts come before all published ones. */
export const byRecency = (repository: Repository): ReadonlyArray<Release> =>
  [...repository.releases.values()].sort((a, b) =>
    compare(b.published_at ?? Infinity, a.published_at ?? Infinity, b.id - a.id)
  )

const compare = (a: number, b: number, otherwise: number): number => (a === b ? otherwise : a < b ? -1 : 1)

/** Whether it is published, and no prerelease. */
export const isFull = (release: Release): boolean => !release.draft && !release.prerelease

/** Stores a release. If it is to be the latest one, no other is on purpose any more. */
export const putRelease = (repository: Repository, release: Release): void => {
  if (isFull(release) && release.make_latest === true) {
    for (const other of repository.releases.values()) {
      // Drafts and prereleases keep the wish until they can be the latest.
      if (other.id !== release.id && other.make_latest === true && isFull(other)) {
        repository.releases.set(other.id, { ...other, make_latest: null })
      }
    }
  }
  repository.releases.set(release.id, release)
}

/** The numbers of a version, such as those of `v1.2.3`. What follows a hyphen is earlier than nothing. */
const versionOf = (tag: string): ReadonlyArray<number> => {
  const [, numbers = "", suffix] = /(\d+(?:\.\d+)*)(-.+)?/.exec(tag) ?? []
  const [major = 0, minor = 0, patch = 0] = numbers.split(".").map(Number)
  return [major, minor, patch, suffix === undefined ? 1 : 0]
}

const byVersion = (a: Release, b: Release): number => {
  const other = versionOf(b.tag_name)
  for (const [index, number] of versionOf(a.tag_name).entries()) {
    const difference = number - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.id - b.id
}

/** Finds the latest full release: the one that was made so on purpose, or the last by date and version. */
export const latestOf = (repository: Repository): Release | undefined => {
  let latest: Release | undefined
  for (const release of repository.releases.values()) {
    if (!isFull(release) || release.make_latest === false) continue
    if (release.make_latest === true) return release
    const order = latest === undefined ? 1 : compare(release.created_at, latest.created_at, byVersion(release, latest))
    if (order > 0) latest = release
  }
  return latest
}
