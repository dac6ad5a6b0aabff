/** The page of the fleet. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { documentOf, type Html, pageHeaders } from "../html/html.ts"

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
form { display: inline-block; margin: 0 .5rem .5rem 0 }
input, button, select { font: inherit; padding: .2rem .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.note { color: #767676 }
.failed { color: #c33 }
`

/** What every response has. */
export const headers = pageHeaders()

/** A page without scripts. */
export const page = (title: string, body: Html, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(documentOf(title, style, body), {
    status,
    contentType: "text/html; charset=utf-8",
    headers
  })
