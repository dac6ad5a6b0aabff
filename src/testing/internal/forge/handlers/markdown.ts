/** Renders Markdown, as files have it, or as `body_html` of records does. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { response, textOf } from "../../exchange.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { repositoryNamed } from "../state/model.ts"
import { rendered, renderedFile } from "../wire/markup.ts"

const answer = (html: string): Response => response(200, html, { "content-type": "text/html;charset=utf-8" })

const render: Handler = handler(function* (call) {
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "text")
  const text = (yield* Input.text(call, fields, "text")) ?? ""
  const mode = yield* Input.oneOf(call, fields, "mode", ["markdown", "gfm"], "Markdown")
  const context = (yield* Input.text(call, fields, "context")) ?? ""
  if (mode !== "gfm") return answer(renderedFile(text))
  // Texts of repositories refer to issues and people. Those of one that is not seen are in none.
  const repository = repositoryNamed(call.world, context)
  return answer(rendered(call, text, repository !== undefined && call.sees(repository) ? repository : undefined))
})

/** Takes the text itself. */
const renderRaw: Handler = (call) => Result.succeed(answer(renderedFile(textOf(call.request.body))))

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
