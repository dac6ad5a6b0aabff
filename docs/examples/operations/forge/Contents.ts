import { Contents } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Counts the lines of a file while it is downloaded. `download.text` and `download.bytes` return it in one piece. */
export const download = Contents.download({ ...repo, path: "src/main.ts", ref: "v1.0.0" }).pipe(
  Stream.decodeText,
  Stream.splitLines,
  Stream.runCount
)

/** Downloads the README as text. */
export const downloadReadme = Contents.downloadReadme
  .text(repo)
  .pipe(Effect.catchTag("NotFound", () => Effect.succeed("There is no README.")))

/** Downloads the files of a release as a gzipped tar archive. To read them one by one, use `listFiles`. */
export const downloadTarball = Contents.downloadTarball
  .bytes({ ...repo, ref: "v1.0.0" })
  .pipe(Effect.map((bytes) => bytes.length > 0))

/** Downloads the files of the default branch as a zip archive. */
export const downloadZipball = Contents.downloadZipball
  .bytes({ ...repo, ref: "HEAD" })
  .pipe(Effect.map((bytes) => bytes.length > 0))

/** Reads what is at a path: a file with its text, or the names in a directory. */
export const get = Contents.get({ ...repo, path: "src/main.ts" }).pipe(
  Effect.map((content) => {
    if (content._tag === "Directory") return content.entries.map(({ name }) => name)
    return content._tag === "File" ? content.text : content._tag
  }),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Downloads a Markdown file as the HTML that the service displays. */
export const getHtml = Contents.getHtml.text({ ...repo, path: "docs/guide.md" })

/** Reads the README with its path and its text. */
export const getReadme = Contents.getReadme(repo).pipe(Effect.map(({ path, text }) => ({ path, text })))

/** Downloads the README as the HTML that the service displays. */
export const getReadmeHtml = Contents.getReadmeHtml.text(repo)

/** Changes a file, based on the version that was read. If somebody else was faster, that is a `Conflict`: read it again, and try again. */
export const put = Effect.gen(function* () {
  const file = yield* Contents.getReadme(repo)
  const content = `${file.text}\nMade by Acme.\n`
  const { commit } = yield* Contents.put({ ...repo, path: file.path, message: "Sign", content, sha: file.sha })
  return commit.message
}).pipe(Effect.retry({ times: 3, while: (error) => error._tag === "Conflict" }))

/** Deletes a file as it was read. */
const delete_ = Effect.gen(function* () {
  const path = "src/wind.ts"
  const file = yield* Contents.get({ ...repo, path })
  if (file._tag !== "File") return null
  const { commit } = yield* Contents.delete({ ...repo, path, message: "Forget the wind", sha: file.sha })
  return commit.message
})

export { delete_ as delete }
