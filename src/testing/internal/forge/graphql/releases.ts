/** Releases with their assets, and gists. */
import { isBinary } from "../../git/tree.ts"
import { filesAt, latestOf as latestRevision } from "../state/gists.ts"
import { languageOf } from "../state/insight.ts"
import { latestOf } from "../state/releases.ts"
import { resolveCommit, tagRef } from "../state/refs.ts"
import { rendered } from "../wire/markup.ts"
import * as Wire from "../wire/releases.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { reactable } from "./issues.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  dateTimeOrNull,
  type Fields,
  List,
  pathOf,
  reference,
  users
} from "./nodes.ts"

const Release: Fields<"Release"> = ({ release, repository }, view) => {
  const { html_url: url } = Wire.release(view, repository, release)
  const ref = tagRef(release.tag_name)
  const body = release.body ?? ""
  return {
    author: () => account(view, release.author),
    createdAt: dateTime(release.created_at),
    databaseId: databaseId(release.id),
    description: release.body,
    descriptionHTML: () => rendered(view, body, repository),
    id: nodeId("RE", release.id, repository),
    isDraft: release.draft,
    isLatest: latestOf(repository)?.id === release.id,
    isPrerelease: release.prerelease,
    mentions: () =>
      users(
        view,
        [...body.matchAll(/(?<![\w/])@([\w-]+)/g)].map(([, login = ""]) => login)
      ),
    name: release.name,
    publishedAt: dateTimeOrNull(release.published_at),
    ...reactable(reference("Release", { repository, release }), release.reactions, view),
    releaseAssets: ({ name }: Arguments) =>
      new List(
        release.assets.filter((asset) => (name ?? asset.name) === asset.name),
        (asset) => reference("ReleaseAsset", { repository, release, asset }),
        ({ id }) => id
      ),
    repository: reference("Repository", { repository }),
    resourcePath: pathOf(url),
    shortDescriptionHTML: ({ limit }: Arguments) => rendered(view, body.slice(0, limit ?? 200), repository),
    tag: repository.refs.has(ref) ? reference("Ref", { repository, ref }) : null,
    tagCommit: () => {
      const commit = repository.refs.has(ref) ? resolveCommit(view.world, repository, ref) : undefined
      return commit === undefined ? null : reference("Commit", { repository, commit })
    },
    tagName: release.tag_name,
    updatedAt: dateTime(release.updated_at),
    url,
    viewerCanReact: view.viewer !== null
  }
}

const ReleaseAsset: Fields<"ReleaseAsset"> = ({ asset, release, repository }, view) => {
  const wire = Wire.asset(view, repository, release, asset)
  return {
    contentType: asset.content_type,
    createdAt: dateTime(asset.created_at),
    downloadCount: asset.download_count,
    downloadUrl: wire.browser_download_url,
    id: wire.node_id,
    name: asset.name,
    release: reference("Release", { repository, release }),
    size: asset.content.length,
    updatedAt: dateTime(asset.updated_at),
    uploadedBy: account(view, asset.uploader),
    url: wire.browser_download_url
  }
}

const Gist: Fields<"Gist"> = ({ gist }, view) => {
  const isPublic = view.urls.html === "https://github.com"
  const url = `${isPublic ? "https://gist.github.com" : `${view.urls.html}/gist`}/${gist.id}`
  return {
    comments: { totalCount: gist.comments.length },
    createdAt: dateTime(gist.created_at),
    description: gist.description,
    files: ({ limit, oid }: Arguments) =>
      filesAt(view.world.objects, oid ?? latestRevision(gist))
        .slice(0, limit ?? 10)
        .map(({ content, name }) => {
          const language = languageOf(name)
          return {
            encodedName: encodeURIComponent(name),
            encoding: "UTF-8",
            extension: /(\.[^.]+)$/.exec(name)?.[1] ?? "",
            isImage: /\.(?:png|jpe?g|gif|svg)$/i.test(name),
            isTruncated: false,
            language: language === undefined ? null : { name: language, id: nodeId("LANG", language), color: null },
            name,
            size: content.length,
            text: ({ truncate }: Arguments) =>
              isBinary(content) ? null : new TextDecoder().decode(content).slice(0, truncate ?? undefined)
          }
        }),
    forks: { totalCount: [...view.world.gists.values()].filter(({ fork_of }) => fork_of === gist.id).length },
    id: nodeId("G", gist.id),
    isFork: gist.fork_of !== null,
    isPublic: gist.public,
    name: gist.id,
    owner: () => account(view, gist.owner),
    pushedAt: dateTime(gist.updated_at),
    resourcePath: pathOf(url),
    stargazerCount: gist.starred_by.length,
    stargazers: () => users(view, gist.starred_by),
    updatedAt: dateTime(gist.updated_at),
    url,
    viewerHasStarred: gist.starred_by.includes(view.viewer?.toLowerCase() ?? "")
  }
}

export const fields = { Gist, Release, ReleaseAsset }
