/** The pages of the simulator. */
import { documentOf, type Html, pageHeaders } from "../../../../html/html.ts"
import type { Response } from "../../../Exchange.ts"
import { response } from "../../exchange.ts"

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
form { display: grid; gap: 1rem; max-width: 24rem }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .4rem .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
code { font-size: .9em }
.note { color: #777 }
.error { color: #c33 }
`

interface PageOptions {
  readonly status?: number
  /** Where its forms may lead to, beside the page's own origin: the source of a content security policy. */
  readonly leadsTo?: string
}

/** A page without scripts. */
export const page = (title: string, body: Html, { leadsTo, status = 200 }: PageOptions = {}): Response => ({
  ...response(status, documentOf(title, style, body), {
    "content-type": "text/html; charset=utf-8",
    ...pageHeaders(leadsTo)
  }),
  foreign: true
})
