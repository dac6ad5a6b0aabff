/** Matches the columns of a message to the requested variables. */
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import type { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import { malformed, stop } from "./messages.ts"
import { type Identity, identityOf, isSame, mayBe, nameOf } from "./numbers.ts"
import { namesInOrder } from "./order.ts"

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
  const names = namesInOrder(groups, variables, (name, { identity }) => mayBe(name, identity))
  if (names === undefined) {
    const odd = groups.find(({ identity }) => !variables.some((name) => mayBe(name, identity)))
    const found = odd === undefined ? groups.map(({ identity }) => nameOf(identity)) : [nameOf(odd.identity)]
    return stop(path, `columns of ${variables.join(", ")}`, found.join(", "))
  }
  return groups.flatMap(({ columns }, i) =>
    columns.map((column) => ({ name: `${names[i] ?? ""}${memberOf(column)}`, column }))
  )
}
