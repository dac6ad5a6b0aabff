/** Servers whose heads never come, never end, or are not heads. */
import { pong } from "../support/records.ts"
import { forEver, head, says, saysAndCloses, whole } from "./rawServer.ts"
import { type Row, runTable } from "./table.ts"

const large = "x".repeat(65_536)

const rows: ReadonlyArray<Row> = [
  { name: "nothing", behave: () => {}, ends: "TransportFailed", says: "400 ms for the head" },
  { name: "the end at once", behave: saysAndCloses(""), ends: "TransportFailed" },
  { name: "half a status line", behave: says("HTTP/1.1 2"), ends: "TransportFailed", says: "400 ms for the head" },
  { name: "half a status line, and the end", behave: saysAndCloses("HTTP/1.1 2"), ends: "TransportFailed" },
  { name: "no HTTP at all", behave: says("220 mail.example.com ESMTP\r\n"), ends: "TransportFailed" },
  { name: "a body without a head", behave: saysAndCloses(`{"ok":true}`), ends: "TransportFailed" },
  { name: "a status beyond all", behave: says("HTTP/1.1 99999 No\r\n\r\n"), ends: "TransportFailed" },
  {
    name: "another protocol",
    behave: says(head(101, "connection: upgrade", "upgrade: websocket")),
    ends: "TransportFailed"
  },
  { name: "100 Continue", behave: forEver("", head(100), 20), ends: "TransportFailed" },
  {
    name: "early hints without end",
    behave: forEver("", head(103, "link: </a.css>; rel=preload"), 20),
    ends: "TransportFailed",
    says: "400 ms for the head"
  },
  {
    name: "a head that drips",
    behave: forEver("HTTP/1.1 200 OK\r\nx: ", "y", 40),
    ends: "TransportFailed",
    says: "400 ms for the head"
  },
  { name: "a header without end", behave: forEver("HTTP/1.1 200 OK\r\nx: ", large), ends: "TransportFailed" },
  {
    name: "headers without end",
    behave: forEver("HTTP/1.1 200 OK\r\n", `x-a: ${"y".repeat(100)}\r\n`),
    ends: "TransportFailed"
  },
  {
    name: "thousands of headers",
    behave: says(whole(pong, 200, ...Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${n}`))),
    ends: "TransportFailed"
  },
  {
    name: "absurd numbers in a success",
    behave: says(
      whole(
        pong,
        200,
        "x-ratelimit-limit: 1e400",
        "x-ratelimit-remaining: -99999999999999999999",
        "x-ratelimit-reset: 99999999999999999999",
        "x-ratelimit-used: 0x10",
        "retry-after: -1",
        "date: Thu, 99 Nan 99999 99:99:99 GMT"
      )
    ),
    ends: { value: pong },
    isKept: true
  },
  {
    name: "a limit until the end of time",
    behave: says(whole({}, 429, "retry-after: 99999999999999999999", "x-ratelimit-reset: 1e300")),
    ends: "RateLimited",
    isKept: true
  }
]

runTable(rows)
