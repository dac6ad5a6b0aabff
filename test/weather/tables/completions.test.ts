/** What editors complete is what the service has: each name that it documents, and none that it does not know. */
import { assert, describe, it } from "@effect/vitest"
import { metas } from "../../../.build/weather/metas.ts"
import { completions } from "../../../.build/weather/completions.ts"
import { isExpressible } from "../../../src/weather/internal/flatbuffers/numbers.ts"
import "../flatbuffers/loaded.ts"

/** Blocks whose names are those of an hour. */
const ofHours: ReadonlyArray<string> = ["current", "minutely_15", "hourly"]

const known = (block: string): Readonly<Record<string, { readonly alias_of?: string | undefined }>> => {
  const { daily, hourly, monthly, weekly } = metas.variables
  return ofHours.includes(block) ? hourly : ({ daily, monthly, weekly }[block] ?? assert.fail(block))
}

const atLevel = (name: string): boolean => {
  const [, base = "", unit] = /^(.*)_\d+(hPa|m)$/.exec(name) ?? []
  return unit !== undefined && base in metas.variables[unit === "hPa" ? "pressure" : "height"].variables
}

const rows = Object.entries(completions).flatMap(([service, { blocks, theirs }]) =>
  Object.entries(blocks).map(([block, names]) => ({ service, theirs, block, names }))
)

describe("the completions of", () => {
  it.each(rows)("$service, $block: have each variable that it documents", ({ block, names, theirs }) => {
    const documented = metas.services[theirs]?.documented_variables?.[block] ?? []
    const missing = documented.filter((name) => !names.includes(name) && known(block)[name]?.alias_of === undefined)
    assert.deepStrictEqual(missing, [], `add to src/weather/variables what ${theirs} documents of ${block}`)
  })

  it.each(rows)("$service, $block: have no variable that the service does not know", ({ block, names }) => {
    const unknown = names.filter((name) => !(name in known(block)) && !(ofHours.includes(block) && atLevel(name)))
    assert.deepStrictEqual(unknown, [])
    // Its label is known as well.
    assert.deepStrictEqual(
      names.filter((name) => !isExpressible(name)),
      []
    )
  })

  it.each(Object.entries(completions))("%s: have each model that it documents", (_, { models, theirs }) => {
    const documented = metas.services[theirs]?.documented_models ?? []
    assert.deepStrictEqual(
      documented.filter((name) => !models.includes(name)),
      []
    )
  })

  it("all services have all models that are not refused, and no others", () => {
    const offered = new Set(Object.values(completions).flatMap(({ models }) => models))
    const accepted = Object.entries(metas.models).flatMap(([name, { note }]) =>
      note?.startsWith("refused") === true ? [] : [name]
    )
    assert.deepStrictEqual(
      accepted.filter((name) => !offered.has(name)),
      ["air_quality_best_match"],
      "the air quality takes its two models only"
    )
    assert.deepStrictEqual(
      [...offered].filter((name) => !accepted.includes(name)),
      []
    )
  })
})
