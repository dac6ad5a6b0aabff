/** Uploads and downloads: what a stream adds to the result's type, and what does not compile. None of this runs. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import * as Contents from "../../../src/forge/Contents.ts"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import type { Content, Directory, File, Submodule, Symlink } from "../../../src/forge/schema/Content.ts"
import type { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import type { FileCommit } from "../../../src/forge/schema/FileCommit.ts"
import type { Release } from "../../../src/forge/schema/Release.ts"
import type { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import type { Reply } from "../../../src/rest/Reply.ts"
import type {
  IntegrityFailed,
  NotFound,
  NotModified,
  RequestError,
  ValidationFailed
} from "../../../src/rest/RestError.ts"
import * as Upload from "../../../src/rest/Upload.ts"
import type { All, ErrorOf, NeedsOf, Same, ValueOf } from "../support/types.ts"

export type Values = All<
  [
    Same<Content, File | Directory | Symlink | Submodule>,
    Same<Content["_tag"], "File" | "Directory" | "Symlink" | "Submodule">,
    Same<File["bytes"], Uint8Array | null>,
    Same<File["text"], string | null>,
    Same<Directory["entries"], ReadonlyArray<DirectoryEntry>>,
    Same<FileCommit["content"], DirectoryEntry | null>,
    Same<ValueOf<typeof Contents.download.bytes>, Uint8Array<ArrayBuffer>>
  ]
>

export type Errors = All<
  [
    Same<ErrorOf<typeof Contents.get.ifChanged>, RequestError | NotFound | NotModified>,
    Same<ErrorOf<typeof Releases.downloadAsset.bytes>, RequestError | NotFound | IntegrityFailed>,
    Same<NeedsOf<typeof Releases.downloadAsset>, Forge.Forge>,
    Same<NeedsOf<typeof Releases.downloadAsset.open>, Forge.Forge | Scope.Scope>
  ]
>

class Broken extends Data.TaggedError("Broken") {}

class Source extends Context.Service<Source, string>()("Source") {}

declare const stream: Stream.Stream<Uint8Array, Broken, Source>
declare const mixed: string | Uint8Array | Stream.Stream<Uint8Array, Broken>
declare const release: Release

const asset = { owner: "acme", repo: "web", release_id: 1, name: "app.zip", content_type: "application/zip" }

const text = Releases.uploadAsset({ ...asset, data: "text" })
const streamed = Releases.uploadAsset({ ...asset, data: stream, size: 3, upload_url: release.upload_url })
const reply = Releases.uploadAsset.withReply({ ...asset, data: stream, size: 3 })
const either = Releases.uploadAsset({ ...asset, data: mixed, size: 3 })
const file = Effect.flatMap(Upload.file("app.zip"), (file) => Releases.uploadAsset({ ...asset, ...file }))
// Not `any`, which would satisfy these too.
const among = Effect.all([
  Releases.uploadAsset({ ...asset, data: "text" }),
  Releases.uploadAsset({ ...asset, data: stream, size: 3 }, { onProgress: ({ bytes }) => Effect.log(bytes) })
])

type Refused = RequestError | NotFound | ValidationFailed | IntegrityFailed

export type Streams = All<
  [
    Same<ValueOf<typeof text>, ReleaseAsset>,
    Same<ErrorOf<typeof text>, Refused>,
    Same<NeedsOf<typeof text>, Forge.Forge>,
    Same<ErrorOf<typeof streamed>, Refused | Broken>,
    Same<NeedsOf<typeof streamed>, Forge.Forge | Source>,
    Same<ValueOf<typeof reply>, Reply<ReleaseAsset>>,
    Same<ErrorOf<typeof reply>, Refused | Broken>,
    Same<ErrorOf<typeof either>, Refused | Broken>,
    Same<NeedsOf<typeof either>, Forge.Forge>,
    Same<ErrorOf<typeof file>, Refused | PlatformError.PlatformError>,
    Same<NeedsOf<typeof file>, Forge.Forge | FileSystem.FileSystem>,
    Same<ErrorOf<typeof among>, Refused | Broken>,
    Same<NeedsOf<typeof among>, Forge.Forge | Source>
  ]
>

export const wrong = [
  // @ts-expect-error -- A stream has a size.
  () => Releases.uploadAsset({ ...asset, data: stream }),
  // @ts-expect-error -- What may be a stream too.
  () => Releases.uploadAsset({ ...asset, data: mixed }),
  // @ts-expect-error -- Bytes know theirs.
  () => Releases.uploadAsset({ ...asset, data: "text", size: 4 }),
  // @ts-expect-error -- A misspelt field.
  () => Releases.uploadAsset({ ...asset, data: "text", lable: "App" }),
  // @ts-expect-error -- Neither bytes nor text.
  () => Releases.uploadAsset({ ...asset, data: 5 }),
  // @ts-expect-error -- Base64 or not, it is a string or bytes.
  () => Contents.put({ owner: "acme", repo: "web", path: "a", message: "m", content: [1] }),
  // @ts-expect-error -- Deleting needs to know what.
  () => Contents.delete({ owner: "acme", repo: "web", path: "a", message: "m" }),
  // @ts-expect-error -- The service's own words, though they look like a boolean.
  () => Releases.create({ owner: "acme", repo: "web", tag_name: "v1", make_latest: true })
]
