/** The custom fields that an organization defines for its issues, and their values. */
import type { IssueColor, IssueFieldContent, IssueFieldType } from "../../../ForgeState.ts"

export interface FieldOption {
  readonly id: number
  readonly name: string
  readonly color: IssueColor
}

export interface IssueField {
  readonly id: number
  readonly name: string
  readonly data_type: IssueFieldType
  readonly description: string | null
  /** Empty unless values are selected. */
  readonly options: ReadonlyArray<FieldOption>
}

export interface FieldValue {
  /** Id of the field. */
  readonly field: number
  readonly value: IssueFieldContent
}

/** The name of a field in queries. */
export const slugOf = ({ name }: IssueField): string =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "")

const isDay = (text: string): boolean => {
  const millis = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  // Some days of no calendar, such as February 30, are parsed as those after them.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)
}

/** The option with a name, as the field writes it. */
export const optionNamed = ({ options }: IssueField, name: string): FieldOption | undefined =>
  options.find((option) => option.name.toLowerCase() === name.toLowerCase())

const selected = (field: IssueField, names: ReadonlyArray<unknown>): ReadonlyArray<string> | undefined => {
  const found = names.flatMap((name) => (typeof name === "string" ? (optionNamed(field, name)?.name ?? []) : []))
  return found.length === names.length ? [...new Set(found)] : undefined
}

/** Reads a value of a field; undefined if the field does not take it. */
export const contentFor = (field: IssueField, given: unknown): IssueFieldContent | undefined => {
  switch (field.data_type) {
    case "text":
      return typeof given === "string" ? given : undefined
    case "number":
      return typeof given === "number" && Number.isFinite(given) ? given : undefined
    case "date":
      return typeof given === "string" && isDay(given) ? given : undefined
    case "single_select":
      return selected(field, [given])?.[0]
    case "multi_select":
      return Array.isArray(given) ? selected(field, given) : undefined
  }
}

/** Sets values of fields. The other fields keep theirs, and a field with nothing selected has none. */
export const withValues = (
  before: ReadonlyArray<FieldValue>,
  given: ReadonlyArray<FieldValue>
): ReadonlyArray<FieldValue> =>
  [...new Map([...before, ...given].map((each) => [each.field, each])).values()]
    .filter(({ value }) => typeof value !== "object" || value.length > 0)
    .sort((a, b) => a.field - b.field)

/** The keys of a value in an index: one, or one for each selected option. */
export const valueKeys = ({ field, value }: FieldValue): ReadonlyArray<string> =>
  (typeof value === "object" ? value : [value]).map((each) => valueKey(field, String(each)))

export const valueKey = (field: number, value: string): string => `${field}:${value.toLowerCase()}`
