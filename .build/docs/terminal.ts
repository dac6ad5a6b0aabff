/** Draws the output of a program as an animated SVG, and reads its text again. */

/** A line of the output, and when it was written. */
export interface Line {
  readonly text: string
  /** Milliseconds since the start. */
  readonly at: number
}

const size = { columns: 80, rows: 30, width: 8.4, height: 19, margin: 16 }

/** How far letters reach below their line. */
const descent = 5

/** No line comes sooner after the one before, so that they can be followed. */
const soonest = 90

/** How long the last screen stays. */
const rest = 6_000

// oxlint-disable no-control-regex -- styles are control characters
const styles = /\u001b\[\d+m/g

const classes: Readonly<Record<string, string>> = { 1: "b", 2: "d", 32: "g", 33: "y" }

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const escape = (text: string): string => text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter)

/** The parts of a line by style. */
const spans = (text: string): string =>
  text
    .split(/\u001b\[(\d+)m/)
    .map((part, index, all) => {
      // Codes and texts take turns.
      if (index % 2 === 1) return ""
      const plain = escape(part)
      const name = classes[all[index - 1] ?? ""]
      return name === undefined || plain === "" ? plain : `<tspan class="${name}">${plain}</tspan>`
    })
    .join("")

const number = (value: number): string => String(Number(value.toFixed(2)))

/** One text element, as wide as in a terminal whatever the font is. */
const lineOf = ({ text }: Line, index: number): string => {
  const plain = text.replace(styles, "").trimEnd()
  if (plain === "") return ""
  const indent = plain.length - plain.trimStart().length
  const x = number(size.margin + indent * size.width)
  const length = number((plain.length - indent) * size.width)
  const content = spans(text).trim()
  return `<text x="${x}" y="${number((index + 1) * size.height - descent)}" textLength="${length}">${content}</text>\n`
}

/** When each line appears: as in the run, but not sooner than it can be followed. */
const timesOf = (lines: ReadonlyArray<Line>): ReadonlyArray<number> => {
  let time = -soonest
  return lines.map(({ at }) => (time = Math.max(at, time + soonest)))
}

/** Draws the lines. They scroll in from below, stay for a while, and begin again. */
export const draw = (lines: ReadonlyArray<Line>, title: string): string => {
  const times = timesOf(lines)
  const total = (times.at(-1) ?? 0) + rest
  const width = 2 * size.margin + size.columns * size.width
  const height = 2 * size.margin + size.rows * size.height
  const shift = (count: number) => `transform:translateY(${number((size.rows - count) * size.height)}px)`
  const steps = times.map((time, index) => `${number((100 * time) / total)}%{${shift(index + 1)}}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(width)} ${number(height)}" role="img" aria-label="${title}">
<style>
svg{--back:#f6f8fa;--text:#1f2328;--dim:#59636e;--green:#1a7f37;--yellow:#9a6700}
@media(prefers-color-scheme:dark){svg{--back:#0d1117;--text:#e6edf3;--dim:#9198a1;--green:#3fb950;--yellow:#d29922}}
rect{fill:var(--back)}
text{fill:var(--text);font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.b{font-weight:bold}.d{fill:var(--dim)}.g{fill:var(--green)}.y{fill:var(--yellow)}
#lines{${shift(lines.length)};animation:scroll ${number(total / 1_000)}s step-end infinite}
@media(prefers-reduced-motion:reduce){#lines{animation:none}}
@keyframes scroll{0%{${shift(0)}}
${steps.join("\n")}}
</style>
<rect width="100%" height="100%" rx="8"/>
<svg x="0" y="${size.margin}" width="${number(width)}" height="${size.rows * size.height}"><g id="lines">
${lines.map(lineOf).join("")}</g></svg>
</svg>
`
}

/** The lines that an SVG of `draw` shows, without their indents. */
export const textOf = (svg: string): ReadonlyArray<string> =>
  Array.from(svg.matchAll(/<text [^>]*>(.*)<\/text>/g), ([, content = ""]) =>
    content
      .replace(/<[^>]+>/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&")
  )

/** Lines without what differs from run to run: numbers, shas and their order. */
export const shapesOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    ...new Set(
      lines.map((line) =>
        line
          .trim()
          .replace(/\b[\da-f]{7,}\b/g, "0")
          .replace(/\d+(?:\.\d+)?/g, "0")
      )
    )
  ]
    .filter((line) => line !== "")
    .toSorted()
