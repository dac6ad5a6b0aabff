/**
 * Publishes a release with its files.
 *
 * ```ts
 * Publish.release({ owner, repo, tag_name: "v1.2.0", body: notes, assets: [{ name: "app.zip", content_type, data }] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Forge } from "../forge/Forge.ts"
import * as Releases from "../forge/Releases.ts"
import type { Release } from "../forge/schema/Release.ts"
import type { ReleaseAsset } from "../forge/schema/ReleaseAsset.ts"
import * as Mark from "../rest/Mark.ts"
import type { Progress } from "../rest/Progress.ts"
import { Conflict, IntegrityFailed, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { Sha256 } from "../rest/Sha256.ts"
import * as Upload from "../rest/Upload.ts"
import * as Write from "../rest/Write.ts"
import { failureOf } from "./internal/failures.ts"
import { isSha, refuseElsewhere } from "./internal/tag.ts"
import { AlreadyPublished } from "./WorkflowError.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"

/** The bytes of a file. */
export type Data<E = never, R = never> =
  | {
      /** Bytes, or text, which is sent as UTF-8. */
      readonly data: Uint8Array | string
      readonly size?: undefined
    }
  | {
      /** A stream, which each attempt runs again. */
      readonly data: Stream.Stream<Uint8Array, E, R>
      /** The number of its bytes. */
      readonly size: number
    }

/** A file of the release. */
export type Asset<E = never, R = never> = Data<E, R> & {
  /** Name of the file. The service replaces special characters by dots. */
  readonly name: string
  /** The media type. */
  readonly content_type: string
  /** What is shown in place of the name. Default: as for the file of this name in the draft, otherwise nothing. */
  readonly label?: string | undefined
}

/** The release as it should be. */
export interface Input<E = never, R = never> {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Name of the tag. Publishing creates it if it does not exist. */
  readonly tag_name: string
  /**
   * The branch or commit for a new tag. Default: that of the draft, otherwise the default branch. A tag that exists
   * must already be at this commit, unless the release is published and this is a branch, which may have moved on.
   */
  readonly target_commitish?: string | undefined
  /** Title of the release. Default: that of the draft, otherwise none. */
  readonly name?: string | undefined
  /** The notes, as Markdown. `Releases.generateNotes` writes some. Default: those of the draft, otherwise empty. */
  readonly body?: string | undefined
  /** Whether it is not ready for production. Default: as the draft says, otherwise false. */
  readonly prerelease?: boolean | undefined
  /** Whether it becomes the latest release; `legacy` decides by date and version. Default: true. */
  readonly make_latest?: "true" | "false" | "legacy" | undefined
  /** The files. Files of a draft that are not among them stay. */
  readonly assets: ReadonlyArray<Asset<E, R>>
}

/** The progress of one file. */
export interface AssetProgress extends Progress {
  /** Name of the file. */
  readonly name: string
}

/** How to go about it. */
export interface Options<out R = never> {
  /** How many files are uploaded at a time. Default: 4. */
  readonly concurrency?: number | undefined
  /**
   * What happens to the draft if it is not published: `keep` it, so that the next call continues with it, or `remove` it.
   * Only a draft that this function has made is removed. Default: keep.
   */
  readonly onFailure?: "keep" | "remove" | undefined
  /** Called after each piece of a file. */
  readonly onProgress?: ((progress: AssetProgress) => Effect.Effect<unknown, never, R>) | undefined
}

/** What it can fail with, besides the failures of the files' streams. */
export const Failure = failureOf([NotFound, ValidationFailed, Conflict, IntegrityFailed, AlreadyPublished])
export type Failure = typeof Failure.Type

/**
 * Publishes a release once all its files are there: makes a draft, uploads the files, several at a time, and publishes.
 *
 * **Details**
 *
 * Continues with a draft of the same tag: a file that it has with the same digest is not uploaded again, and one with
 * other content is replaced. What the input leaves out stays as the draft says, such as its notes. Returns a release
 * that is published with all these files as it is. If it is published without some of them, it fails with
 * `AlreadyPublished` and changes nothing.
 *
 * If the tag exists and is at a commit other than `target_commitish`, it fails with `Conflict`, and publishes nothing.
 *
 * Every file is compared with what the service has stored. Nobody ever sees the release without its files: if the call
 * fails or is interrupted, it leaves a draft, or nothing, as `onFailure` says. Only a lost response to the very last
 * request can leave it published.
 *
 * **Gotchas**
 *
 * While it is a draft, its notes end with a hidden mark. Two calls for one tag at the same time can make two drafts.
 */
export const release: <E = never, R = never, R2 = never>(
  input: Input<E, R>,
  options?: Options<R2>
) => Effect.Effect<Release, E | Failure, Forge | R | R2> = Effect.fn("Publish.release")(function* <
  E = never,
  R = never,
  R2 = never
>(
  input: Input<E, R>,
  { concurrency = 4, onFailure = "keep", onProgress }: Options<R2> = {}
): Effect.fn.Return<Release, E | Failure, Forge | R | R2> {
  yield* Given.check("Publish.release", { concurrency: Given.count(concurrency, 1) })
  const { assets, body, make_latest, name, owner, prerelease, repo, tag_name, target_commitish } = input
  const place = { owner, repo }
  const fields = { tag_name, target_commitish, name, prerelease }
  const key = `release/${tag_name}`

  const ofTag = Stream.filter(Releases.list(place), (release) => release.tag_name === tag_name)
  const found = yield* Stream.runCollect(ofTag)
  const published = found.find(({ draft }) => !draft)
  // The service ignores the target if there is a tag.
  const refuse = target_commitish === undefined ? Effect.void : refuseElsewhere(place, tag_name, target_commitish)
  if (published !== undefined) {
    if (target_commitish !== undefined && isSha(target_commitish)) yield* refuse
    return yield* whole(input, published)
  }
  yield* refuse

  const publish = Effect.gen(function* () {
    const draft = found[0] ?? (yield* Write.once(Releases.create, { ...place, ...fields, body, draft: true }, { key }))
    yield* Effect.forEach(assets, (asset) => upload(place, draft, asset, onProgress), { concurrency, discard: true })
    // The files took their time.
    yield* refuse
    // Also takes the mark out of the notes.
    return yield* Releases.update({
      ...place,
      ...fields,
      release_id: draft.id,
      body: body ?? (yield* notesOf(place, draft, Mark.of(key))),
      make_latest,
      draft: false
    })
  })
  if (onFailure === "keep") return yield* publish

  const remove = ofTag.pipe(
    Stream.filter(({ body, draft }) => draft && Mark.isIn(body, Mark.of(key))),
    Stream.runForEach(({ id }) => Write.once(Releases.delete, { ...place, release_id: id }, { key }))
  )
  return yield* Effect.onError(publish, () => Effect.ignore(remove))
}, observed)

interface RepoInput {
  readonly owner: string
  readonly repo: string
}

/** The notes of a draft, which people may have written in the meantime, without the mark. Others stay as they are. */
const notesOf = (place: RepoInput, draft: Release, mark: string) =>
  Mark.isIn(draft.body, mark)
    ? Effect.map(Releases.get({ ...place, release_id: draft.id }), ({ body }) => Mark.remove(body, mark))
    : Effect.undefined

/** Returns a published release if it has all files. */
const whole = Effect.fnUntraced(function* <E, R>(
  { assets, owner, repo, tag_name }: Input<E, R>,
  published: Release
): Effect.fn.Return<Release, E | AlreadyPublished, Forge | R> {
  const lacking: Array<string> = []
  for (const asset of assets) {
    if (!(yield* isStored(asset, findAsset(published, asset)))) lacking.push(asset.name)
  }
  if (lacking.length === 0) return published
  const message = `${tag_name} is published without ${lacking.join(", ")}`
  return yield* new AlreadyPublished({ owner, repo, tag_name, release_id: published.id, lacking, message })
})

const upload = Effect.fnUntraced(function* <E, R, R2>(
  place: RepoInput,
  draft: Release,
  asset: Asset<E, R>,
  onProgress: Options<R2>["onProgress"]
): Effect.fn.Return<void, E | Failure, Forge | R | R2> {
  const { content_type, data, name } = asset
  const there = findAsset(draft, asset)
  const label = asset.label ?? there?.label ?? undefined
  if (yield* isStored(asset, there)) return
  if (there !== undefined) {
    const removal = Write.once(Releases.deleteAsset, { ...place, asset_id: there.id }, { key: `${draft.id}/${name}` })
    yield* Effect.catchTag(removal, "NotFound", () => Effect.void)
  }
  const services = yield* Effect.context<R2>()
  const input = { ...place, release_id: draft.id, upload_url: draft.upload_url, name, label, content_type }
  const options = {
    key: `${draft.id}/${name}`,
    onProgress:
      onProgress && ((progress: Progress) => Effect.provideContext(onProgress({ ...progress, name }), services))
  }
  yield* Stream.isStream(data)
    ? Write.once(Releases.uploadAsset, { ...input, data, size: asset.size ?? 0 }, options)
    : Write.once(Releases.uploadAsset, { ...input, data }, options)
})

/** The service replaces other characters in a name by dots. */
const nameOf = (name: string): string => name.replace(/[^\w@+-]+/g, ".").replace(/^\.|\.$/g, "")

const findAsset = ({ assets }: Release, { name }: { readonly name: string }): ReleaseAsset | undefined =>
  assets.find((asset) => nameOf(asset.name) === nameOf(name))

/** Whether the service has the same bytes. */
const isStored = <E, R>(
  { data, size }: Asset<E, R>,
  stored: ReleaseAsset | undefined
): Effect.Effect<boolean, E, Forge | R> => {
  if (stored === undefined || stored.state === "starter" || stored.size !== Upload.sizeOf(data, size)) {
    return Effect.succeed(false)
  }
  return Effect.gen(function* () {
    const { policy } = yield* Forge
    const begin = yield* Effect.withFiber((fiber) => Effect.succeed(policy(fiber, Sha256)))
    return stored.digest === (yield* Upload.digestOf(data, begin))
  })
}
