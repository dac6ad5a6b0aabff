import { Write } from "forgecast"
import { Issues } from "forgecast/forge"
import * as Effect from "effect/Effect"

const comment = {
  owner: "acme",
  repo: "web",
  issue_number: 1,
  body: "Thank you!"
}
const key = "thanks-1"

const written = Write.once(Issues.createComment, comment, { key })

export default Effect.map(written, ({ html_url }) => html_url)
