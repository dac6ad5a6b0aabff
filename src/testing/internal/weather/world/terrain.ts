/**
 * Land, sea and elevation: a rough map of the world, and the exact elevations of known places. With the smooth noise
 * that weather systems consist of, and time zones: the service uses one offset for a whole request, the current one.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const scramble = (bits: number): number => {
  const once = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** A number from 0 to 1 for a lattice point. */
const corner = (x: number, y: number, z: number, seed: number): number =>
  scramble(Math.imul(x, 0x1f123bb5) ^ Math.imul(y, 0x5f356495) ^ Math.imul(z, 0x2c1b3c6d) ^ seed) / 0x1_0000_0000

/** Hashes a text to an integer. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const smooth = (t: number): number => t * t * (3 - 2 * t)

const between = (from: number, to: number, t: number): number => from + (to - from) * t

/** Noise from -1 to 1, smooth in all directions. It repeats in `x` after `period` steps. */
export const noise = (x: number, y: number, z: number, period: number, seed: number): number => {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const zi = Math.floor(z)
  const tx = smooth(x - xi)
  const ty = smooth(y - yi)
  const tz = smooth(z - zi)
  const left = ((xi % period) + period) % period
  const right = (left + 1) % period
  const edge = (yy: number, zz: number) => between(corner(left, yy, zz, seed), corner(right, yy, zz, seed), tx)
  const side = (zz: number) => between(edge(yi, zz), edge(yi + 1, zz), ty)
  return 2 * between(side(zi), side(zi + 1), tz) - 1
}

/** Noise from -1 to 1 that depends on time alone. */
export const noiseOver = (t: number, seed: number): number => noise(0, 0, t, 1, seed)

/** Cells of ten degrees, from the north pole down and from 180° west: `.` sea, `#` land, `^` highlands. */
const map = [
  "............^^^^....................",
  "......#####.^^^^.......#..######....",
  ".##########..^^.#..#################",
  ".....#######.....#######^#######.#..",
  "......#^####.....###########^####...",
  "......#^##.......##..#####^^^####...",
  ".......##.......##############......",
  "........#.......#######..#.##.#.....",
  "..........###....######.....##......",
  "..........####.....###......#..##...",
  "...........^##.....####........##...",
  "...........^##.....^##.......#####..",
  "...........##.......#........#.###..",
  "..........##.......................#",
  "..........##........................",
  "....................................",
  "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
  "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
]

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

interface KnownPoint extends Point {
  readonly elevation?: number | undefined
}

export interface Ground {
  /** Metres above sea level; 0 at sea. */
  readonly elevation: number
  readonly sea: boolean
  /** Share of land in the region, from 0 (an ocean) to 1 (the middle of a continent). */
  readonly inland: number
}

/** Kilometres between two points. */
export const distance = (a: Point, b: Point): number => {
  const radians = Math.PI / 180
  const across = Math.sin(((a.longitude - b.longitude) / 2) * radians)
  const along = Math.sin(((a.latitude - b.latitude) / 2) * radians)
  const part = along ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * across ** 2
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** Returns the nearest of the points within `kilometres`. */
const nearest = <P extends Point>(points: Iterable<P>, to: Point, kilometres: number): P | undefined => {
  let best: P | undefined
  let least = kilometres
  for (const point of points) {
    // A cheap test first: a degree of latitude is 111 km.
    if (Math.abs(point.latitude - to.latitude) * 111 > least) continue
    const away = distance(point, to)
    if (away > least) continue
    best = point
    least = away
  }
  return best
}

const cellAt = (row: number, column: number): string => map[row]?.[(column + 36) % 36] ?? "^"

const landAround = (row: number, column: number): number => {
  let land = 0
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) if (cellAt(row + north, column + east) !== ".") land++
  }
  return land / 9
}

/** Returns the ground at a point. Within 15 km of a known place, it has the elevation of that place. */
export const groundAt = (point: Point, known: Iterable<KnownPoint>): Ground => {
  const row = Math.min(17, Math.floor((90 - point.latitude) / 10))
  const column = Math.floor(((((point.longitude + 180) % 360) + 360) % 360) / 10)
  const inland = landAround(row, column)
  const place = nearest(known, point, 15)
  if (place !== undefined) return { elevation: Math.round(place.elevation ?? 0), sea: false, inland }
  const cell = cellAt(row, column)
  if (cell === ".") return { elevation: 0, sea: true, inland }
  const hills = noise(point.longitude * 2, point.latitude * 2, 0, 720, 17) ** 2
  return { elevation: Math.round(cell === "^" ? 1_600 + 2_400 * hills : 20 + 900 * hills), sea: false, inland }
}

export interface Zone {
  readonly name: string
  /** Such as `GMT+5:30`. */
  readonly abbreviation: string
  /** Milliseconds. */
  readonly offset: number
  /** The offset cut to whole hours. The service finds the current hour and day by it, and reads data at it. */
  readonly cut: number
}

const abbreviationOf = (offset: number): string => {
  if (offset === 0) return "GMT"
  const minutes = Math.abs(offset) / 60_000
  const rest = minutes % 60
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}

/** Returns a zone with its offset at an instant; undefined if there is no such zone. */
export const zoneAt = (name: string, now: number): Zone | undefined =>
  Option.getOrUndefined(
    Option.map(DateTime.makeZoned(now, { timeZone: name }), (zoned) => {
      const offset = DateTime.zonedOffset(zoned)
      return { name, abbreviation: abbreviationOf(offset), offset, cut: Math.trunc(offset / 3_600_000) * 3_600_000 }
    })
  )

/** Returns the name of a point's zone: that of a known place within 800 km, otherwise that of the meridian. */
export const zoneNameOf = (
  point: Point,
  known: Iterable<Point & { readonly timezone?: string | undefined }>
): string => {
  const zone = nearest(known, point, 800)?.timezone
  if (zone !== undefined) return zone
  const hours = Math.round(point.longitude / 15)
  // Names of these zones count westwards.
  return hours === 0 ? "GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}
