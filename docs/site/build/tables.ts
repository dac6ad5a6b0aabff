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

/** The page with a class and names of columns in its tables. Those of fields have a class of their own. */
export const withCards = (html: string): string =>
  html.replaceAll(/<table>([^]*?)<\/table>/g, (_, content: string) => {
    const names = Array.from(content.matchAll(/<th\b[^>]*>([^]*?)<\/th>/g), ([, cell = ""]) => textOf(cell))
    // Of two columns, the second one says what the first one names.
    const rows =
      names.length < 3 ? content : content.replaceAll(/<tr\b[^>]*>[^]*?<\/tr>/g, (row) => labelled(row, names))
    return `<table class="cards">${rows}</table>`
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
