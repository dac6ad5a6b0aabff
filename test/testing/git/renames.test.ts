import { expect, it } from "@effect/vitest"
import { changesBetween } from "../../../src/testing/internal/git/changes.ts"
import { emptyObjects } from "../../../src/testing/internal/git/objects.ts"
import { type Files, numbers, treeOf } from "./files.ts"
import { commitOf, edited, type Random, random } from "./random.ts"
import { realGit } from "./realGit.ts"

/** Files of a few families: those of one are alike, so that there is a choice of renames. */
const families = (r: Random): ReadonlyArray<string> =>
  Array.from({ length: 3 }, (_, family) => {
    const lines = Array.from({ length: 5 + r.below(20) }, (_, at) => `${family} ${at} ${"word ".repeat(r.below(40))}`)
    return `${lines.join(r.chance(0.3) ? "\r\n" : "\n")}\n`
  })

const member = (r: Random, family: string): string => {
  const text = r.chance(0.2) ? family : edited(r, "prose", family, r.below(8))
  return r.chance(0.1) ? text.replaceAll(/\r?\n/g, r.pick(["\n", "\r\n"])) : text
}

const someFiles = (r: Random, texts: ReadonlyArray<string>, directories: ReadonlyArray<string>): Files =>
  Object.fromEntries(
    Array.from({ length: 3 + r.below(10) }, () => {
      const path = `${r.pick(directories)}/${r.pick(["a", "b", "c", "d", "e", "f", "g"])}.txt`
      const text = r.chance(0.05) ? "" : member(r, r.pick(texts))
      return [path, text.endsWith("\n") || text === "" ? text : `${text}\n`]
    })
  )

it("finds the renames that git finds", () => {
  const git = realGit()
  const objects = emptyObjects()
  const cases = Array.from({ length: 200 }, (_, index) => {
    const r = random(index + 1)
    const texts = families(r)
    const before = treeOf(objects, someFiles(r, texts, ["old", "both", "old/deep"]))
    const after = treeOf(objects, someFiles(r, texts, ["new", "both", "new/deep"]))
    const parent = commitOf(objects, before, [], index)
    return { before, after, commit: commitOf(objects, after, [parent], index), parent }
  })
  git.load(
    objects,
    cases.map(({ commit }) => commit)
  )
  const input = cases.map(({ commit, parent }) => `${commit} ${parent}\n`).join("")
  const output = git.run(["diff-tree", "--stdin", "-r", "-M", "--name-status"], input)
  const real = output.split(/^[\da-f]{40}[^\n]*\n/m).slice(1)
  const letters = { added: "A", removed: "D", modified: "M", changed: "M", renamed: "R" }
  const mine = cases.map(({ after, before }) =>
    changesBetween(objects, before, after)
      .map(({ path, previous, similarity, status }) =>
        previous === undefined
          ? `${letters[status]}\t${path}\n`
          : `R${String(similarity).padStart(3, "0")}\t${previous}\t${path}\n`
      )
      .join("")
  )
  expect(mine).toHaveLength(real.length)
  expect(mine.filter((text) => /^R0[5-9]/m.test(text)).length).toBeGreaterThan(100)
  expect(mine.flatMap((text, index) => (text === real[index] ? [] : [[index, text, real[index]]]))).toEqual([])
})

it("looks for similar files among a bounded number of pairs, and for equal ones always", () => {
  const objects = emptyObjects()
  const many = (directory: string, count: number, edit: string): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `${directory}/${directory}-${at}`,
        `${numbers(at * 20, at * 20 + 19)}${edit}`
      ])
    )
  const renames = (before: Files, after: Files): number =>
    changesBetween(objects, treeOf(objects, before), treeOf(objects, after)).filter(
      ({ status }) => status === "renamed"
    ).length
  expect(renames(many("a", 20, ""), many("b", 20, "new\n"))).toBe(20)
  expect(renames(many("a", 1_001, ""), many("b", 1_001, "new\n"))).toBe(0)
  expect(renames(many("a", 1_001, ""), many("b", 1_001, ""))).toBe(1_001)
})
