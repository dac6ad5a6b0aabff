/** Names what messages have: matches columns to the requested variables, and messages to the requested models. */
import type { Requested } from "../../Service.ts"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { modelLabels } from "../tables/labels.ts"
import { malformed, Unproven } from "./messages.ts"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import type { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import { type Identity, identityOf, isOf, mayBe } from "./numbers.ts"
import { sdk } from "./sdk.ts"

/**
 * Returns the name of each item, if there is exactly one way to give all of them names in order. `may` tells whether an
 * item can have a name.
 */
export const namesInOrder = <Name, A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<Name>,
  may: (name: Name, item: A) => boolean
): ReadonlyArray<Name> | undefined => {
  // Nothing is left out.
  if (items.length === names.length) {
    return names.every((name, i) => {
      const item = items[i]
      return item !== undefined && may(name, item)
    })
      ? names
      : undefined
  }
  const first = firstNames(items, names, may)
  const last = firstNames(items.toReversed(), names.toReversed(), may)?.toReversed()
  return first?.every((name, i) => name === last?.[i]) === true ? first : undefined
}

/** Gives each item the first name that it can have after the name of the item before. */
const firstNames = <Name, A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<Name>,
  may: (name: Name, item: A) => boolean
): ReadonlyArray<Name> | undefined => {
  const found: Array<Name> = []
  for (const name of names) {
    const item = items[found.length]
    if (item !== undefined && may(name, item)) found.push(name)
  }
  return found.length === items.length ? found : undefined
}

/** A requested model. */
interface RequestedModel {
  /** The name that the service has for it. */
  readonly name: string
  /** The number of its label; undefined for a model of which nothing is known. */
  readonly label: number | undefined
  /** The number that the SDK has for it, which a newer server may write. */
  readonly own: number | undefined
}

/** At run time, the enumeration also has its names by number. */
const numberOf = (name: string): number | undefined => {
  const { Model } = sdk()
  const number: unknown = Object.hasOwn(Model, name) ? Reflect.get(Model, name) : undefined
  return typeof number === "number" ? number : undefined
}

const askedOf = (name: string): RequestedModel => ({
  name,
  label: numberOf(modelLabels[name] ?? name),
  own: numberOf(name)
})

const mayHave = ({ label, own }: RequestedModel, found: number): boolean =>
  label === undefined || label === found || own === found

/** Whether each of the requested models is known, and has a label that no other one of them can have. */
export const areDistinct = ({ models = [], renames = {} }: Requested): boolean => {
  if (models.length < 2) return true
  const numbers = models.map((model) => askedOf(renames[model] ?? model))
  return numbers.every(
    (model, i) =>
      model.label !== undefined &&
      numbers.every(({ label = -1, own = -1 }, j) => i === j || !(mayHave(model, label) || mayHave(model, own)))
  )
}

const none: ReadonlyArray<string> = [""]

/**
 * The ends of the names of each message's columns, which are the models if there are several. Several models share a
 * label, and one that does not cover the place has no message. Messages are in the order of the models.
 */
export class Suffixes {
  private readonly models: ReadonlyArray<RequestedModel>
  private labels: ReadonlyArray<number> = []
  private suffixes: ReadonlyArray<string> = []

  constructor({ models = [], renames = {} }: Requested) {
    this.models = models.map((model) => askedOf(renames[model] ?? model))
  }

  of(messages: ReadonlyArray<WeatherApiResponse>): ReadonlyArray<string> {
    // As in JSON, where the columns of a single model have none, although several are requested.
    if (messages.length === 1) return none
    const { labels } = this
    // Most places have the same models as the one before.
    if (messages.length !== labels.length || messages.some((message, i) => message.model() !== labels[i])) {
      this.labels = messages.map((message) => message.model())
      const found = namesInOrder(this.labels, this.models, mayHave)
      if (found === undefined) throw new Unproven()
      this.suffixes = found.map(({ name }) => `_${name}`)
    }
    return this.suffixes
  }
}

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
