import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Location from "../../src/weather/Location.ts"
import { files, read } from "./fixtures.ts"
import * as Json from "./json.ts"

const json = (file: string): Json.JsonObject => Json.parseObject(read(file))
const search = Schema.decodeUnknownSync(Location.SearchResults)
const get = Schema.decodeUnknownSync(Location.Location)

describe("Location", () => {
  const searches = files("geocoding").filter((file) => !file.endsWith("by_id.json"))

  it.each(searches)("%s", (file) => {
    const wire = json(file)
    const locations = search(wire).results
    const raw = Json.listAt(wire, "results")
    assert.strictEqual(locations.length, raw.length)
    for (const [i, location] of locations.entries()) {
      // Fields that are present keep their value; fields that are absent are null or empty.
      const found = raw[i]
      const said = Json.isObject(found) ? found : {}
      for (const [field, value] of Object.entries(location)) {
        assert.deepStrictEqual(value, said[field] ?? (field === "postcodes" ? [] : null), field)
      }
    }
  })

  it("decodes the response to a request by id, which is not in a list", () => {
    const location = get(json("geocoding/frenck__python-open-meteo__geocoding_by_id.json"))
    assert.deepInclude(location, { id: 2_756_071, name: "Enschede", country: "Nederland", population: 153_655 })
    assert.strictEqual(location.postcodes.length, 23)
    assert.strictEqual(Location.describe(location), "Enschede, Overijssel, Nederland")
  })

  it("decodes missing fields to null or empty", () => {
    const [antarctica, , atlanticPoint] = search(
      json("geocoding/frenck__python-open-meteo__geocoding_missing_fields.json")
    ).results
    assert.deepInclude(antarctica, { country: null, country_code: null, admin1: null, elevation: 3_199 })
    assert.deepInclude(atlanticPoint, { elevation: null, population: null, postcodes: [] })
  })

  it("decodes a response without results to an empty list", () => {
    assert.deepStrictEqual(search(json("geocoding/t-shahan__virga__geocode_empty.json")).results, [])
  })

  it("decodes an absent coordinate to 0, and an elevation of 9999 to null", () => {
    const island = get({ id: 1, name: "Null Island", elevation: 9999 })
    assert.deepInclude(island, { latitude: 0, longitude: 0, elevation: null, timezone: null })
    assert.strictEqual(Location.describe(island), "Null Island")
  })

  it("survives a round trip through JSON", () => {
    const location = get(json("geocoding/frenck__python-open-meteo__geocoding_by_id.json"))
    const codec = Schema.toCodecJson(Location.Location)
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(location)), location)
  })
})
