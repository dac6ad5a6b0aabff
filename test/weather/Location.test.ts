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
      // What is there is taken over, what isn't is null or empty.
      const found = raw[i]
      const said = Json.isObject(found) ? found : {}
      for (const [field, value] of Object.entries(location)) {
        assert.deepStrictEqual(value, said[field] ?? (field === "postcodes" ? [] : null), field)
      }
    }
  })

  it("a place by its id comes bare", () => {
    const location = get(json("geocoding/frenck__python-open-meteo__geocoding_by_id.json"))
    assert.deepInclude(location, { id: 2_756_071, name: "Enschede", country: "Nederland", population: 153_655 })
    assert.strictEqual(location.postcodes.length, 23)
    assert.strictEqual(Location.describe(location), "Enschede, Overijssel, Nederland")
  })

  it("missing fields", () => {
    const [antarctica, , atlanticPoint] = search(
      json("geocoding/frenck__python-open-meteo__geocoding_missing_fields.json")
    ).results
    assert.deepInclude(antarctica, { country: null, country_code: null, admin1: null, elevation: 3_199 })
    assert.deepInclude(atlanticPoint, { elevation: null, population: null, postcodes: [] })
  })

  it("no match is an empty list", () => {
    assert.deepStrictEqual(search(json("geocoding/t-shahan__virga__geocode_empty.json")).results, [])
  })

  it("zeros are dropped on the wire, 9999 is no elevation", () => {
    const island = get({ id: 1, name: "Null Island", elevation: 9999 })
    assert.deepInclude(island, { latitude: 0, longitude: 0, elevation: null, timezone: null })
    assert.strictEqual(Location.describe(island), "Null Island")
  })

  it("comes back equal from its JSON", () => {
    const location = get(json("geocoding/frenck__python-open-meteo__geocoding_by_id.json"))
    const codec = Schema.toCodecJson(Location.Location)
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(location)), location)
  })
})
