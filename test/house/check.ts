/** Checks what no lint rule can: `rest` names no service, and no folder has too many files. */
import * as Fs from "node:fs"
import * as Path from "node:path"

const root = Path.resolve(import.meta.dirname, "../..")

/** How many files a folder may have. A folder of public modules has one for each resource, without a limit. */
const most = 12

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

const crowded = [...new Set(files.map((file) => Path.posix.dirname(file)))].flatMap((folder) => {
  const count = files.filter((file) => Path.posix.dirname(file) === folder).length
  return folder.includes("/internal") && count > most ? [`${folder} has ${count} files`] : []
})

const complain = (rule: string, found: ReadonlyArray<string>): void => {
  if (found.length === 0) return
  process.exitCode = 1
  console.error([rule, ...found].join("\n  ") + "\n")
}

complain("src/rest must not name a service:", named)
complain(`A folder has at most ${most} files:`, crowded)
