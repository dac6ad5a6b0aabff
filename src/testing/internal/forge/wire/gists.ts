/** Gists with their revisions and comments, as the service writes them, with all fields. */
import { isoDate, textOf } from "../../exchange.ts"
import { changesBetween } from "../../git/changes.ts"
import { commitOf, type Sha } from "../../git/objects.ts"
import { isBinary } from "../../git/tree.ts"
import type { Gist, GistComment } from "../state/accountRecords.ts"
import { filesAt, type GistFile, latestOf } from "../state/gists.ts"
import { loginOf } from "../state/identities.ts"
import { languageOf } from "../state/insight.ts"
import { same, userOf } from "../state/model.ts"
import { publicUser } from "./accounts.ts"
import { base64Lines } from "./contents.ts"
import { bodyFields, type Context, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

/** The media types of files by their extension. */
const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  js: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  py: "application/x-python",
  rb: "application/x-ruby",
  sh: "application/x-sh",
  ts: "application/typescript",
  xml: "application/xml"
}

const isPublic = ({ urls }: Context): boolean => urls.html === "https://github.com"

const pageOf = (context: Context, id: string): string =>
  `${isPublic(context) ? "https://gist.github.com" : `${context.urls.html}/gist`}/${id}`

const rawOf = (context: Context): string =>
  isPublic(context) ? "https://gist.githubusercontent.com" : `${context.urls.html}/gist`

const file = (context: Context, { id, owner }: Gist, { content, name, sha }: GistFile) => ({
  filename: name,
  type: types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "text/plain",
  language: languageOf(name) ?? (/\.md$/i.test(name) ? "Markdown" : /\.txt$/i.test(name) ? "Text" : null),
  raw_url: `${rawOf(context)}/${owner ?? "anonymous"}/${id}/raw/${sha}/${encodeURIComponent(name)}`,
  size: content.length
})

const mostContent = 1024 * 1024

const content = ({ content: bytes }: GistFile) => {
  const shown = bytes.subarray(0, mostContent)
  const truncated = bytes.length > mostContent
  return isBinary(bytes)
    ? { truncated, content: base64Lines(shown), encoding: "base64" }
    : { truncated, content: textOf(shown), encoding: "utf-8" }
}

const mostFiles = 300

/** The fields that listed gists and single ones share. */
const shared = (context: Context, self: Gist) => {
  const url = `${context.urls.api}/gists/${self.id}`
  const page = pageOf(context, self.id)
  const owner = user(context, self.owner)
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: self.id,
    node_id: nodeId("G", self.id),
    git_pull_url: `${page}.git`,
    git_push_url: `${page}.git`,
    html_url: page,
    public: self.public,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    description: self.description,
    comments: self.comments.length,
    comments_enabled: true,
    user: null,
    comments_url: `${url}/comments`,
    ...(owner === null ? {} : { owner }),
    truncated: filesAt(context.world.objects, latestOf(self)).length > mostFiles
  }
}

export const listedGist = (context: Context, self: Gist) => ({
  ...shared(context, self),
  files: Object.fromEntries(
    filesAt(context.world.objects, latestOf(self))
      .slice(0, mostFiles)
      .map((each) => [each.name, file(context, self, each)])
  )
})

/** The profile of who has forked a gist. */
const profileOf = (context: Context, login: string | null) => {
  const found = login === null ? undefined : userOf(context.world, login)
  return found === undefined ? {} : { user: publicUser(context, found) }
}

/** A gist with the contents of its files, at a revision. */
export const gist = (context: Context, self: Gist, revision = latestOf(self)) => {
  const { world } = context
  const origin = world.gists.get(self.fork_of ?? "")
  const forks = [...world.gists.values()].filter(({ fork_of }) => fork_of === self.id)
  return {
    ...shared(context, self),
    files: Object.fromEntries(
      filesAt(world.objects, revision)
        .slice(0, mostFiles)
        .map((each) => [each.name, { ...file(context, self, each), ...content(each) }])
    ),
    forks: forks.map((each) => ({
      id: each.id,
      url: `${context.urls.api}/gists/${each.id}`,
      ...profileOf(context, each.owner),
      created_at: isoDate(each.created_at),
      updated_at: isoDate(each.updated_at)
    })),
    history: self.revisions.toReversed().map((sha) => gistCommit(context, self, sha)),
    ...(origin === undefined ? {} : { fork_of: listedGist(context, origin) })
  }
}

/** A revision, with how many lines it changes. */
export const gistCommit = (context: Context, self: Gist, sha: Sha) => {
  const { objects } = context.world
  const { committer, parents, tree } = commitOf(objects, sha)
  const [parent] = parents
  const changes = changesBetween(objects, parent === undefined ? undefined : commitOf(objects, parent).tree, tree)
  const additions = changes.reduce((sum, change) => sum + change.additions, 0)
  const deletions = changes.reduce((sum, change) => sum + change.deletions, 0)
  return {
    user: user(context, loginOf(context.world, committer) ?? null),
    version: sha,
    committed_at: isoDate(committer.date),
    change_status: { total: additions + deletions, additions, deletions },
    url: `${context.urls.api}/gists/${self.id}/${sha}`
  }
}

export const gistComment = (context: Context, under: Gist, self: GistComment) => ({
  url: `${context.urls.api}/gists/${under.id}/comments/${self.id}`,
  id: self.id,
  node_id: nodeId("GC", self.id),
  user: user(context, self.user),
  author_association: self.user !== null && same(self.user, under.owner ?? "") ? "OWNER" : "NONE",
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at),
  ...bodyFields(context, self.body)
})
