/** What users have of their own: a profile, addresses, keys, and whom they follow. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { checked } from "../repositories/support.ts"
import { dig, type Options, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const key = (text: string) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${text}`

const layer = ForgeSimulator.layerHttpClient({
  users: [
    {
      login: "ada",
      name: "Ada",
      email: "ada@example.com",
      followers: 3,
      follows: ["grace"],
      addresses: [
        { email: "ada@example.com", visibility: "public" },
        { email: "ada@old.example", verified: false }
      ],
      keys: [
        { key: key("One"), title: "Laptop", created_at: "2024-01-01T00:00:00Z" },
        { key: key("Two"), use: "signing" }
      ]
    },
    { login: "grace", email: "grace@example.com" },
    "blank"
  ],
  organizations: [{ login: "acme", members: { ada: { role: "admin", public: true }, grace: "member" } }],
  repositories: [{ owner: "acme", name: "web", deploy_keys: [{ key: key("Deploy") }] }],
  apps: [{ slug: "helper", id: 7, public_key: "", installations: [{ id: 70, account: "acme" }] }],
  tokens: {
    [ForgeSimulator.token]: "ada",
    ada: "ada",
    grace: "grace",
    blank: "blank",
    narrow: { login: "ada", scopes: ["repo"] },
    mail: { login: "ada", scopes: ["user:email", "read:public_key"] },
    fine: { login: "ada", permissions: { email_addresses: "read" } },
    bot: { login: "helper[bot]", installation: 70, permissions: { contents: "read" } }
  }
})

const test = testOn(layer)

/** The service's answer, held against its description. */
const ask = (route: string, options: Options = {}, path = route.slice(route.indexOf(" ") + 1)) =>
  checked(route, path, { token: "ada", ...options })

const statusOf = (route: string, options: Options = {}, path?: string) =>
  Effect.map(ask(route, options, path), ({ status }) => status)

describe("the profile of who is signed in", () => {
  test("is changed field by field, and seen by all", function* () {
    const { json } = yield* ask("PATCH /user", { body: { bio: "Counts", hireable: true, blog: "https://ada.example" } })
    expect(json).toMatchObject({ login: "ada", name: "Ada", bio: "Counts", hireable: true, email: "ada@example.com" })
    const seen = yield* ask("GET /users/{username}", { token: "grace" }, "/users/ada")
    expect(seen.json).toMatchObject({ bio: "Counts", hireable: true, blog: "https://ada.example" })
    const emptied = yield* ask("PATCH /user", { body: { name: "", blog: null, twitter_username: "ada" } })
    expect(emptied.json).toMatchObject({ name: null, blog: "", twitter_username: "ada", bio: "Counts" })
  })

  test("shows only a verified address, and none if it is taken away", function* () {
    for (const email of ["ada@old.example", "grace@example.com"]) {
      expect(yield* statusOf("PATCH /user", { body: { email } })).toBe(422)
    }
    expect(dig((yield* ask("PATCH /user", { body: { email: "" } })).json, "email")).toBe(null)
    expect(dig((yield* ask("GET /user/emails")).json, "*", "email")).toContain("ada@example.com")
    const again = yield* ask("PATCH /user", { body: { email: "ada@example.com" } })
    expect(dig(again.json, "email")).toBe("ada@example.com")
  })

  test("refuses what is too long, and nobody", function* () {
    expect(yield* statusOf("PATCH /user", { body: { bio: "x".repeat(161) } })).toBe(422)
    expect(yield* statusOf("PATCH /user", { body: { bio: "x".repeat(160) } })).toBe(200)
    expect(yield* statusOf("PATCH /user", { body: { name: "x".repeat(256) } })).toBe(422)
    expect(yield* statusOf("PATCH /user", { token: null, body: {} })).toBe(401)
    expect(yield* statusOf("PATCH /user", { token: "narrow", body: {} })).toBe(404)
  })

  test("is found by its id", function* () {
    const id = String(dig((yield* ask("GET /user")).json, "id"))
    expect(dig((yield* ask("GET /user/{account_id}", {}, `/user/${id}`)).json, "login")).toBe("ada")
    expect(yield* statusOf("GET /user/{account_id}", {}, "/user/999")).toBe(404)
    expect((yield* send("GET /user/blocks")).status).toBe(501)
  })
})

describe("addresses", () => {
  const emails = (token: string) => Effect.map(ask("GET /user/emails", { token }), ({ json }) => json)

  test("are those of the user, and that of the service", function* () {
    const own = (dig(yield* emails("ada"), "*", "email") ?? []) as ReadonlyArray<string>
    expect(own.slice(0, 2)).toEqual(["ada@example.com", "ada@old.example"])
    expect(own[2]).toMatch(/^\d+\+ada@users\.noreply\.github\.com$/)
    expect(yield* emails("grace")).toMatchObject([
      { email: "grace@example.com", primary: true, verified: true, visibility: "public" },
      { primary: false, verified: true, visibility: null }
    ])
    expect(yield* emails("blank")).toMatchObject([{ primary: true, verified: true, visibility: null }])
    expect(dig((yield* ask("GET /user/public_emails")).json, "*", "email")).toEqual(["ada@example.com"])
  })

  test("are shown to tokens that may see them", function* () {
    const found = yield* Effect.forEach(["mail", "fine", "narrow", "bot", null], (token) =>
      statusOf("GET /user/emails", { token })
    )
    expect(found).toEqual([200, 200, 404, 403, 401])
    expect(yield* statusOf("POST /user/emails", { token: "fine", body: { emails: ["a@b.example"] } })).toBe(403)
  })

  test("are added and deleted", function* () {
    const added = yield* ask("POST /user/emails", { body: ["new@ada.example"] })
    expect([added.status, added.json]).toEqual([
      201,
      [{ email: "new@ada.example", primary: false, verified: false, visibility: null }]
    ])
    const remove = (...list: ReadonlyArray<string>) => statusOf("DELETE /user/emails", { body: { emails: list } })
    expect(yield* remove("new@ada.example", "ada@old.example")).toBe(204)
    expect(dig(yield* emails("ada"), "length")).toBe(2)
    expect([yield* remove("new@ada.example"), yield* remove("ada@example.com"), yield* remove()]).toEqual([
      404, 422, 422
    ])
    // An address that is given up can be taken by others.
    expect(yield* statusOf("POST /user/emails", { token: "grace", body: { emails: ["ada@old.example"] } })).toBe(201)
  })

  test("are refused if they are not addresses, or somebody's", function* () {
    for (const email of ["ada", "a b@example.com", "GRACE@example.com", "ada@example.com"]) {
      expect([email, yield* statusOf("POST /user/emails", { body: { emails: [email] } })]).toEqual([email, 422])
    }
  })

  test("show the primary one in the profile if it is public", function* () {
    const see = (visibility: string) => ask("PATCH /user/email/visibility", { body: { visibility } })
    const profile = Effect.map(ask("GET /users/{username}", {}, "/users/ada"), ({ json }) => dig(json, "email"))
    expect((yield* see("private")).json).toMatchObject([{ email: "ada@example.com", visibility: "private" }])
    expect(yield* profile).toBe(null)
    expect((yield* see("public")).json).toMatchObject([{ email: "ada@example.com", visibility: "public" }])
    expect(yield* profile).toBe("ada@example.com")
    expect((yield* see("secret")).status).toBe(422)
  })
})

describe("followers", () => {
  const logins = (route: string, path?: string, token = "ada") =>
    Effect.map(ask(route, { token }, path), ({ json }) => dig(json, "*", "login"))

  const counts = (login: string) =>
    Effect.map(ask("GET /users/{username}", {}, `/users/${login}`), ({ json }) => [
      dig(json, "followers"),
      dig(json, "following")
    ])

  test("are listed on both sides", function* () {
    expect(yield* logins("GET /user/following")).toEqual(["grace"])
    expect(yield* logins("GET /user/followers", undefined, "grace")).toEqual(["ada"])
    expect(yield* logins("GET /users/{username}/followers", "/users/grace/followers")).toEqual(["ada"])
    expect(yield* logins("GET /users/{username}/following", "/users/ada/following")).toEqual(["grace"])
    expect([yield* counts("ada"), yield* counts("grace")]).toEqual([
      [3, 1],
      [1, 0]
    ])
    expect((yield* ask("GET /users/{username}/followers", {}, "/users/grace/followers?per_page=1")).status).toBe(200)
  })

  test("come and go", function* () {
    const one = (method: string, login: string) =>
      statusOf(`${method} /user/following/{username}`, { token: "grace" }, `/user/following/${login}`)
    const other = (by: string, login: string) =>
      statusOf("GET /users/{username}/following/{target_user}", {}, `/users/${by}/following/${login}`)
    expect([yield* one("GET", "ada"), yield* other("grace", "ada")]).toEqual([404, 404])
    expect([yield* one("PUT", "ADA"), yield* one("PUT", "ada"), yield* one("GET", "ada")]).toEqual([204, 204, 204])
    expect([yield* other("grace", "ada"), yield* counts("ada")]).toEqual([204, [4, 1]])
    expect([yield* one("DELETE", "ada"), yield* one("DELETE", "ada"), yield* one("GET", "ada")]).toEqual([
      204, 204, 404
    ])
    expect(yield* counts("ada")).toEqual([3, 1])
    expect([yield* one("PUT", "nobody"), yield* one("PUT", "grace")]).toEqual([404, 422])
    expect(yield* statusOf("PUT /user/following/{username}", { token: null }, "/user/following/ada")).toBe(401)
  })
})

describe("keys", () => {
  const titles = (path: string) => Effect.map(ask(`GET ${path}`), ({ json }) => dig(json, "*", "title"))

  test("are listed by what they are for", function* () {
    expect([yield* titles("/user/keys"), yield* titles("/user/ssh_signing_keys")]).toEqual([["Laptop"], [""]])
    const seen = yield* ask("GET /users/{username}/keys", { token: "grace" }, "/users/ada/keys")
    expect(dig(seen.json, "*", "key")).toEqual([key("One")])
    expect(dig(seen.json, 0, "title")).toBeUndefined()
    const signing = yield* ask("GET /users/{username}/ssh_signing_keys", {}, "/users/ada/ssh_signing_keys")
    expect(dig(signing.json, "*", "key")).toEqual([key("Two")])
  })

  test("are added, read and deleted", function* () {
    for (const path of ["/user/keys", "/user/ssh_signing_keys"]) {
      const made = yield* ask(`POST ${path}`, { body: { key: `${key("New")} ada@laptop` } })
      expect([made.status, dig(made.json, "key"), dig(made.json, "title")]).toEqual([201, key("New"), "ada@laptop"])
      const one = `${path}/${String(dig(made.json, "id"))}`
      const template = `${path}/{key_id}`
      expect((yield* ask(`GET ${template}`, {}, one)).json).toEqual(made.json)
      expect(yield* statusOf(`DELETE ${template}`, { token: "grace" }, one)).toBe(404)
      expect(yield* statusOf(`DELETE ${template}`, {}, one)).toBe(204)
      expect(yield* statusOf(`GET ${template}`, {}, one)).toBe(404)
    }
  })

  test("are refused if they are none, or somebody's", function* () {
    const add = (text: string, path = "/user/keys") => statusOf(`POST ${path}`, { token: "grace", body: { key: text } })
    expect(yield* Effect.forEach(["rain", key("One"), key("Deploy")], (text) => add(text))).toEqual([422, 422, 422])
    expect(yield* add(key("Two"), "/user/ssh_signing_keys")).toBe(422)
    // The file of a key ends with a line feed.
    expect(yield* add(`${key("Four")} grace@laptop\n`)).toBe(201)
    // A key can be for both.
    expect([yield* add(key("Two")), yield* add(key("One"), "/user/ssh_signing_keys")]).toEqual([201, 201])
    const deploy = yield* send("POST /repos/acme/web/keys", { body: { key: key("One"), title: "x" } })
    expect([deploy.status, dig(deploy.json, "errors", 0, "message")]).toEqual([422, "key is already in use"])
  })

  test("are shown to tokens that may see them", function* () {
    const found = yield* Effect.forEach(["mail", "fine", "narrow", "bot", null], (token) =>
      statusOf("GET /user/keys", { token })
    )
    expect(found).toEqual([200, 403, 404, 403, 401])
    expect(yield* statusOf("POST /user/keys", { token: "mail", body: { key: key("Mine") } })).toBe(404)
  })
})

describe("organizations of a user", () => {
  test("are those that the user is a public member of", function* () {
    const of = (login: string) =>
      Effect.map(ask("GET /users/{username}/orgs", {}, `/users/${login}/orgs`), ({ json }) => dig(json, "*", "login"))
    expect([yield* of("ada"), yield* of("grace")]).toEqual([["acme"], []])
  })

  test("are all listed by their ids", function* () {
    const { headers, json } = yield* ask("GET /organizations")
    expect(dig(json, "*", "login")).toEqual(["acme"])
    expect(headers["link"]).toContain('rel="first"')
    const id = String(dig(json, 0, "id"))
    expect((yield* ask("GET /organizations", {}, `/organizations?since=${id}`)).json).toEqual([])
  })
})

describe("Markdown", () => {
  test("is rendered as in the bodies of records", function* () {
    const { headers, status, text } = yield* send("POST /markdown", { token: null, body: { text: "a < b\n\nc" } })
    expect([status, text]).toEqual([200, '<p dir="auto">a &lt; b</p>\n<p dir="auto">c</p>'])
    expect(headers["content-type"]).toBe("text/html;charset=utf-8")
    expect((yield* send("POST /markdown/raw", { text: "rain" })).text).toBe('<p dir="auto">rain</p>')
    expect((yield* send("POST /markdown", { body: {} })).status).toBe(422)
    expect((yield* send("POST /markdown", { body: { text: "a", mode: "html" } })).status).toBe(422)
  })
})
