/** Answers `fetch` from simulated services. The frame of the worker sends nothing (`../sandbox`). */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpMethod from "effect/http/HttpMethod"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** A simulated service. */
export interface Service {
  /** Those that lead to it. */
  readonly urls: ReadonlyArray<string>
  readonly client: HttpClient.HttpClient
}

/** The services, which last as long as the worker. They are made when a program first calls `fetch`. */
type Services = Effect.Effect<ReadonlyArray<Service>, unknown, Scope.Scope>

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const mayHaveBody = (status: number): boolean => ![101, 204, 205, 304].includes(status)

const mostRedirects = 20

/** The request that a redirect leads to, as the Fetch standard says. */
const redirected = (request: Request, body: ArrayBuffer | undefined, status: number, location: string): Request => {
  const url = new URL(location, request.url)
  const asGet = status === 303 || ((status === 301 || status === 302) && request.method === "POST")
  const headers = new Headers(request.headers)
  if (url.origin !== new URL(request.url).origin) headers.delete("authorization")
  const method = asGet ? "GET" : request.method
  return new Request(url, { method, headers, ...(asGet || body === undefined ? {} : { body }) })
}

/** A fetch for programs. `run` runs an effect with the program's services. */
export const makeFetch = (
  services: Services,
  run: <A, E>(effect: Effect.Effect<A, E>, signal?: AbortSignal) => Promise<A>
): typeof fetch => {
  let made: Promise<ReadonlyArray<Service>> | undefined
  const make = Effect.flatMap(Scope.make(), (scope) => Scope.provide(services, scope))

  const send = async (request: Request, redirects: number): Promise<Response> => {
    const { href, origin } = new URL(request.url)
    const known = await (made ??= run(make))
    const client = known.find(({ urls }) => urls.some((url) => new URL(url).origin === origin))?.client
    if (client === undefined) {
      throw new TypeError(`fetch failed: the playground only reaches its simulated services, not ${origin}`)
    }
    const { headers: given, method, redirect } = request
    const body = method === "GET" || method === "HEAD" ? undefined : await request.arrayBuffer()
    // The cast is safe: the client checks the method.
    const empty = HttpClientRequest.make(method as HttpMethod.HttpMethod)(request.url, { headers: given })
    const sent =
      body === undefined || body.byteLength === 0
        ? empty
        : HttpClientRequest.bodyUint8Array(empty, new Uint8Array(body), given.get("content-type") ?? undefined)
    const response = await run(
      client.execute(sent).pipe(
        // The request states the span of its call. One of this client would replace it.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.catch((error) => Effect.die(new TypeError(`fetch failed: ${error.message}`))),
        Effect.map(({ headers, status, stream }) => ({
          status,
          headers,
          body: mayHaveBody(status) ? Stream.toReadableStream(stream) : null
        }))
      ),
      request.signal
    )
    const location = response.headers["location"]
    if (isRedirect(response.status) && location !== undefined && redirect !== "manual") {
      if (redirect === "error" || redirects >= mostRedirects) throw new TypeError("fetch failed: redirected")
      return send(redirected(request, body, response.status, location), redirects + 1)
    }
    const { status, headers } = response
    return Object.defineProperties(new Response(response.body, { status, headers }), {
      url: { value: href },
      redirected: { value: redirects > 0 }
    })
  }

  return (input, init) => send(new Request(input, init), 0)
}
