/** How users let apps act for them: OAuth apps, what was granted, and what is under way. */
/** An OAuth app, which acts with scopes. A GitHub App, which acts with permissions, can sign users in, too. */
export interface OAuthApp {
  readonly client_id: string
  readonly client_secret: string
  readonly name: string
  readonly owner: string
  /** Null if it may send users to any URL of their own machine. */
  readonly callback_urls: ReadonlyArray<string> | null
  readonly device_flow: boolean
  readonly suspended: boolean
}

/** What renews a token. */
export interface Refresh {
  readonly token: string
  /** Epoch milliseconds. */
  readonly expires_at: number
  /** Whether the token comes from the device flow, whose apps keep no secret. */
  readonly device: boolean
}

/** What a user has granted an app. */
export interface Grant {
  readonly id: number
  readonly client_id: string
  /** Epoch milliseconds. */
  readonly created_at: number
  /** Null for tokens that do not end, and for those that were made of another one. */
  readonly refresh: Refresh | null
}

/** What an app exchanges for a token, once. */
export interface Code {
  readonly client_id: string
  readonly login: string
  readonly scopes: ReadonlyArray<string>
  /** The URL that the app has asked for; null if it took the one that is registered. */
  readonly redirect_uri: string | null
  /** The SHA-256 of the verifier, in URL-safe Base64; null without one. */
  readonly challenge: string | null
  /** Epoch milliseconds. */
  readonly expires_at: number
}

/** A device that waits for a user to enter a code elsewhere. */
export interface Device {
  readonly user_code: string
  readonly client_id: string
  /** Null if the device asks for none: what the user has granted before holds then. */
  readonly scopes: ReadonlyArray<string> | null
  /** Epoch milliseconds. */
  readonly expires_at: number
  /** The least time between two polls, in seconds. */
  readonly interval: number
  /** When the device has asked last, in epoch milliseconds. */
  readonly polled_at: number | null
  /** Who has approved it; null if nobody has decided. */
  readonly decision: { readonly login: string } | "denied" | null
}
