/** What typical failures say at run time: the first line, which a person reads first. */
import { assert, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Contents, Forge, Issues, Labels, PullRequests, Repositories, Users } from "../../src/forge/index.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Transport from "../../src/rest/Transport.ts"
import * as Write from "../../src/rest/Write.ts"
import { Faults, ForgeSimulator, WeatherSimulator } from "../../src/testing/index.ts"
import { Forecast, Geocoding } from "../../src/weather/index.ts"
import { Merge } from "../../src/workflow/index.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const berlin = { latitude: 52.5, longitude: 13.4 }

const services = Layer.mergeAll(
  ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", labels: ["bug"], issues: [{ title: "One" }] }] }),
  WeatherSimulator.layer()
)

type Simulated = Layer.Success<typeof services>

/** A program under a fault of the service, which nothing tries again. */
const under = <A, E>(fault: Faults.Fault, program: Effect.Effect<A, E, Simulated>) =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(fault)
    return yield* program
  }).pipe(Effect.provideService(Retry.RetryPolicy, { attempts: 1 }), Effect.provideService(RateLimit.MaxWait, 0))

const refused = (status: number, body: unknown, headers?: Readonly<Record<string, string>>) =>
  Faults.answered({ status, body, ...(headers && { headers }) })

/** Programs that have no token. */
const anonymous = ForgeSimulator.layer({ tokens: {}, repositories: [{ owner: "acme", name: "web", private: true }] })

/** A program that meets a limit which the service has stated before. */
const limited = <A, E>(program: Effect.Effect<A, E, Simulated>) =>
  under(Faults.primaryLimit(), Effect.andThen(Effect.exit(get), program))

/** Programs on a host of their own. */
const on = (options: Forge.Options, token?: string) =>
  Forge.layer(options).pipe(
    Layer.provide([
      FetchHttpClient.layer,
      Transport.inMemory,
      token === undefined ? Credentials.layerAnonymous : Credentials.layerToken(Redacted.make(token))
    ])
  )

const get = Issues.get(issue).pipe(Effect.provideService(Retry.RetryPolicy, { attempts: 1 }))

/** Programs that forget the Layer, and have no types to tell. */
const withoutLayer: Readonly<Record<string, Effect.Effect<unknown, unknown, Simulated>>> = {
  "No Layer is provided": get,
  "No Layer is provided for the weather": Forecast.get({ ...berlin, hourly: ["rain"] })
}

const failures: Readonly<Record<string, Effect.Effect<unknown, unknown, Simulated>>> = {
  "No token": Effect.provide(Users.me({}), anonymous),
  "A wrong token": under(refused(401, { message: "Bad credentials" }), get),
  "A token that is not a token": Effect.provide(get, on({}, "two\nlines")),
  "A wrong port": Effect.provide(get, on({ baseUrl: "http://127.0.0.1:1" })),
  "A host that is not a URL": Effect.provide(get, on({ baseUrl: "api.github.com" })),
  "A configured host that is not a URL": Effect.provide(
    get,
    Forge.layerGitHub.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ GITHUB_API_URL: "api.github.com" })))
    )
  ),
  "It does not exist": Issues.get({ ...issue, issue_number: 404 }),
  "It is private, and there is no token": Effect.provide(Repositories.get(repo), anonymous),
  "A missing permission": under(
    refused(
      403,
      { message: "Resource not accessible by integration" },
      { "x-accepted-github-permissions": "issues=read" }
    ),
    get
  ),
  "A repository is blocked": under(
    refused(451, {
      message: "Repository access blocked",
      block: { reason: "dmca", html_url: "https://example.com/1" }
    }),
    Repositories.get(repo)
  ),
  "A file is too large": under(
    refused(403, {
      message: "This API returns blobs up to 100 MB in size.",
      errors: [{ resource: "Blob", field: "data", code: "too_large" }]
    }),
    Contents.get({ ...repo, path: "a" })
  ),
  "A limit is used up": under(Faults.primaryLimit(), get),
  "A limit that holds longer than the call may wait": limited(get),
  "The same without a token": Effect.provide(limited(get), anonymous),
  "An outage": under(Faults.unavailable(), get),
  "A lost response": under(Faults.answerLost(), Labels.create({ ...repo, name: "new" })),
  "A response of a proxy": under(Faults.html({ status: 200 }), get),
  "A name that is taken": Labels.create({ ...repo, name: "bug" }),
  "An empty field": Issues.get({ ...issue, owner: "" }),
  "An owner with a repository": Issues.get({ ...issue, owner: "acme/web" }),
  "A number out of range": Stream.runCollect(Issues.list({ ...repo, per_page: 1_000 })),
  "A merge that is out of date": under(
    refused(405, { message: "Head branch is out of date. Review and try the merge again." }),
    PullRequests.merge({ ...repo, pull_number: 1 })
  ),
  "No pull request to merge": Merge.whenGreen({ ...repo, pull_number: 404 }),
  "An empty key": Write.once(Issues.createComment, { ...issue, body: "Hi" }, { key: "" }),
  "A forecast for too many days": Forecast.get({ ...berlin, hourly: ["rain"], forecast_days: 99 }),
  "A place that is none": Forecast.get({ latitude: 152, longitude: 13.4, hourly: ["rain"] }),
  "A place without a name": Geocoding.search({ name: "" })
}

it.live("each failure says what is wrong, and what to do about it", () =>
  Effect.gen(function* () {
    const said: Array<string> = ["# What failures say\n"]
    for (const [name, program] of Object.entries({ ...withoutLayer, ...failures })) {
      const provided = name in withoutLayer ? program : Effect.provide(program, services)
      const exit = yield* Effect.exit(provided as Effect.Effect<unknown, unknown>)
      if (exit._tag === "Success") return assert.fail(`${name}: succeeds`)
      const { cause } = exit
      const [line = ""] = Cause.pretty(cause).split("\n")
      // A message follows the name of the error.
      assert.match(line, /^[\w/]+: ./, name)
      // The time at which a limit ends is another one in each run.
      said.push(`## ${name}\n\n> ${line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, "<time>")}\n`)
    }
    yield* Effect.promise(() => expect(said.join("\n")).toMatchFileSnapshot("failures.md"))
  })
)
