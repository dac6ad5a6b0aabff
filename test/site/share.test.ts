/** Links into the playground. */
import { assert, describe, it } from "vitest"
import { fromFragment, toFragment } from "../../docs/site/src/playground/share.ts"

/** A link that another version may have made. */
const linkOf = (sketch: object): Promise<string> => toFragment({ program: "", ...sketch })

describe("links into the playground", () => {
  it("have the program, the seeds, the faults and the speed", async () => {
    const sketch = { program: "größer ✓", forge: "{}", weather: "{}", faults: ["outage"], speed: 600 } as const
    assert.deepStrictEqual(await fromFragment(`#${await toFragment(sketch)}`), sketch)
    assert.deepStrictEqual(await fromFragment(await toFragment({ program: "1" })), { program: "1" })
  })

  it("have the files beside the program", async () => {
    const sketch = { program: "1", files: { "seed.ts": "export const seed = {}" } }
    assert.deepStrictEqual(await fromFragment(await toFragment(sketch)), sketch)
    const read = await fromFragment(await linkOf({ files: { "a/b.ts": "", "main.ts": "", "a.ts": 1, "b.ts": "2" } }))
    assert.deepStrictEqual(read, { program: "", files: { "b.ts": "2" } })
  })

  it("are read without what is unknown", async () => {
    const read = await fromFragment(await linkOf({ faults: ["outage", "flood"], speed: "fast", color: "red" }))
    assert.deepStrictEqual(read, { program: "", faults: ["outage"] })
  })
})
