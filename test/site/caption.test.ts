/** What the playground says of what just happened. */
import { assert, describe, it } from "vitest"
import { captionOf } from "../../docs/site/src/playground/page/panels/caption.ts"
import type { Entry, RequestEntry } from "../../docs/site/src/playground/protocol.ts"

const request = (sentAt: number, fields: Partial<RequestEntry> = {}): RequestEntry => ({
  _tag: "request",
  id: `r${sentAt}`,
  service: "forge",
  operation: "Issues.createComment",
  method: "POST",
  path: "/repos/acme/web/issues/1/comments",
  sentAt,
  answeredAt: sentAt + 100,
  status: 201,
  cached: false,
  attempt: 1,
  acted: true,
  faults: [],
  body: null,
  message: null,
  response: null,
  original: null,
  broken: null,
  ...fields
})

const wait = (startedAt: number, endedAt: number | null): Entry => ({
  _tag: "wait",
  id: `w${startedAt}`,
  operation: "Issues.createComment",
  startedAt,
  endedAt,
  until: null,
  reason: "limit"
})

const lost = request(0, { status: null })
const look = request(500, { method: "GET", status: 200 })
const limited = request(0, { status: 403, message: "API rate limit exceeded." })

describe("the caption of the timeline", () => {
  for (const [says, entries, isOver] of [
    [undefined, [request(0)], true],
    [undefined, [], false],
    ["response lost", [lost], false],
    ["response lost → looked", [lost, look], false],
    ["response lost → looked → not sent again", [lost, look], true],
    ["response lost → looked → sent again → 201", [lost, look, request(900)], true],
    ["response lost → sent again", [lost, request(900, { answeredAt: null, status: null })], false],
    ["rate limit → waits", [limited, wait(100, null)], false],
    ["rate limit → waited 1 min 30 s → sent again → 201", [limited, wait(100, 90_100), request(90_100)], true],
    [
      "503 → sent again → 503 → sent again → 201",
      [0, 1, 2].map((at) => request(at * 200, { status: at < 2 ? 503 : 201 })),
      true
    ],
    ["503 → sent again → 201", [request(0, { status: 503 }), wait(100, 300), request(300)], true],
    // A look that goes wrong belongs to the write that it looks for.
    [
      "503 → waited 5 s → looked → 503 → waited 5 s → looked → sent again → rate limit → waited 1 min 31 s → sent again → 201",
      [
        request(0, { status: 503 }),
        wait(100, 5_100),
        { ...look, id: "r5", sentAt: 5_100, answeredAt: 5_200, status: 503 },
        wait(5_200, 10_200),
        { ...look, id: "r10", sentAt: 10_200, answeredAt: 10_300 },
        { ...look, id: "r11", sentAt: 10_300, answeredAt: 10_400, path: `${look.path}?page=2` },
        { ...limited, id: "r12", sentAt: 10_400, answeredAt: 10_500 },
        wait(10_500, 101_500),
        request(101_500)
      ],
      true
    ],
    [
      "503 → looked → response lost → looked → sent again → response lost → looked → not sent again",
      [
        request(0, { status: 503 }),
        { ...look, id: "r5", sentAt: 500, answeredAt: 550, status: null },
        { ...look, id: "r6", sentAt: 600, answeredAt: 650 },
        request(700, { status: null }),
        { ...look, id: "r8", sentAt: 900, answeredAt: 950 }
      ],
      true
    ],
    ["response lost → looks", [lost, { ...look, answeredAt: null, status: null }], false],
    // A pause of a second is an event.
    ["503 → waited 1 s → sent again → 201", [request(0, { status: 503 }), wait(100, 1_100), request(1_100)], true],
    ["503 → sent again → 201", [request(0, { status: 503 }), wait(100, 1_099), request(1_100)], true],
    // What reads another place looks for nothing.
    [
      "503 → sent again → 201",
      [
        request(0, { status: 503 }),
        { ...look, id: "r5", sentAt: 500, answeredAt: 550, path: "/repos/acme/web/pulls" },
        request(700)
      ],
      true
    ],
    // A refusal that is not a limit is nothing that just happens.
    [undefined, [request(0, { status: 403, message: "Must have admin rights." })], true],
    // A read that was lost is read again.
    [
      "response lost → sent again → 200",
      [look, { ...look, sentAt: 900, id: "r900" }].map((each, index) => ({
        ...each,
        status: index === 0 ? null : 200
      })),
      true
    ]
  ] as const)
    it(`says ${says ?? "nothing"}`, () => {
      assert.strictEqual(captionOf(entries, isOver), says)
    })
})
