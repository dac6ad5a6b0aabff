/** The page of the dashboard: asks for a token, and shows what changes. Bundle it for `index.html`. */
import { Credentials, HttpCache, RateLimit } from "forgecast"
import { Forge } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { html, views } from "./program.ts"

const repositories = [
  { owner: "Effect-TS", repo: "effect" },
  { owner: "octocat", repo: "hello-world" }
]

/** Everything on the page can read the token, so it should be one that may only read. It is gone with the tab. */
const layer = (token: string) =>
  Forge.layer().pipe(
    Layer.provide([
      Credentials.layerToken(Redacted.make(token)),
      HttpCache.layerMemory(),
      RateLimit.layerMemory(),
      FetchHttpClient.layer
    ])
  )

const [form, main] = [document.querySelector("form"), document.querySelector("main")]

form?.addEventListener("submit", (event) => {
  event.preventDefault()
  const token = new FormData(form).get("token")
  if (main === null || typeof token !== "string") return
  form.remove()
  const show = Stream.runForEach(views(repositories), (view) =>
    Effect.sync(() => {
      main.innerHTML = html(view)
    })
  )
  Effect.runFork(Effect.provide(show, layer(token)))
})
