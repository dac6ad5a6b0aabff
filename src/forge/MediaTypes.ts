/**
 * Media types: the same resource in another representation.
 *
 * The functions derive an operation or a listing whose records have other fields: `withBodyHtml(Issues.get)` is a read of
 * issues with `body_html`. They take your own operations, too. The constants are for `.as` and for declarations.
 *
 * Diffs, patches and rendered files are downloads: `PullRequests.getDiff`, `Commits.getPatch`, `Contents.getHtml`.
 */
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import type { Listing, Operation, Read } from "../rest/Operation.ts"
import type { DecodeFailed } from "../rest/RestError.ts"
import { type Fields, represented } from "./internal/represented.ts"
import type * as Releases from "./Releases.ts"
import { TextMatch } from "./schema/TextMatch.ts"

/** Markdown in `body`, which is the usual representation; of a file, its bytes. */
export const raw = "application/vnd.github.raw+json"

/** The text as HTML, in `body_html`; of a file, the rendered page. */
export const html = "application/vnd.github.html+json"

/** The text without Markdown, in `body_text`. */
export const text = "application/vnd.github.text+json"

/** The text in all three representations. */
export const full = "application/vnd.github.full+json"

/** Where a search found its words, in `text_matches`. */
export const textMatches = "application/vnd.github.text-match+json"

/** A directory as an object with `entries`, in place of a list. */
export const object = "application/vnd.github.object+json"

/** A commit's SHA alone. */
export const sha = "application/vnd.github.sha"

/** Changes as a unified diff. */
export const diff = "application/vnd.github.diff"

/** Commits as patches, in the format of `git format-patch`. */
export const patch = "application/vnd.github.patch"

/** A record with a text: an issue, a comment, a pull request, a review, a release … */
export interface HasBody {
  /** The text, as Markdown. */
  readonly body: string | null
}

/** The other representations of a text. They are null where there is none, if the text can be null. */
type TextOf<A extends HasBody> = null extends A["body"] ? string | null : string

/** A record with its text as HTML in place of Markdown. */
export type BodyHtml<A extends HasBody> = Omit<A, keyof Texts> & Pick<Texts<TextOf<A>>, "body_html">

/** A record with its text without Markdown. */
export type BodyText<A extends HasBody> = Omit<A, keyof Texts> & Pick<Texts<TextOf<A>>, "body_text">

/** A record with its text in all three representations. */
export type FullBody<A extends HasBody> = Omit<A, "body_html" | "body_text"> &
  Pick<Texts<TextOf<A>>, "body_html" | "body_text">

/** The three representations of a text. */
interface Texts<Text = string | null> {
  /** The text, as Markdown. */
  readonly body: Text
  /** The text as HTML. */
  readonly body_html: Text
  /** The text without Markdown. */
  readonly body_text: Text
}

/** A result of a search, with where it matches. */
export type TextMatched<A> = Omit<A, "text_matches"> & {
  /** Where it matches. Empty if the service does not say. */
  readonly text_matches: ReadonlyArray<TextMatch>
}

/** An operation, a read or a listing whose records have a text. */
export type Bodied = Operation<never, HasBody, unknown, unknown> | Listing<never, HasBody, unknown, unknown>

/** Refuses what the service sends in one representation only. The type is the compiler's message. */
type Rendered<O> = O extends typeof Releases.generateNotes ? "generated notes are Markdown only" : unknown

/** The representations of a record by their media types. */
interface Represented<A> {
  readonly html: A extends HasBody ? BodyHtml<A> : never
  readonly text: A extends HasBody ? BodyText<A> : never
  readonly full: A extends HasBody ? FullBody<A> : never
  readonly textMatches: TextMatched<A>
}

/** The same kind of operation, with another representation of its records. */
type As<O, M extends keyof Represented<unknown>> =
  O extends Listing<infer Input, infer A, infer E, infer R>
    ? Listing<Input, Represented<A>[M], E, R>
    : O extends Read<infer Input, infer A, infer E, infer R>
      ? Read<Input, Represented<A>[M], E | DecodeFailed, R>
      : O extends Operation<infer Input, infer A, infer E, infer R>
        ? Operation<Input, Represented<A>[M], E | DecodeFailed, R>
        : never

/** A text that the service sends in place of `body`, or in addition to it. Null if there is no text. */
const Text = Schema.NullOr(Schema.String)

/** Null only where the record's own text can be. */
const orEmpty = (text: string | null, body: unknown): string | null => text ?? (body === null ? null : "")

const withoutTexts = ({ body: _body, body_html: _html, body_text: _text, ...others }: Fields): Fields => others

const inHtml = represented({
  accept: html,
  added: Schema.Struct({ body_html: Text }),
  reads: ({ body_html }) => ({ body: body_html }),
  record: (record, { body_html }) => ({ ...withoutTexts(record), body_html: orEmpty(body_html, record["body"]) })
})

const inText = represented({
  accept: text,
  added: Schema.Struct({ body_text: Text }),
  reads: ({ body_text }) => ({ body: body_text }),
  record: (record, { body_text }) => ({ ...withoutTexts(record), body_text: orEmpty(body_text, record["body"]) })
})

const inFull = represented({
  accept: full,
  added: Schema.Struct({ body_html: Text, body_text: Text }),
  record: (record, { body_html, body_text }) => ({
    ...record,
    body_html: orEmpty(body_html, record["body"]),
    body_text: orEmpty(body_text, record["body"])
  })
})

const inMatches = represented({
  accept: textMatches,
  added: Schema.Struct({ text_matches: Wire.withDefault(Schema.Array(TextMatch), []) }),
  record: (record, { text_matches }) => ({ ...record, text_matches })
})

// The casts are safe: `.as` keeps the kind of the operation, and the differences make the fields of the types.

/**
 * Derives an operation or a listing whose records have their text as HTML, in `body_html`. They then have no `body`.
 *
 * **Example** (Issues to show on a web page)
 *
 * ```ts
 * import { Issues, MediaTypes } from "forgecast/forge"
 *
 * const listIssues = MediaTypes.withBodyHtml(Issues.list)
 * ```
 */
export const withBodyHtml = <O extends Bodied>(operation: O & Rendered<O>): As<O, "html"> => inHtml(operation) as never

/** Derives an operation or a listing whose records have their text without Markdown, in `body_text`, and no `body`. */
export const withBodyText = <O extends Bodied>(operation: O & Rendered<O>): As<O, "text"> => inText(operation) as never

/** Derives an operation or a listing whose records have `body`, `body_html` and `body_text`. */
export const withFullBody = <O extends Bodied>(operation: O & Rendered<O>): As<O, "full"> => inFull(operation) as never

/**
 * Derives a search whose results say where they match, in `text_matches`.
 *
 * **Example** (The words around what was found)
 *
 * ```ts
 * import { MediaTypes, Search } from "forgecast/forge"
 *
 * const searchIssues = MediaTypes.withTextMatches(Search.issues)
 * ```
 */
export const withTextMatches = <O extends Listing<never, object, unknown, unknown>>(search: O): As<O, "textMatches"> =>
  inMatches(search) as never
