/** Turns a seed into weather. */
import * as Duration from "effect/Duration"
import type { Moment, SpellSeed } from "../../WeatherSeed.ts"
import type { Spell } from "./world/climate.ts"

const instantOf = (moment: Moment, now: number): number => {
  if (typeof moment === "string") return Date.parse(moment)
  if (moment instanceof Date) return moment.getTime()
  return "in" in moment ? now + Duration.toMillis(moment.in) : now - Duration.toMillis(moment.ago)
}

export const spellOf = ({ from, lasts, radius, ...spell }: SpellSeed, now: number): Spell => {
  const start = instantOf(from, now)
  if (Number.isNaN(start)) throw new Error(`The seed has an invalid date: ${JSON.stringify(from)}`)
  return { ...spell, radius: radius ?? 100, from: start, to: start + Duration.toMillis(lasts ?? "1 day") }
}
