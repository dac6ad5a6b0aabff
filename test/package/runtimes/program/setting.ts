/** Where a program finds what it runs against, and what it says in the end. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { Forge } from "forgecast/forge/Forge"

export interface Setting {
  /** The simulated GitHub. */
  readonly api: string
  /** The simulated weather services. */
  readonly weather: Readonly<Record<"archive" | "forecast" | "geocoding", string>>
  /** The key of the App 7, in both formats. */
  readonly appKeys: Readonly<Record<"pkcs1" | "pkcs8", string>>
  /** A server that never responds. */
  readonly silent: string
  /** An origin where nothing listens. */
  readonly closed: string
  /** The file that an open storage has. */
  readonly file: { readonly size: number; readonly digest: string }
}

/** The result of each check by its name. A check that fails says why. */
export type Report = Readonly<Record<string, unknown>>

/** The server that started the program. In a page, its URLs are relative. */
export const host = (root: string) => {
  const ask = (path: string, body?: unknown): Effect.Effect<unknown> =>
    Effect.promise(async () => {
      const response = await fetch(root + path, { method: "POST", body: JSON.stringify(body ?? null) })
      return (await response.json()) as unknown
    })
  // The casts are safe: the host is ours.
  const abandoned = ask("/abandoned") as Effect.Effect<number>
  return {
    setting: ask("/setting") as Effect.Effect<Setting>,
    report: (report: Report) => ask("/report", report),
    /** Changes the service behind the program's back. */
    act: (name: string) => ask(`/act/${encodeURI(name)}`),
    /** The requests that the simulators have received since the last time. */
    traffic: ask("/traffic") as Effect.Effect<ReadonlyArray<string>>,
    /** The number of requests whose connections the client closed. */
    abandoned,
    /** Waits until there is another one. */
    abandonedSince: (before: number) =>
      abandoned.pipe(
        Effect.delay(20),
        Effect.repeat({ until: (found) => found > before, times: 200 }),
        Effect.map((found) => found - before)
      )
  }
}

export type Host = ReturnType<typeof host>

/** The Layers to check. */
export interface Layers {
  readonly forge: Layer.Layer<Forge, Config.ConfigError>
  readonly client: Layer.Layer<HttpClient.HttpClient, Config.ConfigError>
}

/** What a check gets. */
export interface Given extends Setting {
  readonly host: Host
  readonly client: Layers["client"]
  /** The service at a URL, by default the simulated one, as the ready Layer makes it from the environment. */
  readonly forge: (as: "anonymous" | "octo", url?: string) => Layer.Layer<Forge, Config.ConfigError>
}
