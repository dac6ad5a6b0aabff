import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { host, layerEnterprise } from "./enterprise.ts"
import { clone, desk, tokens } from "./gh.ts"
import { lacks } from "./program.ts"

const Live = layerEnterprise({
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "issues",
      labels: ["bug"],
      milestones: [{ title: "v1" }],
      issues: [{ title: "It rains in", labels: ["bug"], comments: [{ body: "Here, too", user: "grace" }] }]
    },
    {
      owner: "acme",
      name: "desk",
      files: { "README.md": "# Desk\n" },
      issues: [{ title: "It rains in" }, { title: "Lost" }]
    },
    { owner: "acme", name: "labels", labels: [{ name: "bug", color: "d73a4a" }] },
    {
      owner: "acme",
      name: "pulls",
      collaborators: { grace: "write" },
      labels: ["bug"],
      files: { "README.md": "# Pulls\n" },
      issues: [{ title: "Count" }],
      pulls: [
        { title: "Two", head: "two", body: "Closes #1", files: { "two.txt": "2\n" } },
        { title: "Three", head: "three", files: { "three.txt": "3\n" } },
        { title: "From afar", head: "ada:afar", user: "ada", files: { "afar.txt": "far\n" } }
      ],
      statuses: [{ ref: "two", context: "deploy", state: "success", target_url: "https://ci.example/1" }],
      checks: [{ ref: "two", name: "build", conclusion: "success" }]
    },
    { owner: "ada", name: "pulls", fork_of: "acme/pulls" },
    {
      owner: "acme",
      name: "found",
      topics: ["water"],
      files: { "README.md": "# Found\n" },
      issues: Array.from({ length: 3 }, (_, n) => ({ title: `Puddle ${n}`, labels: ["wet"] })),
      pulls: [{ title: "Drained", head: "drain", files: { "drain.txt": "drain\n" } }],
      releases: [{ tag_name: "v0", assets: [{ name: "a.txt", content: "a\n" }] }],
      runs: [{ workflow: "ci.yml", id: 9 }]
    }
  ]
})

const parsed = (output: string): unknown => JSON.parse(output)

const web = `https://${host}`

describe.skipIf(lacks("gh", "--version"))("gh, where it is installed", () => {
  layer(Live, { excludeTestServices: true })((it) => {
    it.effect("is signed in", () =>
      Effect.gen(function* () {
        const { attempt } = yield* desk()
        const { code, errors } = yield* attempt("auth status")
        expect([code, errors]).toEqual([0, expect.stringContaining(`Logged in to ${host} as acme`)])
        const unknown = yield* desk("ghp_unknown")
        const refused = yield* unknown.attempt("auth status")
        expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("is no longer valid")])
      })
    )

    it.effect("keeps issues", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { attempt, gh } = yield* desk()
        const at = "-R acme/issues"
        const created = yield* gh(
          `issue create ${at} -l bug -a acme -m v1`,
          "-t",
          "Umbrellas leak",
          "-b",
          "All of them"
        )
        expect(created).toBe(`${web}/acme/issues/issues/2\n`)
        const listed = yield* gh(`issue list ${at} -l bug --json number,title,labels,milestone`)
        expect(parsed(listed)).toMatchObject([
          { number: 2, title: "Umbrellas leak", labels: [{ name: "bug" }], milestone: { title: "v1" } },
          { number: 1, title: "It rains in", labels: [{ name: "bug" }], milestone: null }
        ])
        expect(yield* gh(`issue list ${at} -A acme -a acme -m v1`)).toMatch(/^2\tOPEN\tUmbrellas leak\tbug\t/)
        expect(yield* gh(`issue list ${at} -s all -S`, "rains in:title")).toMatch(/^1\tOPEN\tIt rains in\tbug\t/)
        const shown = yield* gh(`issue view ${at} 2`)
        for (const line of ["title:\tUmbrellas leak", "state:\tOPEN", "assignees:\tacme", "milestone:\tv1", "All of"]) {
          expect(shown).toContain(line)
        }
        expect(yield* gh(`issue view ${at} 1 --comments`)).toContain("Here, too")
        expect(yield* gh(`issue comment ${at} 2 -b`, "I see")).toContain(`${web}/acme/issues/issues/2#issuecomment-`)
        yield* gh(`issue edit ${at} 2 --remove-label bug --remove-assignee acme -t`, "Umbrellas leaked")
        expect(yield* gh(`issue status ${at}`)).toContain("Umbrellas leaked")
        yield* gh(`issue close ${at} 2 -c Rather -r`, "not planned")
        expect((yield* repository("acme/issues")).issues[1]).toMatchObject({
          title: "Umbrellas leaked",
          body: "All of them",
          state: "closed",
          state_reason: "not_planned",
          labels: [],
          assignees: [],
          milestone: "v1",
          comments: [
            { body: "I see", user: "acme" },
            { body: "Rather", user: "acme" }
          ]
        })
        yield* gh(`issue reopen ${at} 2`)
        yield* gh(`issue lock ${at} 2 -r spam`)
        expect((yield* repository("acme/issues")).issues[1]).toMatchObject({ state: "open", lock_reason: "spam" })
        yield* gh(`issue unlock ${at} 2`)
        yield* gh(`issue pin ${at} 2`)
        expect((yield* attempt(`issue pin ${at} 2`)).errors).toContain("already pinned")
        yield* gh(`issue unpin ${at} 2`)
        yield* gh(`issue delete ${at} 1 --yes`)
        expect((yield* repository("acme/issues")).issues).toMatchObject([{ number: 2, locked: false }])
        const missing = yield* attempt(`issue view ${at} 1`)
        expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining("Could not resolve to an issue")])
      })
    )

    it.effect("transfers an issue, and develops one on a branch of its own", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { gh, git } = yield* clone("acme/desk")
        expect(yield* gh("issue transfer 2 acme/labels")).toBe(`${web}/acme/labels/issues/1\n`)
        expect((yield* repository("acme/labels")).issues).toMatchObject([{ number: 1, title: "Lost" }])
        yield* gh("issue develop 1 --name dry --base main --checkout --issue-repo acme/desk")
        expect(yield* git("branch --show-current")).toBe("dry\n")
        expect(yield* gh("issue develop 1 --list")).toContain("dry")
        yield* git("commit --allow-empty -qm", "Tighten")
        yield* git("push -q origin dry")
        yield* gh("pr create -H dry -t Dry -b", "")
        yield* gh("pr merge dry -m")
        expect((yield* repository("acme/desk")).issues[0]).toMatchObject({ number: 1, state: "closed" })
      })
    )

    it.effect("keeps labels", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { gh } = yield* desk()
        const at = "-R acme/labels"
        yield* gh(`label create ${at} -c 00ff00 -d Pages site`)
        yield* gh(`label create ${at} -c 0000ff -f bug`)
        yield* gh(`label edit ${at} site -n pages -d`, "All pages")
        expect(yield* gh(`label list ${at} --sort name`)).toBe("bug\t\t#0000ff\npages\tAll pages\t#00ff00\n")
        expect(parsed(yield* gh(`label list ${at} -S all --json name`))).toEqual([{ name: "pages" }])
        yield* gh("label clone acme/labels -R acme/issues")
        yield* gh(`label delete ${at} bug --yes`)
        const labels = [{ name: "pages", color: "00ff00", description: "All pages" }]
        expect((yield* repository("acme/labels")).labels).toEqual(labels)
        expect((yield* repository("acme/issues")).labels).toEqual(expect.arrayContaining(labels))
      })
    )

    it.effect("reviews and merges pull requests, and checks them out", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { gh, git } = yield* clone("acme/pulls")
        const grace = yield* desk("ghp_grace")
        const at = "-R acme/pulls"
        expect(yield* gh("pr list")).toMatch(
          /^4\tFrom afar\tada:afar\tOPEN\t.*\n3\tThree\tthree\tOPEN\t.*\n2\tTwo\ttwo\t/
        )
        expect(yield* gh("pr checks 2")).toMatch(/^build\tpass\t0\t.*\ndeploy\tpass\t0\thttps:\/\/ci.example\/1\n$/)
        expect(yield* gh("pr diff 2")).toContain("+++ b/two.txt\n@@ -0,0 +1 @@\n+2\n")
        expect(yield* gh("pr view 2")).toContain("title:\tTwo\nstate:\tOPEN\nauthor:\tacme\n")
        yield* gh("pr ready 2 --undo")
        expect((yield* repository("acme/pulls")).pulls[0]).toMatchObject({ draft: true })
        yield* gh("pr ready 2")
        yield* gh("pr edit 2 --add-reviewer grace --add-label bug -t Deux")
        yield* gh("pr comment 2 -b Soon")
        yield* grace.gh(`pr review ${at} 2 --request-changes -b`, "Two of what?")
        expect(parsed(yield* gh("pr view 2 --json reviewDecision,state,statusCheckRollup"))).toMatchObject({
          reviewDecision: "CHANGES_REQUESTED",
          state: "OPEN",
          statusCheckRollup: [{ name: "build", conclusion: "SUCCESS" }, { context: "deploy" }]
        })
        yield* grace.gh(`pr review ${at} 2 --approve`)
        expect(yield* gh("pr status")).toMatch(/#2 {2}Deux \[two\]\s+✓ Checks passing ✓ 1 Approved/)

        yield* gh("pr checkout 2")
        expect(yield* git("log -1 --format=%s")).toBe("Two\n")
        expect(yield* gh("pr view --json number")).toBe('{"number":2}\n')
        yield* gh("pr checkout 4")
        expect(yield* git("show HEAD:afar.txt")).toBe("far\n")

        yield* gh("pr merge 2 --squash --delete-branch --subject Count -b", "By two.")
        yield* git("fetch -q")
        expect(yield* git("log -1 --format=%B origin/main")).toBe("Count\n\nBy two.\n")
        yield* gh("pr close 3 -c No")
        yield* gh("pr reopen 3")
        yield* gh("pr merge 3 --rebase")
        const merged = yield* repository("acme/pulls")
        expect(merged.pulls).toMatchObject([
          { title: "Deux", state: "closed", merged: true, merged_by: "acme" },
          { title: "Three", merged: true },
          { title: "From afar", state: "open" }
        ])
        expect(merged.issues[0]).toMatchObject({ title: "Count", state: "closed" })
        expect(merged.issues[1]).toMatchObject({ labels: ["bug"], comments: [{ body: "Soon" }] })
        expect(Object.keys(merged.branches).sort()).toEqual(["main", "three"])

        yield* git("switch -q -c four origin/main")
        yield* git("commit -q --allow-empty -m Four")
        yield* git("push -q -u origin four")
        expect(yield* gh("pr create --fill -l bug -a acme -r grace")).toBe(`${web}/acme/pulls/pull/5\n`)
        expect(yield* gh("pr status")).toContain("#5  Four [four]")
        expect((yield* repository("acme/pulls")).pulls[3]).toMatchObject({
          title: "Four",
          head: "acme:four",
          head_sha: (yield* git("rev-parse HEAD")).trim(),
          requested_reviewers: ["grace"]
        })
        yield* gh("pr merge --merge --delete-branch")
        const tip = (yield* git("rev-parse origin/main")).trim()
        expect((yield* repository("acme/pulls")).branches).toEqual({ main: tip, three: merged.branches["three"] })
        expect(yield* git("log -1 --format=%s origin/main")).toBe("Merge pull request #5 from acme/four\n")
      })
    )

    it.effect("asks the API, and searches", () =>
      Effect.gen(function* () {
        const { attempt, gh } = yield* desk()
        expect(yield* gh("api user -q .login")).toBe("acme\n")
        const pages = "api -X GET repos/acme/found/issues -f per_page=1 -f state=all --paginate -q .[].title"
        expect(yield* gh(pages)).toBe("Drained\nPuddle 2\nPuddle 1\nPuddle 0\n")
        const query = `query ($endCursor: String) { repository(owner: "acme", name: "found") {
          issues(first: 2, after: $endCursor) { nodes { title } pageInfo { hasNextPage endCursor } }
        } }`
        const nodes = ".data.repository.issues.nodes[].title"
        expect(yield* gh(`api graphql --paginate -q ${nodes} -f`, `query=${query}`)).toBe(
          "Puddle 0\nPuddle 1\nPuddle 2\n"
        )
        expect(yield* gh("api repos/acme/found/issues/1/comments -f body=Splash -q .body")).toBe("Splash\n")
        const missing = yield* attempt("api repos/acme/none")
        expect([missing.code, missing.errors]).toEqual([1, "gh: Not Found (HTTP 404)\n"])
        const wrong = yield* attempt("api graphql -f", "query={ viewer { nothing } }")
        expect([wrong.code, wrong.errors]).toEqual([1, "gh: Field 'nothing' doesn't exist on type 'User'\n"])
        expect(
          yield* gh("search issues Puddle --repo acme/found --sort created --order asc --json title -q .[].title")
        ).toBe("Puddle 0\nPuddle 1\nPuddle 2\n")
        expect(yield* gh("search prs Drained --repo acme/found --json title -q .[].title")).toBe("Drained\n")
        expect(yield* gh("search repos --owner acme --topic water --json fullName -q .[].fullName")).toBe(
          "acme/found\n"
        )
      })
    )

    it.effect("shows all fields that it knows", () =>
      Effect.gen(function* () {
        const { attempt, gh } = yield* desk()
        for (const command of [
          "issue list -R acme/found",
          "issue view -R acme/found 1",
          "pr list -R acme/found",
          "pr view -R acme/found 4",
          "repo view acme/found",
          "repo list acme --topic water",
          "release view -R acme/found v0",
          "run list -R acme/found",
          "run view -R acme/found 9",
          "label list -R acme/found",
          "search issues Puddle",
          "search prs Drained",
          "search repos found",
          "search commits Initial"
        ]) {
          // Without their names, it lists them.
          const { errors } = yield* attempt(`${command} --json`)
          const fields = [...errors.matchAll(/^ {2}(\w+)$/gm)].map(([, name = ""]) => name)
          expect(fields.length).toBeGreaterThan(5)
          const shown = yield* gh(`${command} --json ${fields.join()} -q`, "[.] | flatten | first | keys[]")
          expect([command, ...shown.trim().split("\n")]).toEqual([
            command,
            ...fields.toSorted((a, b) => (a < b ? -1 : 1))
          ])
        }
      })
    )
  })
})
