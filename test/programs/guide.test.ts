import { expect, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { guide, sectionsOf } from "./guide.ts"

/** The sources of the tests, and of what they share. */
const tests = Fs.readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && !file.startsWith("guide."))
  .map((file) => Fs.readFileSync(Path.join(import.meta.dirname, file), "utf8"))
  .join("\n")

it("each program of the guide is run with its lines, or with the same settings", () => {
  const unused = [...sectionsOf(guide)].flatMap(([program, lines]) => {
    if (tests.includes(`guided("${program}"`)) return []
    const set = [...lines.matchAll(/^export (\w+)=/gm)].map(([, name = ""]) => name)
    return set.filter((name) => !new RegExp(`\\b${name}:`).test(tests)).map((name) => `${program}: ${name}`)
  })
  expect(unused).toEqual([])
})
