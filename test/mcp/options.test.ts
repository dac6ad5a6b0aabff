/** The command line. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  boundsOf,
  type Environment,
  help,
  isLoopback,
  isPlanning,
  type Options,
  readOptions
} from "../../src/mcp/options.ts"
import { setNames } from "../../src/mcp/tools.ts"
import { temporary } from "../services/daemon.ts"

const read = (args: ReadonlyArray<string>, environment: Environment = {}) => readOptions(args, environment) as Options

const refusal = (args: ReadonlyArray<string>, environment: Environment = {}): string => {
  try {
    readOptions(args, environment)
    return "nothing"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A file with this text. */
const file = (text: string) =>
  Effect.map(temporary("forgecast-mcp-"), (directory) => {
    const path = Path.join(directory, "file.json")
    Fs.writeFileSync(path, text)
    return path
  })

const token = { FORGECAST_MCP_TOKEN: "x".repeat(16) }

describe("options", () => {
  it("are read-only, over standard input and output, by default", () => {
    assert.deepStrictEqual(read([]), {
      tools: ["default"],
      writing: "none",
      bounds: undefined,
      simulate: false,
      listening: undefined,
      record: undefined
    })
    assert.deepStrictEqual(read(["--read-only", "--tools", " triage, weather ,"]).tools, ["triage", "weather"])
    assert.deepStrictEqual(readOptions(["--help"], {}), { print: "help" })
    assert.deepStrictEqual(readOptions(["--version"], {}), { print: "version" })
    for (const name of setNames) assert.include(help, name)
  })

  it.live("make the directory of recorded sessions, and refuse one that cannot be", () =>
    Effect.gen(function* () {
      const path = yield* file("")
      const directory = Path.join(Path.dirname(path), "a/b")
      assert.strictEqual(read(["--record", directory]).record, directory)
      assert.isTrue(Fs.statSync(directory).isDirectory())
      assert.match(refusal(["--record", Path.join(path, "a")]), /file\.json\/a cannot be written to/)
    })
  )

  it.live("write only within bounds that a file has, or in the simulator", () =>
    Effect.gen(function* () {
      const bounds = yield* file(`{ "reads": { "in": ["acme/web"] }, "mode": "act" }`)
      assert.match(refusal(["--write"]), /--write needs --bounds/)
      assert.match(refusal(["--plan"]), /--plan needs --bounds/)
      assert.match(refusal(["--plan", "--read-only", "--bounds", bounds]), /--read-only and --plan exclude/)
      assert.strictEqual(read(["--write", "--bounds", bounds]).writing, "act")
      assert.strictEqual(read(["--write", "--plan", "--simulate"]).writing, "plan")
      assert.deepStrictEqual(boundsOf(read(["--bounds", bounds])), { reads: { in: ["acme/web"] }, mode: "act" })
      assert.deepInclude(boundsOf(read(["--plan", "--bounds", bounds])) as object, { mode: "plan" })
      const wide = boundsOf(read([])) as Record<string, unknown>
      assert.deepStrictEqual(wide["reads"], { in: ["*/*", "*"], elsewhere: ["*"] })
      assert.notProperty(wide, "writes")
      assert.notProperty(boundsOf(read(["--simulate"])) as object, "writes")
      assert.property(boundsOf(read(["--simulate", "--write"])) as object, "writes")
      assert.isTrue(isPlanning(boundsOf(read(["--plan", "--bounds", bounds])), "plan"))
      assert.isFalse(isPlanning(boundsOf(read(["--write", "--bounds", bounds])), "act"))
      assert.isTrue(isPlanning({ mode: "plan" }, "act"))
      assert.isFalse(isPlanning({ mode: "plan" }, "none"))
      // What is not an object is left to the check of bounds.
      assert.deepStrictEqual(boundsOf({ bounds: [1], simulate: false, writing: "plan" }), [1])
    })
  )

  it.live("read the files that they name", () =>
    Effect.gen(function* () {
      assert.strictEqual(read(["--simulate", yield* file("{}")]).simulate, "{}")
      assert.strictEqual(read(["--simulate"]).simulate, undefined)
      assert.match(refusal(["--simulate", "/none.json"]), /^\/none\.json cannot be read\. ENOENT/)
      assert.match(refusal(["--bounds", "/none.json"]), /^\/none\.json cannot be read\. ENOENT/)
      assert.match(refusal(["--bounds", yield* file("{")]), /is not JSON\. /)
      assert.match(refusal(["seed.json"]), /^seed\.json is not an option/)
      assert.match(refusal(["--simulate", yield* file("{}"), "more"]), /^more is not an option/)
      assert.match(refusal(["--bund", "x"]), /Unknown option '--bund'.*See --help/)
      assert.match(refusal(["--tools"]), /See --help/)
    })
  )

  it("listen on this machine, or on others with a token", () => {
    const listening = { port: 0, host: "127.0.0.1", hosts: [], token: null }
    assert.deepStrictEqual(read(["--http"]).listening, listening)
    assert.deepStrictEqual(read(["--http", "--port", "65535"]).listening, { ...listening, port: 65_535 })
    assert.match(refusal(["--http", "--port", "65536"]), /--port: expected a number from 0 to 65535, got 65536/)
    assert.match(refusal(["--http", "--port", "1e3"]), /--port: expected/)
    for (const option of [
      ["--port", "1"],
      ["--host", "localhost"],
      ["--allow-host", "a"]
    ]) {
      assert.match(refusal(option), new RegExp(`^${option[0]} needs --http`))
    }
    for (const host of ["0.0.0.0", "::", "192.0.2.1", "mcp.example", "::ffff:127.0.0.1"]) {
      assert.isFalse(isLoopback(host))
      assert.match(refusal(["--http", "--host", host]), /FORGECAST_MCP_TOKEN must be set/)
      assert.strictEqual(read(["--http", "--host", host], token).listening?.host, host)
    }
    for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost", "LocalHost"]) assert.isTrue(isLoopback(host))
    const given = read(["--http"], token).listening?.token
    assert.strictEqual(given && Redacted.value(given), "x".repeat(16))
    assert.match(refusal(["--http"], { FORGECAST_MCP_TOKEN: "x".repeat(15) }), /16 characters or more/)
    assert.strictEqual(read(["--http"], { FORGECAST_MCP_TOKEN: "" }).listening?.token, null)
  })
})
