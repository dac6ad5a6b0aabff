/** A console that prints to the page. */
import type { Report } from "../protocol.ts"
import { format } from "./inspect.ts"

type Printed = Extract<Report, { readonly _tag: "printed" }>

/** How many lines a run prints. */
const most = 2_000

const rowsOf = (data: unknown): string => {
  if (typeof data !== "object" || data === null) return format([data])
  const rows = Object.entries(data).map(([index, row]: [string, unknown]): Record<string, unknown> => ({
    "(index)": index,
    ...(typeof row === "object" && row !== null ? row : { Values: row })
  }))
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const cells = rows.map((row) => columns.map((column) => (column in row ? format([row[column]]) : "")))
  const widths = columns.map((column, index) =>
    Math.max(...[columns, ...cells].map((row) => (row[index] ?? "").length))
  )
  return [columns, ...cells]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** The methods that programs use. The others stay as they are. */
export const makeConsole = (print: (printed: Printed) => void): Partial<Console> => {
  let printed = 0
  let indent = ""
  const counts = new Map<string, number>()
  const write = (level: Printed["level"], text: string) => {
    if (++printed > most) return
    if (printed === most)
      return print({ _tag: "printed", level: "warn", text: `More than ${most} lines: the rest is not shown` })
    print({ _tag: "printed", level, text: indent + text.replaceAll("\n", `\n${indent}`) })
  }
  const writer =
    (level: Printed["level"]) =>
    (...values: ReadonlyArray<unknown>) =>
      write(level, format(values))
  const group = (...values: ReadonlyArray<unknown>) => {
    if (values.length > 0) write("log", format(values))
    indent += "  "
  }
  return {
    log: writer("log"),
    debug: writer("log"),
    dir: (value) => write("log", format([value])),
    dirxml: writer("log"),
    info: writer("info"),
    warn: writer("warn"),
    trace: writer("error"),
    error: writer("error"),
    table: (data) => write("log", rowsOf(data)),
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = indent.slice(2)
    },
    assert: (condition, ...values) => {
      if (condition !== true) write("error", format(["Assertion failed", ...values]))
    },
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1)
      write("log", `${label}: ${counts.get(label)}`)
    },
    countReset: (label = "default") => void counts.delete(label),
    clear: () => {}
  }
}
