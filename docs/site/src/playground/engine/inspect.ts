/** Formats values as Node's console does, in short. */

const custom = Symbol.for("nodejs.util.inspect.custom")

/** How deep objects are shown, and how many items of a list. */
const deepest = 4
const most = 50
/** The width of a line, and the longest text. */
const width = 80
const longest = 20_000

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}… (cut off)` : text)

const quoted = (text: string): string => {
  const mark = text.includes("'") ? (text.includes('"') ? "`" : '"') : "'"
  return `${mark}${cut(text).replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}${mark}`
}

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))

const nameOf = (value: object): string => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null) return "[Object: null prototype]"
  const { constructor } = value
  return typeof constructor === "function" ? constructor.name : ""
}

/** Long lists of short items are set in lines. */
const packed = (parts: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (parts.length <= 6 || parts.some((part) => part.length > 12 || part.includes("\n"))) return parts
  const widest = Math.max(...parts.map(({ length }) => length)) + 2
  const perLine = Math.max(1, Math.min(16, Math.floor(width / widest)))
  const cells = parts.map((part) => part.padStart(widest - 2))
  return Array.from({ length: Math.ceil(parts.length / perLine) }, (_, line) =>
    cells.slice(line * perLine, (line + 1) * perLine).join(", ")
  )
}

/** Sets parts on one line if they fit, otherwise each on its own. */
const block = (open: string, parts: ReadonlyArray<string>, close: string): string => {
  if (parts.length === 0) return `${open}${close}`
  const line = `${open} ${parts.join(", ")} ${close}`
  if (line.length <= width && !line.includes("\n")) return line
  const lines = open.endsWith("[") ? packed(parts) : parts
  return `${open}\n${lines.map((part) => `  ${part.replaceAll("\n", "\n  ")}`).join(",\n")}\n${close}`
}

const limited = <A>(items: ReadonlyArray<A>, show: (item: A) => string): ReadonlyArray<string> => [
  ...items.slice(0, most).map(show),
  ...(items.length > most ? [`... ${items.length - most} more`] : [])
]

const errorText = (error: Error, show: (value: unknown) => string): string => {
  const head = `${error.name}: ${error.message}`
  const fields = Object.entries(error).filter(([key]) => !["name", "message", "stack", "cause"].includes(key))
  const own = fields.map(([key, value]) => `${keyOf(key)}: ${show(value)}`)
  if (error.cause !== undefined) own.push(`[cause]: ${show(error.cause)}`)
  return own.length === 0 ? head : block(`${head} {`, own, "}")
}

const objectText = (value: object, show: (value: unknown) => string): string => {
  if (Array.isArray(value)) return block("[", limited(value, show), "]")
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Map) {
    return block(
      `Map(${value.size}) {`,
      limited([...value], ([key, item]) => `${show(key)} => ${show(item)}`),
      "}"
    )
  }
  if (value instanceof Set) return block(`Set(${value.size}) {`, limited([...value], show), "}")
  const name = nameOf(value)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    // Typed arrays are lists of numbers, whatever their type says of iteration.
    const items = Array.from(value as unknown as ArrayLike<number | bigint>)
    return block(`${name}(${items.length}) [`, limited(items, show), "]")
  }
  const fields = limited(Object.entries(value), ([key, item]) => `${keyOf(key)}: ${show(item)}`)
  return block(name === "Object" || name === "" ? "{" : `${name} {`, fields, "}")
}

/** What an object says of itself, as Effect's data types do; undefined if it says nothing. */
const ownText = (value: object, show: (value: unknown) => string): string | undefined => {
  if (!(custom in value) || typeof value[custom] !== "function") return undefined
  // The cast is safe: Node calls it so.
  const said = (value[custom] as (depth: number, options: object, inspect: typeof show) => unknown)(deepest, {}, show)
  if (said === value) return undefined
  return typeof said === "string" ? said : show(said)
}

const valueText = (value: unknown, above: ReadonlyArray<object>): string => {
  if (typeof value === "string") return quoted(value)
  if (typeof value === "bigint") return `${value}n`
  if (Object.is(value, -0)) return "-0"
  if (typeof value === "function") {
    const isClass = /^class\b/.test(Function.prototype.toString.call(value))
    return isClass
      ? `[class ${value.name}]`
      : value.name === ""
        ? "[Function (anonymous)]"
        : `[Function: ${value.name}]`
  }
  if (typeof value !== "object" || value === null) return String(value)
  if (above.includes(value)) return "[Circular]"
  if (above.length > deepest) return Array.isArray(value) ? "[Array]" : `[${nameOf(value)}]`
  const show = (part: unknown) => valueText(part, [...above, value])
  return ownText(value, show) ?? (value instanceof Error ? errorText(value, show) : objectText(value, show))
}

/** Formats one value. Never throws. */
export const inspect = (value: unknown): string => {
  try {
    return cut(valueText(value, []))
  } catch {
    return "[a value that cannot be shown]"
  }
}

const formatted = (template: string, args: Array<unknown>): string =>
  template.replaceAll(/%([sdifjoOc%])/g, (whole, kind: string) => {
    if (kind === "%") return "%"
    if (args.length === 0) return whole
    const value = args.shift()
    if (kind === "c") return ""
    if (kind === "s") return typeof value === "string" ? value : inspect(value)
    if (kind === "d" || kind === "f") return String(Number(value))
    if (kind === "i") return String(Math.trunc(Number(value)))
    return kind === "j" ? JSON.stringify(value) : inspect(value)
  })

/** Formats the arguments of `console.log`. */
export const format = (values: ReadonlyArray<unknown>): string => {
  const [first, ...rest] = values
  const head =
    typeof first === "string" && rest.length > 0 ? [formatted(first, rest)] : values.length > 0 ? [first] : []
  return cut([...head, ...rest].map((value) => (typeof value === "string" ? value : inspect(value))).join(" "))
}
