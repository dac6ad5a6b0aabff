/** Steps of the labels and milestones of the repository. */
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Labels from "../../../../src/forge/Labels.ts"
import * as Milestones from "../../../../src/forge/Milestones.ts"
import { ensureLabel, type Model } from "./model.ts"
import { calls, index, nth, optional, step, web } from "./step.ts"

export const label = fc.constantFrom("bug", "Bug", "UI", "help me/now", "größer")

export const states = fc.constantFrom("open", "closed", undefined)

/** The number of a milestone, or of none. */
export const milestoneAt = (model: Model, at: number): number =>
  at % 7 === 6 ? 999 : (nth(model.milestones.keys(), at) ?? 999)

const createLabel = step("Labels.create", label, (model, name) =>
  calls(
    Labels.create({ ...web, name, color: "aabbcc" }),
    model.labels.has(name.toLowerCase()) ? "ValidationFailed" : () => void ensureLabel(model, name)
  )
)

const renameLabel = step("Labels.update", fc.tuple(label, label), (model, [name, new_name]) => {
  const call = Labels.update({ ...web, name, new_name })
  const found = model.labels.get(name.toLowerCase())
  if (found === undefined) return calls(call, "NotFound")
  const taken = model.labels.get(new_name.toLowerCase())
  if (taken !== undefined && taken !== found) return calls(call, "ValidationFailed")
  return calls(call, (renamed) => {
    model.labels.delete(name.toLowerCase())
    model.labels.set(new_name.toLowerCase(), found)
    found.name = new_name
    expect(renamed.name).toBe(new_name)
  })
})

const deleteLabel = step("Labels.delete", label, (model, name) => {
  const call = Labels.delete({ ...web, name })
  const found = model.labels.get(name.toLowerCase())
  if (found === undefined) return calls(call, "NotFound")
  return calls(call, () => {
    model.labels.delete(name.toLowerCase())
    for (const issue of model.issues.values()) issue.labels.delete(found)
  })
})

const titles = fc.constantFrom("v1", "v2", "v3")

const isTitleTaken = (model: Model, title: string, except?: number): boolean =>
  [...model.milestones].some(([number, milestone]) => number !== except && milestone.title === title)

const createMilestone = step("Milestones.create", titles, (model, title) => {
  const call = Milestones.create({ ...web, title })
  if (isTitleTaken(model, title)) return calls(call, "ValidationFailed")
  return calls(call, ({ number }) => {
    model.milestonesMade++
    expect(number).toBe(model.milestonesMade)
    model.milestones.set(number, { title, state: "open" })
  })
})

const updateMilestone = step(
  "Milestones.update",
  fc.tuple(index, optional(titles), states),
  (model, [at, title, state]) => {
    const milestone_number = milestoneAt(model, at)
    const found = model.milestones.get(milestone_number)
    const sent = { ...(title === undefined ? {} : { title }), ...(state === undefined ? {} : { state }) }
    const call = Milestones.update({ ...web, milestone_number, ...sent })
    if (found === undefined) return calls(call, "NotFound")
    if (title !== undefined && isTitleTaken(model, title, milestone_number)) return calls(call, "ValidationFailed")
    return calls(call, (updated) => expect(updated).toMatchObject(Object.assign(found, sent)))
  }
)

const deleteMilestone = step("Milestones.delete", index, (model, at) => {
  const milestone_number = milestoneAt(model, at)
  const call = Milestones.delete({ ...web, milestone_number })
  if (!model.milestones.has(milestone_number)) return calls(call, "NotFound")
  return calls(call, () => {
    model.milestones.delete(milestone_number)
    for (const issue of model.issues.values()) if (issue.milestone === milestone_number) issue.milestone = null
  })
})

export const steps = [
  createLabel,
  renameLabel,
  deleteLabel,
  createMilestone,
  createMilestone,
  updateMilestone,
  deleteMilestone
]
