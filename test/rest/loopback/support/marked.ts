/** A marked token, which must be seen nowhere. */
import { assert } from "@effect/vitest"

const mark = "m4rk3d"

export const tokens: ReadonlyArray<readonly [name: string, token: string]> = [
  ["plain", `${mark}0123456789abcdefghijABCDEFGHIJ`],
  ["odd", `${mark}/t+0"k\\3 n=%2F&(.*[$`]
]

/** Nothing that is seen has the mark, however it is written. */
export const assertHidden = (seen: string) => {
  const plain = seen
    .replace(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const at = plain.toLowerCase().indexOf(mark)
  assert.strictEqual(at === -1 ? "" : plain.slice(Math.max(0, at - 200), at + 60), "")
}
