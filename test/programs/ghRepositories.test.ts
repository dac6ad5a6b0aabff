import { describe, expect, layer } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { zipOf } from "../../src/testing/internal/git/archive.ts"
import { host, layerEnterprise } from "./enterprise.ts"
import { clone, desk, tokens } from "./gh.ts"
import { lacks } from "./program.ts"

const archive = zipOf([["site/index.html", "<p>It rains</p>"]], Date.parse("2026-01-01T00:00:00Z"))

const Live = layerEnterprise({
  tokens,
  organizations: [{ login: "club", members: { acme: "admin" } }],
  repositories: [
    {
      owner: "acme",
      name: "releases",
      files: { "README.md": "# Releases\n" },
      releases: [{ tag_name: "v0", name: "Zero", body: "First", assets: [{ name: "a.txt", content: "a\n" }] }]
    },
    {
      owner: "acme",
      name: "runs",
      files: { ".github/workflows/ci.yml": "name: CI\non: [push, workflow_dispatch]\njobs: {}\n" },
      workflows: [{ file: "ci.yml", name: "CI", inputs: ["level"] }],
      runs: [
        {
          workflow: "ci.yml",
          id: 7,
          conclusion: "failure",
          jobs: [
            { name: "build", id: 70, steps: ["Set up", "Test"], log: "##[group]Set up\n##[group]Test\nIt fails\n" }
          ],
          artifacts: [{ name: "site", content: archive }]
        }
      ]
    },
    {
      owner: "acme",
      name: "web",
      description: "Umbrellas",
      topics: ["rain"],
      files: { "README.md": "# Web\n", "src/index.ts": "export {}\n" }
    },
    { owner: "acme", name: "starter", settings: { is_template: true }, files: { "start.txt": "go\n" } },
    { owner: "acme", name: "secrets", environments: ["prod"] }
  ]
})

const parsed = (output: string): unknown => JSON.parse(output)

const web = `https://${host}`

describe.skipIf(lacks("gh", "--version"))("gh, where it is installed", () => {
  layer(Live, { excludeTestServices: true })((it) => {
    it.effect("keeps releases", () =>
      Effect.gen(function* () {
        const { repository } = yield* ForgeSimulator
        const { gh, home } = yield* desk()
        const at = "-R acme/releases"
        Fs.writeFileSync(Path.join(home, "b.txt"), "bee\n")
        const created = yield* gh(`release create ${at} v1 b.txt#Bee -n Notes -t One`)
        expect(created).toBe(`${web}/acme/releases/releases/tag/v1\n`)
        yield* gh(`release create ${at} v2 -d --generate-notes`)
        yield* gh(`release edit ${at} v1 -t Uno`)
        Fs.writeFileSync(Path.join(home, "b.txt"), "bees\n")
        yield* gh(`release upload ${at} v1 b.txt --clobber`)
        expect(yield* gh(`release list ${at}`)).toMatch(/^v2\tDraft\tv2\t.*\nUno\tLatest\tv1\t.*\nZero\t\tv0\t/)
        expect(yield* gh(`release view ${at}`)).toContain("title:\tUno\ntag:\tv1\ndraft:\tfalse\n")
        yield* gh(`release download ${at} v1 -p *.txt -D assets`)
        expect(Fs.readFileSync(Path.join(home, "assets", "b.txt"), "utf8")).toBe("bees\n")
        yield* gh(`release download ${at} v0 -A tar.gz -D archive`)
        expect(Fs.readdirSync(Path.join(home, "archive"))).toEqual([
          expect.stringMatching(/^acme-releases-.*\.tar\.gz$/)
        ])
        const { releases, tags } = yield* repository("acme/releases")
        expect(releases).toMatchObject([
          { tag_name: "v2", draft: true },
          { tag_name: "v1", name: "Uno", body: "Notes", assets: [{ name: "b.txt", size: 5, download_count: 1 }] },
          { tag_name: "v0" }
        ])
        expect(Object.keys(tags).sort()).toEqual(["v0", "v1"])
        yield* gh(`release delete-asset ${at} v1 b.txt -y`)
        yield* gh(`release delete ${at} v1 -y --cleanup-tag`)
        const left = yield* repository("acme/releases")
        expect([left.releases.map(({ tag_name }) => tag_name), Object.keys(left.tags)]).toEqual([["v2", "v0"], ["v0"]])
      })
    )

    it.effect("watches runs of workflows, and starts them", () =>
      Effect.gen(function* () {
        const { clearRequests, requests, seed } = yield* ForgeSimulator
        const { attempt, gh, home } = yield* desk()
        const at = "-R acme/runs"
        expect(yield* gh(`run list ${at} -w ci.yml`)).toMatch(
          /^completed\tfailure\tInitial commit\tCI\tmain\tpush\t7\t/
        )
        expect(yield* gh(`run view ${at} 7 -v`)).toMatch(/X build in 0s \(ID 70\)\n {2}X Set up\n {2}X Test\n[^]*site/)
        expect((yield* attempt(`run view ${at} 7 --exit-status`)).code).toBe(1)
        expect(yield* gh(`run view ${at} 7 --log`)).toBe(
          "build\tSet up\t##[group]Set up\nbuild\tTest\t##[group]Test\nbuild\tTest\tIt fails\n"
        )
        expect(yield* gh(`run view ${at} -j 70 --log-failed`)).toContain("build\tTest\tIt fails\n")
        yield* gh(`run download ${at} 7 -n site`)
        expect(Fs.readFileSync(Path.join(home, "site/index.html"), "utf8")).toBe("<p>It rains</p>")

        yield* gh(`run rerun ${at} 7 --failed`)
        yield* clearRequests
        const isWatched = Effect.map(requests, (all) =>
          all.some(({ path }) => path === "/repos/acme/runs/actions/runs/7/jobs")
        )
        const succeed = seed({
          repositories: [{ owner: "acme", name: "runs", runs: [{ workflow: "ci.yml", id: 7, conclusion: "success" }] }]
        })
        const isOver = isWatched.pipe(Effect.repeat({ until: (seen) => seen, schedule: Schedule.spaced("20 millis") }))
        const watching = Effect.all([gh(`run watch ${at} 7 --exit-status -i 1`), Effect.andThen(isOver, succeed)], {
          concurrency: "unbounded"
        })
        const [watched] = yield* watching
        expect(watched).toContain("✓ main CI · 7")

        expect(yield* gh(`workflow list ${at}`)).toMatch(/^CI\tactive\t\d+\n$/)
        expect(yield* gh(`workflow view ${at} ci.yml --yaml`)).toContain("name: CI")
        yield* gh(`workflow run ${at} ci.yml -f level=high`)
        const started = yield* gh(`run list ${at} -L 1`)
        expect(started).toMatch(/^queued\t\tCI\tCI\tmain\tworkflow_dispatch\t/)
        yield* gh(`run cancel ${at} ${started.split("\t")[6]}`)
        yield* gh(`workflow disable ${at} ci.yml`)
        expect((yield* attempt(`workflow run ${at} ci.yml`)).code).toBe(1)
        expect(yield* gh(`workflow list ${at} -a`)).toMatch(/^CI\tdisabled_manually\t/)
        yield* gh(`workflow enable ${at} ci.yml`)
        expect(yield* gh(`workflow view ${at} ci.yml`)).toMatch(/Total runs 2\n[^]*completed\tcancelled\tCI\t/)
      })
    )

    it.effect("makes, forks and changes repositories", () =>
      Effect.gen(function* () {
        const { file, repository } = yield* ForgeSimulator
        const { gh, git, home } = yield* clone("acme/web")
        expect(yield* gh("repo view")).toBe("name:\tacme/web\ndescription:\tUmbrellas\n--\n# Web\n\n")
        const described = yield* gh("repo view --json defaultBranchRef,primaryLanguage,repositoryTopics,contactLinks")
        expect(parsed(described)).toMatchObject({
          defaultBranchRef: { name: "main" },
          primaryLanguage: { name: "TypeScript" },
          repositoryTopics: [{ name: "rain" }]
        })
        expect(yield* gh("repo list acme --topic rain")).toMatch(/^acme\/web\tUmbrellas\tpublic\t/)

        yield* gh("repo create club/copy --private --source . --push --remote club")
        expect((yield* git("ls-remote club refs/heads/main")).split("\t")[0]).toBe(
          (yield* git("rev-parse HEAD")).trim()
        )
        yield* gh("repo create copy --public --template acme/starter")
        expect(yield* gh("repo view acme/copy --json templateRepository -q .templateRepository.name")).toBe("starter\n")
        expect(new TextDecoder().decode(yield* file("acme/copy", "start.txt"))).toBe("go\n")
        yield* gh("repo create made --public --add-readme -d", "Made by gh")
        expect(new TextDecoder().decode(yield* file("acme/made", "README.md"))).toBe("# made\nMade by gh")
        yield* gh(
          "repo edit acme/made --add-topic sun --enable-wiki=false --delete-branch-on-merge --homepage https://a.example"
        )
        yield* gh("repo rename -R acme/made renamed --yes")
        yield* gh("repo archive acme/renamed --yes")
        const facts = "--json nameWithOwner,isArchived,hasWikiEnabled,deleteBranchOnMerge,homepageUrl,repositoryTopics"
        expect(parsed(yield* gh(`repo view acme/renamed ${facts}`))).toEqual({
          nameWithOwner: "acme/renamed",
          isArchived: true,
          hasWikiEnabled: false,
          deleteBranchOnMerge: true,
          homepageUrl: "https://a.example",
          repositoryTopics: [{ name: "sun" }]
        })
        yield* gh("repo delete acme/renamed --yes")
        expect((yield* Effect.exit(repository("acme/renamed")))._tag).toBe("Failure")

        const grace = yield* desk("ghp_grace")
        yield* grace.gh("auth setup-git")
        yield* grace.gh("repo fork acme/web --clone")
        const forked = Path.join(grace.home, "web")
        expect(yield* grace.run(forked, "git remote -v")).toBe(
          ["origin", "upstream"]
            .flatMap((name) =>
              ["fetch", "push"].map(
                (way) => `${name}\t${web}/${name === "origin" ? "grace" : "acme"}/web.git (${way})\n`
              )
            )
            .join("")
        )
        Fs.writeFileSync(Path.join(home, "web", "new.txt"), "new\n")
        yield* git("add .")
        yield* git("commit -q -m New")
        yield* git("push -q origin main")
        yield* grace.gh("repo sync grace/web")
        expect((yield* repository("grace/web")).branches).toEqual((yield* repository("acme/web")).branches)
        yield* grace.run(forked, "git pull -q origin main")
        yield* grace.run(forked, "git fetch -q upstream")
        yield* grace.run(forked, "git switch -q -c idea")
        yield* grace.run(forked, "git commit -q --allow-empty -m Idea")
        yield* grace.run(forked, "git push -q -u origin idea")
        const offered = yield* grace.run(forked, "gh pr create -R acme/web -H grace:idea --fill")
        expect(offered).toBe(`${web}/acme/web/pull/1\n`)
        expect((yield* repository("acme/web")).pulls).toMatchObject([
          { title: "Idea", head: "grace:idea", base: "main" }
        ])
      })
    )

    it.effect("keeps secrets, which are sealed on their way", () =>
      Effect.gen(function* () {
        const { repository, secret } = yield* ForgeSimulator
        const { gh } = yield* desk()
        const at = "-R acme/secrets"
        const places = [
          [at, { repository: "acme/secrets" }],
          [`${at} -e prod`, { repository: "acme/secrets", environment: "prod" }],
          [`${at} -a dependabot`, { repository: "acme/secrets", dependabot: true }],
          ["-o club -v all", { organization: "club" }]
        ] as const
        for (const [option, place] of places) {
          yield* gh(`secret set ${option} TOKEN -b`, `of ${option}`)
          const found = yield* secret("TOKEN", place)
          expect(found && Redacted.value(found)).toBe(`of ${option}`)
          const listing = option.replace(" -v all", "")
          expect(yield* gh(`secret list ${listing}`)).toMatch(/^TOKEN\t/)
          yield* gh(`secret delete ${listing} TOKEN`)
          expect(yield* secret("TOKEN", place)).toBe(undefined)
        }
        expect((yield* repository("acme/secrets")).secrets).toEqual([])
      })
    )

    it.effect("keeps keys", () =>
      Effect.gen(function* () {
        const { gh, home } = yield* desk()
        const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPI9ZGWgmbOEghOGUJMrEVXYgMmw8d3byxZL6vypA0uD"
        Fs.writeFileSync(Path.join(home, "key.pub"), `${key} acme@laptop\n`)
        yield* gh("ssh-key add key.pub -t Laptop")
        const [, line] = (yield* gh("ssh-key list")).split("\t")
        expect(line).toBe(key)
        const id = (yield* gh("api user/keys -q .[].id")).trim()
        yield* gh(`ssh-key delete ${id} -y`)
        const at = "-R acme/secrets"
        yield* gh(`repo deploy-key add ${at} key.pub -t Deploy -w`)
        const shown = yield* gh(`repo deploy-key list ${at}`)
        expect(shown).toMatch(/^\d+\tDeploy\tread-write\tssh-ed25519 /)
        yield* gh(`repo deploy-key delete ${at} ${shown.split("\t")[0]}`)
        expect([yield* gh("ssh-key list"), yield* gh(`repo deploy-key list ${at}`)]).toEqual(["", ""])
      })
    )

    it.effect("keeps gists", () =>
      Effect.gen(function* () {
        const { gh, home } = yield* desk()
        Fs.writeFileSync(Path.join(home, "a.md"), "# A\n")
        Fs.writeFileSync(Path.join(home, "b.md"), "# B\n")
        const url = yield* gh("gist create a.md --public -d Letters")
        const id = Path.basename(url.trim())
        expect(yield* gh("gist list")).toMatch(new RegExp(`^${id}\tLetters\t1 file\tpublic\t`))
        yield* gh(`gist edit ${id} -a b.md`)
        expect(yield* gh(`gist view ${id} --files`)).toBe("a.md\nb.md\n")
        expect(yield* gh(`gist view ${id} -f b.md --raw`)).toBe("# B\n")
        yield* gh(`gist delete ${id}`)
        expect(yield* gh("gist list")).toBe("")
      })
    )
  })
})
