/** What the description says about one route, as a declaration has it. */
import { type Description, isJson, type Json, listOf, type Route, textOf, under } from "./description.ts"
import { widened } from "./fit.ts"
import { type Classes, type Field, type Model, Models, nullable, pascal, scalar, type Struct } from "./model.ts"
import { recordOf, type Records } from "./records.ts"

/** A response of the description that was recorded. */
export interface Example {
  readonly name: string
  readonly status: number
  readonly value: unknown
}

export interface Declared {
  readonly route: Route
  /** Such as `Repos` of `Repos.getViews`. */
  readonly category: string
  readonly operation: string
  readonly kind: "operation" | "listing" | "download" | "upload"
  /** What it does, in the words of the description. */
  readonly says: string
  /** The page of the documentation. */
  readonly page: string
  readonly isDeprecated: boolean
  readonly path: ReadonlyArray<Field>
  readonly manySegments: ReadonlyArray<string>
  readonly query: ReadonlyArray<Field>
  /** Lists of the query whose name is repeated. */
  readonly repeated: ReadonlyArray<string>
  readonly body: ReadonlyArray<Field>
  /** Fields of the body that the request has under another name, as the path has it too. */
  readonly sentAs: Readonly<Record<string, string>>
  /** The value, or an item of a listing; undefined for nothing. `text` is a body that is not JSON. */
  readonly result: Model | "text" | undefined
  readonly envelope: string | undefined
  /** Whether the envelope may be without its list. */
  readonly mayBeAbsent: boolean
  readonly classes: Classes
  readonly errors: ReadonlyArray<string>
  /** Where they are not the usual ones. */
  readonly statuses: ReadonlyArray<number> | undefined
  readonly accept: string | undefined
  /** Other media types that it is sent in. */
  readonly alternatives: ReadonlyArray<string>
  readonly host: string | undefined
  readonly resource: string | undefined
  readonly repeatable: boolean
  readonly examples: ReadonlyArray<Example>
  /** The body of a request that was recorded; empty if there is none. */
  readonly request: Json
}

const camel = (words: string): string => {
  const name = pascal(words)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Words that no constant can have as its name. */
const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await)$/

/** `repos/get-views` becomes `Repos` and `getViews`. */
const namesOf = ({ method, official, path }: Route): readonly [category: string, operation: string] => {
  const [tag = "", id = ""] = (textOf(official["operationId"]) || `${method.toLowerCase()}${path}`).split(/\/(.*)/)
  const operation = camel(id === "" ? tag : id)
  return [pascal(tag), operation === "delete" ? "remove" : reserved.test(operation) ? `${operation}It` : operation]
}

const statusesOf = (official: Json): ReadonlyArray<number> =>
  Object.keys(under(official, "responses"))
    .map(Number)
    .filter((status) => !Number.isNaN(status))

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const isJsonType = (type: string): boolean => /^application\/(?:.*\+)?json$/.test(type)

interface Content {
  readonly status: number
  readonly type: string
  readonly schema: unknown
  readonly examples: ReadonlyArray<Example>
}

/** The value of an example, which may be that of another one. */
export const exampleOf = (description: Description, example: unknown): unknown => {
  const { value } = description.resolved(example)
  return isJson(value) && "$ref" in value ? exampleOf(description, value) : value
}

/** The bodies of a part, by their media types. The first is the usual one. */
const contentsOf = (description: Description, given: unknown, status: number): ReadonlyArray<Content> =>
  Object.entries(under(description.resolved(given), "content")).map(([type, media]) => {
    const { example, examples, schema } = under({ media }, "media")
    const recorded = Object.entries(under({ examples }, "examples")).flatMap(([name, each]) => {
      const value = exampleOf(description, each)
      return value === undefined ? [] : [{ name, status, value }]
    })
    return {
      status,
      type,
      schema,
      examples: example === undefined ? recorded : [{ name: "default", status, value: example }, ...recorded]
    }
  })

const fieldsIn = (description: Description, models: Models, official: Json, place: string): ReadonlyArray<Field> =>
  listOf(official["parameters"])
    .map((parameter) => description.resolved(parameter))
    .filter((parameter) => parameter["in"] === place)
    .map((parameter) => ({
      name: textOf(parameter["name"]).replace(/\[\]$/, ""),
      says: textOf(parameter["description"]),
      isRequired: place === "path" || parameter["required"] === true,
      default: description.resolved(parameter["schema"])["default"],
      example: parameter["example"] ?? description.resolved(parameter["schema"])["example"],
      model: models.of(parameter["schema"])
    }))

const flagged = (description: Description, official: Json, isFlagged: (parameter: Json) => boolean) =>
  listOf(official["parameters"])
    .map((parameter) => description.resolved(parameter))
    .filter(isFlagged)
    .map((parameter) => textOf(parameter["name"]).replace(/\[\]$/, ""))

const isRepeated = (parameter: Json): boolean => {
  const name = textOf(parameter["name"])
  const example = textOf(parameter["example"]) || textOf(under(parameter, "schema")["example"])
  return parameter["in"] === "query" && (name.endsWith("[]") || example.startsWith(`${name}[]=`))
}

/** The fields of a body. Of a choice, those of all objects. Undefined if it is not an object with fields. */
const bodyFields = (model: Model): ReadonlyArray<Field> | undefined => {
  if (model._tag === "Nullable") return bodyFields(model.of)?.map((field) => ({ ...field, isRequired: false }))
  if (model._tag === "Struct") return model.fields
  if (model._tag === "Object") return []
  if (model._tag !== "Union") return undefined
  const structs = model.of.flatMap((member) => (member._tag === "Struct" ? [member] : []))
  if (structs.length === 0) return undefined
  const names = new Set(structs.flatMap(({ fields }) => fields.map(({ name }) => name)))
  return [...names].flatMap((name) => {
    const all = structs.flatMap(({ fields }) => fields.filter((field) => field.name === name))
    const [first] = all
    const kinds = all.map(({ model }) => model)
    const of = kinds.filter(
      (kind, at) => kinds.findIndex((each) => JSON.stringify(each) === JSON.stringify(kind)) === at
    )
    return first === undefined
      ? []
      : [
          {
            ...first,
            isRequired: all.length === model.of.length && all.every(({ isRequired }) => isRequired),
            model: of.length === 1 ? first.model : ({ _tag: "Union", of } as const)
          }
        ]
  })
}

/** Listings are divided into pages by these. */
const isOfPages = (name: string): boolean => name === "page" || name === "per_page"

const isCount = ({ model }: Field): boolean => ["Integer", "Number", "Boolean"].includes(model._tag)

const isPlain = ({ model }: Field): boolean => isCount({ model } as Field) || ["String", "Known"].includes(model._tag)

/**
 * The field with the items of a page, if an object is nothing but a page: it has one list, or the list `items`, and else
 * counts; with a `total_count`, texts too.
 */
const envelopeOf = (struct: Struct | undefined): Field | undefined => {
  const lists = struct?.fields.filter(({ model }) => model._tag === "Array") ?? []
  const list = lists.find(({ name }) => name === "items") ?? (lists.length === 1 ? lists[0] : undefined)
  const others = struct?.fields.filter((field) => field !== list) ?? []
  const isPage =
    list?.name === "items" ||
    others.every(isCount) ||
    (others.some(({ name }) => name === "total_count") && others.every(isPlain))
  return isPage ? list : undefined
}

const tags: Readonly<Record<number, string>> = {
  404: "NotFound",
  409: "Conflict",
  410: "Gone",
  422: "ValidationFailed"
}

/** In the order in which they are looked at: the more particular ones first. */
const errorsOf = ({ method, official, path }: Route): ReadonlyArray<string> => {
  const statuses = statusesOf(official)
  const named = [404, 410, 409, 422].filter(
    (status) => statuses.includes(status) || (status === 404 && path.includes("{"))
  )
  const usual = named.map((status) => tags[status] ?? "")
  if (method === "PUT" && path.endsWith("/merge")) return ["Unmergeable", ...usual.filter((tag) => tag !== "Conflict")]
  return path.startsWith("/search/") ? ["SearchTruncated", ...usual] : usual
}

const usualStatuses: Readonly<Record<string, ReadonlyArray<number>>> = {
  operation: [200, 201, 203],
  upload: [200, 201, 203],
  listing: [200, 203],
  download: [200, 203],
  nothing: [204, 205]
}

const isEmpty = (description: Description, { schema }: Content): boolean => {
  const whole = description.resolved(schema)
  const keys = Object.keys(whole).filter((key) => !["title", "description", "additionalProperties"].includes(key))
  const isBare = keys.every(
    (key) => key === "type" || (key === "properties" && Object.keys(under(whole, key)).length === 0)
  )
  return isBare && whole["type"] === "object" && whole["additionalProperties"] !== true
}

/** In some lists of examples, `"..."` stands for more items. */
const withoutDots = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter((item) => item !== "...").map(withoutDots)
    : isJson(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutDots(each)]))
      : value

/** The description has the example of one item for some lists, and lists for some objects: those say nothing. */
const asDescribed = (model: Model, given: Example): ReadonlyArray<Example> => {
  const example = { ...given, value: withoutDots(given.value) }
  const isList = Array.isArray(example.value)
  if (bareOf(model)?._tag === "Array") return [isList ? example : { ...example, value: [example.value] }]
  return isList && ["Struct", "Class"].includes(bareOf(model)?._tag ?? "") ? [] : [example]
}

/**
 * Reads what the description says about a route. Records of the library that its examples do not fit are the module's own,
 * unless that is `isFinal`.
 */
export const declaredOf = (
  description: Description,
  route: Route,
  records: Records = recordOf,
  isFinal = false
): Declared => {
  const { method, official, path } = route
  const sent = new Models(description, "sent")
  const read = new Models(description, "read", records)
  const [category, operation] = namesOf(route)
  const statuses = statusesOf(official).filter(isSuccess)
  const responses = statuses.map((status) => contentsOf(description, under(official, "responses")[status], status))
  const bodies = responses.flatMap((contents) => contents.slice(0, 1))
  const isRedirect = statusesOf(official).some((status) => [301, 302, 303].includes(status))
  const isRead = method === "GET"

  // What is sent.
  const inPath = fieldsIn(description, sent, official, "path")
  const inQuery = fieldsIn(description, sent, official, "query")
  const requests = contentsOf(description, official["requestBody"], 0)
  const request = requests.find(({ type }) => isJsonType(type))
  const model = request?.examples.reduce<Model>(
    (model, { value }) => widened(sent, model, value),
    sent.of(request.schema)
  )
  const fields = model === undefined ? [] : bodyFields(model)
  const isUpload = requests.length > 0 && (request === undefined || fields === undefined)
  const names = new Set([...inPath, ...inQuery].map(({ name }) => name))
  const sentAs = Object.fromEntries(
    (fields ?? []).filter(({ name }) => names.has(name)).map(({ name }) => [`new_${name}`, name])
  )
  const body = (fields ?? []).map((field) => (names.has(field.name) ? { ...field, name: `new_${field.name}` } : field))

  // What is received.
  // A write whose only records are empty ones returns nothing.
  const worthwhile = isRead || bodies.some((content) => !isEmpty(description, content)) ? bodies : []
  const texts = worthwhile.filter(({ type }) => !isJsonType(type))
  const isDownload = isRead && isRedirect && worthwhile.length === 0 && !statuses.includes(204)
  const examples: Array<Example> = []
  const values = worthwhile.map((content) => {
    const described = read.of(content.schema)
    const recorded = isJsonType(content.type) ? content.examples.flatMap((each) => asDescribed(described, each)) : []
    examples.push(...recorded)
    return recorded.reduce<Model>((model, { value }) => widened(read, model, value), described)
  })
  if (read.unfit.size > 0 && !isFinal) {
    return declaredOf(description, route, (ref) => {
      const record = records(ref)
      return record === undefined || read.unfit.has(record.file) ? undefined : record
    })
  }
  const joined = values.length === 0 ? undefined : values.length === 1 ? values[0] : read.union(values)
  const isPaged = inQuery.some(({ name }) => isOfPages(name)) || bodies.some(hasLinks(description, official))
  const envelope = joined === undefined || !isRead || !isPaged ? undefined : envelopeOf(read.structOf(joined))
  const isListing = isRead && isPaged && (joined?._tag === "Array" || envelope !== undefined)
  const items = bareOf(envelope?.model ?? joined)
  const item = items?._tag === "Array" ? items.of : scalar("Json")
  const value = joined !== undefined && statuses.includes(204) ? nullable(joined) : joined
  const kind = isUpload ? "upload" : isDownload ? "download" : isListing ? "listing" : "operation"
  const result = texts.length > 0 ? "text" : kind === "listing" ? item : kind === "download" ? undefined : value
  const own = kind === "operation" && result === undefined ? "nothing" : kind
  const isUsual = statuses.every((status) => usualStatuses[own]?.includes(status))
  return {
    route,
    category,
    operation,
    kind,
    says: [textOf(official["summary"]), textOf(official["description"])].filter((text) => text !== "").join("\n\n"),
    page: textOf(under(official, "externalDocs")["url"]),
    isDeprecated: official["deprecated"] === true,
    path: inPath,
    manySegments: flagged(description, official, (each) => each["in"] === "path" && each["x-multi-segment"] === true),
    query: kind === "listing" ? inQuery.filter(({ name }) => !isOfPages(name)) : inQuery,
    repeated: flagged(description, official, isRepeated),
    body: isUpload ? [] : body,
    sentAs,
    result: kind === "upload" && result === undefined ? scalar("Json") : result,
    envelope: envelope?.name,
    mayBeAbsent: envelope?.isRequired === false,
    classes: read.classes,
    errors: errorsOf(route),
    statuses: isUsual || kind === "download" ? undefined : [...statuses],
    accept: kind === "download" ? "application/vnd.github+json" : texts[0]?.type,
    alternatives: responses.flatMap((contents) => contents.slice(1).map(({ type }) => type)),
    host: listOf(official["servers"]).some((server) =>
      textOf(under({ server }, "server")["url"]).includes("//uploads.")
    )
      ? "upload"
      : undefined,
    resource: path.startsWith("/search/") ? (path.endsWith("/code") ? "code_search" : "search") : undefined,
    // A named thing is replaced or deleted: twice has the same effect.
    repeatable: /^(?:PUT|DELETE) .*\}$/.test(`${method} ${path}`),
    examples,
    request: under({ first: request?.examples[0]?.value }, "first")
  }
}

const bareOf = (model: Model | undefined): Model | undefined => (model?._tag === "Nullable" ? model.of : model)

/** Whether a response has links to other pages. */
const hasLinks =
  (description: Description, official: Json) =>
  ({ status }: Content): boolean =>
    isJson(under(description.resolved(under(official, "responses")[status]), "headers")["Link"])
