/** The compared clients, each as its users configure it, with the same token and headers. */
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Octokit } from "octokit"
import { Agent, interceptors, request } from "undici"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"

const token = "a-token-of-no-worth"

/** forgecast on undici: cache, limits, retries, spans and metrics with their defaults. */
export const forgecast = (url: string) =>
  ManagedRuntime.make(
    Forge.layer({ baseUrl: url }).pipe(
      Layer.provide([
        ForgeNode.layerHttpClient(),
        Credentials.layerToken(Redacted.make(token)),
        HttpCache.layerMemory(),
        RateLimit.layerMemory()
      ])
    )
  )

/** undici alone, which decompresses nothing unless it is told to. */
export const bare = (url: string, decompresses = false) => {
  const dispatcher = decompresses ? new Agent().compose(interceptors.decompress()) : new Agent()
  const get = (path: string, etag?: string) =>
    request(url + path, {
      dispatcher,
      headers: {
        "user-agent": "bare",
        "x-github-api-version": "2022-11-28",
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        ...(decompresses && { "accept-encoding": "gzip, br, zstd" }),
        ...(etag !== undefined && { "if-none-match": etag })
      }
    })
  return {
    json: async (path: string): Promise<unknown> => JSON.parse(await (await get(path)).body.text()),
    /** Reads an unchanged resource. */
    unchanged: async (path: string, etag: string): Promise<void> => {
      const { body, statusCode } = await get(path, etag)
      if (statusCode !== 304) throw new Error(`${path} answered ${statusCode}`)
      await body.dump()
    },
    /** The validator of a response. */
    etag: async (path: string): Promise<string> => {
      const { body, headers } = await get(path)
      await body.dump()
      return String(headers["etag"])
    },
    close: () => dispatcher.close()
  }
}

/**
 * Octokit without its throttling and retry plugins, which is its fastest: the timers of the default throttling cost
 * about 15 ms a request.
 */
export const octokit = (url: string) =>
  new Octokit({ baseUrl: url, auth: token, throttle: { enabled: false }, retry: { enabled: false } })
