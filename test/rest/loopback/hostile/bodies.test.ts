/** Servers whose bodies are endless, slow, compressed beyond measure, or not as long as they say. */
import * as Zlib from "node:zlib"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as Labels from "../../../../src/forge/Labels.ts"
import { repo } from "../support/records.ts"
import { forEver, head, says, saysAndCloses } from "./rawServer.ts"
import { limit, type Row, runTable } from "./table.ts"

const remove = Labels.delete({ ...repo, name: "bug" })
const download = Contents.download.bytes({ ...repo, path: "a" })

const json = "content-type: application/json"
const chunked = "transfer-encoding: chunked"
const large = Buffer.alloc(65_536, "x")
const bomb = Zlib.gzipSync(Buffer.alloc(64 * limit))
const nested = Zlib.gzipSync(bomb)
const drip = forEver(head(200, json, "content-length: 1000000"), " ", 40)

const rows: ReadonlyArray<Row> = [
  { name: "an endless body", behave: forEver(head(200, json), large), ends: "ResponseTooLarge" },
  {
    name: "an endless body in chunks",
    behave: forEver(head(200, json, chunked), `10000\r\n${large.toString()}\r\n`),
    ends: "ResponseTooLarge"
  },
  {
    name: "a body of 3 GB",
    behave: forEver(head(200, json, "content-length: 3000000000"), large),
    ends: "ResponseTooLarge"
  },
  {
    name: "an endless body that nobody needs",
    call: remove,
    behave: forEver(head(205, json), large),
    ends: { value: undefined }
  },
  {
    name: "a body that nobody needs, and that never comes",
    call: remove,
    behave: says(head(205, json, "content-length: 10")),
    ends: { value: undefined }
  },
  {
    name: "an endless download into memory",
    call: download,
    behave: forEver(head(200), large),
    ends: "ResponseTooLarge"
  },
  { name: "an endless body of an error", behave: forEver(head(404), large), ends: "UnexpectedStatus" },
  {
    name: "a gzip bomb",
    behave: says(head(200, "content-encoding: gzip", `content-length: ${bomb.length}`), bomb),
    ends: "DecodeFailed",
    endsDecompressed: "ResponseTooLarge",
    isKept: true
  },
  {
    name: "a gzip bomb in a gzip bomb",
    behave: says(head(200, "content-encoding: gzip, gzip", `content-length: ${nested.length}`), nested),
    ends: "DecodeFailed",
    endsDecompressed: "ResponseTooLarge",
    isKept: true
  },
  {
    name: "a gzip bomb in an error",
    behave: says(head(404, "content-encoding: gzip", `content-length: ${bomb.length}`), bomb),
    ends: "UnexpectedStatus",
    isKept: true
  },
  {
    name: "a body that drips",
    behave: drip,
    ends: "TransportFailed",
    says: "took longer than Transport.CallTimeout allows"
  },
  {
    name: "a download that drips",
    call: download,
    behave: forEver(head(200, "content-type: text/plain", "content-length: 1000000"), " ", 40),
    ends: "TransportFailed",
    says: "fewer than 10000 a second"
  },
  {
    name: "a body that drips, of an error",
    behave: forEver(head(404, "content-length: 1000000"), " ", 40),
    ends: "UnexpectedStatus"
  },
  {
    name: "less than the stated length",
    behave: saysAndCloses(head(200, "content-length: 1000") + `{"ok":true}`),
    ends: "TransportFailed"
  },
  {
    name: "more than the stated length",
    behave: says(head(200, "content-length: 5") + `{"ok":true}`),
    ends: "DecodeFailed"
  },
  {
    name: "two different lengths",
    behave: says(head(200, "content-length: 11", "content-length: 12") + `{"ok":true}`),
    ends: "TransportFailed"
  },
  {
    name: "a length that is not a number",
    behave: says(head(200, "content-length: -1e99") + `{"ok":true}`),
    ends: "TransportFailed"
  },
  {
    name: "chunks of no size",
    behave: says(`${head(200, chunked)}zz\r\n{"ok":true}\r\n0\r\n\r\n`),
    ends: "TransportFailed"
  },
  {
    name: "a chunk whose extension never ends",
    behave: forEver(`${head(200, chunked)}b;`, large),
    ends: "TransportFailed"
  },
  {
    name: "trailers without end",
    behave: forEver(`${head(200, chunked)}b\r\n{"ok":true}\r\n0\r\n`, `x: ${"y".repeat(100)}\r\n`),
    ends: "TransportFailed"
  },
  {
    name: "a page of HTML",
    behave: says(head(200, "content-type: text/html", "content-length: 6") + "<html>"),
    ends: "DecodeFailed",
    isKept: true
  }
]

runTable(rows)
