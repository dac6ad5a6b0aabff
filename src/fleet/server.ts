/** What answers the requests of browsers. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { isIP } from "node:net"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as Fleet from "../workflow/Fleet.ts"
import { headers } from "./frame.ts"
import * as Pages from "./pages.ts"

/** Who may do what. */
export interface Access {
  /** Anyone who has it may act. Without one, nobody may. */
  readonly token: Redacted.Redacted<string> | null
  /** Names of this host, besides `localhost` and addresses: pages of others cannot make a browser read what is here. */
  readonly hosts: ReadonlyArray<string>
}

/** How long a login lasts, in milliseconds. */
const lasts = 12 * 60 * 60 * 1_000

/** A hundred years: no execution is older. */
const mostDays = 36_500

/** The most logins that are kept. */
const mostSessions = 1_000

const cookie = "forgecast_fleet"

interface Session {
  readonly csrf: string
  readonly until: number
}

const isSame = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

const random = (): string => randomBytes(32).toString("base64url")

/** The name in a `Host` header, without its port. */
const nameIn = (host: string): string =>
  host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase()

const redirect = (location: string) => HttpServerResponse.redirect(location, { status: 303, headers })

/** Makes the function that answers. Logins are kept in memory, so they end with the process. */
export const makeHandler = ({ hosts, token }: Access) => {
  const sessions = new Map<string, Session>()
  const names = new Set(["localhost", ...hosts.map((host) => host.toLowerCase())])
  // One at a time, so that many tries of a token take long.
  const logins = Semaphore.makeUnsafe(1)

  const isKnown = (host: string | undefined): boolean =>
    host !== undefined && (isIP(nameIn(host)) !== 0 || names.has(nameIn(host)))

  const sessionOf = ({ cookies }: HttpServerRequest.HttpServerRequest): Session | undefined => {
    const session = sessions.get(cookies[cookie] ?? "")
    return session === undefined || session.until < Date.now() ? undefined : session
  }

  /** Browsers name the page that a form was on. One without a name is not a form of ours. */
  const isOwn = ({ headers: { host, origin } }: HttpServerRequest.HttpServerRequest): boolean =>
    origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host

  const logIn = Effect.fnUntraced(function* (given: string) {
    if (token === null) return readOnly
    if (!isSame(given, Redacted.value(token))) {
      yield* logins.withPermit(Effect.sleep("1 second"))
      return Pages.notePage("Not logged in", "The token is wrong.", 403)
    }
    for (const [id, { until }] of sessions) {
      if (until < Date.now() || sessions.size >= mostSessions) sessions.delete(id)
    }
    const id = random()
    sessions.set(id, { csrf: random(), until: Date.now() + lasts })
    return HttpServerResponse.setCookieUnsafe(redirect("/"), cookie, id, {
      httpOnly: true,
      sameSite: "strict",
      path: "/",
      maxAge: lasts
    })
  })

  const act = Effect.fnUntraced(function* (
    path: string,
    form: URLSearchParams,
    request: HttpServerRequest.HttpServerRequest
  ) {
    const session = sessionOf(request)
    if (session === undefined) return readOnly
    if (!isSame(form.get("csrf") ?? "", session.csrf)) return foreign
    if (path === "/logout") {
      sessions.delete(request.cookies[cookie] ?? "")
      return redirect("/")
    }
    if (path === "/prune") {
      const days = Number(form.get("days"))
      if (!(days >= 1 && days <= mostDays)) {
        return Pages.notePage("Not deleted", `The number of days must be from 1 to ${mostDays}.`, 400)
      }
      const pruned = Fleet.prune({ olderThan: days * 24 * 60 * 60 * 1_000 })
      // The number of days is right.
      const count = yield* Effect.catchTag(pruned, "InvalidInput", Effect.die)
      return Pages.notePage("Deleted", `${count} executions were deleted.`, 200)
    }
    const [id, action] = partsOf(path)
    const from = form.get("from") ?? undefined
    if (id === undefined) return notFound
    if (action === "cancel") yield* Fleet.cancel(id)
    else if (action === "resume") yield* Fleet.resume(id)
    else if (action === "retry") yield* Fleet.retry(id, { from })
    else return notFound
    return redirect(`/executions/${encodeURIComponent(id)}`)
  })

  const show = Effect.fnUntraced(function* (
    { pathname, searchParams }: URL,
    request: HttpServerRequest.HttpServerRequest
  ) {
    const viewer = { mayLogIn: token !== null, csrf: sessionOf(request)?.csrf ?? null }
    if (pathname === "/") {
      const state = Pages.states.find((one) => one === searchParams.get("state"))
      const workflow = searchParams.get("workflow") || undefined
      const before = searchParams.get("before") || undefined
      const executions = yield* Stream.runCollect(Fleet.list({ state, workflow, before }).pipe(Stream.take(Pages.most)))
      return Pages.listPage(executions, { state, workflow }, viewer)
    }
    const [id, action] = partsOf(pathname)
    return id === undefined || action !== undefined ? notFound : Pages.executionPage(yield* Fleet.inspect(id), viewer)
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!isKnown(request.headers["host"])) return unknownHost
    const url = new URL(request.url, "http://localhost")
    if (request.method === "GET" || request.method === "HEAD") return yield* show(url, request)
    if (request.method !== "POST") return Pages.notePage("Not allowed", "There is only GET and POST.", 405)
    if (!isOwn(request)) return foreign
    const form = new URLSearchParams(yield* request.text)
    return url.pathname === "/login" ? yield* logIn(form.get("token") ?? "") : yield* act(url.pathname, form, request)
  }).pipe(
    Effect.catchTags({
      NotInJournal: ({ message }) => Effect.succeed(Pages.notePage("Not found", message, 404)),
      WrongState: ({ message }) => Effect.succeed(Pages.notePage("Not done", message, 409)),
      SqlError: (error) =>
        Effect.as(
          Effect.logError("The database cannot be read", error.reason.message),
          Pages.notePage("Not available", "The database cannot be read. The command's log says why.", 503)
        ),
      HttpServerError: () => Effect.succeed(Pages.notePage("Bad request", "The form cannot be read.", 400))
    })
  ) satisfies Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    SqlClient | HttpServerRequest.HttpServerRequest
  >
}

const readOnly = Pages.notePage("Not allowed", "Log in to do this.", 403)
const foreign = Pages.notePage("Not allowed", "This form is not from this page. Go back, reload and try again.", 403)
const notFound = Pages.notePage("Not found", "There is no such page.", 404)
const unknownHost = Pages.notePage("Not allowed", "This host is not known: start the command with --allow-host.", 403)

/** The id in a path such as `/executions/1/retry`, and what follows it. */
const partsOf = (path: string): ReadonlyArray<string> => {
  const [, id, action] = /^\/executions\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? []
  if (id === undefined) return []
  try {
    return action === undefined ? [decodeURIComponent(id)] : [decodeURIComponent(id), action]
  } catch {
    return []
  }
}
