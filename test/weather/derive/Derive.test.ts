/** Formulas against the tables and worked examples of their sources. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Derive from "../../../src/weather/Derive.ts"

const celsius = (fahrenheit: number): number => (fahrenheit - 32) / 1.8
const fahrenheit = (celsius: number): number => celsius * 1.8 + 32

/** Rows of a table: the head of the row, and a value for each column. */
type Rows = ReadonlyArray<readonly [number, ...ReadonlyArray<number>]>

describe("heatIndex", () => {
  /** The chart of the US National Weather Service: °F across, % down. */
  const degrees = [80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110]
  const chart: Rows = [
    [40, 80, 81, 83, 85, 88, 91, 94, 97, 101, 105, 109, 114, 119, 124, 130, 136],
    [45, 80, 82, 84, 87, 89, 93, 96, 100, 104, 109, 114, 119, 124, 130, 137],
    [50, 81, 83, 85, 88, 91, 95, 99, 103, 108, 113, 118, 124, 131, 137],
    [55, 81, 84, 86, 89, 93, 97, 101, 106, 112, 117, 124, 130, 137],
    [60, 82, 84, 88, 91, 95, 100, 105, 110, 116, 123, 129, 137],
    [65, 82, 85, 89, 93, 98, 103, 108, 114, 121, 128, 136],
    [70, 83, 86, 90, 95, 100, 105, 112, 119, 126, 134],
    [75, 84, 88, 92, 97, 103, 109, 116, 124, 132],
    [80, 84, 89, 94, 100, 106, 113, 121, 129],
    [85, 85, 90, 96, 102, 110, 117, 126, 135],
    [90, 86, 91, 98, 105, 113, 122, 131],
    [95, 86, 93, 100, 108, 117, 127],
    [100, 87, 95, 103, 112, 121, 132]
  ]

  it("has the values of the chart of the National Weather Service", () => {
    for (const [humidity, ...values] of chart) {
      values.forEach((expected, i) => {
        const warmth = degrees[i] ?? 0
        // The chart is of the regression alone, and is cut in some places and rounded in others.
        const adjusted = humidity > 85 && warmth < 87 ? ((humidity - 85) / 10) * ((87 - warmth) / 5) : 0
        const found = fahrenheit(Derive.heatIndex(celsius(warmth), humidity))
        assert.closeTo(found, expected + adjusted, 1, `${warmth} °F, ${humidity} %`)
      })
    }
  })

  it("is adjusted where the air is very dry or very humid, as its page says", () => {
    const at = (degrees: number, humidity: number) => fahrenheit(Derive.heatIndex(celsius(degrees), humidity))
    // 12 % at 95 °F: a quarter is taken away. The regression itself is a parabola there, of 0.0083 °F/%².
    assert.closeTo(2 * at(95, 13) - at(95, 14) - at(95, 12), 0.25 - 2 * 0.0083, 1e-3)
    assert.closeTo(at(95, 12.999), at(95, 13), 0.01)
    // 5 % at 112 °F: nothing is taken away, as the root is 0, and beyond it neither.
    assert.closeTo(at(112, 5), at(112.001, 5), 0.01)
    assert.closeTo(at(87, 90), at(87.001, 90), 0.01)
  })

  it("is the simple formula below 80 °F, from 40 °F", () => {
    // (70 + 61 + 2 × 1.2 + 50 × 0.094) / 2
    assert.closeTo(fahrenheit(Derive.heatIndex(celsius(70), 50)), 69.05, 1e-9)
    assert.isFalse(Number.isNaN(Derive.heatIndex(celsius(40), 50)))
    assert.isNaN(Derive.heatIndex(celsius(39.99), 50))
  })
})

describe("windChill", () => {
  /** The table of Environment Canada: °C across, km/h down. */
  const degrees = [5, 0, -5, -10, -15, -20, -25, -30, -35, -40, -45, -50]
  const table: Rows = [
    [5, 4, -2, -7, -13, -19, -24, -30, -36, -41, -47, -53, -58],
    [10, 3, -3, -9, -15, -21, -27, -33, -39, -45, -51, -57, -63],
    [15, 2, -4, -11, -17, -23, -29, -35, -41, -48, -54, -60, -66],
    [20, 1, -5, -12, -18, -24, -30, -37, -43, -49, -56, -62, -68],
    [25, 1, -6, -12, -19, -25, -32, -38, -44, -51, -57, -64, -70],
    [30, 0, -6, -13, -20, -26, -33, -39, -46, -52, -59, -65, -72],
    [40, -1, -7, -14, -21, -27, -34, -41, -48, -54, -61, -68, -74],
    [50, -1, -8, -15, -22, -29, -35, -42, -49, -56, -63, -69, -76],
    [60, -2, -9, -16, -23, -30, -36, -43, -50, -57, -64, -71, -78]
  ]

  it("has the values of the table of Environment Canada", () => {
    for (const [speed, ...values] of table) {
      values.forEach((expected, i) => {
        assert.closeTo(Derive.windChill(degrees[i] ?? 0, speed), expected, 0.51, `${degrees[i]} °C, ${speed} km/h`)
      })
    }
  })

  it("has no value above 10 °C, or up to 4.8 km/h", () => {
    assert.isFalse(Number.isNaN(Derive.windChill(10, 4.81)))
    assert.isNaN(Derive.windChill(10.01, 20))
    assert.isNaN(Derive.windChill(0, 4.8))
  })
})

describe("dewPoint and saturationPressure", () => {
  /** The pressure of saturated vapour over water in hPa: Goff and Gratch, as in the Smithsonian tables. */
  const saturated = [
    [-40, 0.1891],
    [-20, 1.254],
    [0, 6.1078],
    [10, 12.272],
    [20, 23.373],
    [30, 42.43],
    [40, 73.777],
    [50, 123.4]
  ] as const

  it("have the values of the Smithsonian tables", () => {
    for (const [degrees, hPa] of saturated) {
      assert.closeTo(Derive.saturationPressure(degrees) / hPa, 1, 0.007, `${degrees} °C`)
      for (const [warmer, most] of saturated) {
        if (warmer >= degrees) assert.closeTo(Derive.dewPoint(warmer, (100 * hPa) / most), degrees, 0.1)
      }
    }
  })

  it("is the temperature in saturated air", () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 50, noNaN: true }), (degrees) => {
        assert.closeTo(Derive.dewPoint(degrees, 100), degrees, 1e-9)
      })
    )
  })

  it("have no value outside of -40 to 50 °C, nor in air without vapour", () => {
    for (const degrees of [-40.01, 50.01]) {
      assert.isNaN(Derive.saturationPressure(degrees))
      assert.isNaN(Derive.dewPoint(degrees, 50))
    }
    for (const humidity of [0, -1, 100.01]) assert.isNaN(Derive.dewPoint(20, humidity))
    assert.isFalse(Number.isNaN(Derive.dewPoint(-40, 0.1) + Derive.dewPoint(50, 100)))
  })
})

describe("wetBulb", () => {
  it("is 13.7 °C at 20 °C and 50 %, as in the example of its source", () => {
    assert.closeTo(Derive.wetBulb(20, 50), 13.7, 0.05)
  })

  it("has no value outside of -20 to 50 °C and 5 to 99 %", () => {
    for (const [degrees, humidity] of [
      [-20, 99],
      [50, 5]
    ] as const)
      assert.isFalse(Number.isNaN(Derive.wetBulb(degrees, humidity)))
    for (const [degrees, humidity] of [
      [-20.01, 50],
      [50.01, 50],
      [20, 4.99],
      [20, 99.01]
    ] as const)
      assert.isNaN(Derive.wetBulb(degrees, humidity))
  })
})

describe("humidex", () => {
  it("is 34 at 30 °C and a dew point of 15 °C, and 52.6 in Carman on 2007-07-25, as Environment Canada says", () => {
    assert.closeTo(Derive.humidex(30, 15), 34, 0.5)
    assert.closeTo(Derive.humidex(34, 30), 52.6, 0.05)
  })

  it("has no value below 20 °C, or for a dew point above the temperature", () => {
    assert.isFalse(Number.isNaN(Derive.humidex(20, 20)))
    assert.isNaN(Derive.humidex(19.99, 10))
    assert.isNaN(Derive.humidex(20, 20.01))
  })
})

describe("apparentTemperature", () => {
  it("is what the formula of the Bureau of Meteorology gives by hand", () => {
    // e = 0.5 × 6.105 × exp(518.1 / 267.7) = 21.145 hPa; 30 + 6.978 − 3.5 − 4
    assert.closeTo(Derive.apparentTemperature(30, 50, 5), 29.478, 0.01)
    // e = 6.105 hPa; 0 + 2.015 − 7 − 4
    assert.closeTo(Derive.apparentTemperature(0, 100, 10), -8.985, 0.001)
  })

  it("has no value for shares that are none, or less than no wind", () => {
    assert.isFalse(Number.isNaN(Derive.apparentTemperature(20, 0, 0) + Derive.apparentTemperature(20, 100, 0)))
    for (const [humidity, wind] of [
      [-0.01, 1],
      [100.01, 1],
      [50, -0.01]
    ] as const)
      assert.isNaN(Derive.apparentTemperature(20, humidity, wind))
  })
})

describe("vapourPressureDeficit", () => {
  /** FAO 56, annex 2, table 2.3: saturated vapour in kPa. */
  const table = [
    [1, 0.657],
    [10, 1.228],
    [15, 1.705],
    [20, 2.338],
    [24.5, 3.075],
    [25, 3.168],
    [30, 4.243],
    [35, 5.623],
    [40, 7.376]
  ] as const

  it("has the values of the table of FAO 56 in air without vapour", () => {
    for (const [degrees, kPa] of table) assert.closeTo(Derive.vapourPressureDeficit(degrees, 0), kPa, 0.0011)
  })

  it("is 0 in saturated air, and has no value for shares that are none", () => {
    assert.strictEqual(Derive.vapourPressureDeficit(20, 100), 0)
    assert.isNaN(Derive.vapourPressureDeficit(20, 100.01))
    assert.isNaN(Derive.vapourPressureDeficit(20, -0.01))
    assert.isNaN(Derive.vapourPressureDeficit(-237.3, 50))
  })
})

describe("airDensity", () => {
  /** US Standard Atmosphere 1976, which is dry: °C, hPa, kg/m³. */
  const standard = [
    [15, 1013.25, 1.225],
    [8.501, 898.76, 1.1117],
    [-17.474, 540.48, 0.73643],
    [-36.935, 356.52, 0.52579]
  ] as const

  it("has the values of the standard atmosphere in dry air", () => {
    for (const [degrees, hPa, density] of standard) {
      assert.closeTo(Derive.airDensity(degrees, hPa, 0) / density, 1, 3e-4)
    }
  })

  it("is that of CIPM-2007 in moist air, within 0.05 %", () => {
    // 20 °C, 101,325 Pa, 50 %: 1.19930 kg/m³.
    assert.closeTo(Derive.airDensity(20, 1013.25, 50) / 1.1993, 1, 5e-4)
  })

  it("has no value for shares that are none, or with more vapour than air", () => {
    assert.isNaN(Derive.airDensity(20, 1013.25, 100.01))
    assert.isNaN(Derive.airDensity(20, 1013.25, -0.01))
    assert.isNaN(Derive.airDensity(20, 23, 100))
    assert.isNaN(Derive.airDensity(51, 1013.25, 50))
  })
})

describe("beaufort", () => {
  /** WMO: the least and the greatest speed of each force, in m/s. */
  const scale = [
    [0, 0.2],
    [0.3, 1.5],
    [1.6, 3.3],
    [3.4, 5.4],
    [5.5, 7.9],
    [8, 10.7],
    [10.8, 13.8],
    [13.9, 17.1],
    [17.2, 20.7],
    [20.8, 24.4],
    [24.5, 28.4],
    [28.5, 32.6],
    [32.7, 99]
  ] as const

  it("has the speeds of the scale of the WMO", () => {
    scale.forEach(([least, greatest], force) => {
      assert.deepStrictEqual([Derive.beaufort(least), Derive.beaufort(greatest)], [force, force])
    })
    assert.isNaN(Derive.beaufort(-0.1))
  })
})

describe("erythemaMinutes", () => {
  it("is the dose over the weighted irradiance", () => {
    // UV index 8: 0.2 W/m², which brings 250 J/m² in 1,250 s.
    assert.closeTo(Derive.erythemaMinutes()(8), 1_250 / 60, 1e-9)
    assert.closeTo(Derive.erythemaMinutes(Derive.erythemaDoses.IV)(8), 2_250 / 60, 1e-9)
    assert.isNaN(Derive.erythemaMinutes()(0))
    assert.strictEqual(Derive.erythemaMinutes().unit, "min")
  })
})

describe("every quantity", () => {
  const { airDensity, apparentTemperature, beaufort, dewPoint, heatIndex, humidex } = Derive
  const { saturationPressure, vapourPressureDeficit, wetBulb, windChill } = Derive
  const all: ReadonlyArray<Derive.Quantity<never>> = [
    airDensity,
    apparentTemperature,
    beaufort,
    dewPoint,
    heatIndex,
    humidex,
    saturationPressure,
    vapourPressureDeficit,
    wetBulb,
    windChill,
    Derive.erythemaMinutes()
  ].map((each) => each as unknown as Derive.Quantity<never>)

  it("has no value without one of its arguments", () => {
    const usual: Readonly<Record<string, number>> = { temperature: 25, dewPoint: 15, pressure: 1_000 }
    for (const each of all) {
      const inputs: Derive.Inputs = each.inputs
      const of = each as unknown as (...values: ReadonlyArray<number>) => number
      const values = inputs.map(({ name }) => (each === windChillOf ? 5 : (usual[name] ?? 30)))
      assert.isFalse(Number.isNaN(of(...values)), inputs.map(({ name }) => name).join())
      values.forEach((_, i) => assert.isNaN(of(...values.with(i, Number.NaN))))
    }
  })

  const windChillOf = windChill as unknown as Derive.Quantity<never>
})
