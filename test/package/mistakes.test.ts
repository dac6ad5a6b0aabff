/** What the compiler says of typical mistakes: the first line, which a person reads first. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, expect, it } from "@effect/vitest"
import { head, mistakes } from "./mistakes.ts"

const root = Path.resolve(import.meta.dirname, "../..")
const directory = Path.join(root, ".snippets/mistakes")

/** The first line that the compiler says of each module. */
const compiled = (): ReadonlyMap<string, string> => {
  Fs.rmSync(directory, { recursive: true, force: true })
  Fs.mkdirSync(directory, { recursive: true })
  for (const [index, program] of Object.values(mistakes).entries()) {
    Fs.writeFileSync(Path.join(directory, `${index}.ts`), `${head}${program}\n`)
  }
  const config = {
    extends: "../../tsconfig.json",
    include: ["*.ts"],
    exclude: [],
    // The built package, as it refers to itself.
    compilerOptions: { paths: {}, rootDirs: [], exactOptionalPropertyTypes: false }
  }
  Fs.writeFileSync(Path.join(directory, "tsconfig.json"), JSON.stringify(config))
  let output = ""
  try {
    const tsc = Path.join(root, "node_modules/typescript/bin/tsc")
    execFileSync(process.execPath, [tsc, "--pretty", "false", "-p", directory], { cwd: directory, stdio: "pipe" })
  } catch (error) {
    // The compiler fails, as it should.
    output = error instanceof Error && "stdout" in error ? String(error.stdout) : ""
  }
  const first = new Map<string, string>()
  for (const [, index = "", line = ""] of output.matchAll(/^(\d+)\.ts\(\d+,\d+\): error (TS\d+: .*)$/gm)) {
    if (!first.has(index)) first.set(index, line.replaceAll(root, ""))
  }
  return first
}

it("the compiler finds each mistake, and says what is wrong", async () => {
  const said = compiled()
  const table = Object.entries(mistakes).map(([name, program], index) => {
    const line = said.get(String(index))
    assert.isDefined(line, `${name}: compiles`)
    return `## ${name}\n\n\`\`\`ts\n${program}\n\`\`\`\n\n> ${line}\n`
  })
  await expect(["# What the compiler says\n", ...table].join("\n")).toMatchFileSnapshot("mistakes.md")
})
