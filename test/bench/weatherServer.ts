/**
 * Responses like the archive's, each prepared once. Run as a child process: it sends its port to the parent, and ends
 * when the parent disconnects.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Answers from "./answers.ts"

const day = 86_400_000

const made = new Map<string, Uint8Array>()

const make = (query: URLSearchParams): Uint8Array => {
  const start = Date.parse(query.get("start_date") ?? "")
  const rows = ((Date.parse(query.get("end_date") ?? "") - start) / day + 1) * 24
  const timeformat = query.get("timeformat") === "unixtime" ? "unixtime" : "iso8601"
  const places = query.get("latitude")?.split(",").length ?? 1
  const shape = { start, rows, places, timeformat, nulls: 0.02 } as const
  return query.get("format") === "flatbuffers" ? Answers.flatbuffers(shape) : Buffer.from(Answers.answer(shape))
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost")
  const key = ["start_date", "end_date", "timeformat", "format", "latitude"]
    .map((name) => searchParams.get(name))
    .join(" ")
  let body = made.get(key)
  if (body === undefined) made.set(key, (body = make(searchParams)))
  response
    .writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": body.length })
    .end(body)
})

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
process.once("disconnect", () => process.exit())
