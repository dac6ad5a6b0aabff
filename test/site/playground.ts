/** The playground, as its users see it. */
import type { Page } from "puppeteer-core"

export interface Row {
  readonly request: string
  readonly status: string
  readonly operation: string
  readonly tags: ReadonlyArray<string>
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, ({ textContent }) => textContent.trim())

export const playground = (page: Page) => {
  const ended = async (): Promise<string> => {
    const outcome = await page.waitForSelector("#pg-console [data-outcome]")
    return String(await outcome?.evaluate((line) => line.getAttribute("data-outcome")))
  }
  return {
    ended,
    /** Runs the program to its end. */
    run: async (): Promise<string> => {
      await page.click("#pg-run")
      return ended()
    },
    /** Chooses the fastest time, by keyboard. */
    hurry: async (): Promise<void> => {
      await page.focus("#pg-speed")
      await page.keyboard.press("End")
    },
    example: async (group: string, title: string): Promise<void> => {
      await page.waitForSelector(`#pg-example optgroup[label="${group}"]`)
      const value = await page.$eval(
        `#pg-example optgroup[label="${group}"]`,
        (options, wanted) =>
          [...options.children].find(({ textContent }) => textContent === wanted)?.getAttribute("value"),
        title
      )
      await page.select("#pg-example", String(value))
    },
    /** Writes at the end of the program. */
    append: async (text: string): Promise<void> => {
      await page.click("#pg-editor .cm-content")
      await page.keyboard.down("Control")
      await page.keyboard.press("End")
      await page.keyboard.up("Control")
      await page.keyboard.type(text)
    },
    /** Replaces the text of the file that is shown. */
    write: async (text: string): Promise<void> => {
      await page.click("#pg-editor .cm-content")
      await page.keyboard.down("Control")
      await page.keyboard.press("a")
      await page.keyboard.up("Control")
      // Typing it would close brackets.
      await page.evaluate((pasted) => {
        const data = new DataTransfer()
        data.setData("text/plain", pasted)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
        )
      }, text)
    },
    program: (): Promise<string> =>
      page.$$eval("#pg-editor .cm-line", (lines) => lines.map(({ textContent }) => textContent).join("\n")),
    printed: (): Promise<ReadonlyArray<string>> =>
      page.$$eval("#pg-console pre", (lines) => lines.map(({ textContent }) => textContent)),
    rows: (): Promise<ReadonlyArray<Row>> =>
      page.$$eval(".pg-row", (rows) =>
        rows.map((row) => ({
          request: row.querySelector(".pg-request")?.textContent ?? "",
          status: row.querySelector(".pg-status")?.textContent ?? "",
          operation: row.querySelector(".pg-foot > :first-child")?.textContent ?? "",
          tags: [...row.querySelectorAll(".pg-tag")].map(({ textContent }) => textContent)
        }))
      ),
    status: () => textOf(page, "#pg-status"),
    problems: () => textOf(page, "#pg-types"),
    /** What the editor marks as wrong, which it does after the checker has said so. */
    marked: async (): Promise<string> => {
      const mark = await page.waitForSelector(".cm-lintRange-error")
      return String(await mark?.evaluate(({ textContent }) => textContent))
    },
    /** Waits until the checker has looked at the file, and says this. */
    checked: async (text: string): Promise<void> => {
      await page.waitForFunction((wanted) => document.getElementById("pg-types")?.textContent === wanted, {}, text)
    }
  }
}
