/** The compared clients, each as its users configure it, with the same token and headers. */
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Octokit } from "octokit"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import { layer as fetchClient } from "../rest/support/fetchClient.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"

const token = "a-token-of-no-worth"

/** forgecast on undici, or on fetch as in `Forge.layerGitHub`: cache, limits, retries and metrics with their defaults. */
export const forgecast = (url: string, client: "undici" | "fetch" = "undici") =>
  ManagedRuntime.make(
    Forge.layer({ baseUrl: url }).pipe(
      Layer.provide([
        client === "undici" ? ForgeNode.layerHttpClient() : fetchClient,
        Credentials.layerToken(Redacted.make(token)),
        HttpCache.layerMemory(),
        RateLimit.layerMemory()
      ])
    )
  )

/** What the bare clients send, like the others. */
const headersOf = (etag: string | undefined): Record<string, string> => ({
  "user-agent": "bare",
  "x-github-api-version": "2022-11-28",
  accept: "application/vnd.github+json",
  authorization: `Bearer ${token}`,
  ...(etag !== undefined && { "if-none-match": etag })
})

/** A client alone, as a program would use it without a library. */
export interface Bare {
  readonly json: (path: string) => Promise<unknown>
  /** Reads an unchanged resource. */
  readonly unchanged: (path: string, etag: string) => Promise<void>
  /** The validator of a response. */
  readonly etag: (path: string) => Promise<string>
}

const unless304 = (path: string, status: number): void => {
  if (status !== 304) throw new Error(`${path} answered ${status}`)
}

/** undici alone. It is loaded only here: once loaded, Node's fetch uses its dispatcher, too, which is another version's. */
export const undici = async (url: string): Promise<Bare> => {
  const { Agent, request } = await import("undici")
  const dispatcher = new Agent()
  const get = (path: string, etag?: string) => request(url + path, { dispatcher, headers: headersOf(etag) })
  return {
    json: async (path): Promise<unknown> => JSON.parse(await (await get(path)).body.text()),
    unchanged: async (path, etag) => {
      const { body, statusCode } = await get(path, etag)
      unless304(path, statusCode)
      await body.dump()
    },
    etag: async (path) => {
      const { body, headers } = await get(path)
      await body.dump()
      return String(headers["etag"])
    }
  }
}

/** Node's fetch alone. */
export const bareFetch = (url: string): Bare => {
  const get = (path: string, etag?: string) => fetch(url + path, { headers: headersOf(etag) })
  return {
    json: async (path): Promise<unknown> => (await get(path)).json(),
    unchanged: async (path, etag) => {
      const response = await get(path, etag)
      unless304(path, response.status)
      await response.text()
    },
    etag: async (path) => {
      const response = await get(path)
      await response.text()
      return String(response.headers.get("etag"))
    }
  }
}

/**
 * Octokit, on fetch, without its throttling and retry plugins, which is its fastest: the timers of the default throttling cost
 * about 15 ms a request.
 */
export const octokit = (url: string) =>
  new Octokit({ baseUrl: url, auth: token, throttle: { enabled: false }, retry: { enabled: false } })
