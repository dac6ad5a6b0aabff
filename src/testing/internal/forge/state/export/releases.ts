/** Writes releases, statuses and check runs as a seed. */
import type { AnnotationSeed, AssetSeed, CheckSeed, ReleaseSeed, StatusSeed } from "../../../../ForgeContentSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { isoDate } from "../../../exchange.ts"
import type { Annotation, CheckRun, CommitStatus } from "../checks.ts"
import type { Asset, Release } from "../releases/releases.ts"
import { encodeOnce, moment, present, some } from "./fields.ts"

const assetSeed = (asset: Asset): AssetSeed => {
  const { content, created_at, digest: _, label, updated_at, ...fields } = asset
  return {
    ...fields,
    content: { base64: encodeOnce(content, () => content) },
    ...present({ label }),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at)
  }
}

export const releaseSeed = ({
  assets,
  body,
  created_at,
  published_at,
  updated_at,
  ...release
}: Release): ReleaseSeed => ({
  ...release,
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at),
  ...present({ body, published_at: moment(published_at), assets: some(assets.map(assetSeed)) })
})

export const statusSeed = (ref: Sha, status: CommitStatus): StatusSeed => {
  const { context, created_at, creator, description, id, state, target_url } = status
  return { context, state, ref, id, creator, created_at: isoDate(created_at), ...present({ description, target_url }) }
}

const annotationSeed = ({ end_line, message, path, start_line, ...rest }: Annotation): AnnotationSeed => ({
  path,
  start_line,
  end_line,
  message,
  ...present(rest)
})

export const checkSeed = (run: CheckRun): CheckSeed => ({
  name: run.name,
  ref: run.head_sha,
  status: run.status,
  id: run.id,
  suite: run.suite,
  app: run.app,
  external_id: run.external_id,
  ...present({
    conclusion: run.conclusion,
    details_url: run.details_url,
    ...run.output,
    annotations: some(run.annotations.map(annotationSeed))
  }),
  ...(run.rerequested ? { rerequested: true } : {}),
  started_at: isoDate(run.started_at),
  ...present({ completed_at: moment(run.completed_at) })
})
