/** What the guides to move from other clients say of them. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Octokit as Rest } from "@octokit/rest"
import { Octokit, RequestError } from "octokit"
import { fetchWeatherApi } from "openmeteo"

/** Responses, or failures of the connection. */
type Answers = ReadonlyArray<(() => Response) | Error>

/** A `fetch` that answers in turn, the last answer again and again, and counts. */
const answering = (...answers: Answers) => {
  let sent = 0
  const fetch = async (): Promise<Response> => {
    const answer = answers[Math.min(sent++, answers.length - 1)]
    if (answer instanceof Error) throw answer
    return answer === undefined ? Response.error() : answer()
  }
  return { fetch, sent: () => sent }
}

const json = (status: number, body: unknown) => () => Response.json(body, { status })

const empty = (status: number) => () => new Response(null, { status })

const quiet = { debug: () => {}, error: () => {}, info: () => {}, warn: () => {} }

const octokitWith = (fetch: () => Promise<Response>) =>
  new Octokit({ log: quiet, request: { fetch }, retry: { retryAfterBaseValue: 1 }, throttle: { enabled: false } })

const repo = { owner: "acme", repo: "web" }

const statusOf = (error: unknown): unknown => (error instanceof RequestError ? error.status : error)

describe("Octokit", () => {
  it.each([
    ["a 502", json(502, {})],
    ["a lost response", new TypeError("reset")]
  ])("writes again after %s", async (_, first) => {
    const { fetch, sent } = answering(first, json(201, { id: 1 }))
    await octokitWith(fetch).rest.issues.createComment({ ...repo, issue_number: 1, body: "Thank you!" })
    assert.strictEqual(sent(), 2)
  })

  it("retries three times, and a 404 never", async () => {
    const lasting = answering(json(500, {}))
    const octokit = octokitWith(lasting.fetch)
    assert.strictEqual(await octokit.rest.issues.get({ ...repo, issue_number: 1 }).catch(statusOf), 500)
    assert.strictEqual(lasting.sent(), 4)
    const missing = answering(json(404, {}))
    assert.strictEqual(await octokitWith(missing.fetch).rest.repos.get(repo).catch(statusOf), 404)
    assert.strictEqual(missing.sent(), 1)
  })

  it("throws the status 304, and 500 without a response", async () => {
    const unchanged = answering(empty(304))
    assert.strictEqual(await octokitWith(unchanged.fetch).rest.repos.get(repo).catch(statusOf), 304)
    const lost = answering(new TypeError("reset"))
    const error = await new Rest({ log: quiet, request: { fetch: lost.fetch } }).rest.repos
      .get(repo)
      .catch((thrown: unknown) => thrown)
    assert.deepInclude(error, { status: 500, response: undefined })
    assert.strictEqual(lost.sent(), 1)
  })

  it("ends a list at a 409", async () => {
    const { fetch } = answering(json(409, {}))
    const octokit = new Rest({ log: quiet, request: { fetch } })
    assert.deepStrictEqual(await octokit.paginate(octokit.rest.repos.listCommits, repo), [])
  })
})

describe("openmeteo", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const url = "https://weather.example/v1/forecast"

  const call = async (...answers: Answers) => {
    const { fetch, sent } = answering(...answers)
    vi.stubGlobal("fetch", fetch)
    const result = await fetchWeatherApi(url, {}, 3, 0).then(
      (responses) => responses.length,
      (error: unknown) => String(error)
    )
    return { result, sent: sent() }
  }

  it("sends a request three times for a 502, and once when the connection fails", async () => {
    assert.strictEqual((await call(empty(502))).sent, 3)
    assert.strictEqual((await call(new TypeError("reset"))).sent, 1)
  })

  it("throws the reason of a 429", async () => {
    assert.deepStrictEqual(await call(json(429, { reason: "Minutely API request limit exceeded." })), {
      result: "Error: Minutely API request limit exceeded.",
      sent: 1
    })
  })

  it("reads whatever comes with another status", async () => {
    assert.deepStrictEqual(await call(empty(503)), { result: 0, sent: 1 })
    assert.deepStrictEqual(await call(() => new Response("<html>Not here</html>", { status: 404 })), {
      result: 1,
      sent: 1
    })
  })
})
