import { expect, it } from "@effect/vitest"
import { commitsBetween } from "../../../src/testing/internal/git/history.ts"
import { commitOf as recordOf, emptyObjects, putCommit, type Sha } from "../../../src/testing/internal/git/objects.ts"
import { diffText, patchText } from "../../../src/testing/internal/git/patch.ts"
import { type Files, numbers, treeOf } from "./files.ts"
import { changed, commitOf, random, randomTree, someone } from "./random.ts"
import { realGit } from "./realGit.ts"

const diff = ["diff", "-M", "--abbrev=7"]

it.each(["prose", "code"] as const)("writes random changes of %s as git does", (kind) => {
  const git = realGit()
  const objects = emptyObjects()
  let tree = randomTree(random(5), objects, kind, 8)
  const commits = [commitOf(objects, tree, [])]
  for (let at = 1; at < 150; at++) {
    tree = changed(random(at), objects, tree, kind, 1 + (at % 5))
    commits.push(commitOf(objects, tree, commits.slice(-1), at))
  }
  git.load(objects, commits.slice(-1))
  // Prints all diffs at once, each after its commit.
  const all = git.run([
    "log",
    "--reverse",
    "--format=tformat:commit",
    "-p",
    "-M",
    "--abbrev=7",
    `${commits[0]}..${commits.at(-1)}`
  ])
  const real = all.split(/^commit\n\n?/m).slice(1)
  const texts = commits.slice(1).map((sha) => {
    const { parents, tree: after } = recordOf(objects, sha)
    return diffText(objects, recordOf(objects, parents[0] ?? "").tree, after)
  })
  const differ = texts.flatMap((text, at) => (text === real[at] || `${text}\n` === real[at] ? [] : [[text, real[at]]]))
  expect(real.length).toBe(texts.length)
  expect(differ.length).toBe(0)
})

const long = numbers(1, 100)

const before: Files = {
  a: "a\nb\n",
  bin: "\0x",
  "d/long": long,
  gone: "x\n",
  link: ["120000", "target"],
  "moved/exactly": numbers(200, 300),
  sub: ["160000", "1".repeat(40)],
  typed: ["120000", "target"],
  "deep/er/file": numbers(400, 500),
  "no newline": "x"
}

const after: Files = {
  a: ["100755", "a\nc"],
  bin: "\0yy",
  "d/löng é": long.replace("50\n", "fifty\n"),
  "exactly here": numbers(200, 300),
  link: ["120000", "other"],
  "new\tname": "x\n",
  empty: "",
  sub: ["160000", "2".repeat(40)],
  typed: "now a file\n",
  "deep/file": ["100755", numbers(400, 500).replace("450\n", "")],
  "no newline": "x\ny"
}

it("writes modes, renames, binary files, symlinks and submodules as git does", () => {
  const git = realGit()
  const objects = emptyObjects()
  const trees = [treeOf(objects, before), treeOf(objects, after)] as const
  const commits = trees.map((tree) => commitOf(objects, tree, [], 0)) as [Sha, Sha]
  git.load(objects, commits)
  expect(diffText(objects, ...trees)).toBe(git.run([...diff, ...commits]))
  expect(diffText(objects, trees[1], trees[0])).toBe(git.run([...diff, commits[1], commits[0]]))
  expect(diffText(objects, undefined, trees[0])).toBe(
    git.run([...diff, "4b825dc642cb6eb9a060e54bf8d69288fbee4904", commits[0]])
  )
  expect(diffText(objects, trees[0], trees[0])).toBe("")
})

it("writes commits as mails as git does", () => {
  const git = realGit()
  const objects = emptyObjects()
  const commit = (
    files: Files,
    message: string,
    parents: ReadonlyArray<Sha>,
    author: Partial<typeof someone & { offset: number }> = {}
  ) =>
    putCommit(objects, {
      tree: treeOf(objects, files),
      parents,
      author: { ...someone, ...author },
      committer: someone,
      message
    }).sha
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `a/rather/long/path/for/a/file/number/${at}/${"x".repeat(at * 4 + 1)}`,
      numbers(1, 3 + at * 20)
    ])
  )
  const root = commit(before, "Root\n", [])
  const steps: ReadonlyArray<readonly [Files, string, Parameters<typeof commit>[3]]> = [
    [after, "Change many things\nin two lines\n\nThe body.\n\n- one\n- two\n", {}],
    [
      { ...after, ...many },
      "Zweiter: größe und ein sehr langer Titel, der mehr als achtundsiebzig Zeichen hat, damit er umbricht\n",
      { name: "Jörg", offset: 330 }
    ],
    [{ ...after, ...many }, "Nothing changes\n", {}],
    [
      { ...many },
      "A title that is so long that a mail must wrap it, because its lines may not have more than some characters\n\nÜ",
      { name: 'A. (B) "C"', offset: -210 }
    ],
    [{ ...many, bin: "\0" }, "Only a binary file", {}]
  ]
  let tip = root
  for (const [files, message, author] of steps) tip = commit(files, message, [tip], author)
  git.load(objects, [tip])
  const format = ["format-patch", "--stdout", "--no-binary", "-M", "--abbrev=7", "--signature=2.39.5"]
  expect(patchText(objects, commitsBetween(objects, root, tip).ahead)).toBe(git.run([...format, `${root}..${tip}`]))
  expect(patchText(objects, [recordOf(objects, tip)])).toBe(git.run([...format, "-1", tip]))
  expect(patchText(objects, [recordOf(objects, root)])).toBe(git.run([...format, "--root", root]))
})
