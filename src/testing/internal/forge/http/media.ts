/** The media types that a client may ask for. */
import type { Response, Request } from "../../../Exchange.ts"
import { response } from "../../exchange.ts"

const known = ["raw", "html", "text", "full", "diff", "patch", "sha", "object", "text-match", "star"] as const

/** A representation of a record: plain JSON, a parameter of the service's own media type, or plain bytes. */
export type Media = "json" | "bytes" | (typeof known)[number]

const isKnown = (name: string): name is (typeof known)[number] => known.some((candidate) => candidate === name)

/** Reads one media type; undefined if the service does not have it. An unknown parameter of its own type is JSON. */
const read = (type: string): Media | undefined => {
  const name = type.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  if (name === "" || name === "*/*" || name === "application/*" || name === "application/json") return "json"
  if (name === "application/octet-stream") return "bytes"
  const parameters = /^application\/vnd\.[\w-]+((?:\.[\w-]+)*)(?:\+json)?$/.exec(name)?.[1]
  if (parameters === undefined) return undefined
  return (
    parameters
      .slice(1)
      .split(".")
      .find((parameter): parameter is (typeof known)[number] => isKnown(parameter)) ?? "json"
  )
}

/** Returns the first media type of the request's `Accept` that the service has; undefined if it has none of them. */
export const mediaOf = ({ headers }: Request): Media | undefined => {
  for (const type of (headers["accept"] ?? "").split(",")) {
    const media = read(type)
    if (media !== undefined) return media
  }
  return undefined
}

/** The media type of a response, as the service's header names it. */
export const mediaHeader = (request: Request): string => {
  const media = mediaOf(request)
  if (media === undefined || media === "json" || media === "bytes") return "github.v3; format=json"
  const isJson = request.headers["accept"]?.includes("+json") === true
  return `github.v3; param=${media}${isJson ? "; format=json" : ""}`
}

/** Answers with a representation that is not JSON. */
export const represented = (media: "raw" | "html" | "diff" | "patch" | "sha", body: string | Uint8Array): Response =>
  response(200, body, { "content-type": `application/vnd.github.v3.${media}; charset=utf-8` })
