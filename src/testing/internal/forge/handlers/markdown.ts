/** Renders Markdown, as `body_html` of records has it. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { response, textOf } from "../../exchange.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { rendered } from "../wire/common.ts"

const html = (markdown: string): Response =>
  response(200, rendered(markdown), { "content-type": "text/html;charset=utf-8" })

const render: Handler = handler(function* (call) {
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "text")
  const text = (yield* Input.text(call, fields, "text")) ?? ""
  yield* Input.oneOf(call, fields, "mode", ["markdown", "gfm"], "Markdown")
  yield* Input.text(call, fields, "context")
  return html(text)
})

/** Takes the text itself. */
const renderRaw: Handler = (call) => Result.succeed(html(textOf(call.request.body)))

const endpoint = endpointsOf("markdown/markdown")

export const routes: ReadonlyArray<Route> = [
  endpoint("Markdown.render", "POST /markdown", "render-a-markdown-document", render, "core", "nothing"),
  endpoint(
    "Markdown.renderRaw",
    "POST /markdown/raw",
    "render-a-markdown-document-in-raw-mode",
    renderRaw,
    "core",
    "nothing"
  )
]
