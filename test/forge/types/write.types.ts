/** What `Write.once` takes, returns and fails with. None of this runs. */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import type { Issue } from "../../../src/forge/schema/Issue.ts"
import type { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import {
  type ExchangeError,
  type Gone,
  type IntegrityFailed,
  NotFound,
  type RequestError,
  type ValidationFailed
} from "../../../src/rest/RestError.ts"
import * as Write from "../../../src/rest/Write.ts"
import { repo } from "../support/records.ts"
import type { All, ErrorOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

const options = { key: "a" }
const ref = { ...repo, ref: "heads/next" }

const create = () => Write.once(Issues.create, { ...repo, title: "One" }, options)
const remove = () => Write.once(Issues.deleteComment, { ...repo, comment_id: 1 }, options)

declare const stream: Stream.Stream<Uint8Array, PlatformError.PlatformError, FileSystem.FileSystem>

const named = { ...repo, release_id: 1, name: "a", content_type: "text/plain" }
const upload = () => Write.once(Releases.uploadAsset, { ...named, data: "text" }, options)
const uploadStream = () =>
  Write.once(Releases.uploadAsset, { ...named, data: stream, size: 1 }, { ...options, onProgress: () => Effect.void })

/** A write of one's own, and one that returns nothing. */
const Ref = Schema.Struct({ ref: Schema.String, object: Schema.Struct({ sha: Schema.String }) })
const path = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString, ref: Schema.NonEmptyString }

const move = Forge.operation("Refs.move", "PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
  path,
  manySegments: ["ref"],
  body: { sha: Schema.String },
  success: Ref,
  errors: [NotFound],
  foundBy: {
    by: "sha",
    find: (input, look) =>
      Effect.map(
        look.get("/repos/{owner}/{repo}/git/ref/{ref}", Ref, { input, manySegments: ["ref"] }),
        Option.filter(({ object }) => object.sha === input.sha)
      )
  }
})

const removeRef = Forge.operation("Refs.delete", "DELETE /repos/{owner}/{repo}/git/refs/{ref}", {
  path,
  errors: [NotFound],
  foundBy: { by: "absence", gone: () => undefined }
})

const moved = () => Write.once(move, { ...ref, sha: "a" }, options)
const removed = () => Write.once(removeRef, ref, options)

export type Types = All<
  [
    Same<ValueOf<typeof create>, Issue>,
    Same<ErrorOf<typeof create>, RequestError | NotFound | Gone | ValidationFailed>,
    Same<NeedsOf<typeof create>, Forge.Forge>,
    // Nothing is read, so nothing can fail to decode.
    Same<ErrorOf<typeof remove>, ExchangeError | NotFound>,
    Same<ValueOf<typeof remove>, void>,
    Same<ValueOf<typeof upload>, ReleaseAsset>,
    Same<ErrorOf<typeof upload>, RequestError | NotFound | ValidationFailed | IntegrityFailed>,
    Same<
      ErrorOf<typeof uploadStream>,
      RequestError | NotFound | ValidationFailed | IntegrityFailed | PlatformError.PlatformError
    >,
    Same<NeedsOf<typeof uploadStream>, Forge.Forge | FileSystem.FileSystem>,
    Same<ErrorOf<typeof moved>, RequestError | NotFound>,
    Same<ErrorOf<typeof removed>, ExchangeError | NotFound>
  ]
>

export const refused = () => [
  // @ts-expect-error a read is not a write
  Write.once(Issues.get, { ...repo, issue_number: 1 }, options),
  // @ts-expect-error safe to retry as it is
  Write.once(Issues.update, { ...repo, issue_number: 1 }, options),
  // @ts-expect-error another schema: what is found would not match it
  Write.once(Issues.create.as(Ref), { ...repo, title: "One" }, options),
  // @ts-expect-error the title is missing
  Write.once(Issues.create, repo, options),
  // @ts-expect-error the key is missing
  Write.once(Labels.create, { ...repo, name: "a" }, {}),
  // @ts-expect-error a stream needs its size
  Write.once(Releases.uploadAsset, { ...named, data: stream }, options),
  Forge.operation("Refs.move", "PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
    path,
    body: { sha: Schema.String },
    success: Ref,
    // @ts-expect-error the input has no such field
    foundBy: { by: "mark", mark: "body" }
  }),
  Forge.operation("Refs.move", "PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
    path,
    body: { sha: Schema.String },
    success: Ref,
    // @ts-expect-error it finds another record
    foundBy: { by: "sha", find: () => Effect.succeedSome({ name: "a" }) }
  })
]
