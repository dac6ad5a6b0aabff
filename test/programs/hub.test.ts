import { describe, expect, layer } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { deskWith, host, layerEnterprise } from "./enterprise.ts"
import { lacks } from "./program.ts"

const Live = layerEnterprise({
  tokens: { ghp_acme: "acme", ghp_grace: "grace" },
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { grace: "read" },
      labels: ["bug"],
      milestones: [{ title: "v1" }],
      files: { "README.md": "# Web\n" },
      issues: [{ title: "It rains in", labels: ["bug"] }],
      pulls: [{ title: "Two", head: "two", files: { "two.txt": "2\n" } }],
      statuses: [{ ref: "two", context: "deploy", state: "failure", target_url: "https://ci.example/1" }],
      checks: [{ ref: "two", name: "build", conclusion: "success" }]
    },
    {
      owner: "acme",
      name: "releases",
      files: { "README.md": "# Releases\n" },
      releases: [{ tag_name: "v0", name: "Zero", assets: [{ name: "a.txt", content: "a\n" }] }]
    },
    { owner: "acme", name: "open", files: { "README.md": "# Open\n" } }
  ]
})

const web = `https://${host}`

/** Answers git's question for a credential. */
const credential = '!f() { echo username=hub; echo "password=$GITHUB_TOKEN"; }; f'

/** Where hub runs, in a clone of a repository of acme, signed in with a token. */
const clone = Effect.fnUntraced(function* (name: string, token: string = "ghp_acme") {
  const { attempt, home, run } = yield* deskWith({ GITHUB_HOST: host, GITHUB_TOKEN: token })
  yield* run(home, "git config --global hub.protocol https")
  yield* run(home, "git config --global credential.helper", credential)
  yield* run(home, `hub clone -q acme/${name}`)
  const folder = Path.join(home, name)
  return {
    folder,
    git: (line: string, ...args: ReadonlyArray<string>) => run(folder, `git ${line}`, ...args),
    hub: (line: string, ...args: ReadonlyArray<string>) => run(folder, `hub ${line}`, ...args),
    attempt: (line: string, ...args: ReadonlyArray<string>) => attempt(folder, `hub ${line}`, ...args)
  }
})

describe.skipIf(lacks("hub", "--version"))("hub, where it is installed", () => {
  layer(Live, { excludeTestServices: true })((it) => {
    it.effect("keeps issues and pull requests, and shows their checks", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { attempt, git, hub } = yield* clone("web")
        expect(yield* hub("browse -u")).toBe(`${web}/acme/web\n`)
        expect(yield* hub("issue create -l bug -a acme -M v1 -m", "Umbrellas leak\n\nAll of them")).toBe(
          `${web}/acme/web/issues/3\n`
        )
        expect(yield* hub("issue -f %I:%t%n")).toBe("3:Umbrellas leak\n1:It rains in\n")
        yield* hub("issue update 1 -s closed")
        expect(yield* hub("issue show -f", "%t is %S", "1")).toBe("It rains in is closed")
        expect(yield* hub("issue labels")).toBe("bug\n")

        // hub ends with 1 where something has failed.
        const checked = yield* attempt("ci-status -f", "%S %t%n", "origin/two")
        expect([checked.code, checked.output]).toEqual([1, "failure deploy\nsuccess build\n"])
        expect((yield* attempt("ci-status main")).output).toBe("no status\n")

        yield* git("switch -q -c three")
        yield* git("commit -q --allow-empty -m Three")
        yield* git("push -q -u origin three")
        expect(yield* hub("pull-request --no-edit -b main -l bug -r grace")).toBe(`${web}/acme/web/pull/4\n`)
        expect(yield* hub("pr list -f %I:%H%n")).toBe("4:three\n2:two\n")
        yield* hub("pr checkout 2")
        expect(yield* git("log -1 --format=%s")).toBe("Two\n")
        yield* hub(`merge -q ${web}/acme/web/pull/4`)
        yield* git("push -q origin HEAD:two")
        const { branches, issues, pulls } = yield* repository("acme/web")
        expect(issues.map(({ assignees, labels, milestone, state }) => [state, labels, assignees, milestone])).toEqual([
          ["closed", ["bug"], [], null],
          ["open", [], [], null],
          ["open", ["bug"], ["acme"], "v1"],
          ["open", ["bug"], [], null]
        ])
        expect(pulls[1]).toMatchObject({ title: "Three", head: "acme:three", requested_reviewers: ["grace"] })
        expect(branches["two"]).toBe((yield* git("rev-parse HEAD")).trim())
      })
    )

    it.effect("keeps releases", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { folder, hub } = yield* clone("releases")
        Fs.writeFileSync(Path.join(folder, "b.txt"), "bee\n")
        expect(yield* hub("release create -a b.txt#Bee -m", "One\n\nNotes", "v1")).toContain(
          `${web}/acme/releases/releases/tag/v1\n`
        )
        yield* hub("release edit -m Uno v1")
        expect(yield* hub("release -f %T:%t%n")).toBe("v1:Uno\nv0:Zero\n")
        yield* hub("release download v0")
        expect(Fs.readFileSync(Path.join(folder, "a.txt"), "utf8")).toBe("a\n")
        expect((yield* repository("acme/releases")).releases).toMatchObject([
          { tag_name: "v1", name: "Uno", assets: [{ name: "b.txt", label: "Bee", size: 4 }] },
          { tag_name: "v0", assets: [{ download_count: 1 }] }
        ])
        yield* hub("release delete v1")
        expect((yield* repository("acme/releases")).releases.map(({ tag_name }) => tag_name)).toEqual(["v0"])
      })
    )

    it.effect("forks, makes and deletes repositories, and asks the API", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { git, hub } = yield* clone("open", "ghp_grace")
        yield* hub("fork")
        expect(yield* git("remote get-url grace")).toBe(`${web}/grace/open.git\n`)
        yield* git("switch -q -c idea")
        yield* git("commit -q --allow-empty -m Idea")
        yield* git("push -q -u grace idea")
        expect((yield* repository("grace/open")).branches["idea"]).toBe((yield* git("rev-parse HEAD")).trim())
        const offered = yield* hub("pull-request --no-edit -b acme:main -h grace:idea")
        const number = Number(Path.basename(offered.trim()))
        expect((yield* repository("acme/open")).pulls.find((pull) => pull.number === number)).toMatchObject({
          title: "Idea",
          head: "grace:idea"
        })
        yield* hub("create -d Made made")
        expect(JSON.parse(yield* hub("api repos/grace/made"))).toMatchObject({ description: "Made", private: false })
        yield* hub("delete -y made")
        expect(yield* hub("api graphql -f query={viewer{login}}")).toBe('{"data":{"viewer":{"login":"grace"}}}')
        expect(yield* hub("api -t user")).toMatch(/^\.login\tgrace\n/)
        const list = yield* hub("api --paginate users/grace/repos?per_page=1")
        expect([...list.matchAll(/"full_name":"(grace\/[^"]+)"/g)].map(([, name]) => name)).toEqual(["grace/open"])
      })
    )
  })
})
