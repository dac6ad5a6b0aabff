import type { Entry, Report } from "../protocol.ts"
import type { Engine } from "./engine.ts"

const t0 = Date.parse("2030-01-01T00:00:00Z")
const req = (
  id: string,
  operation: string,
  method: string,
  path: string,
  at: number,
  to: number | null,
  status: number | null,
  more: object = {}
): Entry => ({
  _tag: "request",
  id,
  service: "forge",
  operation,
  method,
  path,
  sentAt: t0 + at,
  answeredAt: to === null ? null : t0 + to,
  status,
  cached: false,
  attempt: 1,
  faults: [],
  message: null,
  ...more
})
export const fakeEngine = (): Engine => {
  let listen: (report: Report) => void = () => {}
  const timers: Array<ReturnType<typeof setTimeout>> = []
  const at = (ms: number, report: Report) => timers.push(setTimeout(() => listen(report), ms))
  const stop = () => timers.splice(0).forEach(clearTimeout)
  return {
    onReport: (l) => {
      listen = l
      setTimeout(() => l({ _tag: "ready" }))
      return () => {}
    },
    restart: stop,
    send: (command) => {
      if (command._tag === "stop") {
        stop()
        listen({ _tag: "ended", outcome: "stopped", text: "Interrupted" })
      }
      if (command._tag !== "run") return
      at(10, { _tag: "started" })
      const e: Array<[number, Entry]> = [
        [50, req("1", "PullRequests.get", "GET", "/repos/acme/web/pulls/2", 0, 120, 200)],
        [80, req("2", "Checks.listForRef", "GET", "/repos/acme/web/commits/two/check-runs?per_page=100", 0, 90, 200)],
        [
          150,
          { _tag: "wait", id: "w1", operation: "Merge.whenGreen", startedAt: t0 + 120, endedAt: null, reason: "retry" }
        ],
        [
          500,
          {
            _tag: "wait",
            id: "w1",
            operation: "Merge.whenGreen",
            startedAt: t0 + 120,
            endedAt: t0 + 60_120,
            reason: "retry"
          }
        ],
        [510, req("3", "PullRequests.get", "GET", "/repos/acme/web/pulls/2", 60120, 60220, 304, { cached: true })],
        [
          520,
          req(
            "3b",
            "Checks.listForRef",
            "GET",
            "/repos/acme/web/commits/two/check-runs?per_page=100",
            60120,
            60210,
            403,
            { faults: ["primaryLimit"], message: "API rate limit exceeded for user ID 1." }
          )
        ],
        [
          530,
          {
            _tag: "wait",
            id: "w2",
            operation: "Checks.listForRef",
            startedAt: t0 + 60210,
            endedAt: t0 + 3_600_000,
            reason: "limit"
          }
        ],
        [
          540,
          req(
            "4",
            "Checks.listForRef",
            "GET",
            "/repos/acme/web/commits/two/check-runs?per_page=100",
            3600000,
            3600110,
            200,
            { attempt: 2 }
          )
        ],
        [
          600,
          req("5", "PullRequests.merge", "PUT", "/repos/acme/web/pulls/2/merge", 3600110, 3600300, null, {
            faults: ["answerLost"],
            message: "connection reset before the answer was sent"
          })
        ],
        [700, req("6", "PullRequests.get", "GET", "/repos/acme/web/pulls/2", 3600800, 3600900, 200, { attempt: 2 })],
        [800, req("7", "Issues.createComment", "POST", "/repos/acme/web/issues/1/comments", 3600900, 3601000, 201)],
        [850, req("8", "Issues.update", "PATCH", "/repos/acme/web/issues/1", 3601000, null, null)],
        [
          950,
          req("8", "Issues.update", "PATCH", "/repos/acme/web/issues/1", 3601000, 3601400, 502, {
            faults: ["unavailable"],
            message: "Server Error"
          })
        ],
        [960, req("9", "Issues.update", "PATCH", "/repos/acme/web/issues/1", 3602000, 3602400, 200, { attempt: 2 })]
      ]
      for (const [ms, entry] of e) at(ms, { _tag: "entries", entries: [entry] })
      for (let i = 0; i < 20; i++) at(i * 50, { _tag: "clock", now: t0 + i * 180_000 })
      at(610, { _tag: "printed", level: "log", text: "Pull Request successfully merged" })
      at(620, {
        _tag: "printed",
        level: "warn",
        text: "The answer was lost, so the merge was looked for (main.ts:18:3)"
      })
      at(630, {
        _tag: "state",
        repositories: [
          {
            name: "acme/web",
            issues: [
              {
                number: 1,
                title: "Count to two",
                state: "closed",
                author: "ada",
                body: "One is not enough.\n\nWe need more.",
                labels: [
                  { name: "feature", color: "0e8a16" },
                  { name: "good first issue", color: "fbca04" }
                ],
                assignees: ["octo"],
                comments: [{ author: "octo", body: "Shipped in 1a2b3c4" }]
              },
              {
                number: 3,
                title: "The page is blank in dark mode",
                state: "open",
                author: "octo",
                body: "",
                labels: [{ name: "bug", color: "d73a4a" }],
                assignees: [],
                comments: []
              }
            ],
            pulls: [
              {
                number: 2,
                title: "Count further",
                state: "closed",
                merged: true,
                head: "two",
                base: "main",
                author: "octo",
                body: "Counts to two.",
                labels: [],
                assignees: [],
                comments: []
              }
            ],
            releases: [{ tag: "v1.0.0", name: "First", body: "All of it.", assets: ["web.zip"] }],
            files: [
              { path: "README.md", text: "# Web\n\nCounts to two.\n" },
              { path: "src/index.ts", text: null }
            ]
          }
        ]
      })
      at(640, {
        _tag: "charts",
        charts: [
          {
            id: "c",
            title: "Forecast for 52.52° N, 13.41° E",
            times: Array.from({ length: 72 }, (_, i) => t0 / 1000 + i * 3600),
            columns: [
              {
                name: "temperature_2m",
                unit: "°C",
                values: Array.from(
                  { length: 72 },
                  (_, i) => Math.round((8 + 5 * Math.sin((i - 8) / 3.8) + i / 30) * 10) / 10
                )
              },
              {
                name: "precipitation",
                unit: "mm",
                values: Array.from({ length: 72 }, (_, i) =>
                  i > 20 && i < 32 ? Math.round(Math.abs(Math.sin(i)) * 30) / 10 : 0
                )
              }
            ]
          }
        ]
      })
      at(1000, { _tag: "ended", outcome: "success", text: "#1 Count to two: closed" })
    }
  }
}
