/** What a handler receives and returns. */
import * as Result from "effect/Result"
import type { Response, Request } from "../../../Exchange.ts"
import type { DelaysSeed } from "../../../ForgeDelaysSeed.ts"
import type { LimitStatus, Resource } from "../../../ForgeState.ts"
import type { App, AppKeys, Token } from "../state/accounts.ts"
import type { Repository, World } from "../state/model.ts"
import type { Media } from "./media.ts"
import type { Requirement } from "./requirement.ts"

/** The roots of the URLs that the service writes. */
export interface Urls {
  readonly api: string
  /** Web pages. */
  readonly html: string
  /** Takes the assets of releases. */
  readonly uploads: string
  /** Has the files that downloads redirect to. */
  readonly storage: string
  /** Has the files of repositories by branch, tag or commit. */
  readonly raw: string
  /** Has the archives of repositories. */
  readonly codeload: string
}

/** How long what the service does later takes, in milliseconds. */
export type Delays = Readonly<Record<keyof DelaysSeed, number>>

/** All is done at once. */
export const noDelays: Delays = { fork: 0, transfer: 0, updateBranch: 0, mergeability: 0, dispatch: 0 }

/** Who sends a request. */
export interface Caller {
  /** The login of the sender; null if nobody is signed in. An app's installation acts as the app's bot. */
  readonly viewer: string | null
  /** The token, which may allow less than its user may do. Null without one. */
  readonly token: Token | null
  /** The app, if it signs in as itself with a JWT; null otherwise. */
  readonly app: App | null
  /** The app as which the handle acts, in place of a token of its installation. */
  readonly bot?: App | undefined
  /** The client id of an app that signs in with its secret, to manage the tokens that users have granted it. */
  readonly client?: string | undefined
}

export interface Call extends Caller {
  readonly world: World
  readonly urls: Urls
  /** Epoch milliseconds, truncated to whole seconds as in responses. */
  readonly now: number
  /** The same, not truncated: what delays count from. */
  readonly instant: number
  /** How long a new token is refused, in milliseconds. */
  readonly tokenDelay: number
  readonly delays: Delays
  /** Does something after the delay of its kind, at once by default. `id` is that of what it makes of `key`. */
  readonly later: (
    kind: keyof Delays,
    act: (call: Call) => void,
    made?: { readonly key: string; readonly id: number }
  ) => void
  /** What the endpoint requires of the sender. */
  readonly access: Requirement
  /** The media type that the client accepts: the representation that the response should have. */
  readonly media: Media
  /** Whether the sender may see a repository. */
  readonly sees: (repository: Repository) => boolean
  /** What the sender has left of a rate limit; null if the service has no limits. */
  readonly limit: (resource: Resource) => LimitStatus | null
  /** Says what the request costs, if it is not one. */
  readonly charge: (points: number) => void
  /** Lets another endpoint answer the same sender, as part of this request. */
  readonly perform: (match: Match, fields: object, query?: Readonly<Record<string, string>>) => Response
  /** Values of the variables in the route's template, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly request: Request
  /** Whether the box of a secret in the body can be opened. */
  readonly isSealed: boolean
  /** Keys for the app that the request creates. */
  readonly keys: AppKeys | undefined
  /** URL of the endpoint's page in the service's documentation. */
  readonly documentation: string
}

/** A value, or the response that refuses the request, made before any change. */
export type OrRefusal<A> = Result.Result<A, Response>

export type Handled = OrRefusal<Response>

export type Handler = (call: Call) => Handled

export interface Route {
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string
  /** Names of the operations that ask for another representation, by its media type. */
  readonly represented?: { readonly [media in Media]?: string }
  readonly method: string
  /** The root that its path is below. */
  readonly host: "api" | "uploads"
  /** Segments of the template. Those in braces are variables; `{path*}` takes one segment or more, `{id#}` digits alone. */
  readonly template: ReadonlyArray<string>
  /** Path of its page in the service's documentation. */
  readonly documentation: string
  /** The rate limit that it counts against; null if it is free. */
  readonly resource: Resource | null
  /** What it requires of the sender. */
  readonly access: Requirement
  readonly handle: Handler
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Makes a handler of steps that are `Result`s: the first refusal is the response. */
export const handler =
  (steps: (call: Call) => Generator<Result.Result<unknown, Response>, Response, never>): Handler =>
  (call) =>
    Result.gen(() => steps(call))
