/** Steps of files and branches. */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Branches from "../../../../src/forge/Branches.ts"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as Refs from "../../../../src/forge/Refs.ts"
import { blobSha, main, type Model, moveBranch, openFrom, tipOf } from "./model.ts"
import { calls, index, nth, step, web } from "./step.ts"

export const path = fc.constantFrom("README.md", "a", "b.txt", "größe", "with space")

/** A branch, or one that does not exist. */
export const branchAt = ({ branches }: Model, at: number): string =>
  at % 11 === 10 ? "nowhere" : (nth(branches.keys(), at) ?? main)

/** Each commit has a message of its own: equal ones of the same second would be the same commit. */
export const messageOf = (model: Model): string => `Commit ${++model.messages}`

/** Sends the sha of the file, none, or another one. */
const shas = fc.constantFrom("right", "right", "right", "none", "wrong")

const putFile = step(
  "Contents.put",
  fc.tuple(index, path, fc.nat({ max: 3 }), shas),
  (model, [at, name, version, which]) => {
    const branch = branchAt(model, at)
    const tip = model.branches.get(branch)
    const former = tip?.files.get(name)
    // The lines of different files differ, so that git does not take one for another one that moved.
    const content = `${name} ${version}\n`
    const sha =
      which === "wrong" ? "0".repeat(40) : which === "none" || former === undefined ? undefined : blobSha(former)
    const call = Contents.put({
      ...web,
      path: name,
      message: messageOf(model),
      branch,
      content,
      ...(sha === undefined ? {} : { sha })
    })
    if (tip === undefined) return calls(call, "NotFound")
    if (former !== undefined && sha === undefined) return calls(call, "ValidationFailed")
    if (which === "wrong") return calls(call, "Conflict")
    return calls(call, ({ content: written }) => {
      expect(written?.sha).toBe(blobSha(content))
      moveBranch(model, branch, { files: new Map([...tip.files, [name, content]]), parents: [tip] })
    })
  }
)

const removeFile = step("Contents.delete", fc.tuple(index, path, shas), (model, [at, name, which]) => {
  const branch = branchAt(model, at)
  const tip = model.branches.get(branch)
  const former = tip?.files.get(name)
  const sha = which === "wrong" || former === undefined ? "0".repeat(40) : blobSha(former)
  const call = Contents.delete({ ...web, path: name, message: messageOf(model), branch, sha })
  if (tip === undefined || former === undefined) return calls(call, "NotFound")
  if (which === "wrong") return calls(call, "Conflict")
  return calls(call, () => {
    const files = new Map(tip.files)
    files.delete(name)
    moveBranch(model, branch, { files, parents: [tip] })
  })
})

const getFile = step("Contents.get", fc.tuple(index, path), (model, [at, name]) => {
  const branch = branchAt(model, at)
  const content = model.branches.get(branch)?.files.get(name)
  const call = Contents.get({ ...web, path: name, ref: branch })
  return calls(call, content === undefined ? "NotFound" : (file) => expect(file).toMatchObject({ text: content }))
})

const createBranch = step("Refs.create", index, (model, at) => {
  const from = nth(model.branches.keys(), at) ?? main
  const tip = tipOf(model, from)
  const name = `b${model.branchesMade + 1}`
  const call = Effect.flatMap(Branches.get({ ...web, branch: from }), ({ commit }) =>
    Refs.create({ ...web, ref: `refs/heads/${name}`, sha: commit.sha })
  )
  return calls(call, () => {
    model.branchesMade++
    model.branches.set(name, tip)
  })
})

const deleteBranch = step("Refs.delete", index, (model, at) => {
  const branch = branchAt(model, at)
  const call = Refs.delete({ ...web, ref: `heads/${branch}` })
  if (branch === main || !model.branches.has(branch)) return calls(call, "ValidationFailed")
  return calls(call, () => {
    const open = openFrom(model, branch)
    if (open !== undefined) open.state = "closed"
    model.branches.delete(branch)
  })
})

export const steps = [
  { weight: 5, arbitrary: putFile },
  { weight: 2, arbitrary: removeFile },
  { weight: 2, arbitrary: getFile },
  createBranch,
  deleteBranch
]
