/** Signs users in to apps: the pages and endpoints of OAuth, which are beside the API. */
import type { Response } from "../../../../Exchange.ts"
import type { Asked } from "./asked.ts"
import { authorizePage, devicePage } from "./pages.ts"
import { accessToken, deviceCode } from "./tokens.ts"

const endpoints: Readonly<Record<string, (asked: Asked) => Response>> = {
  "GET /login/oauth/authorize": authorizePage,
  "POST /login/oauth/authorize": authorizePage,
  "POST /login/oauth/access_token": accessToken,
  "POST /login/device/code": deviceCode,
  "GET /login/device": devicePage,
  "POST /login/device": devicePage
}

/** Answers a request to sign in; undefined for all other requests. */
export const serveLogin = (asked: Asked): Response | undefined => {
  const { method, url } = asked.request
  if (url.origin !== asked.urls.html) return undefined
  return endpoints[`${method} ${url.pathname}`]?.(asked)
}
