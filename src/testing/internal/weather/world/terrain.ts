/** Land, sea and elevation: a rough map of the world, and the exact elevations of known places. */
import { noise } from "./noise.ts"

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

interface Known extends Point {
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
export const nearest = <P extends Point>(points: Iterable<P>, to: Point, kilometres: number): P | undefined => {
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
export const groundAt = (point: Point, known: Iterable<Known>): Ground => {
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
