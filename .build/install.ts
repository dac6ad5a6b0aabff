/** `node .build/install.ts FOLDER`: installs the packages of a folder, unless they are those of its lock file. */
import { spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"

const folder = process.argv[2] ?? "."

const root = Path.resolve(import.meta.dirname, "..", folder)

interface Package {
  readonly version?: string
  readonly optional?: boolean
}

/** What npm has written. Undefined if it is not there. */
const read = (file: string): unknown => {
  const path = Path.join(root, file)
  return Fs.existsSync(path) ? JSON.parse(Fs.readFileSync(path, "utf8")) : undefined
}

const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Package>> }

/** The packages that lack or have another version. Optional ones may be for other platforms. */
const missing = (): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([path, { optional, version }]) => {
    if (path === "" || optional === true) return []
    const installed = read(`${path}/package.json`) as Package | undefined
    return installed?.version === version ? [] : [path]
  })

if (missing().length > 0) {
  // npm's own notes may be ahead of what is there.
  Fs.rmSync(Path.join(root, "node_modules/.package-lock.json"), { force: true })
  // Not `npm ci`, which wants the lock file to name the packages of all platforms.
  spawnSync("npm", ["install", "--no-save", "--no-audit", "--ignore-scripts", "--prefix", root], {
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  const left = missing()
  if (left.length > 0) {
    console.error([`${folder}/package-lock.json does not fit ${folder}/package.json:`, ...left].join("\n  "))
    process.exitCode = 1
  }
}
