/** Compares what the service has with what is wanted. What is not wanted explicitly does not count. */
import type * as Schema from "effect/Schema"
import type { Difference } from "../../SyncPlan.ts"

/** The fields of `wanted` that `found` has otherwise. Lists are compared whole, without regard to their order. */
export const differences = (found: unknown, wanted: unknown, path = ""): ReadonlyArray<Difference> => {
  if (wanted === undefined) return []
  // An empty record within another one is meant: nobody, nothing.
  const isWhole = path !== "" && isRecord(wanted) && Object.keys(wanted).length === 0 && !isEmpty(found)
  if (isRecord(wanted) && isRecord(found) && !isWhole) {
    return Object.entries(wanted).flatMap(([name, value]) =>
      differences(found[name], value, path === "" ? name : `${path}.${name}`)
    )
  }
  const isSame = Array.isArray(wanted)
    ? isSameList(found, wanted)
    : isRecord(wanted)
      ? !isWhole && isEmpty(wanted)
      : (found ?? empty(wanted)) === wanted
  return isSame ? [] : [{ path, found: asJson(found), wanted: asJson(wanted) }]
}

/** Whether all wanted items are there, each once, and no others. */
const isSameList = (found: unknown, wanted: ReadonlyArray<unknown>): boolean => {
  const items: ReadonlyArray<unknown> = Array.isArray(found) ? found : []
  if (items.length !== wanted.length) return false
  /** The wanted item that each found one stands for. An item may leave fields open, so it may have to give way. */
  const taken = new Map<number, number>()
  const place = (item: number, tried: Set<number>): boolean =>
    items.some((other, index) => {
      if (tried.has(index) || differences(other, wanted[item]).length > 0) return false
      tried.add(index)
      const holder = taken.get(index)
      if (holder !== undefined && !place(holder, tried)) return false
      taken.set(index, item)
      return true
    })
  return wanted.every((_, item) => place(item, new Set()))
}

const isEmpty = (value: unknown): boolean => !isRecord(value) || Object.keys(value).length === 0

/** What the service has no value for is empty. */
const empty = (wanted: unknown): unknown => (wanted === "" ? "" : null)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value as it is shown. */
const asJson = (value: unknown): Schema.Json => {
  if (value === null || value === undefined) return null
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (Array.isArray(value)) return value.map(asJson)
  if (!isRecord(value)) return null
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, asJson(item)]]))
  )
}
