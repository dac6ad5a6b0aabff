import { expect, it } from "@effect/vitest"
import {
  ancestorsOf,
  commitsBetween,
  isAncestor,
  log,
  mergeBase,
  mergeBases,
  pathHistory
} from "../../../src/testing/internal/git/history.ts"
import { mergeCommits, rebaseOnto } from "../../../src/testing/internal/git/merge.ts"
import {
  commitOf as recordOf,
  emptyObjects,
  type Objects,
  putCommit,
  type Sha
} from "../../../src/testing/internal/git/objects.ts"
import { type Files, numbers, treeOf } from "./files.ts"
import { changed, commitOf, random, type Random, randomTree, someone } from "./random.ts"
import { realGit } from "./realGit.ts"

/** Histories with branches, merges (of which some keep one side whole), and commits of the same second. */
const randomHistory = (r: Random, objects: Objects, size: number): ReadonlyArray<Sha> => {
  const commits = [commitOf(objects, randomTree(r, objects, "prose", 6), [])]
  for (let at = 1; at < size; at++) {
    const recent = commits.slice(-6)
    const parents = [...new Set([r.pick(recent), ...(r.chance(0.3) ? [r.pick(recent)] : [])])]
    const tree = recordOf(objects, r.pick(parents)).tree
    const next = parents.length > 1 && r.chance(0.5) ? tree : changed(r, objects, tree, "prose", 2)
    commits.push(commitOf(objects, next, parents, Math.floor(at / 2)))
  }
  return commits
}

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

const shas = (commits: Iterable<{ readonly sha: Sha }>): ReadonlyArray<Sha> => [...commits].map(({ sha }) => sha)

it("walks histories as git does", () => {
  const git = realGit()
  const objects = emptyObjects()
  const r = random(7)
  for (let round = 0; round < 8; round++) {
    const commits = randomHistory(r, objects, 40)
    const tips = commits.slice(-8)
    git.load(objects, commits)
    const [head, base] = [r.pick(tips), r.pick(commits.slice(10))]
    expect(shas(log(objects, head))).toEqual(lines(git.run(["log", "--format=%H", head])))
    expect(shas(log(objects, head, ancestorsOf(objects, base)))).toEqual(
      lines(git.run(["log", "--format=%H", `${base}..${head}`]))
    )
    const paths = lines(git.run(["-c", "core.quotePath=false", "log", "--format=", "--name-only", head]))
    for (const path of [r.pick(paths), r.pick(paths), "src", "docs"]) {
      expect(shas(pathHistory(objects, head, path))).toEqual(lines(git.run(["log", "--format=%H", head, "--", path])))
    }
    const relation = commitsBetween(objects, base, head)
    expect(shas(relation.ahead)).toEqual(lines(git.run(["rev-list", "--topo-order", "--reverse", `${base}..${head}`])))
    expect(relation.behind).toBe(Number(git.run(["rev-list", "--count", `${head}..${base}`])))
    expect(relation.mergeBase).toBe(mergeBase(objects, base, head))
    expect([...mergeBases(objects, base, head)].sort()).toEqual(
      lines(git.run(["merge-base", "--all", base, head])).toSorted()
    )
    expect(mergeBases(objects, base, head)).toContain(relation.mergeBase)
    expect(isAncestor(objects, base, head)).toBe(relation.behind === 0)
  }
})

const history = (objects: Objects, ...steps: ReadonlyArray<Files>): ReadonlyArray<Sha> =>
  steps.reduce<ReadonlyArray<Sha>>(
    (made, files, at) => [...made, commitOf(objects, treeOf(objects, files), made.slice(-1), at)],
    []
  )

it("finds a best common ancestor of histories that merged each other", () => {
  const objects = emptyObjects()
  const [root = ""] = history(objects, { a: "1" })
  const tree = recordOf(objects, root).tree
  const [x, y] = [commitOf(objects, tree, [root], 1), commitOf(objects, tree, [root], 2)]
  const [p, q] = [commitOf(objects, tree, [x, y], 3), commitOf(objects, tree, [y, x], 4)]
  expect([x, y]).toContain(mergeBase(objects, p, q))
  expect(commitsBetween(objects, p, q)).toMatchObject({ ahead: [{ sha: q }], behind: 1 })
})

it("tells histories apart that have nothing in common", () => {
  const objects = emptyObjects()
  const [a = ""] = history(objects, { a: "1" })
  const [b = ""] = history(objects, { b: "1" })
  expect(mergeBase(objects, a, b)).toBeUndefined()
  expect(commitsBetween(objects, a, b)).toMatchObject({ mergeBase: undefined, ahead: [{ sha: b }], behind: 1 })
  expect(isAncestor(objects, a, b)).toBe(false)
})

it("does not go by the dates of commits alone", () => {
  const objects = emptyObjects()
  const tree = treeOf(objects, {})
  const root = commitOf(objects, tree, [], 50)
  const early = commitOf(objects, tree, [root], 1)
  const [ours, theirs] = [commitOf(objects, tree, [early], 100), commitOf(objects, tree, [early], 101)]
  expect(mergeBase(objects, ours, theirs)).toBe(early)
})

const committer = { name: "C", email: "c@example.com", date: someone.date + 10 ** 9 }

it("makes commits again on top of another one, with their authors and messages", () => {
  const objects = emptyObjects()
  const long = numbers(1, 30)
  const edited = long.replace("1\n", "one\n")
  const [root = "", onto = ""] = history(objects, { a: long }, { a: `${long}31\n`, b: "new" })
  const first = commitOf(objects, treeOf(objects, { a: edited }), [root], 5)
  const second = commitOf(objects, treeOf(objects, { a: edited, b: "new" }), [first], 6)
  const rebased = rebaseOnto(objects, onto, second, onto, committer)
  if (rebased._tag === "Conflict") throw new Error("It should be clean")
  const [one, two] = rebased.commits
  const author = recordOf(objects, first).author
  expect(one).toMatchObject({ parents: [onto], author, committer, message: "Commit 5\n" })
  expect(one?.tree).toBe(treeOf(objects, { a: `${edited}31\n`, b: "new" }))
  // The second one has become empty, and stays.
  expect(two).toMatchObject({ parents: [one?.sha], tree: one?.tree, message: "Commit 6\n" })
})

it("leaves merges out of a rebase, and says which commit is in conflict", () => {
  const objects = emptyObjects()
  const [root = "", onto = ""] = history(objects, { a: "1\n" }, { a: "2\n" })
  const side = commitOf(objects, treeOf(objects, { a: "1\n", b: "1" }), [root], 3)
  const merge = commitOf(objects, treeOf(objects, { a: "2\n", b: "1" }), [side, onto], 4)
  const clean = rebaseOnto(objects, onto, merge, onto, committer)
  expect(clean).toMatchObject({ _tag: "Rebased", commits: [{ message: "Commit 3\n", parents: [onto] }] })
  const clash = commitOf(objects, treeOf(objects, { a: "3\n" }), [root], 5)
  expect(rebaseOnto(objects, onto, clash, onto, committer)).toMatchObject({
    _tag: "Conflict",
    commit: { sha: clash },
    paths: ["a"]
  })
})

it("merges commits from their common ancestor", () => {
  const objects = emptyObjects()
  const [root = ""] = history(objects, { a: "1\n" })
  const ours = commitOf(objects, treeOf(objects, { a: "1\n", b: "" }), [root], 1)
  const theirs = commitOf(objects, treeOf(objects, { a: "2\n" }), [root], 2)
  expect(mergeCommits(objects, ours, theirs)).toEqual({ _tag: "Clean", tree: treeOf(objects, { a: "2\n", b: "" }) })
})

it("merges histories that merged each other before", () => {
  const git = realGit()
  const objects = emptyObjects()
  const long = numbers(1, 60)
  const edit = (...edited: ReadonlyArray<string>): string =>
    edited.reduce((text, line) => text.replace(`${line}\n`, `${line} edited\n`), long)
  const [root = ""] = history(objects, { a: long })
  const commit = (text: string, parents: ReadonlyArray<Sha>, at: number): Sha =>
    commitOf(objects, treeOf(objects, { a: text }), parents, at)
  const [x, y] = [commit(edit("9"), [root], 1), commit(edit("49"), [root], 2)]
  const merges = [commit(edit("9", "49"), [x, y], 3), commit(edit("9", "49"), [y, x], 4)]
  const theirs = commit(edit("9", "49", "30"), merges.slice(1), 6)
  for (const kept of ["9", "49"]) {
    // Each merged the other, and then one took a change back.
    const ours = commit(edit(kept), merges.slice(0, 1), 5)
    git.load(objects, [ours, theirs])
    const tree = treeOf(objects, { a: edit(kept, "30") })
    expect(mergeCommits(objects, ours, theirs)).toEqual({ _tag: "Clean", tree })
    expect(git.run(["merge-tree", "--write-tree", ours, theirs]).trim()).toBe(tree)
  }
})

it("merges random histories as git does", () => {
  const git = realGit()
  const objects = emptyObjects()
  const pairs = Array.from({ length: 150 }, (_, round) => {
    const r = random(100 + round)
    const tips = randomHistory(r, objects, 25).slice(-6)
    return [r.pick(tips), r.pick(tips)] as const
  }).filter(([ours, theirs]) => {
    // Where the best common ancestors are in conflict, git compares with a text that shows their conflict.
    const [first = "", ...others] = mergeBases(objects, ours, theirs)
    return others.every((other) => mergeCommits(objects, first, other)._tag === "Clean")
  })
  git.load(objects, pairs.flat())
  const several = pairs.filter(([ours, theirs]) => mergeBases(objects, ours, theirs).length > 1)
  expect(several.length).toBeGreaterThan(0)
  const verdicts = pairs.map(([ours, theirs]) => {
    const merged = mergeCommits(objects, ours, theirs)
    return merged._tag === "Clean" ? `1 ${merged.tree}` : "0"
  })
  const input = pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join("")
  const options = ["-c", "merge.directoryRenames=false"]
  const output = git.run([...options, "merge-tree", "--write-tree", "--stdin", "-z", "--no-messages"], input)
  const real = [...output.matchAll(/(?:^|\0|\n)([01])\0([\da-f]{40})\0/g)].map(([, clean, tree]) =>
    clean === "1" ? `1 ${tree}` : "0"
  )
  expect(verdicts).toEqual(real)
})

it("walks deep histories without a deep stack, and only what it must", () => {
  const objects = emptyObjects()
  const tree = treeOf(objects, {})
  let tip: Sha | undefined
  for (let at = 0; at < 20_000; at++) {
    tip = putCommit(objects, {
      tree,
      parents: tip === undefined ? [] : [tip],
      author: someone,
      committer: someone,
      message: `${at}`
    }).sha
  }
  const head = tip ?? ""
  const parent = recordOf(objects, head).parents[0] ?? ""
  expect(commitsBetween(objects, parent, head)).toMatchObject({ mergeBase: parent, ahead: [{ sha: head }], behind: 0 })
  // Heights are known now: the root is not looked at again.
  const root = [...log(objects, head)].at(-1)?.sha ?? ""
  objects.commits.delete(root)
  expect(commitsBetween(objects, parent, head).behind).toBe(0)
  expect(isAncestor(objects, parent, head)).toBe(true)
  expect(isAncestor(objects, head, parent)).toBe(false)
})
