/** Files of repositories as they are, by branch, tag or commit: where `download_url` leads. */
import type { Answer, Request } from "../../../../Exchange.ts"
import { answer } from "../../../exchange.ts"
import { isBinary } from "../../../git/diff/text.ts"
import { blobOf, type Sha } from "../../../git/objects.ts"
import { entryAt } from "../../../git/tree.ts"
import { isVisible } from "../../access/permissions.ts"
import type { Sender } from "../../http/call.ts"
import { fileAnswer } from "../../http/ranges.ts"
import { type Repository, repositoryNamed, type World } from "../../state/model.ts"
import { resolveCommit } from "../../state/refs.ts"

const notFound = answer(404, "404: Not Found", { "content-type": "text/plain; charset=utf-8" })

/** Finds the blob at a path that starts with the name of a ref, which may contain slashes. */
const blobAt = (world: World, repository: Repository, segments: ReadonlyArray<string>): Sha | undefined => {
  for (let count = 1; count < segments.length; count++) {
    const commit = resolveCommit(world, repository, segments.slice(0, count).join("/"))
    const entry =
      commit === undefined ? undefined : entryAt(world.objects, commit.tree, segments.slice(count).join("/"))
    if (entry?.mode === "100644" || entry?.mode === "100755") return entry.sha
  }
  return undefined
}

/** Returns the decoded segments; undefined if one is not percent-encoded text. */
export const decoded = (path: string): ReadonlyArray<string> | undefined => {
  try {
    return path.split("/").map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** What the sender's token needs. */
export const access = { permission: "contents", level: "read" } as const

export interface RawRequest extends Pick<Sender, "viewer" | "token"> {
  readonly world: World
  readonly request: Request
  readonly path: string
}

/** Answers a request for `/raw/{owner}/{repo}/{ref}/{path}`. */
export const rawFile = ({ path, request, token, viewer, world }: RawRequest): Answer => {
  const [owner = "", name = "", ...rest] = decoded(path.slice("/raw/".length)) ?? []
  const repository = repositoryNamed(world, `${owner}/${name}`)
  if (repository === undefined || !isVisible({ world, viewer, token, access }, repository)) return notFound
  const sha = blobAt(world, repository, rest)
  if (sha === undefined || (request.method !== "GET" && request.method !== "HEAD")) return notFound
  const content = blobOf(world.objects, sha)
  const type = isBinary(content) ? "application/octet-stream" : "text/plain; charset=utf-8"
  const whole = fileAnswer(
    { content, etag: `"${sha}"`, headers: { "content-type": type, "access-control-allow-origin": "*" } },
    request,
    ""
  )
  if (request.method === "GET") return whole
  return { ...whole, body: "", headers: { ...whole.headers, "content-length": String(whole.body.length) } }
}
