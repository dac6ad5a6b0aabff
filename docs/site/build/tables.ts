/** Tables of Markdown as phones show them: a card for each row, whose cells say their columns. And code below its button. */
import { escape } from "./reference/html.ts"
import { decode } from "./html.ts"

const textOf = (html: string): string => decode(html.replaceAll(/<[^>]*>/g, "")).trim()

/** A row whose cells have the names of their columns, but for the first one, which names the row. */
const labelled = (row: string, names: ReadonlyArray<string>): string => {
  let index = 0
  return row.replaceAll(/<td\b/g, (start) => {
    const name = names[index] ?? ""
    index += 1
    return index === 1 || name === "" ? start : `${start} data-label="${escape(name)}"`
  })
}

const cellsIn = (row: string): ReadonlyArray<string> =>
  Array.from(row.matchAll(/<td\b[^>]*>([^]*?)<\/td>/g), ([, cell = ""]) => cell.trim())

/** Names as long as these are broken before a capital or behind a dot, rather than anywhere. */
const long = 18

/** Code with places where it may be broken. */
const breakable = (cell: string): string =>
  cell.replaceAll(/(<code\b[^>]*>)([\w.]+)(<\/code>)/g, (whole, start: string, name: string, end: string) =>
    name.length < long ? whole : start + name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=\.)/g, "<wbr>") + end
  )

/** Code that is not longer stays whole beside the sidebars. */
const whole = 32

/** The first cell of a row says what the row is about: short code in it is marked, so that it stays whole. */
const withWhole = (row: string): string =>
  row.replace(/<td\b[^>]*>[^]*?<\/td>/, (cell) =>
    cell.replaceAll(/<code\b([^>]*)>([^]*?)<\/code>/g, (code, attributes: string, text: string) =>
      textOf(text).length > whole ? code : `<code class="whole"${attributes}>${text}</code>`
    )
  )

/** What the columns of a table have: code in the first one, and little in the last one. */
const classesOf = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const isNames = rows.every(([first = ""]) => /^(?:<a\b[^>]*>)?<code\b/.test(first))
  const empty = rows.filter((cells) => cells.at(-1) === "").length
  return ["cards", ...(isNames ? ["names"] : []), ...(empty * 2 > rows.length ? ["sparse"] : [])]
}

/** The page with a class and names of columns in its tables. Those of fields have a class of their own. */
export const withCards = (html: string): string =>
  html.replaceAll(/<table>([^]*?)<\/table>/g, (_, content: string) => {
    const names = Array.from(content.matchAll(/<th\b[^>]*>([^]*?)<\/th>/g), ([, cell = ""]) => textOf(cell))
    // Of two columns, the second one says what the first one names.
    const rows =
      names.length < 3 ? content : content.replaceAll(/<tr\b[^>]*>[^]*?<\/tr>/g, (row) => labelled(row, names))
    const cells = Array.from(content.matchAll(/<tr\b[^>]*>[^]*?<\/tr>/g), ([row]) => cellsIn(row))
    const classes = classesOf(cells.filter(({ length }) => length > 0))
    const marked = rows.replaceAll(/<tr\b[^>]*>[^]*?<\/tr>/g, withWhole)
    return `<table class="${classes.join(" ")}">${classes.includes("names") ? breakable(marked) : marked}</table>`
  })

/** How much of its first lines a block shows beside its button at 1280 pixels. */
const beside = 78

/** Marks the blocks of code whose first lines would be below the button that copies them. */
export const withRoom = (html: string): string =>
  html.replaceAll(/<figure class="frame([^"]*)">([^]*?)<\/figure>/g, (whole, names: string, content: string) => {
    const lines = content.split('<div class="ec-line">').slice(1, 3)
    const isLong = lines.some((line) => textOf(line.slice(0, line.indexOf("</div></div>"))).length > beside)
    return isLong ? `<figure class="frame${names} has-long-start">${content}</figure>` : whole
  })
