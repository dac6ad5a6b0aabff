/** Calls whose fields may all be left out need no input. Those with a required field are in `types/inputs.types.ts`. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as RateLimits from "../../src/forge/RateLimits.ts"
import * as Repositories from "../../src/forge/Repositories.ts"
import * as Routes from "../../src/forge/Routes.ts"
import * as Users from "../../src/forge/Users.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const layer = ForgeSimulator.layer({ repositories: [{ owner: "octo", name: "web" }] })

it.effect("operations, listings and routes are called without input", () =>
  Effect.gen(function* () {
    const logins = yield* Effect.all([
      Effect.map(Users.me(), ({ login }) => login),
      Effect.map(Users.me.withReply(), ({ value }) => value.login),
      Effect.map(Users.me.as(Schema.Struct({ login: Schema.String }))(), ({ login }) => login),
      Effect.map(Routes.request("GET /user"), ({ login }) => login),
      Effect.map(Routes.request.withReply("GET /user"), ({ value }) => value.login)
    ])
    assert.deepStrictEqual(logins, ["octo", "octo", "octo", "octo", "octo"])
    const { items } = yield* Repositories.listForMe.page()
    const repositories = yield* Effect.all([
      Stream.runCollect(Repositories.listForMe()),
      Effect.map(Stream.runCollect(Repositories.listForMe.pages()), (pages) => pages.flatMap(({ items }) => items)),
      Stream.runCollect(Routes.paginate("GET /user/repos")),
      Effect.map(Stream.runCollect(Routes.paginate.pages("GET /user/repos")), (pages) =>
        pages.flatMap(({ items }) => items)
      )
    ])
    for (const each of [items, ...repositories])
      assert.deepStrictEqual(
        each.map(({ name }) => name),
        ["web"]
      )
    assert.isAbove((yield* RateLimits.get()).resources.core.limit, 0)
  }).pipe(Effect.provide(layer))
)
