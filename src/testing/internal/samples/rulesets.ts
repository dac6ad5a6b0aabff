/** Rulesets, their versions, and how pushes were evaluated. */
import type { Ruleset } from "../../../forge/schema/Ruleset.ts"
import type { Place } from "../../SampleTypes.ts"
import { first, me, open } from "./scene.ts"

const rules = [
  { type: "deletion" },
  {
    type: "required_status_checks",
    parameters: {
      required_status_checks: [{ context: "ci/build" }],
      strict_required_status_checks_policy: true
    }
  }
]

const suite = {
  id: 21,
  actor: me,
  before: "893f768e172fb1bc9c5d6f3dd48557e45f14e01d",
  after: "dedd88641a362b6b4ea872da4847d6131a164d01",
  ref: "refs/heads/main",
  pushed_at: "2026-01-15T08:00:00Z",
  result: "fail",
  evaluations: [
    { ruleset: 42, name: "Main", rule_type: "deletion", enforcement: "active", details: null },
    {
      ruleset: 42,
      name: "Main",
      rule_type: "required_status_checks",
      enforcement: "active",
      details: 'Required status check "ci/build" is expected.'
    }
  ]
} as const

/** A scene with a ruleset. */
const ruled = (place: Place, id = 42) => {
  const conditions = { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } }
  const main = { name: "Main", id, version: 7, actor: me, conditions, rules }
  return open({ ...place, repository: { rulesets: [main], rule_suites: [suite] } })
}

export const ruleset = ({ id = 42 }: Partial<Ruleset>, place: Place): unknown =>
  ruled(place, id).inRepo("GET", `/rulesets/${id}`)

export const listed = ({ id }: Partial<Ruleset>, place: Place): unknown =>
  first(ruled(place, id).inRepo("GET", "/rulesets"))

export const version = (_: object, place: Place): unknown => ruled(place).inRepo("GET", "/rulesets/42/history/7")

export const listedVersion = (_: object, place: Place): unknown =>
  first(ruled(place).inRepo("GET", "/rulesets/42/history"))

export const ruleSuite = (_: object, place: Place): unknown => ruled(place).inRepo("GET", "/rulesets/rule-suites/21")

export const listedSuite = (_: object, place: Place): unknown =>
  first(ruled(place).inRepo("GET", "/rulesets/rule-suites"))
