/** Checks contents and releases against the service's official types: responses and requests. */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type * as Contents from "../../src/forge/Contents.ts"
import type * as Releases from "../../src/forge/Releases.ts"
import type { Content, File } from "../../src/forge/schema/Content.ts"
import type { FileCommit } from "../../src/forge/schema/FileCommit.ts"
import type { Release } from "../../src/forge/schema/Release.ts"
import type { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import type { ReleaseNotes } from "../../src/forge/schema/ReleaseNotes.ts"
import type { Body, Many, Nothing, One, Told } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, InputOf, Same } from "./support/types.ts"

/** An upload is an operation whose input has more than its URL. */
type UploadAsset = (input: Parameters<typeof Releases.uploadAsset>[0]) => Effect.Effect<ReleaseAsset, unknown, unknown>

export type Answers = [
  One<typeof Content, typeof Contents.get, Body<"repos/get-content", 200>>,
  One<typeof File, typeof Contents.getReadme, Body<"repos/get-readme", 200>>,
  One<typeof FileCommit, typeof Contents.put, Told<Body<"repos/create-or-update-file-contents", 201>>>,
  One<typeof FileCommit, typeof Contents.put, Told<Body<"repos/create-or-update-file-contents", 200>>>,
  One<typeof FileCommit, typeof Contents.remove, Told<Body<"repos/delete-file", 200>>>,
  Many<typeof Release, typeof Releases.list, Body<"repos/list-releases", 200>>,
  One<typeof Release, typeof Releases.getLatest, Body<"repos/get-latest-release", 200>>,
  One<typeof Release, typeof Releases.getByTag, Body<"repos/get-release-by-tag", 200>>,
  One<typeof Release, typeof Releases.create, Body<"repos/create-release", 201>>,
  One<typeof Release, typeof Releases.update, Body<"repos/update-release", 200>>,
  Nothing<typeof Releases.remove, Body<"repos/delete-release", 204>>,
  One<typeof ReleaseNotes, typeof Releases.generateNotes, Body<"repos/generate-release-notes", 200>>,
  One<typeof ReleaseAsset, UploadAsset, Body<"repos/upload-release-asset", 201>>
]

/** The content after its encoding. */
type Put = (input: Omit<InputOf<typeof Contents.put>, "content"> & { readonly content: string }) => unknown

type Url = "owner" | "repo" | "release_id" | "name" | "label"

/** The input of its URL: the official types have no size of a stream. */
type Upload = (input: Pick<Parameters<UploadAsset>[0], Url>) => unknown

/** The input of a download. */
type Asked<Download> = Download extends (
  input: infer Input,
  ...more: never
) => Stream.Stream<Uint8Array, unknown, unknown>
  ? (input: Input) => unknown
  : never

export type Requests = All<
  [
    Accepted<typeof Contents.get, "repos/get-content">,
    Accepted<typeof Contents.getReadme, "repos/get-readme">,
    Accepted<Asked<typeof Contents.download>, "repos/get-content">,
    Accepted<Put, "repos/create-or-update-file-contents">,
    Accepted<typeof Contents.remove, "repos/delete-file">,
    Accepted<typeof Releases.list, "repos/list-releases">,
    Accepted<typeof Releases.getLatest, "repos/get-latest-release">,
    Accepted<typeof Releases.getByTag, "repos/get-release-by-tag">,
    Accepted<typeof Releases.create, "repos/create-release">,
    Accepted<typeof Releases.update, "repos/update-release">,
    Accepted<typeof Releases.remove, "repos/delete-release">,
    Accepted<typeof Releases.generateNotes, "repos/generate-release-notes">,
    Accepted<Upload, "repos/upload-release-asset">,
    Accepted<Asked<typeof Releases.downloadAsset>, "repos/get-release-asset">
  ]
>

/** Every official field is supported. */
export type LeftOut = All<
  [
    Same<Left<typeof Contents.get, "repos/get-content">, never>,
    Same<Left<typeof Contents.getReadme, "repos/get-readme">, never>,
    Same<Left<typeof Contents.put, "repos/create-or-update-file-contents">, never>,
    Same<Left<typeof Contents.remove, "repos/delete-file">, never>,
    Same<Left<typeof Releases.list, "repos/list-releases">, never>,
    Same<Left<typeof Releases.create, "repos/create-release">, never>,
    Same<Left<typeof Releases.update, "repos/update-release">, never>,
    Same<Left<typeof Releases.generateNotes, "repos/generate-release-notes">, never>,
    Same<Left<Upload, "repos/upload-release-asset">, never>
  ]
>
