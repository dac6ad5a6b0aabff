/** Every route of the description gets a module that compiles, and that sends and reads what the description says. */
import { execFileSync, spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"

const root = Path.resolve(import.meta.dirname, "../..")
const main = Path.join(import.meta.dirname, "everyRoute.ts")

/** Inside of the repository, where packages are found. */
const folder = Path.join(root, ".snippets", `add-${process.pid}`)

/** What a strict project checks. */
const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "es2024.arraybuffer", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  types: ["node"],
  noEmit: true,
  // More of them repeat each other's work.
  checkers: 1,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true
}

beforeAll(() => void Fs.mkdirSync(folder, { recursive: true }))
afterAll(() => Fs.rmSync(folder, { recursive: true, force: true }))

describe("the module of every route", () => {
  it("sends what the description allows, and reads its examples and what its schemas make", () => {
    // Nobody loads these modules again.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" }
    const output = execFileSync(process.execPath, [main, folder], { env, encoding: "utf8", maxBuffer: 2 ** 28 })
    const { calls, complaints, routes } = JSON.parse(output) as {
      readonly calls: number
      readonly complaints: ReadonlyArray<string>
      readonly routes: number
    }
    assert.deepStrictEqual(complaints, [])
    assert.isAtLeast(routes, 1_223)
    assert.isAtLeast(calls, 5 * routes)
  })

  it("compiles in a strict project, all of them in one program, and so do their tests", () => {
    assert.isAtLeast(Fs.readdirSync(folder).length, 1_223)
    Fs.writeFileSync(Path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", folder], { cwd: root, encoding: "utf8" })
    assert.deepStrictEqual([stdout, status], ["", 0])
  })

  it("is formatted as the modules of the library are", () => {
    // The formatter passes over what git ignores.
    const copy = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-add-"))
    onTestFinished(() => Fs.rmSync(copy, { recursive: true, force: true }))
    Fs.cpSync(folder, copy, { recursive: true, filter: (file) => !/\.test\.ts$|\.json$/.test(file) })
    const args = ["oxfmt", "--list-different", "--config", Path.join(root, ".oxfmtrc.json"), copy]
    const { status, stdout } = spawnSync("npx", args, { cwd: root, encoding: "utf8" })
    assert.deepStrictEqual([stdout, status], ["", 0])
  })
})
