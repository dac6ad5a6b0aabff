/** Every route of the service's description, asked for once: nothing answers in the place of another. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { makeRouter } from "../../../src/testing/internal/forge/http/router.ts"
import { routes as served } from "../../../src/testing/internal/forge/routes.ts"
import { testOn } from "../../testOn.ts"
import { routes as described } from "./description.ts"
import { dig, send } from "./support.ts"

const find = makeRouter(served.filter(({ host }) => host === "api"))

const variable = /\{[^}]+\}/g

/** A route as it is told from others, whatever its variables are called: `{base}...{head}` is one of them. */
const shapeOf = (method: string, path: string): string => `${method} ${path.replace(/[^/]*\{[^/]+/g, "{}")}`

/** Values that other routes could take for a part of theirs: names of sub-routes, paths, and what is none at all. */
const hostile = [
  "a/b",
  "heads/main",
  "a%2Fb",
  "..",
  "%20",
  "0",
  "-1",
  "Grüße",
  "main...topic",
  "latest",
  "tags",
  "comments",
  "protection",
  "check-runs",
  "events",
  "reactions",
  "repos",
  "members",
  "me",
  "public",
  "undefined",
  "*",
  "a#b"
]

/** Variables that can be paths. The values of others have no slashes. */
const paths = /\{(?:ref|branch|path|dir|basehead)\}/g

/** The path with a value in the place of each variable, and a number where it takes one. */
const filled = (path: string, value: string): string =>
  path
    .replace(/\{\w+_(?:id|number)\}/g, "7")
    .replace(paths, value)
    .replace(variable, value.replaceAll("/", "%2F"))

const templates = described().map(({ route }) => {
  const [method = "", path = ""] = route.split(" ")
  return { method, shape: shapeOf(method, path), parts: path.split("/").slice(1) }
})

/** Whether a path is also one of another template: then the service answers as for that one. */
const isOf = (asked: string, parts: ReadonlyArray<string>): boolean => {
  const segments = asked.split("/").slice(1)
  return (
    segments.length === parts.length && parts.every((part, index) => part.includes("{") || part === segments[index])
  )
}

const variablesIn = (parts: ReadonlyArray<string>): number => parts.filter((part) => part.includes("{")).length

const all = described().map(({ route }) => {
  const [method = "", path = ""] = route.split(" ")
  // Names that could be those of a branch or a path in the place of each variable.
  const found = [
    path.replace(variable, "1"),
    path.replace(/\{(?:ref|branch|path|dir|basehead)\}/g, "a/b").replace(variable, "1")
  ]
    .map((asked) => find(method, asked)?.route)
    .map((match) => match && shapeOf(match.method, `/${match.template.join("/")}`))
  return { method, path, shape: shapeOf(method, path), found }
})

describe("the routes of the service's description", () => {
  it("are served by a handler of their own, or not at all", () => {
    expect(all.length).toBeGreaterThan(1200)
    const swallowed = all.filter(({ found, shape }) => found.some((each) => each !== undefined && each !== shape))
    expect(swallowed).toEqual([])
  })

  it("are not taken for others, whatever their variables are", () => {
    const servedShapes = new Set(all.flatMap(({ found }) => found.flatMap((each) => each ?? [])))
    const unserved = all.filter(({ shape }) => !servedShapes.has(shape))
    expect(unserved.length).toBeGreaterThan(0)
    const wrong = unserved.flatMap(({ method, path, shape }) =>
      hostile.flatMap((value) => {
        const asked = filled(path, value)
        const match = find(method, asked)?.route
        if (match === undefined) return []
        const own = shapeOf(match.method, `/${match.template.join("/")}`)
        // What is a path of both is answered as the one with fewer variables.
        const isBoth = templates.some(
          (other) =>
            other.shape === own && isOf(asked, other.parts) && variablesIn(other.parts) <= variablesIn(path.split("/"))
        )
        return own === shape || isBoth ? [] : [`${method} ${asked} is answered by ${own}`]
      })
    )
    expect(wrong).toEqual([])
  })

  for (const [status, layer] of [
    [501, ForgeSimulator.layerHttpClient({ limits: "none" })],
    [404, ForgeSimulator.layerHttpClient({ limits: "none", unserved: 404 })]
  ] as const) {
    testOn(layer)(`are ${status} with their names where they are not served`, function* () {
      const wires = all.flatMap(({ found: [match], method, path }) =>
        match === undefined ? [`${method} ${path.replace(variable, "1")}`] : []
      )
      expect(wires.length).toBeGreaterThan(0)
      const wrong = yield* Effect.filter(wires, (wire) =>
        Effect.map(
          send(wire),
          (reply) =>
            reply.status !== status ||
            !String(dig(reply.json, "message")).includes(`The simulator does not serve ${wire}.`)
        )
      )
      expect(wrong).toEqual([])
    })
  }
})

testOn(
  ForgeSimulator.layerHttpClient({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "First" }] }] })
)("what takes PATCH takes POST, as clients send it that are older", function* () {
  const { json, status } = yield* send("POST /repos/acme/web/issues/1", { body: { title: "Second" } })
  expect([status, dig(json, "title")]).toEqual([200, "Second"])
  expect((yield* send("POST /repos/acme/web/issues/1/none")).status).toBe(501)
  expect((yield* send("PUT /repos/acme/web/issues/1")).status).toBe(501)
})
