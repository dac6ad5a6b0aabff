/** Operations in other media types: their kinds, inputs, values and errors. None of this runs. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as MediaTypes from "../../../src/forge/MediaTypes.ts"
import type * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Search from "../../../src/forge/Search.ts"
import type { IssueComment } from "../../../src/forge/schema/IssueComment.ts"
import type { TextMatch } from "../../../src/forge/schema/TextMatch.ts"
import type { Listing, Operation, Read } from "../../../src/rest/Operation.ts"
import type { DecodeFailed, IntegrityFailed, NotFound, RequestError } from "../../../src/rest/RestError.ts"
import * as Write from "../../../src/rest/Write.ts"
import type { All, ErrorOf, Extends, InputOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

const get = MediaTypes.withBodyHtml(Issues.get)
const list = MediaTypes.withBodyText(Issues.list)
const create = MediaTypes.withFullBody(Issues.createComment)
const search = MediaTypes.withTextMatches(Search.issues)

/** An operation of the user's own. */
const notes = Forge.listing("Notes.list", "GET /notes", {
  item: Schema.Struct({ id: Schema.Int, body: Schema.String })
})
const notesInHtml = MediaTypes.withBodyHtml(notes)

const rawNote = Forge.operation("Notes.create", "POST /notes", { success: Schema.Struct({ body: Schema.String }) })

export type Kinds = All<
  [
    Extends<typeof get, Read<InputOf<typeof Issues.get>, { body_html: string | null }, unknown, Forge.Forge>>,
    Extends<typeof list, Listing<InputOf<typeof Issues.list>, { body_text: string | null }, unknown, Forge.Forge>>,
    Extends<typeof create, Operation<InputOf<typeof Issues.createComment>, IssueComment, unknown, Forge.Forge>>,
    Extends<"ifChanged", keyof typeof get>,
    Same<Extends<"ifChanged", keyof typeof create>, false>,
    Same<InputOf<typeof search>, InputOf<typeof Search.issues>>,
    Same<ErrorOf<typeof get>, ErrorOf<typeof Issues.get>>,
    Same<ErrorOf<typeof list>, ErrorOf<typeof Issues.list>>,
    Same<NeedsOf<typeof list>, Forge.Forge>,
    Extends<DecodeFailed, ErrorOf<typeof create>>
  ]
>

type Html = ValueOf<typeof get>
type Text = ValueOf<typeof list>
type Full = ValueOf<typeof create>

export type Values = All<
  [
    Same<Html["body_html"], string | null>,
    Same<Html["title"], string>,
    Same<Html["is_pull_request"], boolean>,
    Same<Extract<keyof Html, "body" | "body_text">, never>,
    Same<Text["body_text"], string | null>,
    Same<Extract<keyof Text, "body" | "body_html">, never>,
    // The text of a comment is never null.
    Same<[Full["body"], Full["body_html"], Full["body_text"]], [string, string, string]>,
    Same<ValueOf<typeof search>["text_matches"], ReadonlyArray<TextMatch>>,
    Same<ValueOf<typeof search>["title"], string>,
    Same<
      { [K in keyof ValueOf<typeof notesInHtml>]: ValueOf<typeof notesInHtml>[K] },
      { readonly id: number; readonly body_html: string }
    >,
    Same<ValueOf<ReturnType<typeof noteInText>>["body_text"], string>
  ]
>

const noteInText = MediaTypes.withBodyText(rawNote)

export type Downloads = All<
  [
    Same<ValueOf<typeof Contents.download.text>, string>,
    Same<ErrorOf<typeof Contents.download.text>, RequestError | NotFound | IntegrityFailed>,
    Same<NeedsOf<typeof PullRequests.getPatch.text>, Forge.Forge>
  ]
>

export const refused = [
  // @ts-expect-error a label has no text
  MediaTypes.withBodyHtml(Labels.list),
  // @ts-expect-error a page has none: derive the listing
  MediaTypes.withBodyHtml(Issues.list.page),
  // @ts-expect-error generated notes are Markdown only
  MediaTypes.withBodyHtml(Releases.generateNotes),
  // @ts-expect-error generated notes are Markdown only
  MediaTypes.withFullBody(Releases.generateNotes),
  // @ts-expect-error the text is HTML already
  MediaTypes.withBodyText(get),
  // @ts-expect-error a download has no record
  MediaTypes.withFullBody(Contents.download),
  // @ts-expect-error only listings are searches
  MediaTypes.withTextMatches(Issues.get),
  // @ts-expect-error an accept is text
  Issues.get.as(Schema.Unknown, { accept: 7 }),
  // @ts-expect-error a typo
  Issues.get.as(Schema.Unknown, { acept: MediaTypes.html }),
  // @ts-expect-error what it would find has another media type
  Write.once(MediaTypes.withBodyHtml(Issues.create), { owner: "acme", repo: "web", title: "One" }, { key: "a" })
]

export const piped = Effect.map(get({ owner: "acme", repo: "web", issue_number: 1 }), ({ body_html }) => body_html)
