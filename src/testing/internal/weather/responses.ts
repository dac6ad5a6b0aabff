/** Responses of the services of series, in the requested format. */
import type { Response } from "../../Exchange.ts"
import { response, jsonText } from "../exchange.ts"
import { type Library, makeMessage } from "./flatbuffers.ts"
import { refuse } from "./parameters.ts"
import { type Block, blocksOf, type PlaceSource, placeText } from "./series/block.ts"
import { type ColumnContext, covers } from "./series/columns.ts"
import { type Query, siteOf, type World } from "./series/query.ts"
import type { Root, Service } from "./services.ts"

/** The response for a place, before it is written. */
interface PlaceBlocks {
  readonly asked: ColumnContext
  readonly place: PlaceSource
  readonly blocks: ReadonlyArray<Block>
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A message for each place and each model that covers it. */
const messages = (all: ReadonlyArray<PlaceBlocks>, library: Library): Response => {
  const message = makeMessage(library)
  const parts = all.flatMap(({ asked: { models, root }, blocks, place }, index) =>
    (models.length === 0 ? [""] : models).map((model, at) => message(root, place, blocks, { place: index, model, at }))
  )
  return response(200, joined(parts), { "content-type": "application/octet-stream" })
}

const texts = (all: ReadonlyArray<PlaceBlocks>): Response => {
  const objects = all.map(({ blocks, place }, index) => placeText(place, blocks, index))
  return jsonText(200, objects.length === 1 ? (objects[0] ?? "") : `[${objects.join(",")}]`)
}

/** `library` is undefined unless flatbuffers are requested. */
export const seriesResponse = (
  query: Query,
  root: Root,
  service: Service,
  world: World,
  now: number,
  library: Library | undefined
): Response => {
  const all = query.places.map((wanted): PlaceBlocks => {
    const models = query.models.filter((model) => covers(model, wanted))
    if (query.models.length > 0 && models.length === 0) return refuse("No data is available for this location")
    const asked: ColumnContext = { root, service, models, now, ensemble: query.ensemble }
    const site = siteOf(wanted, wanted.elevation, world)
    const place: PlaceSource = { site, wanted, units: query.units, slope: query.slope, climate: world.climate }
    return { asked, place, blocks: blocksOf(query, asked, place) }
  })
  return library === undefined ? texts(all) : messages(all, library)
}
