/** The options of the command, and the files that they name. */
import * as Fs from "node:fs"
import { isIP } from "node:net"
import { parseArgs } from "node:util"
import * as Redacted from "effect/Redacted"
import type { Options as BoundsOptions } from "../ai/BoundsTypes.ts"
import { defaultNames, setNames } from "./tools.ts"

/** Says in one line what the user has to change. */
export class InvalidOptions extends Error {}

export const help = `Usage: forgecast-mcp [options]

An MCP server for GitHub and the weather services, over standard input and output. By default, it only reads.

What a model can use
  --tools NAMES        sets, modules, operations and workflows, separated by commas, such as
                       "triage,Milestones.create,Merge.whenGreen" (default: ${defaultNames.join(",")})
                       sets: ${setNames.join(", ")}
  --read-only          only tools that read (the default)
  --write              also tools that write, within the bounds
  --plan               also tools that write: writes are planned, and the client asks a person to approve the plan

What a session may do
  --bounds FILE        bounds, as JSON (forgecast/ai/bounds.schema.json describes them); without it, a session
                       may read all that the token may read. --write and --plan need it

What it keeps
  --record DIR         writes each session to this directory as a program of forgecast, and with --simulate as a test

Which services
  --simulate [FILE]    simulated services in memory, which start with this seed, or with a small one: no token, no network

Where it listens
  --http               streamable HTTP at /mcp instead of standard input and output
  --port NUMBER        port to listen on (0: any free port; default: 0)
  --host ADDRESS       address to listen on (default: 127.0.0.1); another machine needs a token
  --allow-host NAME    also answer requests to this host name, in addition to localhost and addresses; can be given more than once

  -h, --help           print this text, and exit
  --version            print the version, and exit

Variables
  GITHUB_TOKEN         the token; without it, requests have no credentials, and 60 an hour are allowed
  GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, GITHUB_APP_INSTALLATION_ID
                       an App instead of a token
  GITHUB_API_URL       another server, such as https://github.example/api/v3
  OPEN_METEO_API_KEY   a customer's key for the weather services
  FORGECAST_MCP_TOKEN  with --http, the token (16 characters or more) that clients need to connect

Examples
  forgecast-mcp --simulate
  forgecast-mcp --tools triage --plan --bounds bounds.json
  forgecast-mcp --http --port 8080
`

/** What may be written: nothing, what the bounds allow, or what a person has approved. */
export type Writing = "none" | "act" | "plan"

/** Where it listens. */
export interface Listening {
  readonly port: number
  readonly host: string
  /** Names of this host, besides `localhost` and addresses. */
  readonly hosts: ReadonlyArray<string>
  /** Clients that have it may connect. Null: all clients on this machine. */
  readonly token: Redacted.Redacted<string> | null
}

export interface Options {
  /** Names of sets, modules, operations and workflows. */
  readonly tools: ReadonlyArray<string>
  readonly writing: Writing
  /** Bounds as in the file, not checked yet; undefined for none. */
  readonly bounds: unknown
  /** The text of the seed; undefined for the small one. False: the real services. */
  readonly simulate: string | undefined | false
  /** Undefined: standard input and output. */
  readonly listening: Listening | undefined
  /** The directory of recorded sessions; undefined for none. */
  readonly record: string | undefined
}

const flag = { type: "boolean", default: false } as const

const valuesOf = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      // The file of `--simulate` may be left out.
      allowPositionals: true,
      options: {
        tools: { type: "string" },
        "read-only": flag,
        write: flag,
        plan: flag,
        bounds: { type: "string" },
        simulate: flag,
        record: { type: "string" },
        http: flag,
        port: { type: "string" },
        host: { type: "string" },
        "allow-host": { type: "string", multiple: true, default: [] },
        help: { ...flag, short: "h" },
        version: flag
      }
    })
  } catch (error) {
    // The first sentence says it all.
    const [message = ""] = error instanceof Error ? error.message.split(/\.\s|\n/) : []
    throw new InvalidOptions(`${message}. See --help`)
  }
}

type Values = ReturnType<typeof valuesOf>["values"]

const readFile = (file: string): string => {
  try {
    return Fs.readFileSync(file, "utf8")
  } catch (error) {
    throw new InvalidOptions(`${file} cannot be read. ${error instanceof Error ? error.message : String(error)}`)
  }
}

const directoryOf = (path: string): string => {
  try {
    Fs.mkdirSync(path, { recursive: true })
    Fs.accessSync(path, Fs.constants.W_OK)
    return path
  } catch (error) {
    throw new InvalidOptions(`${path} cannot be written to. ${error instanceof Error ? error.message : String(error)}`)
  }
}

const readBounds = (file: string): unknown => {
  const text = readFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidOptions(`${file} is not JSON. ${error instanceof Error ? error.message : String(error)}`)
  }
}

const writingOf = (given: Values): Writing => {
  if (given["read-only"] && (given.write || given.plan)) {
    throw new InvalidOptions(`--read-only and ${given.write ? "--write" : "--plan"} exclude each other`)
  }
  if (given.plan) return "plan"
  return given.write ? "act" : "none"
}

const portOf = (given: string): number => {
  const port = Number(given)
  if (/^\d+$/.test(given) && port <= 65_535) return port
  throw new InvalidOptions(`--port: expected a number from 0 to 65535, got ${given}`)
}

const tokenOf = (given: string | undefined): Listening["token"] => {
  if (given === undefined || given === "") return null
  if (given.length < 16) throw new InvalidOptions("FORGECAST_MCP_TOKEN must have 16 characters or more")
  return Redacted.make(given)
}

/** Whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean => {
  const kind = isIP(host)
  if (kind === 4) return host.startsWith("127.")
  return kind === 6 ? host === "::1" : host.toLowerCase() === "localhost"
}

const listeningOf = (given: Values, environment: Environment): Options["listening"] => {
  if (!given.http) {
    const [first] = (["port", "host"] as const).filter((name) => given[name] !== undefined)
    const other = first ?? (given["allow-host"].length > 0 ? "allow-host" : undefined)
    if (other !== undefined) throw new InvalidOptions(`--${other} needs --http`)
    return undefined
  }
  const host = given.host ?? "127.0.0.1"
  const token = tokenOf(environment["FORGECAST_MCP_TOKEN"])
  if (token === null && !isLoopback(host)) {
    throw new InvalidOptions(`--host ${host}: other machines may reach it, so that FORGECAST_MCP_TOKEN must be set`)
  }
  return { port: portOf(given.port ?? "0"), host, hosts: given["allow-host"], token }
}

/** Environment variables by their names. */
export interface Environment {
  readonly [name: string]: string | undefined
}

/** Reads the command line, and the files that it names. Throws `InvalidOptions`. */
export const readOptions = (
  args: ReadonlyArray<string>,
  environment: Environment
): { readonly print: "help" | "version" } | Options => {
  const { positionals, values: given } = valuesOf(args)
  if (given.help) return { print: "help" }
  if (given.version) return { print: "version" }
  const [seed, ...others] = positionals
  const surplus = given.simulate ? others[0] : seed
  if (surplus !== undefined) throw new InvalidOptions(`${surplus} is not an option. See --help`)
  const writing = writingOf(given)
  if (writing !== "none" && given.bounds === undefined && !given.simulate) {
    throw new InvalidOptions(`--${writing === "act" ? "write" : "plan"} needs --bounds, which says where it may write`)
  }
  return {
    tools: (given.tools ?? defaultNames.join(","))
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    writing,
    bounds: given.bounds === undefined ? undefined : readBounds(given.bounds),
    simulate: given.simulate ? (seed === undefined ? undefined : readFile(seed)) : false,
    listening: listeningOf(given, environment),
    record: given.record === undefined ? undefined : directoryOf(given.record)
  }
}

/** Whether writes are planned: a file of bounds may say so as well, and then it holds. */
export const isPlanning = (bounds: unknown, writing: Writing): boolean =>
  writing !== "none" && typeof bounds === "object" && bounds !== null && "mode" in bounds && bounds.mode === "plan"

/** The bounds of each session. What is not given is as wide as the token. */
export const boundsOf = ({ bounds, simulate, writing }: Pick<Options, "bounds" | "simulate" | "writing">): unknown => {
  const mode = writing === "plan" ? { mode: "plan" } : {}
  if (bounds !== undefined) {
    // What is not an object is refused by the check of bounds.
    return typeof bounds === "object" && bounds !== null && !Array.isArray(bounds) ? { ...bounds, ...mode } : bounds
  }
  const everywhere = ["*/*", "*"]
  const wide: BoundsOptions = {
    reads: { in: everywhere, elsewhere: ["*"] },
    // Only of the simulator: the real service needs bounds.
    ...(simulate === false || writing === "none" ? {} : { writes: { in: everywhere, unattended: ["*"] } })
  }
  return { ...wide, ...mode }
}
