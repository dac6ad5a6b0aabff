/**
 * Joins modules of the built package that programs need together. A module costs Node about half a millisecond to find,
 * read and link. The modules that the package exports stay, and re-export from the joined file.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { rolldown } from "rolldown"

const dist = Path.resolve("dist")

interface Group {
  readonly name: string
  readonly test: RegExp
  /** Only what these modules need. */
  readonly neededBy?: ReadonlyArray<string>
}

// Few programs act as an App, call by route, read whole trees or get webhooks.
const ofForge =
  /^forge\/(?!internal\/(?:app|graphql|routes|treeFiles|webhooks)\b)(?:internal|schema|Forge|ForgeError|dialect)\b/

/** The joined files. Each may import only those before it. The modules of operations stay apart. */
const groups: ReadonlyArray<Group> = [
  {
    name: "rest/internal/joined",
    test: /^rest\/(?!Write\b|Mark\b|Hmac\b|PersistedCache\b|Lease\b|internal\/(?:verify|persist|shared|wire\/upload)\/)/
  },
  // Most programs read issues or pull requests. Records take longest to evaluate, so the others are apart.
  { name: "forge/internal/joined", test: ofForge, neededBy: ["forge/Issues.js", "forge/PullRequests.js"] },
  { name: "forge/internal/others", test: ofForge },
  // Arrow and the reader of flatbuffers need optional peers. Only refused requests and programs themselves read names. Few
  // programs compute more of series than `Series` does, or show places.
  {
    name: "weather/internal/joined",
    test: /^weather\/(?!index\b|(?:Alerts|Arrow|Derive|FireWeather|Grid|ModelUpdates|Places|Plot|Sun)\b|series\/(?:Climatology|Correlation|DegreeDays|Distribution|FromArrow|Gaps|Rolling|Spells|Verify)\b|internal\/series\/(?:correlation|fill|moving|ranks)\b|Variables\b|variables\/(?!AirQuality|Columns|ModelNames|Models|Units)|internal\/(?:flatbuffers|names|places)\/)/
  }
]

const isJoined = (name: string): boolean => groups.some(({ test }) => test.test(name))
const isInternal = (name: string): boolean => name.includes("/internal/")
// An index exports whole modules. As part of a joined file, each of them would be an object that bundlers keep whole.
const isIndex = (name: string): boolean => /^(?:\w+\/)?index\.js$/.test(name)

const nameOf = (path: string): string => Path.relative(dist, path).replaceAll("\\", "/")
const pathOf = (name: string): string => Path.join(dist, name)

const modules = Fs.globSync("**/*.js", { cwd: dist }).map((name) => name.replaceAll("\\", "/"))
const entries = modules.filter((name) => !isIndex(name) && !(isInternal(name) && isJoined(name)))

/** What the modules of `neededBy` need, found by the bundler. */
const needed = new Map<Group, Set<string>>()

const isIn = (group: Group, name: string): boolean =>
  group.test.test(name) && (group.neededBy === undefined || needed.get(group)?.has(name) === true)

// Marks imports of modules that stay apart, so that the bundler leaves them as they are.
const apart = "apart:"

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name.replace(/\.js$/, ""), pathOf(name)])),
  external: /^[^./]/,
  plugins: [
    {
      name: "apart",
      resolveId: (id, importer) => {
        if (importer === undefined) return null
        const path = Path.resolve(Path.dirname(importer), id)
        if (isJoined(nameOf(path))) return null
        // What a joined module loads later is elsewhere, seen from the joined file.
        const group = groups.find(({ test }) => test.test(nameOf(importer)))
        const found = group && Path.posix.relative(Path.posix.dirname(group.name), nameOf(path))
        return { id: apart + (found?.replace(/^(?!\.)/, "./") ?? id), external: true }
      },
      buildEnd() {
        for (const group of groups) {
          const names = new Set<string>()
          const visit = (path: string): void => {
            const name = nameOf(path)
            if (names.has(name)) return
            names.add(name)
            this.getModuleInfo(path)?.importedIds.forEach(visit)
          }
          group.neededBy?.forEach((name) => visit(pathOf(name)))
          needed.set(group, names)
        }
      }
    },
    {
      name: "source-maps",
      load: (id) => ({ code: Fs.readFileSync(id, "utf8"), map: Fs.readFileSync(`${id}.map`, "utf8") })
    }
  ],
  treeshake: false
})
const { output } = await bundle.generate({
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  minifyInternalExports: false,
  sourcemap: true,
  codeSplitting: { groups: groups.map((group) => ({ name: group.name, test: (path) => isIn(group, nameOf(path)) })) }
})

// Two files that import each other would each run before the other, depending on which the program imports first.
const order = groups.map(({ name }) => `${name}.js`)
const complaints = output.flatMap((file) => {
  if (file.type === "asset" || file.isEntry) return []
  const place = order.indexOf(file.fileName)
  if (place === -1) return [`${file.fileName} is in no group`]
  return file.imports
    .filter((name) => name.startsWith(apart) || order.indexOf(name) >= place)
    .map((name) => `${file.fileName} imports ${name}`)
})
if (complaints.length > 0) throw new Error(complaints.join("\n"))

for (const name of modules.filter((name) => isInternal(name) && isJoined(name)))
  for (const ending of [".js", ".js.map", ".d.ts", ".d.ts.map"]) Fs.rmSync(pathOf(name.replace(/\.js$/, ending)))
for (const file of output)
  Fs.writeFileSync(pathOf(file.fileName), file.type === "asset" ? file.source : file.code.replaceAll(`"${apart}`, '"'))
