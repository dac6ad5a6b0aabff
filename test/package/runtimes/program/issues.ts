/** Reads, pages, writes, and the cache. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Forge from "forgecast/forge/Forge"
import * as Issues from "forgecast/forge/Issues"
import * as Repositories from "forgecast/forge/Repositories"
import * as Credentials from "forgecast/rest/Credentials"
import * as HttpCache from "forgecast/rest/HttpCache"
import { PageSize } from "forgecast/rest/Page"
import * as RateLimit from "forgecast/rest/RateLimit"
import { Compression } from "forgecast/rest/Transport"
import type { Given } from "./setting.ts"

const repo = { owner: "octo", repo: "web" }

const issue = (issue_number: number) => ({ ...repo, issue_number })

/** An anonymous read. */
export const reads = ({ forge }: Given) =>
  Issues.get(issue(1)).pipe(
    Effect.map(({ created_at, title, user }) => [title, user?.login, DateTime.formatIso(created_at)]),
    Effect.provide(forge("anonymous"))
  )

/** A version that the program chooses is stated, whatever that costs. */
export const statesVersion = ({ api, client }: Given) =>
  Issues.get(issue(1)).pipe(
    Effect.map(({ title }) => title),
    Effect.provide(
      Forge.layer({ baseUrl: api, apiVersion: "2026-03-10" }).pipe(
        Layer.provide([client, Credentials.layerAnonymous, HttpCache.layerNone, RateLimit.layerMemory()])
      )
    )
  )

/** Pages are found by the links of their headers. */
export const lists = ({ forge }: Given) =>
  Issues.list({ ...repo, state: "all", sort: "created", direction: "asc" }).pipe(
    Stream.map(({ number }) => number),
    Stream.runCollect,
    Effect.provideService(PageSize, 2),
    Effect.provide(forge("anonymous"))
  )

export const compresses = ({ forge }: Given) =>
  Effect.gen(function* () {
    const { body } = yield* Issues.get(issue(2))
    const plain = yield* Effect.provideService(Issues.get(issue(2)), Compression, false)
    return [body?.length, plain.body === body]
  }).pipe(Effect.provideService(HttpCache.CacheMode, "off"), Effect.provide(forge("anonymous")))

export const writes = ({ forge }: Given) =>
  Effect.gen(function* () {
    const { number, title } = yield* Issues.create({ ...repo, title: "größer 🦔" })
    const { body } = yield* Issues.createComment({ ...issue(number), body: "One" })
    const next = yield* Issues.createComment({ ...issue(number), body: "Two" })
    return [number, title, body, next.body]
  }).pipe(Effect.provide(forge("octo")))

/** The service says that a response is fresh for a minute. Only our cache may answer, once the service has confirmed it. */
export const revalidates = ({ forge, host }: Given) =>
  Effect.gen(function* () {
    const read = Effect.map(Issues.get.withReply(issue(3)), ({ cached, value }) => [value.title, cached])
    const first = yield* read
    const second = yield* read
    yield* host.act("edit 3")
    return [first, second, yield* read]
  }).pipe(Effect.provide(forge("anonymous")))

export const reloads = ({ forge, host }: Given) =>
  Effect.gen(function* () {
    const read = (mode: HttpCache.Mode) =>
      Effect.provideService(
        Effect.map(Issues.get(issue(4)), ({ title }) => title),
        HttpCache.CacheMode,
        mode
      )
    const titles = [yield* read("revalidate")]
    for (const mode of ["reload", "off"] as const) {
      yield* host.act("edit 4")
      titles.push(yield* read(mode))
    }
    return titles
  }).pipe(Effect.provide(forge("anonymous")))

/** With a token. */
export const signsIn = ({ forge }: Given) =>
  Effect.gen(function* () {
    const read = Effect.map(Repositories.get.withReply({ owner: "octo", repo: "secret" }), ({ cached, value }) => [
      value.full_name,
      cached
    ])
    return [yield* read, yield* read]
  }).pipe(Effect.provide(forge("octo")))

/** The service redirects from the old name of a repository. */
export const followsRenames = ({ forge }: Given) =>
  Effect.gen(function* () {
    const old = { owner: "octo", repo: "old-web", issue_number: 1 }
    const { title } = yield* Issues.get(old)
    const write = yield* Issues.createComment({ ...old, body: "Moved" }).pipe(
      Effect.map(({ body }) => body),
      Effect.catchTag("UnsafeRedirect", ({ _tag }) => Effect.succeed(_tag))
    )
    return [title, write]
  }).pipe(Effect.provide(forge("octo")))
