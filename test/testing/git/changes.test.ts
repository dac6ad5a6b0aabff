import { expect, it } from "@effect/vitest"
import { changesBetween } from "../../../src/testing/internal/git/changes.ts"
import { emptyObjects } from "../../../src/testing/internal/git/objects.ts"
import { type Files, numbers, treeOf } from "./files.ts"

const changes = (before: Files, after: Files) => {
  const objects = emptyObjects()
  return changesBetween(objects, treeOf(objects, before), treeOf(objects, after)).map(
    ({ additions, deletions, patch, path, previous, similarity, status }) => ({
      status,
      path,
      ...(previous === undefined ? {} : { previous, similarity }),
      lines: `+${additions} -${deletions}`,
      patch
    })
  )
}

it("lists added, removed and modified files by path, with their patches", () => {
  expect(
    changes({ "a/x": "1\n2\n", b: "gone\n", same: "s" }, { "a/x": "1\ntwo\n", "a.txt": "new", same: "s" })
  ).toEqual([
    { status: "added", path: "a.txt", lines: "+1 -0", patch: "@@ -0,0 +1 @@\n+new\n\\ No newline at end of file" },
    { status: "modified", path: "a/x", lines: "+1 -1", patch: "@@ -1,2 +1,2 @@\n 1\n-2\n+two" },
    { status: "removed", path: "b", lines: "+0 -1", patch: "@@ -1 +0,0 @@\n-gone" }
  ])
})

it("shows three lines around a change, and one hunk for changes that share them", () => {
  const before = numbers(1, 30)
  const [change] = changes(
    { a: before },
    { a: before.replace("5\n", "five\n").replace("12\n", "").replace("27\n", "x\n27\n") }
  )
  expect(change?.patch?.split("\n").filter((line) => /^[@+-]/.test(line))).toEqual([
    "@@ -2,14 +2,13 @@",
    "-5",
    "+five",
    "-12",
    "@@ -24,6 +23,7 @@",
    "+x"
  ])
})

it("finds renames, exact ones first, then by similarity", () => {
  const long = numbers(1, 100)
  const other = numbers(500, 600)
  expect(
    changes(
      { "old/a": long, b: other, c: "c" },
      { "new/a": long, d: other.replace("500\n", "five hundred\n"), e: "entirely new" }
    )
  ).toEqual([
    { status: "removed", path: "c", lines: "+0 -1", patch: "@@ -1 +0,0 @@\n-c\n\\ No newline at end of file" },
    {
      status: "renamed",
      path: "d",
      previous: "b",
      similarity: 96,
      lines: "+1 -1",
      patch: "@@ -1,4 +1,4 @@\n-500\n+five hundred\n 501\n 502\n 503"
    },
    {
      status: "added",
      path: "e",
      lines: "+1 -0",
      patch: "@@ -0,0 +1 @@\n+entirely new\n\\ No newline at end of file"
    },
    { status: "renamed", path: "new/a", previous: "old/a", similarity: 100, lines: "+0 -0", patch: undefined }
  ])
})

it("tells modes and types apart from contents", () => {
  const sub = "1".repeat(40)
  const moved = "2".repeat(40)
  expect(
    changes(
      { run: "x", link: "target", bin: "\0a", sub: ["160000", sub], empty: "" },
      { run: ["100755", "x"], link: ["120000", "target"], bin: "\0b", sub: ["160000", moved], empty: "", nothing: "" }
    )
  ).toEqual([
    { status: "modified", path: "bin", lines: "+0 -0", patch: undefined },
    { status: "changed", path: "link", lines: "+0 -0", patch: undefined },
    { status: "added", path: "nothing", lines: "+0 -0", patch: undefined },
    { status: "changed", path: "run", lines: "+0 -0", patch: undefined },
    {
      status: "modified",
      path: "sub",
      lines: "+1 -1",
      patch: `@@ -1 +1 @@\n-Subproject commit ${sub}\n+Subproject commit ${moved}`
    }
  ])
})

it("compares a directory with a file of its name", () => {
  expect(
    changes({ "a/x": "1\n", "a.b": "0" }, { a: "other\n", "a.b": "0" }).map(({ path, status }) => [status, path])
  ).toEqual([
    ["added", "a"],
    ["removed", "a/x"]
  ])
  expect(changes({ "a/x": "1" }, { a: "2" }).map(({ path, status }) => [status, path])).toEqual([
    ["added", "a"],
    ["removed", "a/x"]
  ])
})

it("leaves out patches that are too large, and counts their lines", () => {
  const [lines, characters] = changes({}, { a: numbers(1, 20_001), b: "x".repeat(500_000) })
  expect(lines).toMatchObject({ lines: "+20001 -0", patch: undefined })
  expect(characters).toMatchObject({ lines: "+1 -0", patch: undefined })
  expect(changes({}, { a: numbers(1, 20_000) })[0]?.patch).toHaveLength(128_913)
})
