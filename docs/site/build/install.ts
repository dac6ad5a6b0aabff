/** Installs the packages of the site, unless they are those of its lock file. */
import { spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"

const site = Path.resolve(import.meta.dirname, "..")

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>
}

const read = (file: string): Lock => {
  const path = Path.join(site, file)
  // npm has written it.
  return Fs.existsSync(path) ? (JSON.parse(Fs.readFileSync(path, "utf8")) as Lock) : { packages: {} }
}

/** The packages that lack or have another version. */
const missing = (): ReadonlyArray<string> => {
  const installed = read("node_modules/.package-lock.json").packages
  return Object.entries(read("package-lock.json").packages).flatMap(([path, { optional, version }]) =>
    // Optional ones may be for other platforms.
    path === "" || optional === true || installed[path]?.version === version ? [] : [path]
  )
}

if (missing().length > 0) {
  // Not `npm ci`, which wants the lock file to name the packages of all platforms.
  spawnSync("npm", ["install", "--no-save", "--no-audit", "--prefix", site], {
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  const left = missing()
  if (left.length > 0) {
    console.error(["docs/site/package-lock.json does not fit docs/site/package.json:", ...left].join("\n  "))
    process.exitCode = 1
  }
}
