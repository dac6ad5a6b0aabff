/** Writes the module of an operation. */
import { nameOf } from "./description.ts"
import { type Code, docstring, keyOf, layout, literal, type Property } from "./layout.ts"
import { type Class, type Classes, type Field, type Model, patternOf, type Struct } from "./model.ts"
import type { Declared } from "./route.ts"

/** Where a module is, and how it says what several modules there have. */
export interface Host {
  /** The path of a module of the library, such as `forge/Forge`. */
  readonly importing: (module: string) => string
  /** An error of `rest` or of `forge`. */
  readonly error: (name: string) => string
  /** The fields of the path, where they have a name there. */
  readonly path: (fields: ReadonlyArray<Field>) => Code | undefined
}

/** The errors that the modules of the service have, and not `rest`. */
const ofForge = ["SearchTruncated", "Unmergeable"]

export const errorModule = (name: string): string => (ofForge.includes(name) ? "ForgeError" : "RestError")

/** A project that has installed the package. */
export const project: Host = {
  importing: (module) => `forgecast/${module}`,
  error: (name) => `${errorModule(name)}.${name}`,
  path: () => undefined
}

/** Markdown as text: without links, and without the marks of notes. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll("\r", "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^> ?(?:\[!\w+\])?/gm, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ $/gm, "")
    .trim()

/** Of a field: on one line. */
export const sentence = (says: string): string => {
  const text = plain(says).replaceAll(/\s+/g, " ")
  return text === "" || /[.!?:]$/.test(text) ? text : `${text}.`
}

const verbs =
  /^(?:Accept|Activate|Add|Approve|Archive|Assign|Attach|Block|Cancel|Check|Clear|Close|Commit|Compare|Configure|Confirm|Convert|Copy|Create|Deactivate|Decline|Delete|Deny|Detach|Disable|Dismiss|Download|Enable|Export|Fetch|Follow|Force|Generate|Get|Grant|Import|Invite|List|Lock|Map|Mark|Merge|Ping|Provision|Publish|Redeliver|Regenerate|Reject|Remove|Render|Reopen|Replace|Request|Reset|Restore|Resume|Review|Revoke|Search|Set|Star|Start|Stop|Submit|Subscribe|Suspend|Sync|Test|Transfer|Unassign|Unblock|Unfollow|Unlock|Unstar|Unsuspend|Update|Upload)\b/

/** `Get page views` becomes `Gets page views.` */
const thirdPerson = (summary: string): string =>
  sentence(
    summary.replace(verbs, (verb) =>
      /(?:ch|sh|ss|x)$/.test(verb) ? `${verb}es` : verb.replace(/([^aeo])y$/, "$1ie") + "s"
    )
  )

const docOf = (declared: Declared): string => {
  const { alternatives, isDeprecated, kind, page, route, says } = declared
  const [summary = "", ...more] = says.split("\n\n")
  const words = plain(more.join("\n\n"))
    .replaceAll(/(?<=[^\n])\n(?![\n\-*|\d#])/g, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
  const first = sentence(summary).toLowerCase()
  return [
    thirdPerson(summary),
    ...(words === "" || `${words.toLowerCase().replace(/\.$/, "")}.` === first ? [] : ["", words]),
    ...(kind === "upload" ? ["", "`data` is the body of the request, and `content_type` its media type."] : []),
    ...(kind === "download"
      ? ["", "The response is a redirect to a file, which is downloaded without the credential."]
      : []),
    ...alternatives.map(
      (type) => `\nAlso sent as \`${type}\`: \`${declared.operation}.as(schema, { accept: "${type}" })\`.`
    ),
    "",
    `${nameOf(route)}${page === "" ? "" : ` · ${page}`}`,
    ...(isDeprecated ? ["", "@deprecated The service's description says so."] : [])
  ].join("\n")
}

const call = (call: string, ...of: ReadonlyArray<Code>): Code => ({ call, of })

const listCode = (values: ReadonlyArray<unknown>): Code => ({ list: values.map(literal) })

/** A schema with its checks. */
const checked = (schema: string, checks: ReadonlyArray<Code | false>): Code => {
  const given = checks.filter((check) => check !== false)
  return given.length === 0 ? schema : call(`${schema}.check`, ...given)
}

/** What an input takes. */
const sentCode = (model: Model, isInPath = false): Code => {
  switch (model._tag) {
    case "String": {
      const { maxLength, minLength = 0, pattern } = model.bounds
      const isNeeded = isInPath || minLength > 0
      const regex = pattern === undefined ? undefined : patternOf(pattern)
      return checked(isNeeded ? "Schema.NonEmptyString" : "Schema.String", [
        minLength > 1 && `Schema.isMinLength(${minLength})`,
        maxLength !== undefined && `Schema.isMaxLength(${maxLength})`,
        regex !== undefined && call("Schema.isPattern", `/${regex.source}/`)
      ])
    }
    case "Integer":
    case "Number": {
      const { maximum, minimum } = model.bounds
      return checked(model._tag === "Integer" ? "Schema.Int" : "Schema.Finite", [
        minimum !== undefined && `Schema.isGreaterThanOrEqualTo(${minimum})`,
        maximum !== undefined && `Schema.isLessThanOrEqualTo(${maximum})`
      ])
    }
    case "Timestamp":
      return "Wire.InputTimestamp"
    case "Known":
      return known(model.values)
    case "Array": {
      const { maxItems, minItems } = model.bounds
      const checks = [
        ...(minItems === undefined ? [] : [`Schema.isMinLength(${minItems})`]),
        ...(maxItems === undefined ? [] : [`Schema.isMaxLength(${maxItems})`])
      ]
      const of = call("Schema.Array", sentCode(model.of))
      return checks.length === 0 ? of : { chain: of, more: `.check(${checks.join(", ")})` }
    }
    case "Record":
      return call("Schema.Record", "Schema.String", sentCode(model.of))
    case "Nullable":
      return call("Schema.NullOr", sentCode(model.of))
    case "Union":
      return call("Schema.Union", { list: model.of.map((member) => sentCode(member)) })
    case "Struct":
      return structCode(model, sentField, sentCode)
    default:
      return plainly(model)
  }
}

const known = (values: ReadonlyArray<unknown>): Code =>
  values.length === 1 ? call("Schema.Literal", literal(values[0])) : call("Schema.Literals", listCode(values))

const plainly = (model: Model): Code => {
  switch (model._tag) {
    case "Boolean":
      return "Schema.Boolean"
    case "Object":
      return "Schema.JsonObject"
    case "Null":
      return "Schema.Null"
    default:
      return "Schema.Json"
  }
}

const structCode = (
  { fields, rest }: Struct,
  property: (field: Field) => Property,
  of: (model: Model) => Code
): Code => {
  const struct = call("Schema.Struct", { object: fields.map(property) })
  if (rest === undefined || rest._tag === "Json") return struct
  return call("Schema.StructWithRest", struct, { list: [call("Schema.Record", "Schema.String", of(rest))] })
}

const sentField = (field: Field): Property => ({
  name: field.name,
  says: inputDoc(field),
  value: field.isRequired ? sentCode(field.model) : call("Schema.optional", sentCode(field.model))
})

export const pathField = (field: Field): Property => ({ ...sentField(field), value: sentCode(field.model, true) })

const inputDoc = ({ default: usual, says }: Field): string => {
  const text = sentence(says)
  return usual === undefined || usual === null || /\bdefault/i.test(text)
    ? text
    : [text, `Default: ${typeof usual === "string" ? usual : literal(usual)}.`].filter((each) => each !== "").join(" ")
}

/** What a record has. */
const readCode = (model: Model, classes: Classes): Code => {
  switch (model._tag) {
    case "String":
      return "Schema.String"
    case "Integer":
      return "Schema.Int"
    case "Number":
      return "Schema.Finite"
    case "Timestamp":
      return "Wire.Timestamp"
    case "Known":
      return call("Wire.openEnum", listCode(model.values))
    case "Array":
      return call("Schema.Array", readCode(model.of, classes))
    case "Record":
      return call("Schema.Record", "Schema.String", readCode(model.of, classes))
    case "Nullable":
      return call("Schema.NullOr", readCode(model.of, classes))
    case "Union":
      return call("Schema.Union", { list: model.of.map((member) => readCode(member, classes)) })
    case "Class":
      return classes.get(model.name)?.isRecursive === true
        ? `Schema.suspend((): Schema.Codec<${model.name}, unknown> => ${model.name})`
        : model.name
    case "Struct":
      return structCode(model, readField(classes), (rest) => readCode(rest, classes))
    default:
      return plainly(model)
  }
}

const readField =
  (classes: Classes) =>
  ({ isRequired, isTag, model, name, says }: Field): Property => {
    const bare = model._tag === "Nullable" ? model.of : model
    const value = isTag === true && model._tag === "Known" ? known(model.values) : readCode(bare, classes)
    return {
      name,
      says: sentence(says),
      value: isRequired && model._tag !== "Nullable" ? value : call("Wire.nullable", value)
    }
  }

/** The type of a value, for records that contain themselves. */
const typeOf = (model: Model, classes: Classes): string => {
  const of = (each: Model) => typeOf(each, classes)
  switch (model._tag) {
    case "String":
    case "Known":
      return "string"
    case "Integer":
    case "Number":
      return "number"
    case "Timestamp":
      return "DateTime.Utc"
    case "Boolean":
      return "boolean"
    case "Object":
      return "Schema.JsonObject"
    case "Null":
      return "null"
    case "Json":
      return "Schema.Json"
    case "Array":
      return `ReadonlyArray<${of(model.of)}>`
    case "Record":
      return `{ readonly [name: string]: ${of(model.of)} }`
    case "Nullable":
      return `${of(model.of)} | null`
    case "Union":
      return model.of.map(of).join(" | ")
    case "Class":
      return model.name
    case "Struct":
      return `{ ${fieldTypes(model, classes).join("; ")} }`
  }
}

const fieldTypes = ({ fields }: Struct, classes: Classes): ReadonlyArray<string> =>
  fields.map(({ isRequired, isTag, model, name }) => {
    const type = isTag === true && model._tag === "Known" ? literal(model.values[0]) : typeOf(model, classes)
    return `readonly ${keyOf(name)}: ${isRequired || model._tag === "Nullable" ? type : `${type} | null`}`
  })

/** A record. */
export const classText = ({ isRecursive, name, ref, says, struct }: Class, classes: Classes): string => {
  const doc = docstring(sentence(says) || `A ${ref.replaceAll(/[-_]/g, " ")}.`)
  const code = structCode(struct, readField(classes), (rest) => readCode(rest, classes))
  if (!isRecursive) return `${doc}export class ${name} extends Schema.Opaque<${name}>()(\n  ${layout(code, "  ")}\n) {}`
  const types = fieldTypes(struct, classes).map((type) => `  ${type}`)
  return `${doc}export interface ${name} {\n${types.join("\n")}\n}\n\nexport const ${name} = ${layout(code)}`
}

const block = (name: string, fields: ReadonlyArray<Property>): ReadonlyArray<Property> =>
  fields.length === 0 ? [] : [{ name, value: { object: fields } }]

const list = (name: string, values: ReadonlyArray<string>): ReadonlyArray<Property> =>
  values.length === 0 ? [] : [{ name, value: listCode(values) }]

const text = (name: string, value: string | undefined): ReadonlyArray<Property> =>
  value === undefined ? [] : [{ name, value: literal(value) }]

/** The constant of an operation. */
export const declarationText = (declared: Declared, host: Host): string => {
  const { body, category, classes, envelope, errors, kind, operation, path, query, result, route } = declared
  const value = result === "text" ? "Reader.Text" : result === undefined ? undefined : readCode(result, classes)
  const shared = host.path(path)
  const properties: ReadonlyArray<Property> = [
    ...(shared === undefined ? block("path", path.map(pathField)) : [{ name: "path", value: shared }]),
    ...list("manySegments", declared.manySegments),
    ...block("query", query.map(sentField)),
    ...list("repeated", declared.repeated),
    ...block("body", body.map(sentField)),
    ...block(
      "sentAs",
      Object.entries(declared.sentAs).map(([name, as]) => ({ name, value: literal(as) }))
    ),
    ...(value === undefined ? [] : [{ name: kind === "listing" ? "item" : "success", value }]),
    ...text("envelope", envelope),
    ...(declared.mayBeAbsent ? [{ name: "mayBeAbsent", value: "true" }] : []),
    ...(errors.includes("SearchTruncated")
      ? [{ name: "most", value: `{ items: 1000, error: ${host.error("SearchTruncated")} }` }]
      : []),
    ...(errors.length === 0 ? [] : [{ name: "errors", value: { list: errors.map(host.error) } }]),
    ...(declared.statuses === undefined ? [] : [{ name: "statuses", value: listCode(declared.statuses) }]),
    ...text("accept", declared.accept),
    ...text("refuses", kind === "download" ? "application/json" : undefined),
    ...text("host", declared.host),
    ...text("resource", declared.resource),
    ...(declared.repeatable ? [{ name: "repeatable", value: "true" }] : [])
  ]
  const names = [literal(`${category}.${operation}`), literal(nameOf(route))]
  const code = call(`Forge.${kind}`, ...names, { object: properties })
  const head = `export const ${operation} = `
  return `${docstring(docOf(declared))}${head}${layout(code, "", head.length)}`
}

/** The whole module: records, and the operation. */
export const moduleText = (declared: Declared, host: Host): string => {
  const { importing } = host
  const parts = [
    ...[...declared.classes.values()].map((made) => classText(made, declared.classes)),
    declarationText(declared, host)
  ]
  const text = parts.join("\n\n")
  const uses = (name: string) => new RegExp(`\\b${name}\\.`).test(text)
  const libraries = [
    ["Forge", "forge/Forge"],
    ["ForgeError", "forge/ForgeError"],
    ["Reader", "rest/Reader"],
    ["RestError", "rest/RestError"],
    ["Wire", "rest/Wire"]
  ] as const
  const imports = [
    ...libraries
      .filter(([name]) => uses(name))
      .map(([name, module]) => `import * as ${name} from "${importing(module)}"`),
    ...recordsOf(declared).map(([name, file]) => `import { ${name} } from "${importing(`forge/schema/${file}`)}"`),
    ...(uses("DateTime") ? ['import type * as DateTime from "effect/DateTime"'] : []),
    ...(uses("Schema") ? ['import * as Schema from "effect/Schema"'] : [])
  ]
  return `${imports.join("\n")}\n\n${text}\n`
}

/** The records of the library that the value and the classes of a module use, each with its module. */
export const recordsOf = (
  { classes, result }: Declared,
  where: "value" | "classes" | "both" = "both"
): ReadonlyArray<readonly [name: string, file: string]> => {
  const found = new Map<string, string>()
  const look = (model: Model): void => {
    if (model._tag === "Class" && model.file !== undefined) found.set(model.name, model.file)
    if (model._tag === "Struct") for (const field of model.fields) look(field.model)
    if (model._tag === "Struct" && model.rest !== undefined) look(model.rest)
    if (model._tag === "Union") for (const member of model.of) look(member)
    if (model._tag === "Array" || model._tag === "Record" || model._tag === "Nullable") look(model.of)
  }
  if (where !== "classes" && result !== undefined && result !== "text") look(result)
  if (where !== "value") for (const { struct } of classes.values()) look(struct)
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
