/** Checks what no lint rule can: `rest` names no service. */
import * as Fs from "node:fs"
import * as Path from "node:path"

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
