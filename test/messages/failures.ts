/** Typical failures of programs at run time, each against simulated services or a closed port. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Forge, Issues, Labels, PullRequests, Releases, Repositories, Search } from "../../src/forge/index.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { Faults, ForgeSimulator, WeatherSimulator } from "../../src/testing/index.ts"
import { Forecast, Geocoding, Weather } from "../../src/weather/index.ts"
import { Merge } from "../../src/workflow/index.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const berlin = { latitude: 52.5, longitude: 13.4 }

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      labels: [{ name: "bug" }],
      issues: [{ title: "One" }]
    }
  ]
})

type Simulated = Layer.Success<typeof simulator>

/** Once, with nothing tried again. */
const once = Effect.provideService(Retry.RetryPolicy, { ...Retry.defaultPolicy, maxAttempts: 1 })

export { Credentials, Duration, Effect, Faults, Forge, Forecast, Geocoding, Labels, Merge, PullRequests, RateLimit, Redacted, Releases, Repositories, Search, Stream, Transport, Weather, WeatherSimulator, berlin, issue, once, type Simulated }
