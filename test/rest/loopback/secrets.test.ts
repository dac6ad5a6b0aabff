/** Secrets appear nowhere, and no foreign origin receives them. `echoes.test.ts` has what repeats a token. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import { answer, json, redirect, refusal, reset } from "./support/answers.ts"
import { onEachTransport, token } from "./support/client.ts"
import { file, first, issue } from "./support/records.ts"
import { run } from "./support/seen.ts"
import { type Answer, serve } from "./support/server.ts"

const impossible = [
  ["at its end", "5ecr3t-t0ken\n"],
  ["within", "5ecr3t\nt0ken"],
  ["outside Latin-1", "5ecr3t-t0ken-天"]
] as const

const get = Issues.get(first)

onEachTransport((client) => {
  it.live.each(impossible)("a token that no header can carry, with a character %s, is hidden", ([, token]) =>
    Effect.gen(function* () {
      const { seen } = yield* run({ client, token, script: () => json(200, issue(1)), program: get })
      for (const part of ["5ecr3t", "t0ken"]) assert.notInclude(seen, part)
    })
  )

  it.live("a token is not sent to a foreign origin, and hidden when that echoes the request", () =>
    Effect.gen(function* () {
      const foreign = yield* serve((request) => json(418, { message: JSON.stringify(request) }))
      const { seen } = yield* run({
        client,
        token,
        script: () => redirect(307, `${foreign.origin}/`),
        program: file.bytes({})
      })
      assert.strictEqual(foreign.requests.length, 1)
      assert.notInclude(JSON.stringify(foreign.requests), token)
      assert.notInclude(seen, token)
    })
  )

  it.live.each(["access_token", "apikey", "client_secret", "X-Amz-Signature"])("the parameter %s is hidden", (name) =>
    Effect.gen(function* () {
      const withSecret = Forge.operation("Test.secret", "GET /ping", {
        path: {},
        query: { [name]: Schema.String, page: Schema.Int },
        success: Schema.Struct({ ok: Schema.Boolean })
      })
      const answers: ReadonlyArray<Answer> = [
        refusal(404, "Not Found"),
        reset,
        json(200, {}),
        answer(302, { location: "http://" })
      ]
      for (const each of answers) {
        const { server, shown } = yield* run({
          client,
          token,
          script: () => each,
          program: withSecret({ [name]: "5ecr3t", page: 1 })
        })
        assert.strictEqual(server.requests[0]?.path, `/ping?${name}=5ecr3t&page=1`)
        assert.include(shown, "page=1")
        assert.notInclude(shown, "5ecr3t")
      }
    })
  )

  it.live("secret parameters and foreign signatures are hidden when the trace is propagated", () =>
    Effect.gen(function* () {
      const withKey = Forge.download("Test.secret", "GET /ping", {
        path: {},
        query: { apikey: Schema.String },
        accept: "application/octet-stream"
      })
      const foreign = yield* serve(() => refusal(403, "SignatureDoesNotMatch"))
      const { shown } = yield* run({
        client,
        token,
        script: () => redirect(302, `${foreign.origin}/asset?X-Amz-Signature=5ecr3t&access_token=5ecr3t`),
        program: Effect.provideService(withKey.bytes({ apikey: "5ecr3t" }), Transport.PropagateTrace, true)
      })
      assert.strictEqual(foreign.requests.length, 1)
      assert.notProperty(foreign.requests[0]?.headers, "traceparent")
      assert.notInclude(shown, "5ecr3t")
    })
  )
})
