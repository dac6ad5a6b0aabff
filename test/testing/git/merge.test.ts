import { expect, it } from "@effect/vitest"
import { mergeTrees } from "../../../src/testing/internal/git/merge.ts"
import { emptyObjects, type Sha } from "../../../src/testing/internal/git/objects.ts"
import { type Files, numbers, treeOf } from "./files.ts"
import { changed, commitOf, random, randomTree } from "./random.ts"
import { realGit } from "./realGit.ts"

/** What real git says about a merge: the tree if it is clean. */
const realMerges = (
  git: ReturnType<typeof realGit>,
  pairs: ReadonlyArray<readonly [Sha, Sha]>
): ReadonlyArray<string> => {
  // The service does not guess that files moved because others of their directory did.
  const options = ["-c", "merge.directoryRenames=false"]
  const input = pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join("")
  const output = git.run(
    [...options, "merge-tree", "--write-tree", "--stdin", "-z", "--no-messages", "--allow-unrelated-histories"],
    input
  )
  return [...output.matchAll(/(?:^|\0|\n)([01])\0([\da-f]{40})\0/g)].map(([, clean, tree]) =>
    clean === "1" ? (tree ?? "") : "conflict"
  )
}

interface Case {
  readonly base?: Files
  readonly ours: Files
  readonly theirs: Files
  /** The files of a clean merge, or the paths in conflict. */
  readonly merged: Files | ReadonlyArray<string>
}

const long = numbers(1, 60)
const top = long.replace("2\n", "two\n")
const bottom = long.replace("59\n", "fifty-nine\n")
const both = top.replace("59\n", "fifty-nine\n")
const sub = (digit: string) => ["160000", digit.repeat(40)] as const

const cases: Readonly<Record<string, Case>> = {
  "nothing on one side": { base: { a: "1" }, ours: { a: "1" }, theirs: { b: "2" }, merged: { b: "2" } },
  "the same on both sides": { base: { a: "1" }, ours: { a: "2" }, theirs: { a: "2" }, merged: { a: "2" } },
  "other files": { base: {}, ours: { "d/a": "1" }, theirs: { "d/b": "2" }, merged: { "d/a": "1", "d/b": "2" } },
  "edits far apart": { base: { a: long }, ours: { a: top }, theirs: { a: bottom }, merged: { a: both } },
  "edits of one line": { base: { a: "1\n2\n" }, ours: { a: "x\n2\n" }, theirs: { a: "y\n2\n" }, merged: ["a"] },
  "edits that touch": { base: { a: "1\n2\n" }, ours: { a: "x\n2\n" }, theirs: { a: "1\ny\n" }, merged: ["a"] },
  "an edit and the same with more": {
    base: { a: long },
    ours: { a: top },
    theirs: { a: both },
    merged: { a: both }
  },
  "an edit and a removal": { base: { a: "1\n", b: "" }, ours: { a: "2\n", b: "" }, theirs: { b: "" }, merged: ["a"] },
  "two removals": { base: { a: "1\n", b: "" }, ours: { b: "" }, theirs: { b: "" }, merged: { b: "" } },
  "different files of one name": { base: { z: "" }, ours: { a: "1", z: "" }, theirs: { a: "2", z: "" }, merged: ["a"] },
  "a mode and an edit": {
    base: { a: "1" },
    ours: { a: ["100755", "1"] },
    theirs: { a: "2" },
    merged: { a: ["100755", "2"] }
  },
  "new files with different modes": {
    base: { z: "" },
    ours: { a: "1", z: "" },
    theirs: { a: ["100755", "1"], z: "" },
    merged: ["a"]
  },
  "edits of a binary file": { base: { a: "\0 1" }, ours: { a: "\0 2" }, theirs: { a: "\0 3" }, merged: ["a"] },
  "an edit of a binary file": {
    base: { a: "\0 1" },
    ours: { a: "\0 2" },
    theirs: { a: "\0 1", b: "" },
    merged: { a: "\0 2", b: "" }
  },
  "a symlink that moves on both sides": {
    base: { a: ["120000", "1"] },
    ours: { a: ["120000", "2"] },
    theirs: { a: ["120000", "3"] },
    merged: ["a"]
  },
  "a file that becomes a symlink, and an edit": {
    base: { a: "1\n" },
    ours: { a: ["120000", "1"] },
    theirs: { a: "2\n" },
    merged: ["a"]
  },
  "a submodule that moves on one side": {
    base: { a: sub("1"), b: "1" },
    ours: { a: sub("2"), b: "1" },
    theirs: { a: sub("1"), b: "2" },
    merged: { a: sub("2"), b: "2" }
  },
  "a submodule that moves on both sides": {
    base: { a: sub("1") },
    ours: { a: sub("2") },
    theirs: { a: sub("3") },
    merged: ["a"]
  },
  "a file where a directory is made": {
    base: { z: "" },
    ours: { a: "1", z: "" },
    theirs: { "a/b": "2", z: "" },
    merged: ["a"]
  },
  "a directory that takes a file's place": {
    base: { a: "1", z: "" },
    ours: { "a/b": "2", z: "" },
    theirs: { a: "1", z: "1" },
    merged: { "a/b": "2", z: "1" }
  },
  "a file that takes a directory's place": {
    base: { "a/b": "1", z: "" },
    ours: { a: "2", z: "" },
    theirs: { "a/b": "1", z: "1" },
    merged: { a: "2", z: "1" }
  },
  "a file that takes a directory's place, where a file is added": {
    base: { "a/b": "1", z: "" },
    ours: { a: "2", z: "" },
    theirs: { "a/b": "1", "a/c": "1", z: "" },
    merged: ["a"]
  },
  "a rename and an edit": { base: { a: long }, ours: { "d/b": long }, theirs: { a: top }, merged: { "d/b": top } },
  "an edit and a rename with another edit": {
    base: { a: long },
    ours: { a: top },
    theirs: { "d/b": bottom },
    merged: { "d/b": both }
  },
  "the same rename with different edits": {
    base: { a: long },
    ours: { b: top },
    theirs: { b: bottom },
    merged: { b: both }
  },
  "a rename and a removal": { base: { a: long, z: "" }, ours: { b: long, z: "" }, theirs: { z: "" }, merged: ["b"] },
  "a rename to two names": { base: { a: long }, ours: { b: long }, theirs: { c: long }, merged: ["a", "b", "c"] },
  "renames of two files to one name": {
    base: { a: long, b: numbers(100, 160) },
    ours: { a: long, c: numbers(100, 160) },
    theirs: { b: numbers(100, 160), c: long },
    merged: ["c"]
  },
  "a rename to a name that is new on the other side": {
    base: { a: long },
    ours: { b: long },
    theirs: { a: top, b: "other" },
    merged: ["b"]
  },
  "a new file that is empty on one side": {
    base: { z: "" },
    ours: { a: "", z: "" },
    theirs: { a: "1", z: "" },
    merged: { a: "1", z: "" }
  },
  "an empty file that moves, and its edit": {
    base: { a: "", z: "" },
    ours: { b: "", z: "" },
    theirs: { a: "1", z: "" },
    merged: ["a"]
  },
  "histories without a common commit": { ours: { a: "1" }, theirs: { b: "2" }, merged: { a: "1", b: "2" } }
}

it("merges and refuses as git does", () => {
  const git = realGit()
  const objects = emptyObjects()
  const table = Object.entries(cases).map(([name, { base, merged, ours, theirs }], index) => {
    const root = base === undefined ? undefined : treeOf(objects, base)
    const sides = [treeOf(objects, ours), treeOf(objects, theirs)] as const
    const parents = root === undefined ? [] : [commitOf(objects, root, [], index)]
    const commits = [
      commitOf(objects, sides[0], parents, index),
      commitOf(objects, sides[1], parents, index + 1)
    ] as const
    const paths = (value: typeof merged): value is ReadonlyArray<string> => Array.isArray(value)
    const expected = paths(merged) ? merged : treeOf(objects, merged)
    return { name, root, sides, commits, expected }
  })
  git.load(
    objects,
    table.flatMap(({ commits }) => commits)
  )
  const real = realMerges(
    git,
    table.map(({ commits }) => commits)
  )
  for (const [index, { expected, name, root, sides }] of table.entries()) {
    const merged = mergeTrees(objects, root, ...sides)
    expect([name, merged._tag === "Clean" ? merged.tree : merged.paths]).toEqual([name, expected])
    expect([name, real[index]]).toEqual([name, typeof expected === "string" ? expected : "conflict"])
    const swapped = mergeTrees(objects, root, sides[1], sides[0])
    expect([name, swapped._tag === "Clean" ? swapped.tree : swapped.paths]).toEqual([name, expected])
  }
})

it.each([
  { kind: "prose", from: 1 },
  // Among these are texts that only merge if changes are as far down as they can be.
  { kind: "code", from: 1_740 }
] as const)("merges random changes of $kind as git does", ({ from, kind }) => {
  const git = realGit()
  const objects = emptyObjects()
  const cases = Array.from({ length: 250 }, (_, index) => {
    const r = random(from + index)
    const base = randomTree(r, objects, kind, 4 + r.below(6))
    const ours = changed(r, objects, base, kind, 1 + r.below(4))
    const theirs = changed(r, objects, base, kind, 1 + r.below(4))
    const root = commitOf(objects, base, [], index)
    const commits = [commitOf(objects, ours, [root], index), commitOf(objects, theirs, [root], index + 1)] as const
    return { base, ours, theirs, commits }
  })
  git.load(
    objects,
    cases.flatMap(({ commits }) => commits)
  )
  const real = realMerges(
    git,
    cases.map(({ commits }) => commits)
  )
  const merged = cases.map(({ base, ours, theirs }) => mergeTrees(objects, base, ours, theirs))
  expect(real.filter((tree) => tree !== "conflict").length).toBeGreaterThan(80)
  const differ = merged.flatMap((mine, index) =>
    (mine._tag === "Clean" ? mine.tree : "conflict") === real[index] ? [] : [index]
  )
  expect(differ).toEqual([])
})
