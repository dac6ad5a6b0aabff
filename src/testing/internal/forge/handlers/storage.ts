/**
 * The storage that downloads redirect to, and the files of repositories where `download_url` leads.
 *
 * The storage knows no accounts: a signed URL opens one file, for five minutes, or for one if the file is of a workflow
 * run.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Response, Outcome, Request } from "../../../Exchange.ts"
import { response, httpDate } from "../../exchange.ts"
import { blobOf, type Sha } from "../../git/objects.ts"
import { entryAt, isBinary } from "../../git/tree.ts"
import { isVisible } from "../access/permissions.ts"
import type { Caller, Urls } from "../http/call.ts"
import { fileResponse } from "../http/headers.ts"
import { type Repository, repositoryNamed, type World } from "../state/model.ts"
import type { Asset } from "../state/records.ts"
import { resolveCommit } from "../state/refs.ts"
import { archive, archivePattern } from "./archives.ts"
import { assetNumbered, countDownload, latestOf, publishedTag } from "../state/releases.ts"
import { logOf, logsOf } from "../state/runLogs.ts"
import { artifactsOf, attempt } from "../state/workflows.ts"

const notFound = response(404, "404: Not Found", { "content-type": "text/plain; charset=utf-8" })

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
const decoded = (path: string): ReadonlyArray<string> | undefined => {
  try {
    return path.split("/").map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** What the sender's token needs. */
const access = { permission: "contents", level: "read" } as const

interface RawRequest extends Pick<Caller, "viewer" | "token"> {
  readonly world: World
  readonly request: Request
  readonly path: string
}

/** Answers a request for `/raw/{owner}/{repo}/{ref}/{path}`. */
const rawFile = ({ path, request, token, viewer, world }: RawRequest): Response => {
  const [owner = "", name = "", ...rest] = decoded(path.slice("/raw/".length)) ?? []
  const repository = repositoryNamed(world, `${owner}/${name}`)
  if (repository === undefined || !isVisible({ world, viewer, token, access }, repository)) return notFound
  const sha = blobAt(world, repository, rest)
  if (sha === undefined || (request.method !== "GET" && request.method !== "HEAD")) return notFound
  const content = blobOf(world.objects, sha)
  const type = isBinary(content) ? "application/octet-stream" : "text/plain; charset=utf-8"
  const whole = fileResponse(
    { content, etag: `"${sha}"`, headers: { "content-type": type, "access-control-allow-origin": "*" } },
    request,
    ""
  )
  if (request.method === "GET") return whole
  return { ...whole, body: "", headers: { ...whole.headers, "content-length": String(whole.body.length) } }
}

const folder = "github-production-release-asset"
const archives = "actions-results"

/** How long a URL is valid, in seconds. */
const lifetimes = { [folder]: 300, [archives]: 60 }

/** `20300101T000000Z` */
const stamp = (millis: number): string => new Date(millis).toISOString().replace(/[-:]|\.\d{3}/g, "")

const millisOfStamp = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

/** Signs a path with its query. */
const signature = (path: string, query: URLSearchParams): string => {
  const signed = new URLSearchParams([...query].filter(([name]) => name !== "X-Amz-Signature"))
  return bytesToHex(sha256(utf8ToBytes(`the simulator's key\n${path}\n${signed.toString()}`)))
}

/** Returns the short-lived URL of an asset's bytes. */
export const signedUrl = (
  urls: Pick<Urls, "storage">,
  repository: Pick<Repository, "id">,
  asset: Pick<Asset, "id" | "name" | "content_type">,
  now: number
): string => signed(urls, folder, `${repository.id}/${asset.id}`, asset, now)

/** Returns the short-lived URL of a file of a run: `logs/{run_id}`, `attempts/{run_id}-{number}`, `jobs/{job_id}` … */
export const archiveUrl = (
  urls: Pick<Urls, "storage">,
  repository: Pick<Repository, "id">,
  file: string,
  name: string,
  now: number
): string =>
  signed(
    urls,
    archives,
    `${repository.id}/${file}`,
    { name, content_type: name.endsWith(".zip") ? "application/zip" : "text/plain; charset=utf-8" },
    now
  )

const signed = (
  urls: Pick<Urls, "storage">,
  within: keyof typeof lifetimes,
  file: string,
  { content_type, name }: Pick<Asset, "name" | "content_type">,
  now: number
): string => {
  const path = `/${within}/${file}`
  const url = new URL(`${urls.storage}${path}`)
  const parameters = {
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Date": stamp(now),
    "X-Amz-Expires": String(lifetimes[within]),
    "X-Amz-SignedHeaders": "host",
    "response-content-disposition": `attachment; filename=${name}`,
    "response-content-type": content_type
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set("X-Amz-Signature", signature(path, url.searchParams))
  return url.href
}

const refusal = (
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, string>> = {}
): Response => {
  const fields = Object.entries({ Code: code, Message: message, ...more, RequestId: "0000000000000000" })
  const xml = fields.map(([name, value]) => `<${name}>${value}</${name}>`).join("")
  return response(status, `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${xml}</Error>`, {
    "content-type": "application/xml"
  })
}

/** The storage's own response to requests during an outage. */
export const unavailable = (status: number): Response =>
  status === 503
    ? refusal(status, "SlowDown", "Please reduce your request rate.")
    : refusal(status, "InternalError", "We encountered an internal error. Please try again.")

const twoCredentials =
  "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the " +
  "Authorization header should be specified"

/** A request with its path below the storage's root. */
interface StorageRequest extends RawRequest {
  readonly urls: Urls
  /** Epoch milliseconds. */
  readonly now: number
  readonly ask: Ask
}

/** A file that the storage has. */
interface Stored {
  readonly content: Uint8Array
  /** `sha256:…` of the content. */
  readonly digest: string
  readonly created_at?: number | undefined
}

const filePattern = new RegExp(`^/(${folder}|${archives})/(\\d+)/(?:(logs|attempts|jobs|artifacts)/)?(\\d+(?:-\\d+)?)$`)

const storedAt = (world: World, path: string): Stored | undefined => {
  const [, , id = "", kind, number = ""] = filePattern.exec(path) ?? []
  const repository = world.repositories.get(Number(id))
  if (repository === undefined) return undefined
  const file = Number(number)
  if (kind === undefined) return assetNumbered(repository, file)?.[1]
  if (kind === "artifacts") return artifactsOf(repository).find(([, artifact]) => artifact.id === file)?.[1]
  const [content, created_at] = kind === "jobs" ? jobLog(repository, file) : runLogs(repository, number)
  if (content === undefined || content === null) return undefined
  return { content, digest: `sha256:${bytesToHex(sha256(content))}`, created_at }
}

type Log = readonly [content?: Uint8Array | null | undefined, created_at?: number]

/** The logs of a run, or of one of its attempts. */
const runLogs = (repository: Repository, file: string): Log => {
  const [id, number] = file.split("-").map(Number)
  const run = repository.runs.get(id ?? 0)
  if (run === undefined) return []
  const asked = number === undefined ? run : attempt(run, number)
  return [asked && logsOf(asked.latest), run.updated_at]
}

const jobLog = (repository: Repository, id: number): Log => {
  for (const { earlier, latest, updated_at } of repository.runs.values()) {
    const job = [...earlier, latest].flatMap(({ jobs }) => jobs).find((each) => each.id === id)
    if (job !== undefined) return [utf8ToBytes(logOf(job)), updated_at]
  }
  return []
}

/**
 * Whether the storage has the host name of the API, as on an Enterprise Server: clients such as those in Go then send
 * their credential there, too, whatever the port.
 */
const isBesideApi = ({ api, storage }: Urls): boolean => new URL(api).hostname === new URL(storage).hostname

const signedFile = ({ now, path, request, urls, world }: StorageRequest): Response => {
  const { searchParams: query } = request.url
  if (request.headers["authorization"] !== undefined && !isBesideApi(urls)) {
    return refusal(400, "InvalidArgument", twoCredentials)
  }
  const sent = query.get("X-Amz-Signature")
  if (sent === null) return refusal(403, "AccessDenied", "Access Denied")
  if (request.method !== "GET" || sent !== signature(path, query)) {
    return refusal(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method."
    )
  }
  const lifetime = query.get("X-Amz-Expires") ?? ""
  const expires = millisOfStamp(query.get("X-Amz-Date") ?? "") + Number(lifetime) * 1_000
  if (now >= expires) {
    const times = { Expires: new Date(expires).toISOString(), ServerTime: new Date(now).toISOString() }
    return refusal(403, "AccessDenied", "Request has expired", { "X-Amz-Expires": lifetime, ...times })
  }
  const file = storedAt(world, path)
  if (file === undefined) return refusal(404, "NoSuchKey", "The specified key does not exist.")
  return fileResponse(
    {
      content: file.content,
      etag: `"${file.digest.slice("sha256:".length, "sha256:".length + 32)}"`,
      ...(file.created_at === undefined ? {} : { modified: file.created_at }),
      headers: {
        "content-type": query.get("response-content-type") ?? "application/octet-stream",
        "content-disposition": query.get("response-content-disposition") ?? "attachment"
      }
    },
    request,
    unsatisfiable
  )
}

const unsatisfiable = String(refusal(416, "InvalidRange", "The requested range is not satisfiable").body)

/** Asks the API what the sender would get of it in a representation. */
type Ask = (path: string, accept: string) => Response

const noPage = response(404, "Not Found", { "content-type": "text/plain; charset=utf-8", server: "github.com" })

/** What a page is made of: its request, and the parts of its path. */
type Page = (asked: StorageRequest, ...parts: ReadonlyArray<string>) => Response

/** Redirects to the bytes of an asset. */
const assetPage: Page = ({ now, request, token, urls, viewer, world }, owner, name, which = "", file = "") => {
  const repository = repositoryNamed(world, `${owner}/${name}`)
  if (repository === undefined || !isVisible({ world, viewer, token, access }, repository)) return noPage
  const tag = decoded(which.replace("download/", ""))?.join("/") ?? ""
  const release = which === "latest/download" ? latestOf(repository) : publishedTag(repository, tag)
  const asset = release?.assets.find((candidate) => candidate.name === decoded(file)?.join())
  if (release === undefined || asset === undefined) return noPage
  if (request.method === "GET") countDownload(repository, release, asset)
  return response(302, "", { location: signedUrl(urls, repository, asset, now), server: "github.com" })
}

const compared: Readonly<Record<string, string>> = { pull: "pulls", commit: "commits", compare: "compare" }

/** The text that the API has in another representation. */
const changesPage: Page = ({ ask }, owner, name, kind = "", which, form) => {
  const { body, status } = ask(`/repos/${owner}/${name}/${compared[kind]}/${which}`, `application/vnd.github.${form}`)
  return status === 200 ? response(200, body, { "content-type": "text/plain; charset=utf-8" }) : noPage
}

/** The web pages that are served, by their paths. */
const pages: ReadonlyArray<readonly [path: RegExp, page: Page]> = [
  [/^\/([^/]+)\/([^/]+)\/releases\/(latest\/download|download\/.+)\/([^/]+)$/, assetPage],
  [/^\/([^/]+)\/([^/]+)\/(pull|commit|compare)\/(.+)\.(diff|patch)$/, changesPage]
]

const pageAt = (asked: StorageRequest): Response => {
  if (asked.request.method !== "GET" && asked.request.method !== "HEAD") return noPage
  for (const [path, page] of pages) {
    const [whole, ...parts] = path.exec(asked.path.slice("/pages".length)) ?? []
    if (whole !== undefined) return page(asked, ...parts)
  }
  return noPage
}

/**
 * Answers a request to the storage: an asset by its signed URL, or what needs no token and is no API either: a file of a
 * repository below `/raw`, an archive below `/codeload`, or a web page below `/pages`.
 */
export const serveStorage = (asked: StorageRequest): Response =>
  asked.path.startsWith("/pages/")
    ? pageAt(asked)
    : asked.path.startsWith("/raw/")
      ? rawFile(asked)
      : asked.path.startsWith("/codeload/")
        ? archive(asked, decoded(asked.path) ?? [])
        : signedFile(asked)

const downloads: Readonly<Record<string, string>> = {
  logs: "Actions.downloadLogs",
  attempts: "Actions.downloadLogsForAttempt",
  jobs: "Actions.downloadLogsForJob",
  artifacts: "Actions.downloadArtifact"
}

/** The operation that a request to the storage is part of. */
export const storageOperation = (path: string): string | null => {
  const [, form] = archivePattern.exec(path) ?? []
  if (form !== undefined) return form === "zip" ? "Contents.downloadZipball" : "Contents.downloadTarball"
  const [, , , kind] = filePattern.exec(path) ?? [undefined]
  if (kind !== undefined) return downloads[kind] ?? null
  return path.startsWith(`/${folder}/`) ? "Releases.downloadAsset" : null
}

/** Adds what every response of the storage has. */
export const finishStorage = (outcome: Outcome, now: number): Outcome =>
  outcome._tag === "Lost"
    ? outcome
    : { ...outcome, headers: { server: "AmazonS3", date: httpDate(now), ...outcome.headers } }
