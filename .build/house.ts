/** Checks what no lint rule can: `rest` names no service, and no docstring is opened twice. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { openedTwice } from "./package/declarations.ts"

const root = Path.resolve(import.meta.dirname, "..")

const files = Fs.globSync("src/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"))

const service = /github|weather/i

const named = files
  .filter((file) => file.startsWith("src/rest/"))
  .flatMap((file) => [
    ...(service.test(file) ? [`${file}: the name of the file names a service`] : []),
    ...Fs.readFileSync(Path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (service.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
  ])

if (named.length > 0) {
  process.exitCode = 1
  console.error(["src/rest must not name a service:", ...named].join("\n  ") + "\n")
}

const opened = Fs.globSync("{.build,docs,src,test}/**/*.ts", {
  cwd: root,
  exclude: (file) => /(?:^|\/)(?:dist|node_modules|\.snippets)$/.test(file)
}).flatMap((file) => openedTwice(Fs.readFileSync(Path.join(root, file), "utf8")).map((line) => `${file}:${line}`))

if (opened.length > 0) {
  process.exitCode = 1
  console.error(["A docstring is opened twice:", ...opened].join("\n  ") + "\n")
}
