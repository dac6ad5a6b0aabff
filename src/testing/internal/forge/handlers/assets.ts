/** Handlers of the assets of releases. */
import * as Result from "effect/Result"
import { response, json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { badRequest, type Fault, invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, onUploads, representedAs, type Route } from "../http/router.ts"
import type { Repository } from "../state/model.ts"
import type { Asset, Release } from "../state/records.ts"
import { assetName, assetNumbered, countDownload, newAsset, replaceAsset } from "../state/releases.ts"
import * as Wire from "../wire/releases.ts"
import { editableRelease, isShown } from "./releases.ts"
import { signedUrl } from "./storage.ts"

const resource = "ReleaseAsset"
const mostAssets = 1_000

const custom = (field: string, message: string): Fault => ({ resource, code: "custom", field, message })

const nameIsFree = (call: Call, release: Release, name: string, except?: Asset): OrRefusal<void> =>
  release.assets.some((asset) => asset.name === name && asset.id !== except?.id)
    ? Result.fail(invalid(call, { resource, code: "already_exists", field: "name" }))
    : Result.void

const upload: Handler = handler(function* (call) {
  const [repository, release] = yield* editableRelease(call)
  const { body, headers } = call.request
  const name = call.query.get("name") ?? ""
  if (headers["content-length"] === undefined) return yield* Result.fail(badRequest(call, "Bad Content-Length: "))
  if (name === "") return yield* Result.fail(invalid(call, { resource, code: "missing_field", field: "name" }))
  const content_type = headers["content-type"] ?? ""
  if (content_type === "") {
    return yield* Result.fail(invalid(call, { resource, code: "missing_field", field: "content_type" }))
  }
  if (body.length === 0) {
    return yield* Result.fail(invalid(call, custom("size", "size must be greater than or equal to 1")))
  }
  yield* nameIsFree(call, release, assetName(name))
  if (release.assets.length >= mostAssets) {
    const message = `file_count limited to ${mostAssets} assets per release`
    return yield* Result.fail(invalid(call, custom("file_count", message)))
  }
  const asset = newAsset(
    call.world,
    {
      name: assetName(name),
      label: call.query.get("label"),
      content_type,
      content: body,
      uploader: call.viewer ?? ""
    },
    call.now
  )
  repository.releases.set(release.id, { ...release, assets: [...release.assets, asset] })
  return json(201, Wire.asset(call, repository, release, asset))
})

type Found = OrRefusal<readonly [release: Release, asset: Asset]>

const assetOf = (call: Call, repository: Repository): Found => {
  const found = assetNumbered(repository, pathNumber(call, "asset_id") ?? 0)
  return found !== undefined && isShown(call, repository, found[0])
    ? Result.succeed(found)
    : Result.fail(notFound(call))
}

/** Answers with the record, or redirects to the bytes. */
const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const [release, asset] = yield* assetOf(call, repository)
  if (call.media !== "bytes") {
    return json(200, Wire.asset(call, repository, release, asset))
  }
  if (call.request.method === "GET") countDownload(repository, release, asset)
  return response(302, "", { location: signedUrl(call.urls, repository, asset, call.now), "cache-control": "no-cache" })
})

const update: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const [release, asset] = yield* assetOf(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const given = yield* Input.boundedText(call, fields, "name", { resource, maximum: 255 })
  const label = yield* Input.text(call, fields, "label")
  const name = given ? assetName(given) : asset.name
  yield* nameIsFree(call, release, name, asset)
  const changed: Asset = { ...asset, name, updated_at: call.now, ...(label === undefined ? {} : { label }) }
  replaceAsset(repository, release, asset.id, changed)
  return json(200, Wire.asset(call, repository, release, changed))
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const [release, asset] = yield* assetOf(call, repository)
  replaceAsset(repository, release, asset.id, undefined)
  return noContent
})

const releases = "/repos/{owner}/{repo}/releases"
const release = `${releases}/{release_id}`
const asset = `${releases}/assets/{asset_id}`

const endpoint = endpointsOf("releases/assets")

export const routes: ReadonlyArray<Route> = [
  onUploads(endpoint("Releases.uploadAsset", `POST ${release}/assets`, "upload-a-release-asset", upload)),
  representedAs(
    { bytes: "Releases.downloadAsset" },
    endpoint("Releases.getAsset", `GET ${asset}`, "get-a-release-asset", get)
  ),
  endpoint("Releases.updateAsset", `PATCH ${asset}`, "update-a-release-asset", update),
  endpoint("Releases.deleteAsset", `DELETE ${asset}`, "delete-a-release-asset", remove)
]
