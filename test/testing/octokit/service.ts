/** Octokit on a served simulator. Every answer that passes is validated by the service's own description. */
import { generateKeyPairSync } from "node:crypto"
import { Octokit } from "@octokit/rest"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Effect from "effect/Effect"
import { App } from "octokit"
import { afterAll, afterEach, beforeEach, expect } from "vitest"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { routes, violations } from "../forge/description.ts"

type Client = Octokit

/** An answer as Octokit has it, in a response or an error. */
interface Answered {
  readonly status: number
  readonly data: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

const isAnswered = (value: unknown): value is Answered =>
  typeof value === "object" && value !== null && "status" in value && "data" in value && "headers" in value

const answerOf = (error: unknown): Answered | undefined =>
  error instanceof Error && "response" in error && isAnswered(error.response) ? error.response : undefined

/** What is wrong with the answers so far, and how many there were. */
interface Findings {
  readonly problems: Array<string>
  answers: number
}

const shapeOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{[^}]*\}/g, "[^/]+").replaceAll(".", String.raw`\.`)}$`)

/** The templates of the service's description, the most literal first. */
const templates = [...new Set(routes().map(({ route }) => route.slice(route.indexOf(" ") + 1)))]
  .map((template) => ({ template, shape: shapeOf(template), variables: template.split("{").length }))
  .toSorted((a, b) => a.variables - b.variables)

/** Finds the template of a URL that the service made, as those of pages and uploads. */
const templateOf = (url: string): string => {
  const plain = url.replace(/\{\?[^}]*\}$/, "")
  if (!plain.startsWith("http")) return plain
  const path = new URL(plain).pathname.replace(/^\/repositories\/\d+/, "/repos/o/r")
  return templates.find(({ shape }) => shape.test(path))?.template ?? path
}

const check = (findings: Findings, method: string, url: string, { data, headers, status }: Answered): void => {
  const template = templateOf(url)
  findings.answers++
  const type = headers["content-type"] ?? "application/json"
  // Bytes, diffs and rendered text have no schema.
  if (typeof type === "string" && type.startsWith("application/json"))
    findings.problems.push(...violations(method, template, status, data))
}

/** A plugin of Octokit that validates each answer, errors included. */
const checked = (findings: Findings) => (octokit: Pick<Client, "hook">) => {
  octokit.hook.wrap("request", async (request, options) => {
    try {
      const response = await request(options)
      check(findings, options.method, options.url, response)
      return response
    } catch (error) {
      const answer = answerOf(error)
      if (answer !== undefined) check(findings, options.method, options.url, answer)
      throw error
    }
  })
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
})

/** With what the app signs users in. */
export const client = { client_id: "Iv1.builder", client_secret: "builder-secret" }

/** An app for a seed, installed on accounts. */
export const app = (...accounts: ReadonlyArray<string>): ForgeSimulator.AppSeed => ({
  slug: "builder",
  id: 7,
  ...client,
  public_key: publicKey,
  permissions: {
    administration: "read",
    contents: "write",
    issues: "write",
    pull_requests: "write",
    checks: "write",
    statuses: "write",
    members: "read"
  },
  installations: accounts.map((account, index) => ({ account, id: 70 + index }))
})

export interface Service {
  readonly simulator: ForgeSimulator.Handle
  readonly findings: Findings
  /** Octokit with a token; without one, it is anonymous. */
  readonly octokit: (token?: string) => Client
  /** Octokit as the app, and as its installation. */
  readonly app: () => Client
  readonly installation: () => Promise<Client>
  /** Octokit as the app with its secret. */
  readonly client: () => Client
  readonly run: <A>(effect: Effect.Effect<A>) => Promise<A>
  /** Makes the present state the one that each test starts with. */
  readonly keep: () => Promise<void>
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The app, which also signs users in. */
export const appOf = (Client: typeof Octokit) => {
  const { client_id: clientId, client_secret: clientSecret } = client
  return new App({ appId: 7, privateKey, oauth: { clientId, clientSecret }, Octokit: Client, log: quiet })
}

/** Starts a served simulator for the tests of a file, and resets it before each of them. */
export const serve = async (seed: ForgeSimulator.Seed): Promise<Service> => {
  const runtime = ManagedRuntime.make(SimulatorServer.layerForge(seed))
  const simulator = await runtime.runPromise(ForgeSimulator.ForgeSimulator)
  const findings: Findings = { problems: [], answers: 0 }
  afterAll(() => runtime.dispose())
  let initial = seed
  beforeEach(() => Effect.runPromise(simulator.reset(initial)))
  afterEach(() => expect(findings.problems.splice(0)).toEqual([]))
  const Checked = Octokit.plugin(checked(findings)).defaults({ baseUrl: simulator.urls.api, log: quiet })
  // An app keeps its tokens, and a reset ends them.
  const builder = () => appOf(Checked)
  const octokit = (token?: string) => new Checked(token === undefined ? {} : { auth: token })
  return {
    simulator,
    findings,
    octokit,
    app: () => builder().octokit,
    installation: async () => {
      const { data } = await builder().octokit.rest.apps.createInstallationAccessToken({ installation_id: 70 })
      return octokit(data.token)
    },
    client: () => builder().octokit,
    run: (effect) => Effect.runPromise(effect),
    keep: async () => {
      initial = { ...seed, ...(await Effect.runPromise(simulator.toSeed)) }
    }
  }
}

/** The status and the message that a call fails with. */
export const refusal = async (call: Promise<unknown>): Promise<readonly [status: number, message: unknown]> => {
  try {
    await call
  } catch (error) {
    const answer = answerOf(error)
    if (answer === undefined) throw error
    const { data, status } = answer
    return [status, typeof data === "object" && data !== null && "message" in data ? data.message : data]
  }
  throw new Error("The call should have failed")
}
