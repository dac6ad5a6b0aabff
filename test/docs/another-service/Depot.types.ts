/** What the compiler knows of a service that is declared with the public modules alone. */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type * as Page from "forgecast/rest/Page"
import type * as RestError from "forgecast/rest/RestError"
import * as Depot from "../../../docs/examples/another-service/Depot.ts"

const web = { project: "web" }

export const typed = (cursor: Page.Cursor) => {
  Depot.list({ ...web, limit: 10 }) satisfies Stream.Stream<
    Depot.Artifact,
    RestError.RequestError | RestError.NotFound,
    Depot.Depot
  >
  Depot.list.page({ ...web, page: cursor }) satisfies Effect.Effect<Page.Page<Depot.Artifact>, unknown, Depot.Depot>
  // @ts-expect-error The pages have no numbers.
  Depot.list.page({ ...web, page: 2 })
  // @ts-expect-error The service calls it `limit`.
  Depot.list({ ...web, per_page: 10 })
  // @ts-expect-error There is no such channel.
  Depot.list({ ...web, channel: "beta" })
  Depot.store({ ...web, name: "a", data: "a", content_type: "text/plain" }) satisfies Effect.Effect<
    Depot.Artifact,
    RestError.RequestError | RestError.IntegrityFailed | Depot.NameTaken,
    Depot.Depot
  >
}
