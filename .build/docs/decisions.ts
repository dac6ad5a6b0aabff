/** Checks that what `docs/decisions` names is there: paths, modules with their members, commands and counts. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { hosts } from "../../src/weather/internal/hosts.ts"
import { metas } from "../weather/metas.ts"
import { counts } from "./counts.ts"
import { stretchesOf } from "./fences.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const filesOf = (...patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  Fs.globSync(patterns, { cwd: root, exclude: (file) => /(?:^|\/)(?:node_modules|dist)$/.test(file) }).map((file) =>
    file.replaceAll("\\", "/")
  )

const read = (file: string): string => Fs.readFileSync(Path.join(root, file), "utf8")

const ours = filesOf("*.*", "{.build,.ci,docs,src,test}/**")

const effect = Fs.globSync("**/*.ts", { cwd: Path.join(root, "node_modules/effect/src") }).map(
  (file) => `node_modules/effect/src/${file.replaceAll("\\", "/")}`
)

const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> }

/** Whether a pattern is the end of the path of a file or folder, with or without the extension. */
const isPath = (path: string): boolean => {
  const end = path.replaceAll(".", "\\.").replaceAll("*", "[^/]*").replace(/\/$/, "")
  const pattern = new RegExp(`(?:^|/)${end}(?:\\.ts|/|$)`)
  return ours.some((file) => pattern.test(file))
}

/** Whether an import resolves to a module. Packages that are not installed are not ours to check. */
const isModule = (specifier: string): boolean => {
  const [name = "", ...rest] = specifier.split("/")
  const path = rest.join("/")
  if (name === "forgecast") return ours.some((file) => [`src/${path}.ts`, `src/${path}/index.ts`].includes(file))
  return effect.some((file) => file.startsWith(`node_modules/effect/src/${path}.ts`) || file.includes(`/src/${path}/`))
}

const pathIn = /^(?:[\w.*-]+\/)+[\w.*-]*$|^[\w*]+\.(?:ts|json|md)$/

/** The files of a module, or those that declare a name. */
const filesOfName = (name: string): ReadonlyArray<string> => {
  const isOf = (file: string): boolean => file.endsWith(`/${name}.ts`)
  const modules = [...ours.filter((file) => file.startsWith("src/") && isOf(file)), ...effect.filter(isOf)]
  if (modules.length > 0) return modules
  const declared = new RegExp(`\\b(?:class|const|enum|interface|namespace|type) ${name}\\b`)
  return ours.filter((file) => /^(?:src|test|docs\/site)\/.*\.ts$/.test(file) && declared.test(read(file)))
}

const remembered = new Map<string, boolean>()

const isName = (module: string, member: string): boolean => {
  const key = `${module}.${member}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const word = new RegExp(`\\b${member}\\b`)
  const found = module in globalThis || filesOfName(module).some((file) => word.test(read(file)))
  remembered.set(key, found)
  return found
}

const spanComplaint = (span: string, isHistory: boolean): string | undefined => {
  const [, script] = /^npm run (?:-s )?([\w:]+)/.exec(span) ?? []
  if (script !== undefined && scripts[script] === undefined) return `there is no script ${script}`
  const [, bench] = /^npm run bench -- (\w+)/.exec(span) ?? []
  if (bench !== undefined && !isPath(`test/bench/${bench}.ts`) && !read("test/bench/main.ts").includes(bench))
    return `there is no measurement ${bench}`
  if (/^(?:forgecast|effect)\/\w/.test(span)) return isModule(span) ? undefined : "there is no such module"
  if (pathIn.test(span) && !span.startsWith("@")) return isPath(span) ? undefined : "there is no such path"
  // What was not taken need not exist.
  const [, module = "", member = ""] = (isHistory ? undefined : /^([A-Z]\w*)\.([a-z]\w*)/.exec(span)) ?? []
  return module === "" || isName(module, member) ? undefined : `${module} has no ${member}, or is not there`
}

const words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ")

const numberOf = (text: string): number =>
  words.includes(text.toLowerCase()) ? words.indexOf(text.toLowerCase()) + 1 : Number(text.replaceAll(",", ""))

/** What pages may count, apart from what they have measured or not taken. */
const countable: Readonly<Record<string, number>> = {
  endpoints: counts.endpoints,
  operations: counts.operations,
  services: Object.keys(hosts(false, undefined)).length,
  models: Object.keys(metas.models).length,
  variables: ["hourly", "daily", "weekly", "monthly"].reduce(
    (sum, block) => sum + Object.keys(metas.variables[block as "hourly"]).length,
    0
  )
}

const counted = new RegExp(
  `(?<!of |,)\\b(\\d[\\d,]*|${words.join("|")}) (?:of our own )?(${Object.keys(countable).join("|")}|files|folders|lines|modules)\\b`,
  "gi"
)

const countComplaints = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(counted)].flatMap(([found, said = "", what = ""]) => {
    const actual = countable[what.toLowerCase()]
    const number = numberOf(said)
    // One or two models, or services, are any.
    if (number === 1 || number === actual || (actual !== undefined && number < 10)) return []
    return [actual === undefined ? `"${found}": leave the number out` : `"${found}": there are ${actual}`]
  })

/** What a page says that is not so, by line. */
export const complaintsOf = (page: string, markdown: string): ReadonlyArray<string> => {
  let isHistory = false
  return stretchesOf(page, markdown).flatMap(({ info, line: first, lines }) =>
    lines.flatMap((text, index) => {
      const at = (complaint: string): string => `${page}:${first + index}: ${complaint}`
      if (info !== undefined)
        // A drawing names modules without quotes.
        return [...text.matchAll(/(?<![\w./-])[a-z]\w*\/[a-z]\w*(?![\w/.(])/g)].flatMap(([path]) =>
          isPath(path) ? [] : [at(`${path}: there is no such path`)]
        )
      if (/^#|^\*\*Not taken|^(?:Not taken|Decided):/.test(text)) isHistory = /^\W*(?:Not taken|Measured)/.test(text)
      const spans = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = ""]) => {
        const complaint = spanComplaint(span, isHistory)
        return complaint === undefined ? [] : [`\`${span}\`: ${complaint}`]
      })
      return [...spans, ...(isHistory || text.startsWith("#") ? [] : countComplaints(text))].map(at)
    })
  )
}

if (import.meta.main) {
  const complaints = filesOf("docs/decisions/*.md")
    .toSorted()
    .flatMap((page) => complaintsOf(page, read(page)))
  if (complaints.length > 0) {
    process.exitCode = 1
    console.error(complaints.join("\n"))
  }
}
