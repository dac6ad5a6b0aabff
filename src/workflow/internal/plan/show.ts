/** Shows plans to people. */
import type { Body, Plan, PlannedWrite } from "../../PlanTypes.ts"
import { cost } from "./cost.ts"

/** The most characters of a comment, without a title and the mark of `Upsert`. */
const most = 65_536 - 1_024

export const table = <E>(plan: Plan<E>): string => {
  const rows = plan.writes.map(({ body, method, operation, url }, index) => [
    String(index + 1),
    operation,
    `${method} ${url}`,
    summary(body)
  ])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  )
  return [...lines, ...(lines.length === 0 ? [] : [""]), costOf(plan), endOf(plan)].join("\n")
}

export const markdown = <E>(plan: Plan<E>): string => {
  const { writes } = plan
  const rows = writes.map(
    ({ method, operation, url }, index) => `| ${index + 1} | ${code(operation)} | ${code(`${method} ${url}`)} |`
  )
  const head = [
    writes.length === 0 ? "**Nothing to write.**" : ["| | operation | request |", "|---:|---|---|", ...rows].join("\n"),
    endOf(plan),
    costOf(plan)
  ].join("\n\n")
  const bodies = writes.flatMap((write, index) => detailsOf(write, index + 1))
  const note = "\n\n… The bodies of further writes do not fit in here."
  let text = head
  for (const body of bodies) {
    if (text.length + body.length + note.length + 2 > most) return (text + note).slice(0, most)
    text += `\n\n${body}`
  }
  return text.length > most ? `${text.slice(0, most - note.length)}${note}` : text
}

const detailsOf = ({ body, operation }: PlannedWrite, number: number): ReadonlyArray<string> => {
  if (body._tag === "None") return []
  const text = body._tag === "Json" ? JSON.stringify(body.value, null, 2) : summary(body)
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return [
    `<details><summary>Write ${number}: ${operation.replace(/[<>&]/g, "")}</summary>\n\n${fence}json\n${text}\n${fence}\n\n</details>`
  ]
}

/** A cell of a table with code. */
const code = (text: string): string => {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const ticks = "`".repeat(longest + 1)
  return `${ticks}${text.replaceAll("|", "\\|").replaceAll("\n", " ")}${ticks}`
}

const summary = (body: Body): string => {
  switch (body._tag) {
    case "None":
      return ""
    case "Bytes":
      return `${body.size === null ? "bytes" : `${body.size} bytes`} of ${body.content_type}`
    case "Json": {
      const text = JSON.stringify(body.value)
      return text.length > 80 ? `${text.slice(0, 79)}…` : text
    }
  }
}

const costOf = <E>(plan: Plan<E>): string => {
  const { minutes, quota, reads, writes } = cost(plan)
  const resources = Object.entries(quota).map(([resource, requests]) => `${requests} of ${resource}`)
  const spent = resources.length === 0 ? "" : `, which spend ${resources.join(" and ")}`
  const least = minutes === 0 ? "" : `, at least ${counted(minutes, "minute")}`
  return `Cost: ${counted(writes, "write")} and ${counted(reads, "read")}${spent}${least}.`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const endOf = <E>({ end }: Plan<E>): string => {
  switch (end._tag) {
    case "Completed":
      return "The plan reaches to the end of the program."
    case "Stopped":
      return `${end.error.message}.`
    case "Failed":
      return "The program fails after these writes."
  }
}
