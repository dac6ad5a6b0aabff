/** Mints tokens of an installation. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { CredentialsFailed } from "../../../rest/Credentials.ts"
import { fingerprint } from "../../../rest/Sha256.ts"
import type * as RestError from "../../../rest/RestError.ts"
import type * as Transport from "../../../rest/Transport.ts"
import { Api, createToken, findInstallation } from "./api.ts"
import type { SignIn } from "./signIn.ts"

/** Which installation, and what its token is limited to. */
export interface TokenRequest {
  readonly installationId?: number | undefined
  readonly installation?: { readonly owner: string; readonly repo: string } | undefined
  readonly permissions?: Readonly<Record<string, string>> | undefined
  readonly repositories?: ReadonlyArray<string> | undefined
  readonly repositoryIds?: ReadonlyArray<number> | undefined
}

/** A token. Its times are by this machine's clock, in milliseconds. */
export interface Minted {
  readonly token: Redacted.Redacted<string>
  readonly mintedAt: number
  readonly expiresAt: number
}

/** A failure to get a token. */
export type MintFailed = CredentialsFailed | RestError.RequestError

/** Mints tokens of one installation. */
export interface Mint {
  /** Looks up the installation if only its repository is known, and returns the principal of its tokens. */
  readonly principal: Effect.Effect<string, MintFailed>
  readonly mint: Effect.Effect<Minted, MintFailed>
}

/** The longest life of a token, and the shortest that is plausible, in milliseconds. */
const longest = 3_600_000
const shortest = 60_000

const failed = (reason: string, description: string) => Effect.fail(new CredentialsFailed({ reason, description }))

/** What the service says of the App itself, whichever request it refuses. */
const aboutApp = (
  error: RestError.RequestError | RestError.NotFound
): Effect.Effect<never, MintFailed | RestError.NotFound> => {
  const said = error._tag === "Unauthorized" || error._tag === "NotFound" ? (error.serviceMessage ?? "") : ""
  if (error._tag === "Unauthorized" && /could not be decoded/i.test(said)) {
    return failed("WrongPrivateKey", `the private key is none of the App's (${said})`)
  }
  if (error._tag === "NotFound" && /integration/i.test(said))
    return failed("UnknownApp", `there is no such App (${said})`)
  return Effect.fail(error)
}

const refusedBody = (error: RestError.ValidationFailed): Effect.Effect<never, CredentialsFailed> =>
  /permission/i.test(error.message)
    ? failed("PermissionNotGranted", `the installation lacks a permission that the token is to have (${error.message})`)
    : failed("RepositoryNotAccessible", `the installation does not reach a repository of the token (${error.message})`)

const sorted = (permissions: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(permissions).toSorted(([a], [b]) => (a < b ? -1 : 1)))

export const makeMint = (transport: Transport.Transport, { serverTime }: SignIn, wanted: TokenRequest): Mint => {
  const { installation, permissions, repositories, repositoryIds } = wanted
  const limits = { permissions: permissions && sorted(permissions), repositories, repository_ids: repositoryIds }
  const isNarrowed = Object.values(limits).some((limit) => limit !== undefined)
  let known = wanted.installationId

  const find = Effect.suspend(() => {
    if (known !== undefined) return Effect.succeed(known)
    const { owner = "", repo = "" } = installation ?? {}
    return findInstallation({ owner, repo }).pipe(
      Effect.provideService(Api, transport),
      Effect.catch(aboutApp),
      Effect.catchTag("NotFound", () =>
        failed("UnknownInstallation", `the App is not installed on ${owner}/${repo}, or there is no such repository`)
      ),
      Effect.map(({ id }) => (known = id))
    )
  })

  return {
    // A narrowed token sees less, so it shares no cached responses with others.
    principal: Effect.flatMap(find, (id) =>
      isNarrowed
        ? Effect.map(fingerprint(JSON.stringify(limits)), (narrowed) => `installation ${id} ${narrowed}`)
        : Effect.succeed(`installation ${id}`)
    ),
    mint: Effect.gen(function* () {
      const id = yield* find
      const { expires_at, token } = yield* createToken({ installation_id: id, ...limits }).pipe(
        Effect.provideService(Api, transport),
        Effect.catch((error) => (error._tag === "ValidationFailed" ? refusedBody(error) : aboutApp(error))),
        Effect.catchTags({
          NotFound: () => failed("UnknownInstallation", `the App has no installation ${id}`),
          Forbidden: (error) =>
            /suspended/i.test(error.serviceMessage ?? "")
              ? failed("InstallationSuspended", `the installation ${id} is suspended`)
              : Effect.fail(error)
        })
      )
      const mintedAt = yield* Clock.currentTimeMillis
      // By the service's clock, as far as it is known, a token lives for an hour.
      const life = DateTime.toEpochMillis(expires_at) - serverTime(mintedAt)
      return { token, mintedAt, expiresAt: mintedAt + Math.min(Math.max(life, shortest), longest) }
    })
  }
}
