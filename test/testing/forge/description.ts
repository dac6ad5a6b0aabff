/** Validates answers by the service's official OpenAPI description. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import { fullFormats } from "ajv-formats/dist/formats.js"

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The field of an object; an empty object if it has none. */
export const under = (value: unknown, ...path: ReadonlyArray<string>): Json => {
  const found = path.reduce<unknown>((at, name) => (isJson(at) ? at[name] : undefined), value)
  return isJson(found) ? found : {}
}

/** The descriptions: of github.com, of Enterprise Cloud, and of each Enterprise Server. */
export const versions = ["api.github.com", "ghec", "ghes-3.17", "ghes-3.18", "ghes-3.19"] as const
export type Version = (typeof versions)[number]

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const [flag, text, time] = [{ type: "boolean" }, { type: "string" }, { type: "string", format: "date-time" }]
const times = { created_at: time, updated_at: time, pushed_at: time }

/** What no recording since 2019 lacks (686 of repositories), though the description lets it be absent or null. */
const recorded: Readonly<Record<string, Json>> = {
  repository: times,
  "nullable-repository": times,
  "minimal-repository": {
    ...times,
    default_branch: text,
    clone_url: text,
    ssh_url: text,
    git_url: text,
    svn_url: text,
    has_issues: flag,
    has_projects: flag,
    has_wiki: flag,
    has_pages: flag,
    license: component("nullable-license-simple")
  },
  // Each of its payloads is one of the described kinds, and of the empty one, too: no one of them is the only one.
  event: { payload: { type: "object" } },
  "repo-search-result-item": { owner: component("simple-user") },
  "pull-request-simple": { labels: { type: "array", items: component("label") } }
}

const parsed = new Map<Version, Json>()

/** A description, read at the first use. */
const description = (version: Version = "api.github.com"): Json => {
  const known = parsed.get(version)
  if (known !== undefined) return known
  const require = createRequire(import.meta.url)
  const path = require.resolve("@octokit/openapi/generated/api.github.com.json")
  const read = under(
    { all: JSON.parse(readFileSync(path.replace("api.github.com", version), "utf8")) as unknown },
    "all"
  )
  const schemas = under(read, "components", "schemas")
  const always = Object.entries(recorded).map(([name, fields]) => {
    const schema = under(schemas, name)
    const required: ReadonlyArray<unknown> = Array.isArray(schema["required"]) ? schema["required"] : []
    return [
      name,
      {
        ...schema,
        properties: { ...under(schema, "properties"), ...fields },
        required: [...new Set([...required, ...Object.keys(fields)])]
      }
    ] as const
  })
  const mended = { ...under(read, "components"), schemas: { ...schemas, ...Object.fromEntries(always) } }
  parsed.set(version, { ...read, components: mended })
  return description(version)
}

/** Statuses that any operation can answer, though the description leaves many of them out. */
const anywhere: Readonly<Record<number, string>> = {
  301: "a renamed repository is read",
  304: "the client has the answer already",
  307: "a renamed repository is written to",
  400: "the body is not JSON",
  401: "nobody is signed in, or the token is invalid",
  403: "the sender may not do this, or a limit is reached",
  404: "nobody may know that it exists",
  429: "a limit is reached",
  500: "a fault",
  502: "a fault",
  503: "a fault",
  504: "a fault"
}

/** Statuses that single operations answer besides, with the reason. */
const single: Readonly<Record<string, string>> = {
  "GET /repos/{owner}/{repo}/commits 422": "a date of the query is invalid",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls 422": "there is no such commit",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs 422": "there is no such commit, or a parameter is invalid",
  "POST /repos/{owner}/{repo}/statuses/{sha} 422": "there is no such commit, or a field is invalid",
  "POST /repos/{owner}/{repo}/check-runs 422": "there is no such commit, or a field is invalid",
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id} 422": "a field is invalid",
  "POST /repos/{owner}/{repo}/releases/generate-notes 422": "the target or the previous tag does not exist",
  "PATCH /repos/{owner}/{repo}/releases/{release_id} 422": "the tag is taken",
  "PATCH /repos/{owner}/{repo}/releases/assets/{asset_id} 422": "the name is taken",
  "GET /repos/{owner}/{repo}/actions/runs 422": "the range of dates is invalid",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs 410": "the logs were deleted",
  "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches 422": "the ref or an input does not exist",
  "PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} 422":
    "the permission is none, or the repository is another account's",
  "GET /repos/{owner}/{repo}/milestones 422": "a parameter of the query is invalid"
}

/** Schemas that the description has wrong, with the right ones. */
const mended: Readonly<Record<string, Json>> = {
  // It asks for an account that is both a user and an enterprise.
  "GET /app/installations 200": { type: "array", items: { $ref: "#/components/schemas/installation" } }
}

const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats: { ...fullFormats } })

const components = new Set<string>()

/**
 * Rewrites a schema of OpenAPI 3.0 as JSON Schema: `nullable` becomes a choice of null, also beside an enumeration or a
 * reference. Adopts the components that it refers to.
 */
const adopt = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(adopt)
  if (!isJson(schema)) return schema
  const { $ref, nullable, ...rest } = schema
  const plain = typeof $ref === "string" ? { $ref: adopted($ref) } : rewritten(rest)
  if (nullable !== true) return plain
  const { enum: known, type } = rest
  if (typeof type !== "string") return { anyOf: [{ type: "null" }, plain] }
  const choices: ReadonlyArray<unknown> | undefined = Array.isArray(known) ? known : undefined
  return {
    ...plain,
    type: [type, "null"],
    ...(choices === undefined ? {} : { enum: [...new Set([...choices, null])] })
  }
}

const rewritten = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === "properties") {
        return [[key, Object.fromEntries(Object.entries(under(value)).map(([name, field]) => [name, adopt(field)]))]]
      }
      if (["items", "oneOf", "anyOf", "allOf", "additionalProperties", "not"].includes(key))
        return [[key, adopt(value)]]
      // A text that is empty by default is not a URL then.
      if (key === "format" && schema["default"] === "") return []
      // Examples and words are many, and no rule.
      return ["type", "required", "format", "pattern"].includes(key) || /^(enum|const|min|max|unique)/.test(key)
        ? [[key, value]]
        : []
    })
  )

/** Returns the name under which ajv has a component, and adopts it at the first use. */
const adopted = (ref: string): string => {
  const name = ref.slice("#/components/schemas/".length)
  const key = `component:${name}`
  if (!components.has(name)) {
    components.add(name)
    ajv.addSchema(under(adopt(under(description(), "components", "schemas", name))), key)
  }
  return key
}

const validators = new Map<string, ValidateFunction>()

const validatorOf = (key: string, schema: unknown): ValidateFunction => {
  const known = validators.get(key)
  if (known !== undefined) return known
  const made = ajv.compile(under(adopt(schema)))
  validators.set(key, made)
  return made
}

/** Paths of the descriptions by their shape: variables may have other names there. */
const paths = new Map<Version, ReadonlyMap<string, Json>>()

const shapeOf = (template: string): string => template.replace(/\{[^}]*\}/g, "{}")

const exceptions = Object.fromEntries(Object.entries(single).map(([place, reason]) => [shapeOf(place), reason]))

/** The methods by the shape of their path. Two paths may differ in the names of their parameters alone. */
const readPaths = (version: Version): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  for (const [path, methods] of Object.entries(under(description(version), "paths"))) {
    found.set(shapeOf(path), { ...found.get(shapeOf(path)), ...under(methods) })
  }
  return found
}

/** The description of an operation; undefined if there is none. */
export const operationOf = (
  method: string,
  template: string,
  version: Version = "api.github.com"
): Json | undefined => {
  const read = paths.get(version) ?? readPaths(version)
  paths.set(version, read)
  const found = read.get(shapeOf(template))?.[method.toLowerCase()]
  return isJson(found) ? found : undefined
}

/** All operations by route, such as `GET /zen`. */
export const routes = (): ReadonlyArray<{ readonly route: string; readonly official: Json }> =>
  Object.entries(under(description(), "paths")).flatMap(([path, methods]) =>
    Object.entries(under(methods)).map(([method, official]) => ({
      route: `${method.toUpperCase()} ${path}`,
      official: under(official)
    }))
  )

/** The description of a response; undefined if there is none. */
export const responseOf = (operation: Json, status: number, version?: Version): Json | undefined => {
  const given = under(operation, "responses")[String(status)]
  return isJson(given) ? resolved(given, version) : undefined
}

/** What a part of the description refers to, or the part itself. */
export const resolved = (part: Json, version?: Version): Json => {
  const { $ref } = part
  return typeof $ref === "string" ? under(description(version), ...$ref.slice("#/".length).split("/")) : part
}

const shown = ({ instancePath, keyword, message, params }: ErrorObject): string => {
  const place = instancePath === "" ? "the body" : instancePath
  return `${place} ${message ?? keyword}${keyword === "enum" ? ` ${JSON.stringify(params)}` : ""}`
}

/** Lists what is wrong with a value by a schema of the description. The key names the schema. */
export const check = (key: string, schema: unknown, body: unknown): ReadonlyArray<string> => {
  const validate = validatorOf(key, schema)
  return validate(body) ? [] : [...new Set((validate.errors ?? []).map(shown))]
}

/** What refusals have: a message, and why it was sent. The entries of `errors` are objects, or only text. */
const refusal = {
  type: "object",
  required: ["message", "documentation_url", "status"],
  properties: {
    message: text,
    documentation_url: text,
    status: text,
    errors: {
      type: "array",
      items: {
        anyOf: [
          text,
          {
            type: "object",
            required: ["code"],
            properties: { resource: text, field: text, message: text, code: text, index: { type: "integer" } }
          }
        ]
      }
    }
  }
}

const outage = { type: "object", required: ["message"], properties: { message: text } }

const redirect = { type: "object", required: ["message", "url", "documentation_url"] }

/** The schema of an answer that is described without one, or not at all; undefined if it has no body. */
const usualSchema = (status: number): Json | undefined =>
  status >= 500 ? outage : status >= 400 ? refusal : status === 301 || status === 307 ? redirect : undefined

/**
 * Lists what is wrong with an answer by the service's description; nothing if it is right.
 *
 * `violations("GET", "/repos/{owner}/{repo}/commits/{ref}", 200, reply.json)`. Names of variables do not matter. The
 * body is the parsed JSON, or the text of another media type; undefined or empty if there is none.
 */
export const violations = (
  method: string,
  template: string,
  status: number,
  body: unknown,
  mediaType = "application/json"
): ReadonlyArray<string> => {
  const place = `${method} ${template} ${status}`
  const operation = operationOf(method, template)
  if (operation === undefined) return [`${method} ${template} is not described`]
  const response = responseOf(operation, status)
  const known = response !== undefined || status in anywhere || shapeOf(place) in exceptions
  if (!known) return [`${place} is not described`]
  const content = under(response, "content")
  const usual = usualSchema(status)
  if (usual === undefined && Object.keys(content).length === 0) {
    return body === undefined || body === "" ? [] : [`${place} has a body, and should have none`]
  }
  const described = usual ?? mended[place] ?? under(content, mediaType)["schema"]
  if (described === undefined) return [`${place} is not described as ${mediaType}`]
  return check(`${shapeOf(place)} ${mediaType}`, described, body).map((problem) => `${place}: ${problem}`)
}
