/** Servers that redirect without end. */
import { forEver, head, says, whole } from "./rawServer.ts"
import { type Row, runTable } from "./table.ts"

const large = "x".repeat(65_536)

const rows: ReadonlyArray<Row> = [
  {
    name: "a redirect to itself",
    behave: says(whole({}, 302, "location: /ping")),
    ends: "UnsafeRedirect",
    isKept: true
  },
  {
    name: "redirects without end",
    behave: (socket, nth) => socket.write(whole({}, 307, `location: /${nth}`)),
    ends: "UnsafeRedirect",
    isKept: true
  },
  {
    name: "redirects whose bodies drip",
    behave: (socket, nth, path) =>
      forEver(head(307, `location: /${nth}`, "content-length: 1000"), " ", 40)(socket, nth, path),
    ends: "TransportFailed",
    says: "took longer than Transport.CallTimeout allows"
  },
  {
    name: "a redirect with an endless body",
    behave: forEver(head(302, "location: ftp://example.com/"), large),
    ends: "UnsafeRedirect"
  }
]

runTable(rows)
