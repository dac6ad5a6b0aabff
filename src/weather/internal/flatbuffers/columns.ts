/** Matches the columns of a message to the requested variables. */
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import type { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import { malformed, stop } from "./messages.ts"
import { fits, type Identity, identityOf, isExact, isSame, mayBe, nameOf, type Stated, statedBy } from "./numbers.ts"

/** A column with the name that it has in JSON, apart from its model: `temperature_2m_member01`. */
export interface Named {
  readonly name: string
  readonly column: VariableWithValues
}

/** The columns of one variable: one for each member. */
interface Group {
  readonly identity: Identity
  readonly columns: Array<VariableWithValues>
}

const groupsOf = (block: VariablesWithTime | VariablesWithMonth): ReadonlyArray<Group> => {
  const length = block.variablesLength()
  // A message that is broken may have any length.
  if (length > (block.bb?.capacity() ?? 0)) malformed()
  const groups: Array<Group> = []
  let last = -1
  for (let i = 0; i < length; i++) {
    const column = block.variables(i) ?? malformed()
    const identity = identityOf(column)
    const member = column.ensembleMember()
    const group = groups.at(-1)
    if (group !== undefined && member > last && isSame(group.identity, identity)) group.columns.push(column)
    else groups.push({ identity, columns: [column] })
    last = member
  }
  return groups
}

/** Whether the columns come as requested, one for one. Their numbers must say the same. */
const isInOrder = (groups: ReadonlyArray<Group>, stated: ReadonlyArray<Stated>): boolean =>
  groups.length === stated.length &&
  groups.every(({ identity }, i) => {
    const at = stated[i]
    return at !== undefined && mayBe(at, identity)
  })

/** Returns the requested variable of a column, if its numbers leave no doubt. */
const requestedOf = (
  { identity }: Group,
  variables: ReadonlyMap<string, Stated>,
  taken: ReadonlySet<string>
): string | undefined => {
  const free = Array.from(variables).filter(([name, stated]) => !taken.has(name) && fits(stated, identity))
  const [exact] = free.filter(([, stated]) => isExact(stated, identity))
  const [only, ...others] = free
  return (exact ?? (others.length === 0 ? only : undefined))?.[0]
}

const memberOf = (column: VariableWithValues): string => {
  const member = column.ensembleMember()
  return member === 0 ? "" : `_member${String(member).padStart(2, "0")}`
}

/**
 * Names the columns of a block. The service returns them in the order of the request, and may leave out some of weeks and
 * months. The order is not enough as a proof, so the numbers of each column must be those of its variable.
 */
export const namedColumns = (
  path: ReadonlyArray<string | number>,
  block: VariablesWithTime | VariablesWithMonth,
  variables: ReadonlyArray<string>
): ReadonlyArray<Named> => {
  const groups = groupsOf(block)
  // A request with other variables is sent for JSON.
  const stated = variables.flatMap((name) => statedBy(name) ?? [])
  const inOrder = isInOrder(groups, stated)
  const byName = new Map(variables.flatMap((name, i) => (stated[i] === undefined ? [] : [[name, stated[i]] as const])))
  const taken = new Set<string>()
  return groups.flatMap((group, i) => {
    const name = inOrder ? variables[i] : requestedOf(group, byName, taken)
    if (name === undefined) {
      const found = nameOf(group.identity)
      return stop([...path, found], `a column of ${variables.join(", ")}`, found)
    }
    taken.add(name)
    return group.columns.map((column) => ({ name: name + memberOf(column), column }))
  })
}
