/** Steps of releases and their tags. */
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Releases from "../../../../src/forge/Releases.ts"
import { main, type Model, type Release, tipOf } from "./model.ts"
import { calls, index, nth, step, web } from "./step.ts"

const tag = fc.constantFrom("v1", "v2", "v3", "rel/4")

const isFull = (release: Release): boolean => !release.draft && !release.prerelease

const isTaken = ({ releases }: Model, name: string, except?: number): boolean =>
  [...releases].some(([id, release]) => id !== except && !release.draft && release.tag === name)

/** A published release has a tag, and is the latest one unless it is a prerelease. */
const store = (model: Model, id: number, release: Release): void => {
  model.releases.set(id, release)
  if (!release.draft && !model.tags.has(release.tag)) model.tags.set(release.tag, tipOf(model, main))
  if (!isFull(release) || !release.latest) return
  for (const other of model.releases.values()) if (other !== release && isFull(other)) other.latest = false
}

const releaseAt = ({ releases }: Model, at: number): readonly [id: number, release: Release | undefined] => {
  const id = at % 7 === 6 ? undefined : nth(releases.keys(), at)
  return [id ?? 999, id === undefined ? undefined : releases.get(id)]
}

const looksLike = (release: Release, shown: object): void =>
  expect(shown).toMatchObject({ tag_name: release.tag, draft: release.draft, prerelease: release.prerelease })

const create = step(
  "Releases.create",
  fc.tuple(tag, fc.boolean(), fc.boolean()),
  (model, [name, draft, prerelease]) => {
    const call = Releases.create({ ...web, tag_name: name, draft, prerelease })
    if (isTaken(model, name)) return calls(call, "ValidationFailed")
    return calls(call, (made) => {
      const release = { tag: name, draft, prerelease, latest: true }
      store(model, made.id, release)
      looksLike(release, made)
    })
  }
)

const changes = fc.record({ draft: fc.boolean(), prerelease: fc.boolean(), tag_name: tag }, { requiredKeys: [] })

const update = step("Releases.update", fc.tuple(index, changes), (model, [at, change]) => {
  const [release_id, release] = releaseAt(model, at)
  const call = Releases.update({ ...web, release_id, ...change })
  if (release === undefined) return calls(call, "NotFound")
  const { draft = release.draft, prerelease = release.prerelease, tag_name = release.tag } = change
  if ((!draft || tag_name !== release.tag) && isTaken(model, tag_name, release_id))
    return calls(call, "ValidationFailed")
  return calls(call, (changed) => {
    Object.assign(release, { draft, prerelease, tag: tag_name })
    store(model, release_id, release)
    looksLike(release, changed)
  })
})

const remove = step("Releases.delete", index, (model, at) => {
  const [release_id, release] = releaseAt(model, at)
  const call = Releases.delete({ ...web, release_id })
  return calls(call, release === undefined ? "NotFound" : () => void model.releases.delete(release_id))
})

const getByTag = step("Releases.getByTag", tag, (model, name) => {
  const found = [...model.releases.values()].find((release) => !release.draft && release.tag === name)
  const call = Releases.getByTag({ ...web, tag: name })
  return calls(call, found === undefined ? "NotFound" : (shown) => looksLike(found, shown))
})

const getLatest = step("Releases.getLatest", fc.constant(null), (model) => {
  const full = [...model.releases.values()].filter(isFull)
  const latest = full.find((release) => release.latest)
  const call = Releases.getLatest(web)
  if (full.length === 0) return calls(call, "NotFound")
  return calls(call, (shown) =>
    // When the latest was deleted, dates decide.
    latest === undefined
      ? expect(full.map((release) => release.tag)).toContain(shown.tag_name)
      : looksLike(latest, shown)
  )
})

export const steps = [{ weight: 2, arbitrary: create }, { weight: 2, arbitrary: update }, remove, getByTag, getLatest]
