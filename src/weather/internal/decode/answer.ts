/** Decodes a response into typed blocks. */
import type { Requested } from "../../Service.ts"
import * as Result from "effect/Result"
import { type Answer, type Current, type SeriesBlock, seriesBlocks, type Site } from "../../Answer.ts"
import type { Series, Zone } from "../../series/Model.ts"
import * as Block from "./block.ts"
import { type DecodeIssue, excerpt, mismatch } from "./issue.ts"
import { isList, isTree, type Node, Numbers, type Tree } from "./tree.ts"
import { type RunsOf, soleModel } from "./models.ts"
import { scan } from "./scan.ts"

type Path = ReadonlyArray<string | number>

/** Decodes the response for one place. */
export const one = <const Request extends Requested>(
  json: string | Uint8Array,
  selection: Request
): Result.Result<Answer<Request>, DecodeIssue> => Result.flatMap(scan(json), (node) => oneFrom(node, selection))

/** Decodes the response for `places` places, in the order of the request; undefined for any number. */
export const many = <const Request extends Requested>(
  json: string | Uint8Array,
  selection: Request,
  places: number | undefined
): Result.Result<ReadonlyArray<Answer<Request>>, DecodeIssue> =>
  Result.flatMap(scan(json), (node) => manyFrom(node, selection, places))

/** Decodes one place of a response. */
export const oneFrom = <const Request extends Requested>(
  node: Node,
  selection: Request
): Result.Result<Answer<Request>, DecodeIssue> => placeFrom([], node, selection, new Map())

/** Decodes the places of a response. */
export const manyFrom = <const Request extends Requested>(
  node: Node,
  selection: Request,
  places: number | undefined
): Result.Result<ReadonlyArray<Answer<Request>>, DecodeIssue> => {
  const nodes = isList(node) ? node : [node]
  const error = errorIn(node)
  if (error !== undefined) return Result.fail(error)
  if (places !== undefined && nodes.length !== places) {
    return Result.fail(mismatch([], `${places} places`, isList(node) ? `${nodes.length}` : Block.nameOf(node)))
  }
  const answers: Array<Answer<Request>> = []
  const known: Block.Source["known"] = new Map()
  for (const [i, place] of nodes.entries()) {
    const path = isList(node) ? [i] : []
    const id = isTree(place) ? place.get("location_id") : undefined
    if (id !== undefined && id !== i) {
      return Result.fail(mismatch([...path, "location_id"], `${i}, in the order of the request`, Block.nameOf(id)))
    }
    const answer = placeFrom(path, place, selection, known)
    if (Result.isFailure(answer)) return Result.fail(answer.failure)
    answers.push(answer.success)
  }
  return Result.succeed(answers)
}

/** Decodes the elevations of `points` points; NaN where there is neither land nor water. */
export const elevations = (
  json: string | Uint8Array,
  points: number | undefined
): Result.Result<Float64Array, DecodeIssue> =>
  Result.flatMap(scan(json), (node) => {
    const error = errorIn(node)
    if (error !== undefined) return Result.fail(error)
    const list = isTree(node) ? node.get("elevation") : undefined
    if (list instanceof Numbers && list.values.length === points) return Result.succeed(list.values)
    return Result.fail(mismatch(["elevation"], `${points} numbers`, Block.nameOf(list)))
  })

/** Parses the response for `places` places as plain JSON. The response for a single place is an object. */
export const json = (text: string, places: number | undefined): Result.Result<ReadonlyArray<unknown>, DecodeIssue> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The scanner knows what kind of text it is.
    return Result.flatMap(scan(text), () => Result.fail(mismatch([], "JSON", excerpt(text))))
  }
  const error = typeof value === "object" && value !== null ? errorOf(value) : undefined
  if (error !== undefined) return Result.fail(error)
  const answers: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return places === undefined || answers.length === places
    ? Result.succeed(answers)
    : Result.fail(mismatch([], `${places} places`, `${answers.length}`))
}

/** An error body in a successful response. */
const errorIn = (node: Node): DecodeIssue | undefined =>
  isTree(node) ? errorOf({ error: node.get("error"), reason: node.get("reason") }) : undefined

const errorOf = ({ error, reason }: { readonly error?: unknown; readonly reason?: unknown }): DecodeIssue | undefined =>
  error === true
    ? {
        kind: "error",
        path: "",
        expected: "a result",
        found: typeof reason === "string" ? `the error "${reason}"` : "an error without a reason"
      }
    : undefined

/** Not all models have weeks and months. The service leaves out the block then. */
const mayBeAbsent = (name: SeriesBlock | "current"): boolean => name === "weekly" || name === "monthly"

const onlyModel = (node: Tree, selection: Requested): string | undefined => {
  const { models, renames, runsOf } = selection
  if (models === undefined || runsOf === undefined) return undefined
  const runsOfAsked: RunsOf = (model) => runsOf(model) ?? runsOf(renames?.[model] ?? model)
  for (const name of seriesBlocks) {
    const block = node.get(name)
    const columns = isTree(block) ? Array.from(block.keys()) : []
    const model = soleModel(columns, selection[name] ?? [], models, runsOfAsked)
    if (model !== undefined) return model
  }
  return undefined
}

const placeFrom = <Request extends Requested>(
  path: Path,
  node: Node,
  selection: Request,
  known: Block.Source["known"]
): Result.Result<Answer<Request>, DecodeIssue> => {
  const error = errorIn(node)
  if (error !== undefined) return Result.fail(error)
  if (!isTree(node)) return Result.fail(mismatch(path, "an object", Block.nameOf(node)))
  const site = siteFrom(path, node)
  if (Result.isFailure(site)) return Result.fail(site.failure)
  const zone: Zone = {
    name: site.success.timezone,
    abbreviation: site.success.timezone_abbreviation,
    offset: site.success.utc_offset_seconds * 1_000
  }
  const answer: Record<string, unknown> = { ...site.success }
  const only = onlyModel(node, selection)
  const decoded = <A>(
    name: SeriesBlock | "current",
    decode: (source: Block.Source) => Result.Result<A, DecodeIssue>
  ) => {
    const variables: ReadonlyArray<string> = selection[name] ?? []
    if (variables.length === 0) return undefined
    // Old servers have a block of this name for the seasonal forecast.
    const key = name === "hourly" && !node.has(name) && node.has("six_hourly") ? "six_hourly" : name
    const block = node.get(key)
    if (block === undefined && mayBeAbsent(name)) return undefined
    if (!isTree(block)) return mismatch([...path, name], "an object", Block.nameOf(block))
    const units = node.get(`${key}_units`)
    const result = decode({
      key,
      path: [...path, key],
      block,
      units: isTree(units) ? units : undefined,
      zone,
      latitude: site.success.latitude,
      resolution: selection.temporal_resolution,
      variables,
      models: selection.models ?? [],
      only,
      renames: selection.renames,
      known
    })
    if (Result.isFailure(result)) return result.failure
    answer[name] = result.success
    return undefined
  }
  for (const name of seriesBlocks) {
    const issue = decoded<Series<string>>(name, (source) => Block.series(name, source))
    if (issue !== undefined) return Result.fail(issue)
  }
  const issue = decoded<Current<string>>("current", Block.current)
  if (issue !== undefined) return Result.fail(issue)
  // Each requested block has been decoded with its columns, or decoding has failed.
  return Result.succeed(answer as unknown as Answer<Request>)
}

/** No zone of the service has a larger offset from UTC. */
const maxOffset = 86_400

const siteFrom = (path: Path, tree: Tree): Result.Result<Site, DecodeIssue> => {
  let issue: DecodeIssue | undefined
  const field = <A>(name: string, expected: string, is: (node: Node) => node is A & Node, absent: A): A => {
    const node = tree.get(name) ?? null
    if (node === null || is(node)) return node ?? absent
    issue ??= mismatch([...path, name], expected, Block.nameOf(node))
    return absent
  }
  const timezone = field<string>("timezone", "text", isText, "GMT")
  const offset = field<number | null>("utc_offset_seconds", "seconds", isOffset, timezone === "GMT" ? 0 : null)
  const site = {
    latitude: field("latitude", "a number", isNumber, Number.NaN),
    longitude: field("longitude", "a number", isNumber, Number.NaN),
    elevation: field<number | null>("elevation", "a number", isNumber, null),
    generationtime_ms: field<number | null>("generationtime_ms", "a number", isNumber, null),
    // Checked below: without an offset, wall-clock times cannot be converted to instants.
    utc_offset_seconds: offset ?? 0,
    timezone,
    timezone_abbreviation: field<string>("timezone_abbreviation", "text", isText, "")
  }
  if (offset === null) issue ??= mismatch([...path, "utc_offset_seconds"], "seconds", "nothing")
  return issue === undefined ? Result.succeed(site) : Result.fail(issue)
}

const isText = (node: Node): node is string => typeof node === "string"
const isNumber = (node: Node): node is number => typeof node === "number"
const isOffset = (node: Node): node is number => typeof node === "number" && Math.abs(node) <= maxOffset
