/** The recipes as sketches of the playground. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Sketch } from "../src/playground/protocol.ts"
import { readText, root } from "./site.ts"

const textOf = (path: string): string | undefined => (Fs.existsSync(Path.join(root, path)) ? readText(path) : undefined)

/** The program of a recipe's folder, with the seeds beside it. Undefined where no program is. */
const sketchOf = (folder: string): Sketch | undefined => {
  const [program, forge, weather] = ["program.ts", "forge.json", "weather.json"].map((file) =>
    textOf(`${folder}/${file}`)
  )
  if (program === undefined) return undefined
  return { program, ...(forge !== undefined && { forge }), ...(weather !== undefined && { weather }) }
}

/** By their pages: `docs/recipes/NAME/README.md`. */
export const recipes: ReadonlyMap<string, Sketch> = new Map(
  Fs.globSync("docs/recipes/*/README.md", { cwd: root })
    .map((page) => page.replaceAll("\\", "/"))
    .toSorted()
    .flatMap((page) => {
      const sketch = sketchOf(Path.posix.dirname(page))
      return sketch === undefined ? [] : [[page, sketch] as const]
    })
)
