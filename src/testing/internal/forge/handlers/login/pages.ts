/** The pages on which users let apps act for them. Nobody is signed in to them: each form says who decides. */
import { type Html, html } from "../../../../../html/html.ts"
import type { Response } from "../../../../Exchange.ts"
import { response } from "../../../exchange.ts"
import { type Client, clientOf, mayRedirect } from "../../access/clients.ts"
import { normalized, readScopes } from "../../access/scopes.ts"
import { page } from "../../http/page.ts"
import type { User } from "../../state/accounts.ts"
import { userOf, type World } from "../../state/model.ts"
import { sealOf } from "../../state/secrets.ts"
import { type Asked, bodyOf, type Parameters, queryOf } from "./asked.ts"
import { grantedScopes, makeCode, waitingDevice } from "./grants.ts"

/** How many logins a form offers. It takes others, too. */
const offered = 100

const people = ({ users }: World): ReadonlyArray<User> =>
  [...users.values()].filter(({ type }) => type === "User").slice(0, offered)

const permissionsOf = ({ app }: Client, scopes: ReadonlyArray<string> | null): Html => {
  if (app !== null) {
    const granted = Object.entries(app.permissions).map(([name, level]) => html`<li>${name}: ${level}</li>`)
    return html`<p>In the repositories that it is installed on, it may use, as far as you may:</p>
      <ul>
        ${granted}
      </ul>`
  }
  if (scopes === null) return html`<p>It gets what you have granted it before.</p>`
  return scopes.length === 0
    ? html`<p>It may read what is public.</p>`
    : html`<p>It gets these scopes:</p>
        <ul>
          ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
        </ul>`
}

interface Decision {
  readonly client: Client
  readonly scopes: ReadonlyArray<string> | null
  /** Fields that the form sends back as they are. */
  readonly fields: Parameters
  readonly login: string | undefined
  readonly problem?: string | undefined
  readonly leadsTo?: string
}

/** What proves that a form was made by its page: no other page can know it, so none can decide for the user. */
const sealed = (world: World, fields: Parameters): string =>
  sealOf(
    world,
    Object.entries(fields).map(([name, value]) => `${name}=${value ?? ""}`)
  )

const decisionPage = ({ world }: Asked, decision: Decision): Response => {
  const { client, fields, leadsTo, login, problem, scopes } = decision
  const known = people(world)
  const hidden = Object.entries({ ...fields, authenticity_token: sealed(world, fields) }).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`]
  )
  return page(
    `Authorize ${client.name}`,
    html`<p><strong>${client.name}</strong> by ${client.owner} wants to act for you.</p>
      ${permissionsOf(client, scopes)} ${problem === undefined ? null : html`<p class="error">${problem}</p>`}
      <form method="post">
        ${hidden}
        <label
          >Act as
          <input name="login" list="logins" value="${login ?? known[0]?.login ?? ""}" required autocomplete="off"
        /></label>
        <datalist id="logins">${known.map((user) => html`<option value="${user.login}"></option>`)}</datalist>
        <button name="decision" value="approve">Authorize</button>
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
      </form>`,
    { status: problem === undefined ? 200 : 422, ...(leadsTo === undefined ? {} : { leadsTo }) }
  )
}

const messagePage = (title: string, text: string, status: number): Response =>
  page(title, html`<p>${text}</p>`, { status })

/** Whether a form comes from a page of the service. Browsers say where forms come from, and only the page knows its seal. */
const isOwn = ({ request: { headers }, urls, world }: Asked, fields: Parameters, seal: string | undefined): boolean => {
  const { host, origin, "sec-fetch-site": site } = headers
  // A proxy may change the host.
  const isHere = origin === undefined || origin === urls.html || (URL.canParse(origin) && new URL(origin).host === host)
  return isHere && (site === undefined || site === "same-origin" || site === "none") && seal === sealed(world, fields)
}

const foreign = (): Response =>
  messagePage("Not authorized", "The form does not come from a page of this service. Open the page again.", 403)

const errors = {
  access_denied: "The user has denied your application access.",
  application_suspended: "Your application has been suspended. Contact support@github.com.",
  redirect_uri_mismatch: "The redirect_uri MUST match the registered callback URL for this application.",
  invalid_request: "The code_challenge needs the code_challenge_method S256."
} as const

const troubles = "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#"

/** Sends the browser to the app. Its user may come from a form, so the app's page gets a GET. */
const sendTo = (target: string, parameters: Parameters): Response => {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return { ...response(302, "", { location: url.href, "cache-control": "no-store" }), foreign: true }
}

const failed = (target: string, error: keyof typeof errors, state: string | undefined): Response =>
  sendTo(target, {
    error,
    error_description: errors[error],
    error_uri: `${troubles}${error.replaceAll("_", "-")}`,
    state
  })

/** What may follow the scheme of a URL in a content security policy: its host, or nothing if it is not a page of the web. */
const sourceOf = (target: string): string => {
  const { origin, protocol } = new URL(target)
  return origin === "null" ? protocol : origin
}

/** GET and POST /login/oauth/authorize */
export const authorizePage = (asked: Asked): Response => {
  const { now, request, world } = asked
  const isForm = request.method === "POST"
  const given = isForm ? bodyOf(request) : queryOf(request)
  const { client_id = "", code_challenge, code_challenge_method, login, redirect_uri, scope, state } = given
  const client = clientOf(world, client_id)
  if (client === undefined) return messagePage("Not found", `No app has the client id ${client_id}.`, 404)
  const [registered] = client.callback_urls ?? []
  const isAllowed = redirect_uri === undefined || mayRedirect(client, redirect_uri)
  const target = isAllowed ? (redirect_uri ?? registered) : registered
  if (target === undefined || !URL.canParse(target)) {
    const why =
      redirect_uri === undefined ? "The app has no callback URL, and gives none." : errors.redirect_uri_mismatch
    return messagePage("Not authorized", why, 422)
  }
  if (client.suspended) return failed(target, "application_suspended", state)
  if (!isAllowed) return failed(target, "redirect_uri_mismatch", state)
  if (code_challenge !== undefined && code_challenge_method !== "S256") return failed(target, "invalid_request", state)
  const fields: Parameters = { client_id, redirect_uri, scope, state, code_challenge, code_challenge_method }
  const scopes = scope === undefined ? null : normalized(readScopes(scope))
  const decision = { client, scopes, fields, login, leadsTo: sourceOf(target) }
  if (!isForm) return decisionPage(asked, decision)
  if (!isOwn(asked, fields, given["authenticity_token"])) return foreign()
  if (given["decision"] !== "approve") return failed(target, "access_denied", state)
  const user = deciding(world, login)
  if (user === undefined) return decisionPage(asked, { ...decision, problem: unknown(login) })
  const code = makeCode(
    world,
    {
      client_id,
      login: user.login,
      scopes: scopes ?? grantedScopes(world, client_id, user.login),
      redirect_uri: redirect_uri ?? null,
      challenge: code_challenge ?? null
    },
    now
  )
  return sendTo(target, { code, state })
}

const deciding = (world: World, login = ""): User | undefined => {
  const user = userOf(world, login.trim())
  return user?.type === "User" ? user : undefined
}

const unknown = (login = ""): string => `There is no user ${login}.`

/** GET and POST /login/device */
export const devicePage = (asked: Asked): Response => {
  const { now, request, world } = asked
  const isForm = request.method === "POST"
  const given = isForm ? bodyOf(request) : queryOf(request)
  const { decision, login, user_code } = given
  const waiting = user_code === undefined ? undefined : waitingDevice(world, user_code, now)
  const client = waiting && clientOf(world, waiting[1].client_id)
  if (waiting === undefined || client === undefined || user_code === undefined) {
    const problem = html`<p class="error">No device waits for this code. It may have expired.</p>`
    return page(
      "Connect a device",
      html`<p>Enter the code that the device shows.</p>
        ${user_code === undefined ? null : problem}
        <form>
          <label>Code <input name="user_code" placeholder="XXXX-XXXX" required autofocus autocomplete="off" /></label>
          <button>Continue</button>
        </form>`,
      { status: user_code === undefined ? 200 : 422 }
    )
  }
  const [code, device] = waiting
  const fields = { user_code: device.user_code }
  const shown = { client, scopes: device.scopes, fields, login }
  if (!isForm) return decisionPage(asked, shown)
  if (!isOwn(asked, fields, given["authenticity_token"])) return foreign()
  if (decision !== "approve") {
    world.devices.set(code, { ...device, decision: "denied" })
    return messagePage("Denied", `${client.name} may not act for you.`, 200)
  }
  const user = deciding(world, login)
  if (user === undefined) return decisionPage(asked, { ...shown, problem: unknown(login) })
  world.devices.set(code, { ...device, decision: { login: user.login } })
  return messagePage("The device is connected", `${client.name} may act for ${user.login} now.`, 200)
}
