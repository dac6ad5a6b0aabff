/** The command `forgecast add`, as a process of its own, in a project with a small description. */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { bundled } from "../../bundled.ts"

const main = await bundled("src/command/main.ts")

const string = { type: "string" }

const parameter = (name: string) => ({ name, in: "path", required: true, schema: string })

/** A description with one route, whose record has these fields. */
const describing = (properties: object, version = "1.0.0") => ({
  openapi: "3.0.3",
  info: { version },
  paths: {
    "/repos/{owner}/{repo}/moods": {
      get: {
        operationId: "moods/list-for-repo",
        summary: "List moods",
        parameters: [parameter("owner"), parameter("repo"), { name: "page", in: "query", schema: { type: "integer" } }],
        responses: {
          200: {
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/mood" } },
                examples: { default: { value: [{ name: "glad" }] } }
              }
            }
          }
        }
      }
    }
  },
  components: { schemas: { mood: { type: "object", required: ["name"], properties } } }
})

class Project {
  readonly home = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-add-"))

  /** It is removed after the test, or by who says otherwise. */
  constructor(after: (remove: () => void) => void = onTestFinished) {
    after(() => this.remove())
    this.write("package.json", JSON.stringify({ type: "module", devDependencies: { "@effect/vitest": "^4.0.0" } }))
    this.write("src/main.ts", "")
  }

  remove(): void {
    Fs.rmSync(this.home, { recursive: true, force: true })
  }

  write(file: string, text: string): void {
    Fs.mkdirSync(Path.dirname(Path.join(this.home, file)), { recursive: true })
    Fs.writeFileSync(Path.join(this.home, file), text)
  }

  read(file: string): string {
    return Fs.readFileSync(Path.join(this.home, file), "utf8")
  }

  describe(document: object): void {
    this.write("node_modules/@octokit/openapi/package.json", "{}")
    this.write("node_modules/@octokit/openapi/generated/api.github.com.json", JSON.stringify(document))
  }

  run(...args: ReadonlyArray<string>): Promise<{ readonly code: number; readonly said: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [main, "add", ...args], { cwd: this.home }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, said: `${stdout}${stderr}` })
      )
    })
  }
}

const route = "GET /repos/{owner}/{repo}/moods"

const module = "src/github/moods/listForRepo.ts"

const readyProject = (after?: (remove: () => void) => void): Project => {
  const project = new Project(after)
  project.describe(describing({ name: string }))
  return project
}

describe("forgecast add", () => {
  it("writes a module and its test, and says so", async () => {
    const project = readyProject()
    const { code, said } = await project.run(route)
    assert.deepStrictEqual([code, said], [0, `wrote ${module}\nwrote ${module.replace(".ts", ".test.ts")}\n`])
    assert.include(project.read(module), 'export const listForRepo = Forge.listing("Moods.listForRepo", "GET /repos/')
    assert.include(project.read(module.replace(".ts", ".test.ts")), 'import { it } from "@effect/vitest"')
  })

  it("takes a name and a directory, and tests with what the project has", async () => {
    const project = readyProject()
    project.write("package.json", "{}")
    project.write("tsconfig.json", '{ "compilerOptions": { "rewriteRelativeImportExtensions": true } }')
    const { code } = await project.run(route, "--name", "Feelings.all", "--directory", "lib")
    assert.strictEqual(code, 0)
    assert.include(project.read("lib/feelings/all.ts"), 'Forge.listing("Feelings.all", "GET /repos/')
    const test = project.read("lib/feelings/all.test.ts")
    assert.include(test, 'import { it } from "node:test"')
    assert.include(test, 'import { all } from "./all.ts"')
  })

  it("names the closest routes for one that is not described", async () => {
    const { code, said } = await readyProject().run("GET /repos/{owner}/{repo}/mood")
    assert.strictEqual(code, 1)
    assert.include(said, `The service has no route GET /repos/{owner}/{repo}/mood. The closest are\n  ${route}`)
  })

  it("says how to install the description", async () => {
    const { code, said } = await new Project().run(route)
    assert.strictEqual(code, 1)
    assert.include(said, "npm install --save-dev @octokit/openapi")
  })

  it("asks for a route", async () => {
    const { code, said } = await readyProject().run()
    assert.strictEqual(code, 1)
    assert.include(said, "Which route?")
  })

  it("overwrites a file only when it is told to", async () => {
    const project = readyProject()
    project.write(module, "mine")
    const refused = await project.run(route)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.said, `${module} exists. To overwrite it, add --force.`)
    assert.strictEqual(project.read(module), "mine")
    assert.strictEqual((await project.run(route, "--force")).code, 0)
    assert.notStrictEqual(project.read(module), "mine")
  })

  it("writes nothing in a dry run", async () => {
    const project = readyProject()
    const { said } = await project.run(route, "--dry-run")
    assert.include(said, `would write ${module}`)
    assert.isFalse(Fs.existsSync(Path.join(project.home, "src/github")))
  })

  it("says which operation of the library has the route already", async () => {
    const project = new Project()
    const { paths, ...document } = describing({ name: string })
    project.describe({ ...document, paths: { "/repos/{owner}/{repo}/labels": Object.values(paths)[0] } })
    const { said } = await project.run("GET /repos/{owner}/{repo}/labels")
    assert.include(said, "forgecast/forge has this route as Labels.list.")
  })
})

describe("forgecast add --update", () => {
  let written: Project

  // Each run costs a process: the tests begin with copies of one project in which the command has written the module.
  beforeAll(async () => {
    written = readyProject(() => {})
    await written.run(route)
    return () => written.remove()
  })

  const writtenProject = (): Project => {
    const project = new Project()
    Fs.cpSync(written.home, project.home, { recursive: true })
    return project
  }

  const changed = describing(
    { name: { type: "string", nullable: true }, since: { type: "string", format: "date-time" } },
    "2.0.0"
  )

  const changes = `${module}: ${route}, @octokit/openapi@1.0.0 -> @octokit/openapi@2.0.0
  ~ Mood.name: string -> string or null
  + Mood.since: timestamp, optional
`

  it("says that nothing has changed", async () => {
    const project = writtenProject()
    const { code, said } = await project.run("--update")
    assert.deepStrictEqual([code, said], [0, "All modules are as @octokit/openapi@1.0.0 describes them\n"])
  })

  it("shows the fields that have changed, and rewrites a module that nobody has touched", async () => {
    const project = writtenProject()
    project.describe(changed)
    const { code, said } = await project.run("--update")
    assert.strictEqual(code, 0)
    assert.include(said, `${changes}  rewritten\n`)
    assert.include(project.read(module), "since: Wire.nullable(Wire.Timestamp)")
  })

  it("leaves a module that the user has changed, and fails", async () => {
    const project = writtenProject()
    const mine = `// mine\n${project.read(module)}`
    project.write(module, mine)
    project.describe(changed)
    const { code, said } = await project.run("--update")
    assert.strictEqual(code, 1)
    assert.include(said, changes)
    assert.include(said, `left as it is, since you have changed ${module}.`)
    assert.strictEqual(project.read(module), mine)
  })

  it("takes note of the changes with --keep, and says what it overwrites with --force", async () => {
    const project = writtenProject()
    const mine = `// mine\n${project.read(module)}`
    project.write(module, mine)
    project.describe(changed)
    assert.strictEqual((await project.run("--update", "--keep")).code, 0)
    assert.strictEqual(project.read(module), mine)
    assert.strictEqual((await project.run("--update")).code, 0)
    project.describe(describing({ name: string }, "3.0.0"))
    const { code, said } = await project.run("--update", "--force")
    assert.strictEqual(code, 0)
    assert.include(said, `overwritten, with what you have changed in ${module}`)
    assert.notInclude(project.read(module), "// mine")
  })

  it("says that the service has a route no more", async () => {
    const project = writtenProject()
    project.describe({ ...changed, paths: {} })
    const { code, said } = await project.run("--update")
    assert.strictEqual(code, 1)
    assert.include(said, `${module}: the service has ${route} no more`)
  })
})
