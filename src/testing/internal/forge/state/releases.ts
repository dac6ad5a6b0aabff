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
}

export interface Release {
  readonly id: number
  readonly tag_name: string
  readonly target_commitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /** Whether it was made the latest on purpose; null decides by date and version. */
  readonly make_latest: boolean | null
  readonly author: string
  readonly created_at: number
  readonly published_at: number | null
  readonly assets: ReadonlyArray<Asset>
}
