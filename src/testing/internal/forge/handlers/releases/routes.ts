/** The endpoints of releases and their assets. */
import { endpoint, onUploads, representedAs, type Route } from "../../http/router.ts"
import * as Assets from "./assets.ts"
import * as Read from "./read.ts"
import * as Write from "./write.ts"

const releases = "/repos/{owner}/{repo}/releases"
const release = `${releases}/{release_id}`
const asset = `${releases}/assets/{asset_id}`
const docs = "releases/releases"
const assetDocs = "releases/assets"

export const routes: ReadonlyArray<Route> = [
  endpoint("Releases.list", `GET ${releases}`, `${docs}#list-releases`, Read.list),
  endpoint("Releases.getLatest", `GET ${releases}/latest`, `${docs}#get-the-latest-release`, Read.getLatest),
  endpoint("Releases.getByTag", `GET ${releases}/tags/{tag}`, `${docs}#get-a-release-by-tag-name`, Read.getByTag),
  endpoint("Releases.get", `GET ${release}`, `${docs}#get-a-release`, Read.get),
  endpoint("Releases.create", `POST ${releases}`, `${docs}#create-a-release`, Write.create),
  endpoint("Releases.update", `PATCH ${release}`, `${docs}#update-a-release`, Write.update),
  endpoint("Releases.remove", `DELETE ${release}`, `${docs}#delete-a-release`, Write.remove),
  endpoint(
    "Releases.generateNotes",
    `POST ${releases}/generate-notes`,
    `${docs}#generate-release-notes-content-for-a-release`,
    Write.generateNotes
  ),

  onUploads(
    endpoint("Releases.uploadAsset", `POST ${release}/assets`, `${assetDocs}#upload-a-release-asset`, Assets.upload)
  ),
  endpoint("Releases.listAssets", `GET ${release}/assets`, `${assetDocs}#list-release-assets`, Read.listAssets),
  representedAs(
    { bytes: "Releases.downloadAsset" },
    endpoint("Releases.getAsset", `GET ${asset}`, `${assetDocs}#get-a-release-asset`, Assets.get)
  ),
  endpoint("Releases.updateAsset", `PATCH ${asset}`, `${assetDocs}#update-a-release-asset`, Assets.update),
  endpoint("Releases.removeAsset", `DELETE ${asset}`, `${assetDocs}#delete-a-release-asset`, Assets.remove)
]
