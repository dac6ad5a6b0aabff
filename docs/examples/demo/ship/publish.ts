/** Publishes a release, as a maintainer would write it. This code requires `Forge` and nothing else. */
import { Contents, Releases } from "forgecast/forge"
import { Publish } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import type { Repo } from "../triage.ts"

/** Publishes a version with a file of the repository. If a step fails, the draft is deleted. */
export const publish = (repo: Repo, tag_name: string, path: string) =>
  Effect.gen(function* () {
    const { body, name } = yield* Releases.generateNotes({ ...repo, tag_name, target_commitish: "main" })
    const data = yield* Contents.download.bytes({ ...repo, path, ref: "main" })
    const assets = [{ name: path, content_type: "text/yaml", data }]
    const input = { ...repo, tag_name, target_commitish: "main", name, body, make_latest: "true" as const, assets }
    return yield* Publish.release(input, { onFailure: "remove" })
  })

/** Downloads the files of the latest release. Each fails with `IntegrityFailed` if its bytes are not those of its record. */
export const fetchLatest = (repo: Repo) =>
  Effect.flatMap(Releases.getLatest(repo), ({ assets }) =>
    Effect.forEach(assets, (asset) =>
      Effect.map(Releases.downloadAsset.bytes({ ...repo, asset_id: asset.id }, asset), (bytes) => ({ asset, bytes }))
    )
  )
