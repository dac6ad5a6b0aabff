/** Examples that a schema does not fit: the description has them too, and services send such things. */
import { isJson } from "./description.ts"
import { type Bounds, type Field, type Model, type Models, nullable, patternOf, scalar, type Struct } from "./model.ts"

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))

const isBetween = ({ maximum = Infinity, minimum = -Infinity }: Bounds, value: number): boolean =>
  value >= minimum && value <= maximum

const isWithin = ({ maxLength = Infinity, minLength = 0, pattern }: Bounds, text: string): boolean =>
  text.length >= minLength &&
  text.length <= maxLength &&
  (pattern === undefined || patternOf(pattern)?.test(text) !== false)

const hasItems = ({ maxItems = Infinity, minItems = 0 }: Bounds, { length }: ReadonlyArray<unknown>): boolean =>
  length >= minItems && length <= maxItems

/** Whether a value is of a model. The description says what a record of the library has. */
export const fits = (models: Models, model: Model, value: unknown): boolean => {
  switch (model._tag) {
    case "Json":
      return true
    case "Null":
      return value === null
    case "String":
      return typeof value === "string" && isWithin(model.bounds, value)
    case "Timestamp":
      return typeof value === "string" && isDate(value)
    case "Integer":
      return Number.isSafeInteger(value) && isBetween(model.bounds, Number(value))
    case "Number":
      return Number.isFinite(value) && isBetween(model.bounds, Number(value))
    case "Boolean":
      return typeof value === "boolean"
    case "Object":
      return isJson(value)
    case "Known":
      return model.values.some((known) => known === value)
    case "Nullable":
      return value === null || fits(models, model.of, value)
    case "Array":
      return (
        Array.isArray(value) && hasItems(model.bounds, value) && value.every((item) => fits(models, model.of, item))
      )
    case "Record":
      return isJson(value) && Object.values(value).every((item) => fits(models, model.of, item))
    case "Union":
      return model.of.some((member) => fits(models, member, value))
    case "Struct":
      return isJson(value) && model.fields.every((field) => fitsField(models, field, value))
    case "Class": {
      const struct = models.structOf(model)
      return struct === undefined || fits(models, struct, value)
    }
  }
}

const fitsField = (models: Models, field: Field, value: Readonly<Record<string, unknown>>): boolean => {
  const own = value[field.name]
  if (own === undefined || (own === null && !field.isRequired))
    return !field.isRequired || field.model._tag === "Nullable"
  if (field.isTag === true && field.model._tag === "Known") return field.model.values.some((known) => known === own)
  return fits(models, field.model, own)
}

/** The least change of a model after which a value is of it. */
export const widened = (models: Models, model: Model, value: unknown): Model => {
  if (fits(models, model, value)) return model
  if (value === null) return nullable(model)
  switch (model._tag) {
    case "Nullable":
      return nullable(widened(models, model.of, value))
    case "Timestamp":
      return typeof value === "string" ? scalar("String") : scalar("Json")
    case "String":
    case "Number":
      return typeof value === (model._tag === "String" ? "string" : "number") ? scalar(model._tag) : scalar("Json")
    case "Integer":
      return typeof value === "number" ? scalar(Number.isSafeInteger(value) ? "Integer" : "Number") : scalar("Json")
    case "Known":
      return typeof value === typeof model.values[0] && (typeof value === "string" || typeof value === "number")
        ? { ...model, values: [...model.values, value] }
        : scalar("Json")
    case "Array":
      return Array.isArray(value)
        ? { ...model, bounds: {}, of: value.reduce<Model>((of, item) => widened(models, of, item), model.of) }
        : scalar("Json")
    case "Record":
      return isJson(value)
        ? { ...model, of: Object.values(value).reduce<Model>((of, item) => widened(models, of, item), model.of) }
        : scalar("Json")
    case "Struct":
      return isJson(value) ? widenedStruct(models, model, value) : scalar("Json")
    case "Class": {
      if (model.file !== undefined) {
        models.unfit.add(model.file)
        return model
      }
      const known = models.classes.get(model.name)
      if (known === undefined || !isJson(value)) return scalar("Json")
      known.struct = widenedStruct(models, known.struct, value)
      return model
    }
    case "Union":
      return widenedUnion(models, model.of, value)
    default:
      return scalar("Json")
  }
}

const widenedStruct = (models: Models, struct: Struct, value: Readonly<Record<string, unknown>>): Struct => ({
  ...struct,
  fields: struct.fields.map((field) => {
    if (fitsField(models, field, value)) return field
    const own = value[field.name]
    if (own === undefined || own === null) return { ...field, isRequired: false }
    return { ...field, isTag: false, model: widened(models, field.model, own) }
  })
})

/** Of a choice of objects, the one with most of the fields is widened. */
const widenedUnion = (models: Models, members: ReadonlyArray<Model>, value: unknown): Model => {
  const score = (member: Model): number => {
    const struct = models.structOf(member)
    if (struct === undefined || !isJson(value)) return Array.isArray(value) && member._tag === "Array" ? 0 : -1
    return struct.fields.filter((field) => field.name in value && fitsField(models, field, value)).length
  }
  const best = members.toSorted((a, b) => score(b) - score(a))[0]
  if (best === undefined || score(best) < 0) return scalar("Json")
  return { _tag: "Union", of: members.map((member) => (member === best ? widened(models, member, value) : member)) }
}
