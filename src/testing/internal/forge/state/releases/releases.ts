/** Releases and their assets. */

export interface Asset {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly content_type: string
  readonly content: Uint8Array
  /** `sha256:…` of the content. */
  readonly digest: string
  readonly uploader: string
  readonly download_count: number
  readonly created_at: number
  readonly updated_at: number
}

export interface Release {
  readonly id: number
  readonly tag_name: string
  readonly target_commitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /** Whether it is the latest on purpose, or never is; null decides by date and version. At most one has true. */
  readonly make_latest: boolean | null
  readonly author: string
  /** The date of the tagged commit, as in the service. */
  readonly created_at: number
  readonly published_at: number | null
  readonly updated_at: number
  readonly assets: ReadonlyArray<Asset>
}
