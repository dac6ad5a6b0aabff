import { expect, it } from "@effect/vitest"
import { mergeTrees } from "../../../src/testing/internal/git/merge.ts"
import { emptyObjects, type Sha } from "../../../src/testing/internal/git/objects.ts"
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
  const output = git.run([...options, "merge-tree", "--write-tree", "--stdin", "-z", "--no-messages"], input)
  return [...output.matchAll(/(?:^|\0|\n)([01])\0([\da-f]{40})\0/g)].map(([, clean, tree]) =>
    clean === "1" ? (tree ?? "") : "conflict"
  )
}

it.each(["prose", "code"] as const)("merges random changes of %s as git does", (kind) => {
  const git = realGit()
  const objects = emptyObjects()
  const cases = Array.from({ length: 400 }, (_, index) => {
    const r = random(index + 1)
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
  expect(real.filter((tree) => tree !== "conflict").length).toBeGreaterThan(100)
  const differ = merged.flatMap((mine, index) =>
    (mine._tag === "Clean" ? mine.tree : "conflict") === real[index] ? [] : [index]
  )
  expect(differ.length).toBeLessThanOrEqual(kind === "prose" ? 0 : 4)
})
