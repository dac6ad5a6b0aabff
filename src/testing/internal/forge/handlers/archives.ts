/**
 * Archives of a repository: the API redirects to another host, which makes them. That host knows no accounts: what it
 * needs for a private repository is in the URL, for five minutes.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Request, Response } from "../../../Exchange.ts"
import { response } from "../../exchange.ts"
import { tarball, zipball } from "../../git/archive.ts"
import { commitNamed, readable } from "../access/lookups.ts"
import { type Handler, handler } from "../http/call.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { fullName, repositoryNamed, type World } from "../state/model.ts"
import { resolveCommit } from "../state/refs.ts"
import { pathInUrl } from "../wire/common.ts"

type Form = "tar.gz" | "zip"

const lifetime = 300_000

/** What a URL of a private repository needs until an instant. */
const tokenOf = (path: string, until: number): string =>
  `${until.toString(36)}-${bytesToHex(sha256(utf8ToBytes(`the simulator's key\n${path}\n${until}`))).slice(0, 32)}`

const redirectTo = (form: Form): Handler =>
  handler(function* (call) {
    const repository = yield* readable(call)
    const ref = call.params["ref"] ?? ""
    yield* commitNamed(call, repository, ref)
    const { refs } = repository
    // The name of a branch or a tag is written out.
    const full = [`refs/heads/${ref}`, `refs/tags/${ref}`].find((name) => refs.has(name)) ?? ref
    const path = `/${fullName(repository)}/legacy.${form}/${pathInUrl(full)}`
    const query = repository.private ? `?token=${tokenOf(path, call.now + lifetime)}` : ""
    return response(302, "", { location: `${call.urls.codeload}${path}${query}` })
  })

/** The path of an archive. */
export const archivePattern = /^\/codeload\/[^/]+\/[^/]+\/legacy\.(tar\.gz|zip)\/.+$/

const noArchive = response(404, "404: Not Found", { "content-type": "text/plain; charset=utf-8", server: "github.com" })

interface ArchiveRequest {
  readonly world: World
  readonly request: Request
  readonly path: string
  readonly now: number
}

const isOpen = (path: string, token: string | null, now: number): boolean => {
  const until = Number.parseInt(token?.split("-")[0] ?? "", 36)
  return until >= now && token === tokenOf(path, until)
}

/** Answers a request for `/codeload/{owner}/{repo}/legacy.{tar.gz or zip}/{ref}`. */
export const archive = (
  { now, path, request, world }: ArchiveRequest,
  [, , owner = "", name = "", form, ...ref]: ReadonlyArray<string>
): Response => {
  const own = path.slice("/codeload".length)
  const repository = repositoryNamed(world, `${owner}/${name}`)
  const isHidden = repository?.private === true && !isOpen(own, request.url.searchParams.get("token"), now)
  if (repository === undefined || isHidden || request.method !== "GET") return noArchive
  const commit = resolveCommit(world, repository, ref.join("/"))
  if (commit === undefined) return noArchive
  const top = `${repository.owner}-${repository.name}-${commit.sha.slice(0, 7)}`
  const isZip = form === "legacy.zip"
  const bytes = isZip ? zipball(world.objects, commit, top) : tarball(world.objects, commit, top)
  return response(200, bytes, {
    "content-type": isZip ? "application/zip" : "application/x-gzip",
    "content-disposition": `attachment; filename=${top}.${isZip ? "zip" : "tar.gz"}`,
    etag: `W/"${bytesToHex(sha256(bytes))}"`,
    server: "github.com"
  })
}

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("repos/contents")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Contents.downloadTarball",
    `GET ${repo}/tarball/{ref*}`,
    "download-a-repository-archive-tar",
    redirectTo("tar.gz")
  ),
  endpoint(
    "Contents.downloadZipball",
    `GET ${repo}/zipball/{ref*}`,
    "download-a-repository-archive-zip",
    redirectTo("zip")
  )
]
