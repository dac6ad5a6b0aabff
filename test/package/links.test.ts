/** The links of the pages in the package, as `npm pack` packs it. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = Path.resolve(import.meta.dirname, "../..")

interface Packed {
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** What `npm pack` says: by the name of the package, or in a list for older versions of npm. */
const packed = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
) as Readonly<Record<string, Packed>>

const files = Object.values(packed).flatMap((each) => each.files.map(({ path }) => path))
const pages = files.filter((file) => file.endsWith(".md") || file === "llms.txt")

const read = (file: string): string => Fs.readFileSync(Path.join(root, file), "utf8")

/** A page without its code blocks, whose lines stay. */
const prose = (page: string): string =>
  page.replace(/^( *)(`{3,}).*\n[^]*?^\1\2$/gm, (block) => block.replace(/[^\n]/g, ""))

/** The anchors of a page's headings, as hosts of repositories and registries make them. */
const anchorsOf = (page: string): ReadonlyArray<string> => {
  const used = new Map<string, number>()
  return Array.from(prose(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
    const before = used.get(anchor) ?? 0
    used.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

const inline = /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g
const reference = /^\[[^\]]+\]: (\S+)/gm
const html = /\b(?:href|src)="([^"]+)"/g

const linksOf = (page: string): ReadonlyArray<string> => {
  const text = prose(page).replace(/`[^`\n]*`/g, "")
  return [inline, reference, html].flatMap((link) => Array.from(text.matchAll(link), ([, target = ""]) => target))
}

/** Whether `#L10` or `#L10-L20` names lines of a file. */
const hasLines = (anchor: string, text: string): boolean => {
  const [, from, to = from] = /^L(\d+)(?:-L(\d+))?$/.exec(anchor) ?? []
  return from !== undefined && Number(from) <= Number(to) && Number(to) <= text.split("\n").length
}

/** What is wrong with a link, or undefined. */
const complaint = (page: string, link: string): string | undefined => {
  if (/^https?:/.test(link)) return undefined
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? page : Path.posix.join(Path.posix.dirname(page), decodeURIComponent(path))
  if (!files.includes(target)) return `${link} is not in the package`
  if (anchor === undefined) return undefined
  const exists = target.endsWith(".md") ? anchorsOf(read(target)).includes(anchor) : hasLines(anchor, read(target))
  return exists ? undefined : `${link} has no such place`
}

describe("links in the package", () => {
  it("include those of the pages that users read", () => {
    assert.includeMembers(pages, [
      "README.md",
      "AGENTS.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "llms.txt",
      "docs/guides/errors.md",
      "docs/operations.md"
    ])
    assert.include(linksOf(read("README.md")), "docs/guides/lost-responses.md")
  })

  it.each(pages)("%s has no broken link", (page) => {
    assert.deepStrictEqual(
      linksOf(read(page)).flatMap((link) => complaint(page, link) ?? []),
      []
    )
  })

  it("notices a broken link", () => {
    assert.strictEqual(complaint("docs/guides/errors.md", "../../SECURITY.md"), undefined)
    assert.strictEqual(complaint("docs/guides/errors.md", "../examples/demo.ts#L1-L3"), undefined)
    assert.isDefined(complaint("docs/guides/errors.md", "../examples/demo.ts#L9000"))
    assert.isDefined(complaint("docs/guides/errors.md", "../../test/setup.ts"))
    assert.isDefined(complaint("README.md", "#no-such-heading"))
  })
})

describe("examples in the package", () => {
  const examples = files.filter((file) => file.startsWith("docs/examples/") && file.endsWith(".ts"))

  it.each(examples)("%s imports the package by its name, and its neighbours by relative paths", (example) => {
    const imported = Array.from(read(example).matchAll(/^(?:import|export)\b[^"]*"([^"]+)"/gm), ([, from = ""]) => from)
    const relative = imported.filter((from) => from.startsWith("."))
    const missing = relative.filter((from) => !examples.includes(Path.posix.join(Path.posix.dirname(example), from)))
    assert.deepStrictEqual(missing, [])
  })
})
