/** Responses to streamed requests: Effect's client passes their bodies on as they are. */
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import * as ContentCoding from "./contentCoding.ts"

/** Responses of these statuses have no body, whatever their head says. */
const withoutBody = new Set([204, 205, 304])

/** The same response, whose body is decompressed while it is read. */
export const decompressed = (
  response: HttpClientResponse.HttpClientResponse
): HttpClientResponse.HttpClientResponse => {
  const { headers, request, status } = response
  const through = ContentCoding.decodersOf(headers["content-encoding"])
  if (through === undefined || withoutBody.has(status)) return response
  const body = ContentCoding.decompressing(
    response.stream,
    through,
    (cause) => new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
  )
  return HttpClientResponse.fromWeb(request, new Response(Stream.toReadableStream(body), { status, headers }))
}
