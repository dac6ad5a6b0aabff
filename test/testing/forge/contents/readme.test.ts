import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../commits/support.ts"
import { dig } from "../support.ts"

/** The path of the README that the service shows of these files. */
const shown = (names: ReadonlyArray<string>, path = "/readme") => {
  const files = Object.fromEntries(names.map((name) => [name, name]))
  return Effect.map(
    Effect.provide(
      ask(path === "/readme" ? "GET /readme" : "GET /readme/{dir}", path),
      ForgeSimulator.layerHttpClient({ repositories: [{ owner: "acme", name: "web", files }] })
    ),
    ({ json, status }) => dig(json, "path") ?? status
  )
}

describe("the README", () => {
  it.effect.each([
    [["README.md"], "README.md"],
    [["readme"], "readme"],
    [["ReadMe.RST"], "ReadMe.RST"],
    [["README", "README.txt", "README.rst", "README.md"], "README.md"],
    [["README.txt", "README"], "README"],
    [["docs/README.md", "README.txt"], "README.txt"],
    [["docs/README.md", "README.md", ".github/readme.adoc"], ".github/readme.adoc"],
    [["docs/README.md", "src/README.md"], "docs/README.md"],
    [["src/README.md", "READMEFIRST.md", "README/x"], 404]
  ] as const)("of %j is %s", ([names, expected]) =>
    Effect.gen(function* () {
      expect(yield* shown(names)).toBe(expected)
    })
  )

  it.effect("of a directory is its own", () =>
    Effect.gen(function* () {
      expect(yield* shown(["src/deep/readme.md", "README.md"], "/readme/src/deep")).toBe("src/deep/readme.md")
      expect(yield* shown(["README.md", "src/a"], "/readme/src")).toBe(404)
    })
  )

  it.effect("is decoded by the client, on any ref", () =>
    Effect.gen(function* () {
      const at = { owner: "acme", repo: "web" }
      expect((yield* Contents.getReadme(at)).text).toBe("# main\n")
      expect((yield* Contents.getReadme({ ...at, ref: "topic" })).text).toBe("# topic\n")
      expect((yield* Effect.flip(Contents.getReadme({ ...at, ref: "nothing" })))._tag).toBe("NotFound")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          repositories: [
            {
              owner: "acme",
              name: "web",
              files: { "README.md": "# main\n" },
              branches: { topic: { files: { "README.md": "# topic\n" } } }
            }
          ]
        })
      )
    )
  )
})
