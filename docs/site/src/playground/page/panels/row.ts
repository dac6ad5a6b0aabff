/** A row of the timeline. */
import type { Entry, RequestEntry, ResponseView, WaitEntry } from "../../protocol.ts"
import { element } from "../dom.ts"
import { duration, instant, offset } from "../time.ts"

/** What a status means: its text, and its colour. */
const statusOf = ({ answeredAt, status }: RequestEntry): readonly [text: string, kind: string] => {
  if (answeredAt === null) return ["pending", "pending"]
  if (status === null) return ["lost", "bad"]
  if (status >= 500) return [String(status), "bad"]
  if (status >= 400) return [String(status), "refused"]
  return [String(status), status === 304 ? "unchanged" : "good"]
}

const tag = (text: string, kind = "") => element("span", { class: `pg-tag ${kind}` }, text)

const faultNames: Readonly<Record<string, string>> = {
  answerLost: "lost answer",
  requestLost: "lost request",
  unavailable: "outage",
  primaryLimit: "rate limit",
  secondaryLimit: "rate limit"
}

const requestTags = ({ attempt, cached, faults }: RequestEntry): ReadonlyArray<HTMLElement> => [
  ...(attempt > 1 ? [tag(`retry, attempt ${attempt}`, "pg-tag-retry")] : []),
  ...(cached ? [tag("from cache", "pg-tag-cached")] : []),
  ...faults.map((fault) => tag(`fault: ${faultNames[fault] ?? fault}`, "pg-tag-fault"))
]

type Fact = readonly [name: string, value: string | HTMLElement]

const list = (facts: ReadonlyArray<Fact>): HTMLElement =>
  element("dl", {}, ...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]))

const textFact = (name: string, text: string | null): ReadonlyArray<Fact> =>
  text === null || text === "" ? [] : [[name, element("pre", { class: "pg-body-text", tabindex: 0 }, text)]]

const responseFacts = (whose: string, { body, headers }: ResponseView): ReadonlyArray<Fact> => [
  ...textFact(`${whose} headers`, headers.join("\n")),
  ...textFact(`${whose} body`, body)
]

/** What the service did, where that is not what the client got. */
const serviceFact = ({ acted, answeredAt, faults, original }: RequestEntry): ReadonlyArray<Fact> => {
  if (answeredAt === null || faults.length === 0) return []
  if (!acted) return [["The service", "did not act: the fault took its place"]]
  return original === null ? [] : [["The service", `acted, and responded ${original.status}`]]
}

const requestFacts = (entry: RequestEntry): HTMLElement => {
  const { answeredAt, attempt, body, broken, cached, faults, message, method, operation, original, path } = entry
  const { response, sentAt, service } = entry
  return list([
    ["Request", `${method} ${path}`],
    ["Operation", operation ?? "none of forgecast's"],
    ["Service", service === "forge" ? "code hosting" : "weather"],
    ["Sent", instant(sentAt)],
    ["Answered", answeredAt === null ? "not yet" : `${instant(answeredAt)}, after ${duration(answeredAt - sentAt)}`],
    ["Status", entry.status === null ? statusOf(entry)[0] : String(entry.status)],
    ["Attempt", String(attempt)],
    ["Cache", cached ? "the kept response was confirmed, which costs no quota" : "not used"],
    ...(faults.length === 0 ? [] : [["Faults", faults.join(", ")] as const]),
    ...(message === null ? [] : [["Message", message] as const]),
    ...textFact("Request body", body),
    ...(broken === null ? [] : [["Connection", broken] as const]),
    ...(response === null ? [] : responseFacts("Response", response)),
    ...serviceFact(entry),
    ...(original === null ? [] : responseFacts("Its", original))
  ])
}

/** `at`: milliseconds after the first entry. */
const waitText = ({ endedAt, reason, startedAt, until }: WaitEntry, at: number): string => {
  const why = reason === "limit" ? "until the rate limit ends" : "before a retry"
  if (endedAt !== null) return `Waited ${duration(endedAt - startedAt)} ${why}`
  if (until === null) return `Waits ${why}`
  const end = offset(at + until - startedAt).replace(/\.\d+$/, "")
  return reason === "limit" ? `Waits ${why}, at ${end}` : `Waits until ${end} ${why}`
}

const waitFacts = ({ endedAt, operation, startedAt, until }: WaitEntry): HTMLElement =>
  list([
    ["Operation", operation],
    ["From", instant(startedAt)],
    [
      "To",
      endedAt !== null ? instant(endedAt) : until === null ? "not yet" : `${instant(until)}, if nothing intervenes`
    ]
  ])

/** Names of commits have 40 digits. The details show them whole. */
const shortened = (path: string): string => path.replaceAll(/\b([\da-f]{7})[\da-f]{33}\b/g, "$1…")

const head = (entry: Entry, at: number): ReadonlyArray<HTMLElement> => {
  if (entry._tag === "wait") {
    return [
      element("span", { class: "pg-what" }, element("span", { class: "pg-request" }, waitText(entry, at))),
      element("span", { class: "pg-status pg-is-pending" }, entry.endedAt === null ? "waiting" : "")
    ]
  }
  const [text, kind] = statusOf(entry)
  return [
    element(
      "span",
      { class: "pg-what" },
      element("span", { class: "pg-request" }, element("b", {}, entry.method), ` ${shortened(entry.path)}`)
    ),
    element("span", { class: `pg-status pg-is-${kind}` }, text)
  ]
}

const foot = (entry: Entry): HTMLElement =>
  element(
    "span",
    { class: "pg-foot" },
    element("span", {}, entry.operation ?? ""),
    ...(entry._tag === "request" ? requestTags(entry) : [])
  )

/** `at`: milliseconds after the first entry. */
export const rowOf = (entry: Entry, at: number, isOpen: boolean): HTMLElement => {
  const kind = entry._tag === "wait" ? `wait pg-is-${entry.reason}` : `bar pg-is-${statusOf(entry)[1]}`
  return element(
    "li",
    { class: `pg-row pg-row-${entry._tag}` },
    element(
      "details",
      { open: isOpen },
      element(
        "summary",
        {},
        element("span", { class: "pg-time" }, offset(at)),
        ...head(entry, at),
        foot(entry),
        element("span", { class: "pg-track", "aria-hidden": "true" }, element("span", { class: `pg-${kind}` }))
      ),
      entry._tag === "wait" ? waitFacts(entry) : requestFacts(entry)
    )
  )
}

/** Draws the bar of a row, from and to a share of the axis. */
export const barOf = (row: HTMLElement, from: number, to: number): void => {
  const bar = row.querySelector<HTMLElement>(".pg-track > span")
  if (bar === null) return
  // What takes no time is 4 pixels wide, also at the end.
  bar.style.insetInlineStart = `calc(${from} * (100% - 4px))`
  bar.style.width = `calc(4px + ${to - from} * (100% - 4px))`
}
