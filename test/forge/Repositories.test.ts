import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Repositories from "../../src/forge/Repositories.ts"
import { Contributor } from "../../src/forge/schema/Contributor.ts"
import { Repo } from "../../src/forge/schema/Repo.ts"
import { Tag } from "../../src/forge/schema/Tag.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { repo, root } from "./support/records.ts"
import { anonymous, contributor, fullRepository, minimalRepository, tag } from "./support/repositories.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Repo)
const readContributor = Schema.decodeUnknownSync(Contributor)

describe("Repositories.get", () => {
  it.effect("returns a repository", () =>
    proves(Repositories.get(repo), {
      sends: asking(root),
      answer: answer(200, fullRepository),
      gives: read(fullRepository)
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(fullRepository), {
      id: 1_296_269,
      full_name: "acme/web",
      owner: { login: "acme", type: "Organization" },
      visibility: "internal",
      homepage: "",
      topics: ["effect", "web-2"],
      license: { spdx_id: "MIT", html_url: null },
      open_issues_count: 7,
      subscribers_count: 42,
      has_wiki: false,
      has_pull_requests: null,
      allow_squash_merge: true,
      squash_merge_commit_title: "PR_TITLE",
      permissions: { admin: false, maintain: true, push: true, triage: true, pull: true },
      pushed_at: DateTime.makeUnsafe("2026-01-26T19:06:43Z"),
      clone_url: "https://github.com/acme/web.git",
      mirror_url: null,
      organization: { login: "acme" },
      parent: { full_name: "upstream/web", license: null },
      source: { full_name: "upstream/web" },
      template_repository: null,
      code_of_conduct: { key: "contributor_covenant" },
      security_and_analysis: { secret_scanning: { status: "enabled" }, advanced_security: null }
    })
  })

  it("drops the temporary clone token", () => {
    assert.isString(fullRepository.temp_clone_token)
    assert.notInclude(JSON.stringify(read(fullRepository)), String(fullRepository.temp_clone_token))
  })

  it.effect.each([
    ["owner", { owner: "" }],
    ["owner", { owner: undefined }],
    ["repo", { repo: ".." }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Repositories.get(untyped({ ...repo, ...wrong }))))
})

describe("Repositories.listForOrg", () => {
  it.effect.each(["all", "public", "private", "forks", "sources", "member"] as const)(
    "sends every filter, the type %s",
    (type) =>
      proves(all(Repositories.listForOrg({ org: "acme", type, sort: "pushed", direction: "asc", per_page: 50 })), {
        sends: asking("/orgs/acme/repos", { type, sort: "pushed", direction: "asc", per_page: "50" }),
        answer: answer(200, [minimalRepository]),
        gives: [read(minimalRepository)]
      })
  )

  it.effect("requests 100 a page and leaves the rest to the service", () =>
    proves(all(Repositories.listForOrg({ org: "acme", sort: undefined })), {
      sends: asking("/orgs/acme/repos", { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it("reads a repository of the listing, with null for missing fields", () => {
    assert.containSubset(read(minimalRepository), {
      role_name: "maintain",
      subscribers_count: null,
      network_count: null,
      allow_merge_commit: null,
      organization: null,
      parent: null
    })
  })

  it.effect.each([
    ["org", { org: "" }],
    ["type", { type: "owner" }],
    ["sort", { sort: "stars" }],
    ["direction", { direction: "up" }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(Repositories.listForOrg(untyped({ org: "acme", ...wrong }))))
  )
})

describe("Repositories.listForUser", () => {
  it.effect.each(["all", "owner", "member"] as const)("sends every filter, the type %s", (type) =>
    proves(all(Repositories.listForUser({ username: "octo", type, sort: "full_name", direction: "desc" })), {
      sends: asking("/users/octo/repos", { type, sort: "full_name", direction: "desc", per_page: "100" }),
      answer: answer(200, [minimalRepository]),
      gives: [read(minimalRepository)]
    })
  )

  it.effect("needs only the user", () =>
    proves(all(Repositories.listForUser({ username: "octo" })), {
      sends: asking("/users/octo/repos", { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["username", { username: "" }],
    ["type", { type: "sources" }],
    ["sort", { sort: "name" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(Repositories.listForUser(untyped({ username: "octo", ...wrong }))))
  )
})

describe("Repositories.listTags", () => {
  it.effect("returns tags, with the commit's sha", () =>
    proves(all(Repositories.listTags(repo)), {
      sends: asking(`${root}/tags`, { per_page: "100" }),
      answer: answer(200, [tag]),
      gives: [
        Tag.make({
          name: "v1.0.0",
          node_id: "REF_v1.0.0",
          commit: tag.commit,
          sha: tag.commit.sha,
          zipball_url: tag.zipball_url,
          tarball_url: tag.tarball_url
        })
      ]
    })
  )
})

describe("Repositories.listContributors", () => {
  it.effect("returns anonymous contributors too when requested", () =>
    proves(all(Repositories.listContributors({ ...repo, anon: true })), {
      sends: asking(`${root}/contributors`, { anon: "true", per_page: "100" }),
      answer: answer(200, [contributor, anonymous]),
      gives: [readContributor(contributor), readContributor(anonymous)]
    })
  )

  it("reads the name and e-mail of an anonymous contributor", () => {
    assert.containSubset(readContributor(contributor), { login: "octo", id: 1, name: null, contributions: 32 })
    assert.containSubset(readContributor(anonymous), {
      login: null,
      id: null,
      type: "Anonymous",
      name: "Ada",
      email: "ada@example.com",
      site_admin: false,
      contributions: 3
    })
  })

  it.effect("returns nothing for an empty repository", () =>
    proves(all(Repositories.listContributors(repo)), {
      sends: asking(`${root}/contributors`, { per_page: "100" }),
      answer: answer(204),
      gives: []
    })
  )

  it.effect("refuses anon: 1", () =>
    refuses("anon", all(Repositories.listContributors(untyped({ ...repo, anon: "1" }))))
  )
})

describe("Repositories.listLanguages", () => {
  it.effect("keeps the order of the service", () =>
    Effect.gen(function* () {
      const languages = { TypeScript: 78_769, C: 7_769, "C++": 7_000, Python: 7, "4D": 1 }
      yield* proves(Repositories.listLanguages(repo), {
        sends: asking(`${root}/languages`),
        answer: answer(200, languages),
        gives: languages
      })
      yield* proves(Effect.map(Repositories.listLanguages(repo), Object.keys), {
        sends: asking(`${root}/languages`),
        answer: answer(200, languages),
        gives: ["TypeScript", "C", "C++", "Python", "4D"]
      })
    })
  )

  it.effect("is empty for an empty repository", () =>
    proves(Repositories.listLanguages(repo), {
      sends: asking(`${root}/languages`),
      answer: answer(200, {}),
      gives: {}
    })
  )
})

describe("Repositories.getTopics", () => {
  it.effect("returns the names", () =>
    proves(Repositories.getTopics(repo), {
      sends: asking(`${root}/topics`),
      answer: answer(200, { names: ["effect", "web-2"] }),
      gives: { names: ["effect", "web-2"] }
    })
  )
})

describe("Repositories.replaceTopics", () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `topic-${index}`)

  it.effect.each([twenty, ["a"], ["3d"], ["a-".repeat(25)], []])("sends the whole set: %j", (names) =>
    proves(Repositories.replaceTopics({ ...repo, names }), {
      sends: sending("PUT", `${root}/topics`, { names }),
      answer: answer(200, { names }),
      gives: { names }
    })
  )

  it.effect.each([
    ["names", { names: undefined }],
    ["names", { names: null }],
    ["names", { names: "effect" }],
    ["names", { names: [...twenty, "more"] }],
    ["names[0]", { names: ["Effect"] }],
    ["names[1]", { names: ["effect", "two words"] }],
    ["names[0]", { names: ["under_score"] }],
    ["names[0]", { names: ["c++"] }],
    ["names[0]", { names: ["größe"] }],
    ["names[0]", { names: [""] }],
    ["names[0]", { names: ["-effect"] }],
    ["names[0]", { names: ["effect\n"] }],
    ["names[0]", { names: ["a".repeat(51)] }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Repositories.replaceTopics(untyped({ ...repo, ...wrong })))
  )

  it.effect("explains which characters a topic may have", () =>
    Effect.map(refuses("names[0]", Repositories.replaceTopics({ ...repo, names: ["C#"] })), ({ reason }) => {
      assert.include(reason, "lower-case letters, digits and hyphens")
    })
  )
})
