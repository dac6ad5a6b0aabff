import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A file of a gist, as listings have it. */
export class ListedGistFile extends Schema.Opaque<ListedGistFile>()(
  Schema.Struct({
    filename: Schema.String,
    /** The media type, such as `text/markdown`. */
    type: Schema.String,
    /** Null if none was recognized. */
    language: Wire.nullable(Schema.String),
    /** URL of the bytes. */
    raw_url: Schema.String,
    /** In bytes. */
    size: Schema.Int
  })
) {}

/** A file of a gist with its content. */
export class GistFile extends Schema.Opaque<GistFile>()(
  Schema.Struct({
    filename: Schema.String,
    /** The media type, such as `text/markdown`. */
    type: Schema.String,
    /** Null if none was recognized. */
    language: Wire.nullable(Schema.String),
    /** URL of the bytes. */
    raw_url: Schema.String,
    /** In bytes. */
    size: Schema.Int,
    /** Whether `content` is only the first megabyte. `raw_url` has all of it. */
    truncated: Wire.withDefault(Schema.Boolean, false),
    /** The text, or Base64. */
    content: Wire.withDefault(Schema.String, ""),
    /** How `content` is to be read. */
    encoding: Wire.withDefault(Wire.openEnum(["utf-8", "base64"]), "utf-8")
  })
) {}

const fields = {
  /** Hexadecimal digits, which also name it in its URLs. */
  id: Schema.String,
  /** The id in the service's GraphQL API. */
  node_id: Schema.String,
  description: Wire.nullable(Schema.String),
  /** Whether everybody can find it. Anyone who knows the URL of a secret gist can read it, too. */
  public: Schema.Boolean,
  /** Null for an anonymous gist, and for a deleted account. */
  owner: Wire.nullable(SimpleUser),
  /** Number of comments. */
  comments: Schema.Int,
  comments_enabled: Wire.nullable(Schema.Boolean),
  /** Whether files are missing: the service returns the first 300. */
  truncated: Wire.withDefault(Schema.Boolean, false),
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp,
  /** Web page URL. */
  html_url: Schema.String,
  /** For `git clone`. */
  git_pull_url: Schema.String,
  git_push_url: Schema.String,
  /** API URL, like the fields below. */
  url: Schema.String,
  forks_url: Schema.String,
  commits_url: Schema.String,
  comments_url: Schema.String
}

/** The fields of every gist. */
export type GistFields = { readonly [K in keyof typeof fields]: (typeof fields)[K] }

/** Adds the fields of every gist. A call like `inRepo`, whose named type keeps the docstrings. */
const withGist = <const F extends Schema.Struct.Fields>(own: F): F & GistFields => ({ ...own, ...fields })

/** A gist, as listings have it: without the contents of its files. */
export class ListedGist extends Schema.Opaque<ListedGist>()(
  Schema.Struct(
    withGist({
      /** By name. */
      files: Schema.Record(Schema.String, ListedGistFile)
    })
  )
) {}

/** A gist with the contents of its files. */
export class Gist extends Schema.Opaque<Gist>()(
  Schema.Struct(
    withGist({
      /** By name. */
      files: Schema.Record(Schema.String, GistFile),
      /** The gist that it was forked from. */
      fork_of: Wire.nullable(ListedGist)
    })
  )
) {}

/** How many lines a revision changes. */
export class GistChange extends Schema.Opaque<GistChange>()(
  Schema.Struct({
    additions: Wire.withDefault(Schema.Int, 0),
    deletions: Wire.withDefault(Schema.Int, 0),
    /** The sum of both. */
    total: Wire.withDefault(Schema.Int, 0)
  })
) {}

/** A revision of a gist. */
export class GistCommit extends Schema.Opaque<GistCommit>()(
  Schema.Struct({
    /** The sha, which `Gists.getRevision` takes. */
    version: Schema.String,
    /** Who made it; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    change_status: GistChange,
    committed_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String
  })
) {}
