import * as Forge from "../../forge/Forge.ts"
import { inRepo, Ordinal, Removed } from "../../forge/internal/fields.ts"
import { NotFound } from "../../rest/RestError.ts"

/** Deletes a file of a release. */
export const removeAsset = Forge.operation(
  "Releases.removeAsset",
  "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}",
  { path: inRepo({ asset_id: Ordinal }), errors: [NotFound], foundBy: Removed }
)
