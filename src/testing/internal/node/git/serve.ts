/** Git over HTTP: finds what a request asks for, and who may have it. */
import { gunzipSync } from "node:zlib"
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, response } from "../../exchange.ts"
import { allowed } from "../../forge/access/gate.ts"
import { isVisible, may } from "../../forge/access/permissions.ts"
import { type Call, noDelays } from "../../forge/http/call.ts"
import type { Beside } from "../../forge/service.ts"
import { fullName, type Repository, repositoryNamed } from "../../forge/state/model.ts"
import { advertised, capabilities, lsRefs, type Service } from "../../git/wire/advertisement.ts"
import { fetched, uploaded } from "../../git/wire/fetch.ts"
import { line, readPackets, WireError } from "../../git/wire/pktLine.ts"
import { readPush, writeReport } from "../../git/wire/receive.ts"
import { receive } from "./push.ts"
import { hidden } from "../../forge/state/pullRefs.ts"
import { refsOf, sourceOf } from "./refs.ts"

/** A text that git shows to its user. */
const plainText = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response => ({
  ...response(status, `${text}\n`, { "content-type": "text/plain; charset=utf-8", ...headers }),
  foreign: true
})

const challenge = (text: string): Response => plainText(401, text, { "www-authenticate": 'Basic realm="GitHub"' })

const data = (type: string, body: Uint8Array): Response => ({
  ...response(200, body, {
    "content-type": `application/x-${type}`,
    "cache-control": "no-cache, max-age=0, must-revalidate",
    expires: "Fri, 01 Jan 1980 00:00:00 GMT",
    pragma: "no-cache"
  }),
  foreign: true
})

/** Why the sender may not do what it asks for; undefined if it may. */
const refusalOf = (call: Call, repository: Repository | undefined, service: Service): Response | undefined => {
  const writes = service === "git-receive-pack"
  if (call.viewer === null && (writes || repository?.private !== false)) return challenge("Authentication required.")
  if (repository === undefined || !isVisible(call, repository)) return plainText(404, "Repository not found.")
  const denied = () => plainText(403, `Permission to ${fullName(repository)}.git denied to ${call.viewer}.`)
  if (Result.isFailure(allowed(call))) {
    return (call.token?.permissions ?? null) === null
      ? denied()
      : plainText(403, "Write access to repository not granted.")
  }
  if (!writes) return undefined
  if (!may(call, repository, "write")) return denied()
  return repository.archived ? plainText(403, "This repository was archived so it is read-only.") : undefined
}

/** The most bytes that a compressed request unpacks to: git compresses lists of commits, and no packs. */
const mostUnpacked = 16 * 2 ** 20

const bodyOf = ({ request: { body, headers } }: Call): Uint8Array => {
  if (!/^(x-)?gzip$/.test(headers["content-encoding"] ?? "")) return body
  try {
    return gunzipSync(body, { maxOutputLength: mostUnpacked })
  } catch {
    throw new WireError("the request cannot be unpacked")
  }
}

const versionOf = ({ request }: Call): number =>
  Number(/(?:^|:)version=(\d)(?::|$)/.exec(request.headers["git-protocol"] ?? "")?.[1] ?? 0)

/** Whether those who ask for refs by their first letters may mean pull requests. */
const mayMeanPulls = (args: ReadonlyArray<string>): boolean => {
  const prefixes = args.flatMap((arg) => (arg.startsWith("ref-prefix ") ? [arg.slice("ref-prefix ".length)] : []))
  return prefixes.length === 0 || prefixes.some((prefix) => prefix.startsWith(hidden) || hidden.startsWith(prefix))
}

const answered = (call: Call, repository: Repository): Uint8Array => {
  const packets = readPackets(bodyOf(call))
  if (versionOf(call) !== 2) return uploaded(sourceOf(call, repository, true), packets)
  const [command] = packets.list()
  const args = packets.list()
  if (command === "command=ls-refs") return lsRefs(refsOf(call, repository, mayMeanPulls(args)), args)
  if (command === "command=fetch") return fetched(sourceOf(call, repository), args)
  throw new WireError(`unknown command '${command}'`)
}

const orRefused = (make: () => Uint8Array): Uint8Array => {
  try {
    return make()
  } catch (error) {
    if (error instanceof WireError) return line(`ERR ${error.message}`)
    throw error
  }
}

const path = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack|info\/lfs(?:\/.*)?)$/

const isService = (name: string | null): name is Service => name === "git-upload-pack" || name === "git-receive-pack"

/** Answers the requests of git below the root of the web pages. */
export const serveGit: Beside = ({ now, request, sender, urls, witness, world }) => {
  const { method, url } = request
  const root = new URL(urls.html)
  if (url.origin !== root.origin) return undefined
  const [, owner = "", name = "", what = ""] =
    path.exec(url.pathname.slice(root.pathname.replace(/\/$/, "").length)) ?? []
  if (what === "") return undefined
  if (what.startsWith("info/lfs")) {
    const message = "The simulator does not serve Git LFS."
    return { ...json(501, { message }, { "content-type": "application/vnd.git-lfs+json" }), foreign: true }
  }
  const service = what === "info/refs" ? url.searchParams.get("service") : what
  if (!isService(service)) return plainText(403, "The simulator serves git's smart protocol only.")
  if (method !== (what === "info/refs" ? "GET" : "POST")) return plainText(405, "Method not allowed.")
  const identity = sender()
  if (Result.isFailure(identity)) {
    return challenge("Invalid username or token. Password authentication is not supported for Git operations.")
  }
  const { app, token, viewer } = identity.success
  const call: Call = {
    world,
    urls,
    now: Math.floor(now / 1000) * 1000,
    instant: now,
    tokenDelay: 0,
    delays: noDelays,
    later: (_, act) => act(call),
    viewer,
    token,
    app,
    access: { permission: "contents", level: service === "git-receive-pack" ? "write" : "read" },
    media: "json",
    sees: (repository) => isVisible(call, repository),
    limit: () => null,
    charge: () => {},
    perform: () => plainText(501, "The simulator does not serve this."),
    params: { owner, repo: name },
    query: url.searchParams,
    request,
    isSealed: true,
    keys: undefined,
    documentation: ""
  }
  const asked = `${owner}/${name}`.toLowerCase()
  const former = world.names.has(asked) ? undefined : world.repositories.get(world.formerNames.get(asked) ?? 0)
  const repository = former ?? repositoryNamed(world, asked)
  const refusal = refusalOf(call, repository, service)
  if (refusal !== undefined || repository === undefined) return refusal
  if (former !== undefined && what === "info/refs") {
    return plainText(301, "Moved permanently.", {
      location: `${urls.html}/${fullName(former)}.git/${what}${url.search}`
    })
  }
  if (what === "info/refs") {
    const isSecond = service === "git-upload-pack" && versionOf(call) === 2
    const refs = () => refsOf(call, repository, service === "git-upload-pack")
    return data(`${service}-advertisement`, isSecond ? capabilities : advertised(service, refs()))
  }
  const body = orRefused(() => {
    if (service === "git-upload-pack") return answered(call, repository)
    const push = readPush(readPackets(bodyOf(call)))
    return push.commands.length === 0
      ? new Uint8Array()
      : writeReport(
          push,
          witness(viewer, call.now, () => receive(call, repository, push))
        )
  })
  return data(`${service}-result`, body)
}
