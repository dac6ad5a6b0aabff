/** A browser and an app that sign users in, by plain HTTP. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import type { Seed } from "../../../../src/testing/ForgeSeed.ts"
import { dig } from "../support.ts"

export const seed: Seed = {
  users: ["ada"],
  organizations: ["tools"],
  repositories: [
    { owner: "acme", name: "web", collaborators: { octo: "write" }, issues: ["One"].map((title) => ({ title })) },
    { owner: "acme", name: "secret", private: true, collaborators: { octo: "write" }, files: { a: "A" } }
  ],
  oauth_apps: [
    {
      client_id: "cli",
      client_secret: "cli-secret",
      name: "Bot & Co",
      callback_urls: ["https://app.example/path"]
    },
    { client_id: "local", client_secret: "local-secret", device_flow: false },
    { client_id: "bad", client_secret: "x", callback_urls: ["https://bad.example/"], suspended: true }
  ],
  apps: [
    {
      slug: "builder",
      client_id: "Iv1.builder",
      client_secret: "builder-secret",
      callback_urls: ["https://builder.example/back", "http://127.0.0.1/back"],
      public_key: "",
      permissions: { issues: "write" },
      installations: [{ account: "acme", repositories: ["web"] }]
    }
  ],
  tokens: { octo: "octo" }
}

export type Fields = Readonly<Record<string, string>>

/** Sends a form, or JSON, and returns what comes back with its redirect, without following it. */
export const post = Effect.fnUntraced(function* (
  url: string,
  fields: Fields,
  headers: Fields = { accept: "application/json" },
  type: "form" | "json" = "form"
) {
  const client = yield* HttpClient.HttpClient
  const body =
    type === "form"
      ? HttpClientRequest.bodyText(new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded")
      : HttpClientRequest.bodyText(JSON.stringify(fields), "application/json")
  const response = yield* client.execute(HttpClientRequest.post(url, { headers }).pipe(body))
  const text = yield* response.text
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true
  const json: unknown = isJson ? JSON.parse(text) : undefined
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    location: response.headers["location"] ?? ""
  }
})

export const get = Effect.fnUntraced(function* (url: string, headers: Fields = {}) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(HttpClientRequest.get(url, { headers }))
  return {
    status: response.status,
    headers: response.headers,
    text: yield* response.text,
    location: response.headers["location"] ?? ""
  }
})

/** The root of the web pages. */
export const root = Effect.map(ForgeSimulator, ({ baseUrl }) =>
  baseUrl === "https://api.github.com" ? "https://github.com" : new URL(baseUrl).origin
)

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? ""
  )

/** The hidden fields of a page's form. */
export const hiddenIn = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"[^>]*>/g)].map(
      ([, name = "", value = ""]) => [unescaped(name), unescaped(value)]
    )
  )

/** Opens a page with a form, and clicks. Returns what comes back. */
export const click = Effect.fnUntraced(function* (path: string, query: Fields, chosen: Fields) {
  const url = `${yield* root}${path}`
  const page = yield* get(`${url}?${new URLSearchParams(query).toString()}`)
  return yield* post(url, { ...hiddenIn(page.text), ...chosen }, {})
})

export const approve = (login: string): Fields => ({ login, decision: "approve" })

/** Lets a user authorize an app by its page. Returns the parameters that the app's own page gets. */
export const authorize = (query: Fields, login = "octo") =>
  Effect.map(click("/login/oauth/authorize", query, approve(login)), ({ location, status }): Fields => {
    if (status !== 302) throw new Error(`The page answers ${status}`)
    return Object.fromEntries(new URL(location).searchParams)
  })

/** Asks for a token. Returns the JSON. */
export const exchange = Effect.fnUntraced(function* (fields: Fields) {
  const { json } = yield* post(`${yield* root}/login/oauth/access_token`, fields)
  return json
})

export const cli = { client_id: "cli", client_secret: "cli-secret" }
export const builder = { client_id: "Iv1.builder", client_secret: "builder-secret" }

/** A token of the web flow. */
export const tokenOf = Effect.fnUntraced(function* (app: typeof cli, given?: string, user?: string) {
  const query: Fields = { client_id: app.client_id, scope: given ?? "" }
  const { code = "" } = yield* authorize(query, user ?? "octo")
  const json = yield* exchange({ ...app, code })
  return { token: String(dig(json, "access_token")), json }
})
