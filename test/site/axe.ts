/** The accessibility of a page, by axe-core. */
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import type { AxeResults } from "axe-core"
import type { Page } from "puppeteer-core"

const source = Fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The serious and critical problems, each with the elements that have it. */
export const problemsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(source)
  // A page's script returns what nobody can know. This one is axe's own.
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ help, id, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`)
}
