/** Octokit signs users in to apps, by both flows of OAuth. */
import { Octokit } from "@octokit/rest"
import { OAuthApp } from "octokit"
import { describe, expect, it } from "vitest"
import { hiddenIn } from "../forge/login/support.ts"
import { app, appOf, client, refusal, serve } from "./service.ts"

const service = await serve({
  repositories: [{ owner: "acme", name: "web", collaborators: { octo: "write" } }],
  apps: [app("acme")],
  oauth_apps: [{ client_id: "cli", client_secret: "cli-secret" }],
  tokens: { octo: "octo" }
})

const baseUrl = service.simulator.urls.api
const Client = Octokit.defaults({ baseUrl })

/** Opens a page with a form, and authorizes the app. */
const authorize = async (url: string): Promise<Response> => {
  const page = await (await fetch(url)).text()
  const body = new URLSearchParams({ ...hiddenIn(page), login: "octo", decision: "approve" })
  return fetch(url, { method: "POST", body, redirect: "manual" })
}

const codeOf = async (url: string): Promise<string> =>
  new URL((await authorize(url)).headers.get("location") ?? "").searchParams.get("code") ?? ""

const loginOf = async (token: string) => (await service.octokit(token).rest.users.getAuthenticated()).data.login

const redirectUrl = "http://127.0.0.1:3000/callback"

const options = { clientId: "cli", clientSecret: "cli-secret", Octokit: Client }

describe("Octokit", () => {
  it("signs a user in to an OAuth app by the web flow, and manages the token", async () => {
    const oauth = new OAuthApp({ clientType: "oauth-app", ...options })
    const { url } = oauth.getWebFlowAuthorizationUrl({ scopes: ["repo", "gist"], state: "s", redirectUrl })
    const { authentication } = await oauth.createToken({ code: await codeOf(url) })
    const { scopes, token } = authentication
    expect([await loginOf(token), scopes]).toEqual(["octo", ["repo,gist"]])
    const checked = await oauth.checkToken({ token })
    expect(checked.authentication).toMatchObject({ token, scopes: ["repo", "gist"] })
    const reset = await oauth.resetToken({ token })
    expect((await refusal(loginOf(token)))[0]).toBe(401)
    expect(await loginOf(reset.data.token)).toBe("octo")
    await oauth.deleteAuthorization({ token: reset.data.token })
    expect((await refusal(loginOf(reset.data.token)))[0]).toBe(401)
    await expect(oauth.createToken({ code: "wrong" })).rejects.toThrow("bad_verification_code")
  })

  it("signs a user in to an OAuth app by the device flow", async () => {
    const oauth = new OAuthApp({ clientType: "oauth-app", ...options })
    const { authentication } = await oauth.createToken({
      scopes: ["gist"],
      // Octokit waits for the user before it asks for the token.
      onVerification: async ({ user_code, verification_uri }) => {
        expect((await authorize(`${verification_uri}?user_code=${user_code}`)).status).toBe(200)
      }
    })
    expect([await loginOf(authentication.token), authentication.scopes]).toEqual(["octo", ["gist"]])
  })

  it("signs a user in to a GitHub App, and renews, narrows and ends the token", async () => {
    const { oauth } = appOf(Client)
    const { url } = oauth.getWebFlowAuthorizationUrl({ state: "s", redirectUrl })
    const made = await oauth.createToken({ code: await codeOf(url) })
    if (!("refreshToken" in made.authentication)) throw new Error("The token does not end")
    const { refreshToken, token } = made.authentication
    const renewed = await oauth.refreshToken({ refreshToken })
    expect((await refusal(loginOf(token)))[0]).toBe(401)
    const user = renewed.authentication.token
    const scoped = await service.client().rest.apps.scopeToken({
      client_id: client.client_id,
      access_token: user,
      target: "acme",
      permissions: { issues: "read" }
    })
    const web = { owner: "acme", repo: "web", title: "Two" }
    expect((await refusal(service.octokit(scoped.data.token).rest.issues.create(web)))[0]).toBe(403)
    expect((await service.octokit(user).rest.issues.create(web)).data.user?.login).toBe("octo")
    const { data } = await service.octokit(user).rest.apps.listInstallationsForAuthenticatedUser()
    expect(data.total_count).toBe(0)
    await oauth.deleteToken({ token: user })
    expect((await refusal(loginOf(user)))[0]).toBe(401)
  })
})
