/** Inputs of tests: values that a schema takes. */
import { type Description, isJson, type Json } from "./description.ts"
import { fits } from "./fit.ts"
import { type Field, type Model, Models, patternOf } from "./model.ts"
import type { Declared } from "./route.ts"

/** Names that everybody knows. */
const usual: Readonly<Record<string, string>> = {
  owner: "octocat",
  repo: "hello-world",
  username: "octocat",
  org: "acme"
}

/** Texts for the patterns that services have. */
const texts = ["text", "abc", "1.2.3", "2026-01-31", `sha256:${"0123456789abcdef".repeat(4)}`, "ssh-ed25519 AAAA", "#1"]

const textFor = ({
  bounds: { maxLength = Infinity, minLength = 0, pattern }
}: Extract<Model, { bounds: unknown }>): string => {
  const regex = pattern === undefined ? undefined : patternOf(pattern)
  const found = texts.find((text) => regex?.test(text) !== false) ?? "text"
  return found.padEnd(minLength, "x").slice(0, Math.min(maxLength, 10_000))
}

const sampleOf = (models: Models, model: Model): unknown => {
  switch (model._tag) {
    case "String":
      return textFor(model)
    case "Integer":
    case "Number":
      return Math.min(Math.max(model.bounds.minimum ?? 1, 1), model.bounds.maximum ?? Infinity)
    case "Boolean":
      return true
    case "Timestamp":
      return "2026-01-31T12:34:56Z"
    case "Known":
      return model.values[0]
    case "Array":
      return Array.from({ length: Math.max(model.bounds.minItems ?? 1, 1) }, () => sampleOf(models, model.of))
    case "Record":
      return { name: sampleOf(models, model.of) }
    case "Union":
      return model.of[0] === undefined ? null : sampleOf(models, model.of[0])
    case "Nullable":
      return sampleOf(models, model.of)
    case "Object":
      return {}
    case "Struct":
      return Object.fromEntries(
        model.fields.filter(({ isRequired }) => isRequired).map((field) => [field.name, fieldSample(models, field)])
      )
    default:
      return null
  }
}

export const fieldSample = (models: Models, { example, model, name }: Field): unknown => {
  const named = Object.hasOwn(usual, name) ? usual[name] : undefined
  return [named, example].find((value) => value !== undefined && fits(models, model, value)) ?? sampleOf(models, model)
}

/** A value without the fields that are not described. Examples have some, and an input is refused for them. */
const described = (models: Models, model: Model, value: unknown): unknown => {
  switch (model._tag) {
    case "Nullable":
      return described(models, model.of, value)
    case "Array":
      return Array.isArray(value) ? value.map((item) => described(models, model.of, item)) : value
    case "Struct":
      return isJson(value)
        ? Object.fromEntries(
            model.fields.flatMap((field) =>
              Object.hasOwn(value, field.name) ? [[field.name, described(models, field.model, value[field.name])]] : []
            )
          )
        : value
    case "Class": {
      const struct = models.structOf(model)
      return struct === undefined ? value : described(models, struct, value)
    }
    default:
      return value
  }
}

/** The least input of an operation, with the values of a recorded request. */
export const inputOf = (description: Description, { body, path, query, request, sentAs }: Declared): Json => {
  const models = new Models(description, "sent")
  const recorded = body.flatMap((field) => {
    const value = request[sentAs[field.name] ?? field.name]
    return value === undefined || !fits(models, field.model, value)
      ? []
      : [[field.name, described(models, field.model, value)] as const]
  })
  const needed = [...path, ...query, ...body].filter(({ isRequired }) => isRequired)
  return {
    ...Object.fromEntries(needed.map((field) => [field.name, fieldSample(models, field)])),
    ...Object.fromEntries(recorded)
  }
}
