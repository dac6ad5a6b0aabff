/** The servers that a program runs against, and the one that it reports to. */
import { createHash, generateKeyPairSync } from "node:crypto"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator, type Seed } from "../../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../../src/testing/Journal.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { WeatherSimulator } from "../../../src/testing/WeatherSimulator.ts"
import { refusing, type Script, serve } from "../../rest/loopback/support/server.ts"
import type { Report, Setting } from "./program/setting.ts"

const size = 300_000

const stored = "2".repeat(size)

/** A storage whose files any page may read, and one file that never ends. */
const storage: Script =
  ({ method, path }) =>
  (response) => {
    if (method !== "GET") return void response.writeHead(403).end()
    const headers = { "access-control-allow-origin": "*" }
    if (path === "/stored") return void response.writeHead(200, headers).end(stored)
    response.writeHead(200, headers)
    const send = () => void (response.destroyed || response.write(stored, () => setTimeout(send, 10)))
    send()
  }

const created_at = "2030-01-01T00:00:00Z"

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

const seed: Seed = {
  apps: [
    {
      slug: "builder",
      id: 7,
      public_key: String(publicKey.export({ type: "spki", format: "pem" })),
      installations: [{ account: "octo", id: 70 }]
    }
  ],
  users: [{ login: "octo" }],
  tokens: { "octo-token": "octo" },
  repositories: [
    {
      owner: "octo",
      name: "web",
      formerly: ["octo/old-web"],
      labels: ["bug"],
      issues: [
        { title: "First", created_at },
        { title: "Large", body: "large ".repeat(10_000), created_at },
        { title: "Third", created_at },
        { title: "Fourth", created_at },
        { title: "Fifth", created_at }
      ],
      files: { "größe.txt": "Grüße" },
      releases: [
        {
          tag_name: "v1",
          id: 1,
          assets: [1, 2, 3].map((id) => ({ id, name: `${id}.bin`, content: String(id).repeat(size) }))
        }
      ]
    },
    { owner: "octo", name: "secret", private: true }
  ]
}

type Shown = Pick<Received, "headers" | "method" | "path" | "status" | "url">

/** `GET /repos/octo/web/issues/1 200`, and what the request had that matters. */
const line = ({ headers, method, path, status, url }: Shown): string =>
  [
    method,
    path.startsWith("/github-production-release-asset/") ? "/storage" : path + queryOf(url),
    ...(status === null ? [] : [status]),
    ...(headers["authorization"] === undefined ? [] : ["with a token"]),
    ...(method !== "GET" || /gzip/.test(headers["accept-encoding"] ?? "") ? [] : ["uncompressed"]),
    ...(headers["if-none-match"] === undefined ? [] : ["if changed"]),
    ...(headers["access-control-request-headers"] === undefined
      ? []
      : [`for ${headers["access-control-request-headers"]}`])
  ].join(" ")

const queryOf = (url: string): string => {
  const page = new URL(url).searchParams.get("page")
  return page === null ? "" : `?page=${page}`
}

export interface Host {
  readonly origin: string
  /** Waits for the report. */
  readonly report: Effect.Effect<Report>
}

const markup = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'

/** Serves all of it until the scope ends. `page` is the program of the page. */
export const serveHost = (page: string): Effect.Effect<Host, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = yield* serve(({ body, method, path }) => (response) => {
      const send = (type: string, text: string) => response.writeHead(200, { "content-type": type }).end(text)
      if (method === "GET") {
        if (path === "/page.js") return void send("text/javascript", page)
        return void (path === "/" ? send("text/html", markup) : response.writeHead(404).end())
      }
      void Effect.runPromise(answerTo(path, JSON.parse(body))).then((answer) =>
        send("application/json", JSON.stringify(answer ?? null))
      )
    })
    // Pages of that origin alone may read what the simulators answer.
    const origins = [server.origin]
    const simulators = yield* Layer.build(
      Layer.mergeAll(
        SimulatorServer.layerForge(seed, { origins }),
        SimulatorServer.layerWeather({ limits: "none" }, { origins })
      )
    )
    const forge = Context.get(simulators, ForgeSimulator)
    const weather = Context.get(simulators, WeatherSimulator)
    const silent = yield* serve(() => () => {})
    const open = yield* serve(storage)
    const closed = yield* refusing
    const moved = (id: number, to: string) =>
      Faults.redirected({
        method: "GET",
        path: `/repos/octo/web/releases/assets/${id}`,
        to: open.origin + to,
        times: Infinity
      })
    yield* forge.faults.add(moved(2, "/stored"), moved(3, "/endless"))
    const reported = yield* Deferred.make<Report>()
    const setting: Setting = {
      api: forge.baseUrl,
      weather: weather.urls,
      appKeys: {
        pkcs1: String(privateKey.export({ type: "pkcs1", format: "pem" })),
        pkcs8: String(privateKey.export({ type: "pkcs8", format: "pem" }))
      },
      silent: silent.origin,
      closed,
      file: { size, digest: `sha256:${createHash("sha256").update(stored).digest("hex")}` }
    }

    const edit = (number: number) => {
      let count = 0
      return () => forge.as("octo", `PATCH /repos/octo/web/issues/${number}`, { title: `Edited ${++count}` })
    }
    const acts: Readonly<Record<string, () => Effect.Effect<unknown>>> = {
      "edit 3": edit(3),
      "edit 4": edit(4),
      limit: () => forge.faults.add(Faults.secondaryLimit({ method: "GET", retryAfter: "5 minutes" }))
    }
    let shown = 0
    const traffic = Effect.gen(function* () {
      const received = [...(yield* forge.requests), ...(yield* weather.requests)]
      yield* Effect.andThen(forge.clearRequests, weather.clearRequests)
      return [
        ...received.map(line),
        ...open.requests.slice(shown, (shown = open.requests.length)).map(({ headers, ...request }) =>
          line({
            ...request,
            headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
            url: request.origin + request.path,
            status: null
          })
        )
      ]
    })
    const answers: Readonly<Record<string, (body: unknown) => Effect.Effect<unknown>>> = {
      "/setting": () => Effect.succeed(setting),
      "/traffic": () => traffic,
      "/abandoned": () => Effect.sync(() => silent.abandoned + open.abandoned),
      // The cast is safe: the program is ours.
      "/report": (body) => Deferred.succeed(reported, body as Report)
    }
    const answerTo = (path: string, body: unknown): Effect.Effect<unknown> =>
      (path.startsWith("/act/") ? acts[decodeURI(path.slice("/act/".length))]?.() : answers[path]?.(body)) ??
      Effect.die(new Error(`${path} is unknown`))

    return { origin: server.origin, report: Deferred.await(reported) }
  })
