/** Matches the columns of a message to the requested variables. */
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import type { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import { malformed, Unproven } from "./messages.ts"
import { type Identity, identityOf, isOf, mayBe } from "./numbers.ts"
import { namesInOrder } from "./order.ts"

/** The columns of one variable: one for each member. */
interface Group {
  readonly identity: Identity
  readonly columns: Array<VariableWithValues>
}

/** The columns of a block. */
export const columnsOf = (block: VariablesWithTime | VariablesWithMonth): ReadonlyArray<VariableWithValues> => {
  const length = block.variablesLength()
  // A message that is broken may have any length.
  if (length > (block.bb?.capacity() ?? 0)) malformed()
  const columns: Array<VariableWithValues> = []
  for (let i = 0; i < length; i++) columns.push(block.variables(i) ?? malformed())
  return columns
}

const groupsOf = (columns: ReadonlyArray<VariableWithValues>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  let last = -1
  for (const column of columns) {
    const member = column.ensembleMember()
    const group = groups.at(-1)
    if (group !== undefined && member > last && isOf(column, group.identity)) group.columns.push(column)
    else groups.push({ identity: identityOf(column), columns: [column] })
    last = member
  }
  return groups
}

const memberOf = (column: VariableWithValues): string => {
  const member = column.ensembleMember()
  return member === 0 ? "" : `_member${String(member).padStart(2, "0")}`
}

/**
 * The names of columns as in JSON, apart from their model: `temperature_2m_member01`. The service returns the columns in
 * the order of the request, and may leave out some of weeks and months. The labels must be those of the variables, and
 * leave only one way to name the columns in order.
 */
const namesOf = (
  columns: ReadonlyArray<VariableWithValues>,
  variables: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const groups = groupsOf(columns)
  const names = namesInOrder(groups, variables, (name, { identity }) => mayBe(name, identity))
  if (names === undefined) throw new Unproven()
  return groups.flatMap(({ columns }, i) => columns.map((column) => `${names[i] ?? ""}${memberOf(column)}`))
}

/** Names the columns of a block, in one message after the other. Most have the same ones as the message before. */
export class Names {
  private readonly variables: ReadonlyArray<string>
  private labels: ReadonlyArray<Label> = []
  private names: ReadonlyArray<string> = []

  constructor(variables: ReadonlyArray<string>) {
    this.variables = variables
  }

  of(columns: ReadonlyArray<VariableWithValues>): ReadonlyArray<string> {
    if (!haveLabels(columns, this.labels)) {
      this.names = namesOf(columns, this.variables)
      this.labels = columns.map((column) => ({ identity: identityOf(column), member: column.ensembleMember() }))
    }
    return this.names
  }
}

/** What names a column. */
interface Label {
  readonly identity: Identity
  readonly member: number
}

const haveLabels = (columns: ReadonlyArray<VariableWithValues>, labels: ReadonlyArray<Label>): boolean => {
  let i = 0
  for (const { identity, member } of labels) {
    const column = columns[i++]
    if (column === undefined || column.ensembleMember() !== member || !isOf(column, identity)) return false
  }
  return i > 0 && i === columns.length
}
