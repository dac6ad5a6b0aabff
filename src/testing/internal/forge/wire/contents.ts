/** Files, directories, symlinks and submodules, as the service writes them. */
import * as Base64 from "effect/encoding/Base64"
import type { TreeEntry } from "../../git/objects.ts"
import { fullName, type Repository } from "../state/model.ts"
import { type Context, pageUrl, pathInUrl, repositoryUrl } from "./common.ts"
import { escaped, renderedFile } from "./markup.ts"

/** An entry of a tree, and where it is. */
export interface LocatedEntry {
  readonly repository: Repository
  /** The branch, tag or sha that it was read at. */
  readonly ref: string
  /** Empty for the root. */
  readonly path: string
  readonly entry: Omit<TreeEntry, "name">
}

/** Addresses of the repository that a submodule comes from, as far as it is on this service. */
export interface Origin {
  readonly url: string
  readonly repository: string | undefined
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Where the bytes of a file are, without the API. */
const rawUrl = ({ urls }: Context, { path, ref, repository }: LocatedEntry): string =>
  `${urls.raw}/${fullName(repository)}/${pathInUrl(ref)}/${pathInUrl(path)}`

interface Links {
  readonly git: string | null
  readonly html: string | null
}

const linksOf = (
  context: Context,
  { entry, path, ref, repository }: LocatedEntry,
  origin: Origin | undefined
): Links => {
  const page = pageUrl(context, repository)
  const git = `${repositoryUrl(context, repository)}/git`
  switch (entry.mode) {
    case "40000":
      return { git: `${git}/trees/${entry.sha}`, html: `${page}/tree/${pathInUrl(ref)}/${pathInUrl(path)}` }
    case "160000": {
      const from = origin?.repository
      if (from === undefined) return { git: null, html: null }
      return {
        git: `${context.urls.api}/repos/${from}/git/trees/${entry.sha}`,
        html: `${context.urls.html}/${from}/tree/${entry.sha}`
      }
    }
    default:
      return { git: `${git}/blobs/${entry.sha}`, html: `${page}/blob/${pathInUrl(ref)}/${pathInUrl(path)}` }
  }
}

const kinds = {
  "40000": "dir",
  "160000": "submodule",
  "120000": "symlink",
  "100644": "file",
  "100755": "file"
} as const

const sizeOf = ({ world }: Context, { entry }: LocatedEntry): number =>
  entry.mode === "40000" || entry.mode === "160000" ? 0 : (world.objects.blobs.get(entry.sha)?.length ?? 0)

/** What entries of all kinds have, and what directories list. */
export const entry = (context: Context, place: LocatedEntry, origin?: Origin) => {
  const { mode, sha } = place.entry
  const { git, html } = linksOf(context, place, origin)
  const path = pathInUrl(place.path)
  const url = `${repositoryUrl(context, place.repository)}/contents/${path}?ref=${encodeURIComponent(place.ref)}`
  return {
    name: nameOf(place.path),
    path: place.path,
    sha,
    size: sizeOf(context, place),
    url,
    html_url: html,
    git_url: git,
    download_url: mode === "40000" || mode === "160000" ? null : rawUrl(context, place),
    type: kinds[mode],
    _links: { self: url, git, html }
  }
}

/** Base64 in lines of 60 characters, as the service writes it. */
export const base64Lines = (bytes: Uint8Array): string => {
  const text = Base64.encode(bytes)
  return text === "" ? "" : `${text.match(/.{1,60}/g)?.join("\n") ?? ""}\n`
}

/** The API does not hand out larger files at all. */
export const mostBytes = 100 * 1024 * 1024

/** Larger files are written without their content. */
const mostInline = 1024 * 1024

/** A file with its content. */
export const file = (context: Context, place: LocatedEntry, bytes: Uint8Array) => ({
  ...entry(context, place),
  type: "file" as const,
  size: bytes.length,
  ...(bytes.length > mostInline
    ? { content: "", encoding: "none" }
    : { content: base64Lines(bytes), encoding: "base64" })
})

export const symlink = (context: Context, place: LocatedEntry, target: string) => ({
  ...entry(context, place),
  type: "symlink" as const,
  target
})

export const submodule = (context: Context, place: LocatedEntry, origin: Origin | undefined) => ({
  ...entry(context, place, origin),
  type: "submodule" as const,
  submodule_git_url: origin?.url ?? null
})

/** A file as the service's web page shows it, with its Markdown as paragraphs. */
export const page = ({ path }: LocatedEntry, bytes: Uint8Array): string =>
  `<div id="file" class="md" data-path="${escaped(path)}"><article class="markdown-body entry-content container-lg" ` +
  `itemprop="text">${renderedFile(new TextDecoder().decode(bytes))}</article></div>`
