/** The request of an example, as other clients send it. */
import { execFile } from "node:child_process"
import * as Path from "node:path"
import { promisify } from "node:util"
import type { Method } from "../../../../.build/docs/octokitMethods.ts"
import { root } from "../site.ts"
import { literal } from "./literal.ts"
import { type Operation, rootOf } from "./list.ts"

/** A request of an example, as the simulator has received it. */
export interface Sent {
  readonly method: string
  /** Percent-encoded. */
  readonly path: string
  readonly query: string
  readonly accept: string | null
  /** The media type of the body. */
  readonly type: string | null
  /** JSON or a text; null if there is none, and for bytes that are no text. */
  readonly body: unknown
  readonly status: number | null
}

export interface Recorded {
  /** The request of the operation. */
  readonly sent: Sent
  /** The status of the last response. */
  readonly last: number | null
  /** When the example returns what is recorded (ISO 8601), if it returns something else at another time; else null. */
  readonly time: string | null
}

const record = async (): Promise<ReadonlyMap<string, Recorded>> => {
  const args = ["--import", "./.build/docs/byName.ts", Path.join(import.meta.dirname, "record.ts")]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 })
  // The cast is safe: that program has written it.
  return new Map(Object.entries(JSON.parse(stdout) as Readonly<Record<string, Recorded>>))
}

let recorded: ReturnType<typeof record> | undefined

/** What the examples send, by the names of their operations. They run once, in another process. */
export const recordCalls = (): ReturnType<typeof record> => (recorded ??= record())

/** A page of a listing: Octokit's own paging replaces them. */
const paging = new Set(["page", "per_page"])

const parametersOf = (query: string): ReadonlyArray<readonly [string, string]> => [...new URLSearchParams(query)]

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The request for the command line. */
export const curlOf = (operation: Operation, { accept, body, method, path, query, type }: Sent): string => {
  const isForge = operation.service === "forge"
  // Pages have a size of their own by default.
  const parameters = parametersOf(query).filter(([name]) => !isForge || !paging.has(name))
  const search =
    parameters.length === 0 ? "" : `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`
  const url = `${rootOf(operation)}${path}${search.replaceAll("%2C", ",")}`
  const data = body === null ? (type === null ? [] : ["--data-binary @file"]) : [`-d ${quoted(textOf(body))}`]
  const lines = [
    `curl ${isForge ? "-L " : ""}${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...(isForge
      ? [
          `-H "Authorization: Bearer $GITHUB_TOKEN"`,
          `-H "Accept: ${accept ?? "application/vnd.github+json"}"`,
          `-H "X-GitHub-Api-Version: 2022-11-28"`
        ]
      : []),
    ...(type === null || type.startsWith("application/json") ? [] : [`-H "Content-Type: ${type}"`]),
    ...data
  ]
  return lines.join(" \\\n  ")
}

const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body, null, 2))

/** Parameters that hold slashes. */
const long = new Set(["path", "ref", "basehead"])

/** The values of a path, by the names of a route's parameters. */
export const valuesIn = (route: string, path: string): Readonly<Record<string, string>> => {
  const names: Array<string> = []
  const pattern = route
    .slice(route.indexOf(" ") + 1)
    .split(/(\{\w+\})/)
    .map((part) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      if (name === undefined) return part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      names.push(name)
      return long.has(name) ? "(.+?)" : "([^/]+?)"
    })
    .join("")
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1)
  if (values === undefined) throw new Error(`${path} is no ${route}`)
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]))
}

/** Parameters whose texts look like numbers or booleans. */
const texts = new Set(["ref", "name", "sha", "tag", "q", "labels", "milestone", "recursive"])

const valueOf = (name: string, text: string): unknown => {
  if (texts.has(name)) return text
  if (text === "true" || text === "false") return text === "true"
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The media types that Octokit has a name for. */
const formatOf = (accept: string | null): string | undefined =>
  /^application\/vnd\.github\.(\w[\w-]*?)(?:\+json)?$/.exec(accept ?? "")?.[1]

/** The program that does the same with Octokit. */
export const octokitOf = ({ declaration: { kind } }: Operation, method: Method, sent: Sent): string => {
  const { accept, body, path, query, type } = sent
  const format = formatOf(accept)
  const parameters = {
    ...Object.fromEntries(
      Object.entries(valuesIn(method.route, path)).map(([name, text]) => [name, valueOf(name, text)])
    ),
    ...Object.fromEntries(
      parametersOf(query)
        .filter(([name]) => kind !== "listing" || !paging.has(name))
        .map(([name, text]) => [name, valueOf(name, text)])
    ),
    ...(isRecord(body) ? body : body === null ? {} : { data: body }),
    ...(format === undefined ? {} : { mediaType: { format } })
  }
  const named = `octokit.rest.${method.scope}.${method.name}`
  // As long as what stands before it.
  const argument = literal(parameters, "", `const items = await octokit.paginate(${named}, )`.length)
  const call = kind === "listing" ? `octokit.paginate(${named}, ${argument})` : `${named}(${argument})`
  const hasData = sent.status !== 204
  const isBytes = body === null && type !== null
  return [
    `import { Octokit } from "@octokit/rest"`,
    ...(isBytes ? [`import { readFile } from "node:fs/promises"`] : []),
    "",
    "const octokit = new Octokit({ auth: process.env.GITHUB_TOKEN })",
    "",
    ...(kind === "listing"
      ? [`const items = await ${call}`, "console.log(items)"]
      : hasData
        ? [`const { data } = await ${call}`, "console.log(data)"]
        : [`await ${call}`, `console.log("Done")`]),
    ""
  ].join("\n")
}
