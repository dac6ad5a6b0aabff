/** Versions, and the messages of commits. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { bumpOf, parse, revertedBy } from "../../src/workflow/internal/conventional.ts"
import { withSection, withVersion } from "../../src/workflow/internal/releaseNotes.ts"
import type { Bump } from "../../src/workflow/ReleaseTypes.ts"
import * as Version from "../../src/workflow/internal/version.ts"

const versionOf = (text: string): Version.Version => {
  const version = Version.parse(text)
  assert.isDefined(version, text)
  return version ?? { core: [0, 0, 0], pre: [] }
}

describe("versions", () => {
  it("come in the order of semver.org", () => {
    const ordered =
      "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1 2.10.0"
    const versions = ordered.split(" ").map(versionOf)
    assert.strictEqual(versions.toReversed().toSorted(Version.compare).map(Version.format).join(" "), ordered)
  })

  it("are no others", () => {
    for (const text of ["1", "1.2", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "v1.0.0", "1.0.0+", "1.0.0 "]) {
      assert.isUndefined(Version.parse(text), text)
    }
    assert.strictEqual(Version.format(versionOf("1.0.0-0a.-+build.01")), "1.0.0-0a.-")
  })

  it("rise with each release, stable or not", () => {
    const release = fc.record({
      bump: fc.constantFrom<Bump>("major", "minor", "patch"),
      prerelease: fc.constantFrom(undefined, "alpha", "beta", "rc")
    })
    fc.assert(
      fc.property(fc.constantFrom("0.1.0", "1.0.0"), fc.array(release, { maxLength: 12 }), (first, releases) => {
        let stable: Version.Version | undefined
        let last: Version.Version | undefined
        for (const each of releases) {
          const next = Version.following(stable, last, { ...each, first: versionOf(first) })
          if (next === undefined) continue
          assert.deepStrictEqual(Version.parse(Version.format(next)), next)
          if (last !== undefined) assert.isAbove(Version.compare(next, last), 0)
          last = next
          if (next.pre.length === 0) stable = next
        }
      })
    )
  })
})

describe("messages of commits", () => {
  // The examples of conventionalcommits.org.
  const rows: ReadonlyArray<readonly [string, string, string | null, string | null, Bump | null]> = [
    [
      "feat: allow provided config object to extend other configs\n\nBREAKING CHANGE: `extends` key is used",
      "feat",
      null,
      "`extends` key is used",
      "major"
    ],
    ["feat!: send an email", "feat", null, "send an email", "major"],
    ["feat(api)!: send an email", "feat", "api", "send an email", "major"],
    ["feat!: drop Node 6\n\nBREAKING CHANGE: use what it has not", "feat", null, "use what it has not", "major"],
    ["docs: correct spelling of CHANGELOG", "docs", null, null, null],
    ["feat(lang): add Polish language", "feat", "lang", null, "minor"],
    ["fix: prevent racing\n\nIntroduce an id.\n\nReviewed-by: Z\nRefs: #123", "fix", null, null, "patch"],
    ["revert: let us never again\n\nRefs: 676104e, a215868", "revert", null, null, "patch"],
    ["FIX: any case", "fix", null, null, "patch"],
    ["chore: x\n\nBREAKING-CHANGE: one\ntwo\nRefs #1", "chore", null, "one\ntwo", "major"],
    ["fix: x\n\nbreaking change: not in capitals", "fix", null, null, "patch"]
  ]
  for (const [message, type, scope, breaking, bump] of rows) {
    it(`are read: ${message.replaceAll("\n", " ")}`, () => {
      const parsed = parse(message)
      assert.deepInclude(parsed, { type, scope, breaking })
      assert.strictEqual(parsed && bumpOf(parsed), bump)
    })
  }

  it("have another form", () => {
    for (const message of ["Merge pull request #1", "feat", "feat:x", "feat():x", ": x", "feat (a): x", ""]) {
      assert.isUndefined(parse(message), message)
    }
  })

  it("name what they take back", () => {
    const sha = "ab".repeat(20)
    assert.deepStrictEqual(revertedBy(`Revert "feat: x"\n\nThis reverts commit ${sha}.`), [sha])
    assert.deepStrictEqual(revertedBy("revert: x\n\nRefs: 676104e, a215868"), ["676104e", "a215868"])
    assert.deepStrictEqual(revertedBy("fix: x\n\nRefs: 676104e"), [])
  })
})

describe("files of a release", () => {
  it("get the section below the title", () => {
    assert.strictEqual(withSection(null, "## 1"), "# Changelog\n\n## 1\n")
    assert.strictEqual(withSection("# History\r\n\r\n## 1\r\n", "## 2"), "# History\n\n## 2\n\n## 1\n")
    assert.strictEqual(withSection("## 1\n", "## 2"), "# Changelog\n\n## 2\n\n## 1\n")
  })

  it("get the version", () => {
    const json = '{\n  "version" : "1.0.0",\n  "a": { "version": "1" }\n}\n'
    assert.strictEqual(
      withVersion({ path: "a.json" }, json, "$1.0"),
      json.replace("1.0.0", () => "$1.0")
    )
    assert.strictEqual(withVersion({ path: "VERSION" }, "1\n", "2.0.0"), "2.0.0\n")
    assert.strictEqual(withVersion({ path: "a.json", update: (text, version) => text + version }, "v", "2"), "v2")
  })
})
