/** Releases and their assets, as the service writes them, with all fields. */
import { isoDate } from "../../exchange.ts"
import type { Repository } from "../state/model.ts"
import type { Asset, Release } from "../state/records.ts"
import { bodyFields, type Context, dateOrNull, pageUrl, pathInUrl, reactions, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

/** What web pages and files of a release are called by: drafts have no tag yet. */
const pageTag = (release: Release): string =>
  release.draft ? `untagged-${release.id.toString(16).padStart(20, "0")}` : release.tag_name

export const asset = (context: Context, repository: Repository, release: Release, self: Asset) => ({
  url: `${repositoryUrl(context, repository)}/releases/assets/${self.id}`,
  id: self.id,
  node_id: nodeId("RA", self.id, repository),
  name: self.name,
  label: self.label,
  uploader: user(context, self.uploader),
  content_type: self.content_type,
  state: "uploaded" as const,
  size: self.content.length,
  digest: self.digest,
  download_count: self.download_count,
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at),
  browser_download_url: `${pageUrl(context, repository)}/releases/download/${pathInUrl(pageTag(release))}/${self.name}`
})

export const release = (context: Context, repository: Repository, self: Release) => {
  const api = repositoryUrl(context, repository)
  const url = `${api}/releases/${self.id}`
  const archive = (kind: string) => (self.draft ? null : `${api}/${kind}/refs/tags/${pathInUrl(self.tag_name)}`)
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${url.replace(context.urls.api, context.urls.uploads)}/assets{?name,label}`,
    html_url: `${pageUrl(context, repository)}/releases/tag/${pathInUrl(pageTag(self))}`,
    id: self.id,
    author: user(context, self.author),
    node_id: nodeId("RE", self.id, repository),
    tag_name: self.tag_name,
    target_commitish: self.target_commitish,
    name: self.name,
    draft: self.draft,
    immutable: false,
    prerelease: self.prerelease,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    published_at: dateOrNull(self.published_at),
    assets: self.assets.map((item) => asset(context, repository, self, item)),
    tarball_url: archive("tarball"),
    zipball_url: archive("zipball"),
    ...bodyFields(context, self.body, repository),
    ...(self.reactions.length === 0 ? {} : { reactions: reactions(url, self.reactions) })
  }
}
