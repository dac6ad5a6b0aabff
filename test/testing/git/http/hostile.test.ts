/** Pushes and requests that no honest git makes: they are refused, and leave nothing behind. */
import { describe, expect, it } from "vitest"
import { createHash } from "node:crypto"
import { deflateSync, gzipSync } from "node:zlib"
import { makeService } from "../../../../src/testing/internal/forge/service.ts"
import { bytesOf, textOf } from "../../../../src/testing/internal/exchange.ts"
import type { RawObject } from "../../../../src/testing/internal/git/parse.ts"
import { readPack, usualBounds } from "../../../../src/testing/internal/git/wire/packReader.ts"
import { writePack } from "../../../../src/testing/internal/git/wire/packWriter.ts"
import { flush, joined, line } from "../../../../src/testing/internal/git/wire/pktLine.ts"
import { serveGit } from "../../../../src/testing/internal/node/git/serve.ts"
import { urlsOf } from "../../../../src/testing/internal/forge/http/origins.ts"

const nothing = "0".repeat(40)

const object = (kind: RawObject["kind"], given: string | Uint8Array): RawObject => {
  const content = bytesOf(given)
  const sha = createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest("hex")
  return { kind, sha, content }
}

const treeOf = (...entries: ReadonlyArray<readonly [name: string, sha: string, mode?: string]>): RawObject =>
  object(
    "tree",
    joined(entries.flatMap(([name, sha, mode = "100644"]) => [bytesOf(`${mode} ${name}\0`), Buffer.from(sha, "hex")]))
  )

const person = "A <a@example.com> 1700000000 +0000"

const commitOf = (tree: string, parents: ReadonlyArray<string> = []): RawObject =>
  object(
    "commit",
    `tree ${tree}\n${parents.map((sha) => `parent ${sha}\n`).join("")}author ${person}\ncommitter ${person}\n\nMessage\n`
  )

const blob = object("blob", "text\n")
const tree = treeOf(["a", blob.sha])
const commit = commitOf(tree.sha)

/** An entry of a pack, with the length that it says, which may be a lie. */
const entry = (
  type: number,
  content: Uint8Array,
  { base, length = content.length }: { readonly base?: Uint8Array; readonly length?: number } = {}
): Uint8Array => {
  const head = [(type << 4) | (length & 15)]
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128))
    head.push((head.pop() ?? 0) | 128, rest & 127)
  return joined([Uint8Array.from(head), base ?? new Uint8Array(), deflateSync(content)])
}

const packOf = (
  entries: ReadonlyArray<Uint8Array>,
  { count = entries.length, version = 2, magic = "PACK" } = {}
): Uint8Array => {
  const head = Buffer.alloc(12)
  head.write(magic)
  head.writeUInt32BE(version, 4)
  head.writeUInt32BE(count, 8)
  const body = joined([head, ...entries])
  return joined([body, createHash("sha1").update(body).digest()])
}

const varint = (value: number): ReadonlyArray<number> =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]

/** A delta of a base: its instructions copy (`[offset, length]`) or insert (bytes). */
const delta = (
  from: number,
  to: number,
  ...instructions: ReadonlyArray<readonly [number, number] | Uint8Array>
): Uint8Array =>
  Uint8Array.from([
    ...varint(from),
    ...varint(to),
    ...instructions.flatMap((each) =>
      each instanceof Uint8Array
        ? [each.length, ...each]
        : [0b11110011, each[0] & 255, each[0] >> 8, each[1] & 255, (each[1] >> 8) & 255, each[1] >> 16]
    )
  ])

const whole = (blobContent: Uint8Array): Uint8Array => entry(3, blobContent)
const back = (distance: number): Uint8Array => {
  const bytes = [distance & 127]
  for (let rest = Math.floor(distance / 128) - 1; rest >= 0; rest = Math.floor(rest / 128) - 1)
    bytes.unshift((rest & 127) | 128)
  return Uint8Array.from(bytes)
}

const noBase = () => undefined

describe("a pack", () => {
  it("has deltas of objects before and after them, and of known ones", () => {
    const base = bytesOf("a line\n")
    const sha = object("blob", base).sha
    const longer = delta(7, 14, [0, 7], base)
    const named = entry(7, longer, { base: Buffer.from(sha, "hex") })
    const result = object("blob", "a line\na line\n").sha
    const shas = (pack: Uint8Array, known: Parameters<typeof readPack>[1] = noBase) =>
      readPack(pack, known).map((each) => each.sha)
    expect(shas(packOf([named, whole(base)]))).toEqual([sha, result])
    expect(shas(packOf([named]), () => ({ kind: "blob", content: base }))).toEqual([result])
    const first = whole(base)
    const second = entry(6, longer, { base: back(first.length) })
    expect(shas(packOf([first, second]))).toEqual([sha, result])
    const third = entry(6, delta(14, 7, [7, 7]), { base: back(second.length) })
    expect(shas(packOf([first, second, third]))).toEqual([sha, result, sha])
  })

  it("that is none, or costs too much, is refused", () => {
    const base = bytesOf("x".repeat(1_000))
    const first = whole(base)
    const ofFirst = (content: Uint8Array) => packOf([first, entry(6, content, { base: back(first.length) })])
    const good = packOf([first])
    const flipped = good.slice()
    flipped[20] = (flipped[20] ?? 0) ^ 1
    /** Each delta doubles what is below it. */
    const doubling = (times: number) => {
      const entries = [first]
      for (let length = 1_000; entries.length <= times; length *= 2) {
        const last = entries.at(-1) ?? first
        entries.push(entry(6, delta(length, 2 * length, [0, length], [0, length]), { base: back(last.length) }))
      }
      return packOf(entries)
    }
    const same = (times: number) => {
      const entries = [first]
      while (entries.length <= times)
        entries.push(entry(6, delta(1_000, 1_000, [0, 1_000]), { base: back((entries.at(-1) ?? first).length) }))
      return packOf(entries)
    }
    const small = { ...usualBounds, objects: 50, each: 100_000, all: 200_000, depth: 20 }
    const cases: ReadonlyArray<readonly [Uint8Array, string]> = [
      [new Uint8Array(), "this is not a pack"],
      [packOf([first], { magic: "PUCK" }), "this is not a pack"],
      [packOf([first], { version: 9 }), "the pack has an unknown version"],
      [flipped, "the pack does not have the checksum that it says"],
      [good.subarray(0, -1), "the pack does not have the checksum that it says"],
      [packOf([first], { count: 2 }), "the pack ends too early"],
      [packOf([first, first], { count: 1 }), "the pack has more than its objects"],
      [packOf([first], { count: 51 }), "the pack has more than 50 objects"],
      [packOf([entry(5, base)]), "an object of the pack has the unknown type 5"],
      // What unpacks to more or less than it says.
      [packOf([entry(3, new Uint8Array(90_000), { length: 10 })]), "of the pack cannot be unpacked"],
      [packOf([entry(3, base, { length: 1_001 })]), "of the pack cannot be unpacked"],
      [packOf([entry(3, base, { length: 2 ** 40 })]), "an object of the pack is larger than 100000 bytes"],
      [packOf([entry(3, new Uint8Array(100_001))]), "an object of the pack is larger than 100000 bytes"],
      [
        packOf([0, 1, 2].map((byte) => entry(3, new Uint8Array(90_000).fill(byte)))),
        "the objects of the pack are larger than 200000 bytes"
      ],
      [doubling(7), "an object of the pack is larger than 100000 bytes"],
      [ofFirst(delta(1_000, 2 ** 27)), "an object of the pack is larger than 100000 bytes"],
      [same(21), "the pack has more than 20 deltas on top of an object"],
      [ofFirst(delta(999, 10, [0, 10])), "the delta is not of its base"],
      [ofFirst(delta(1_000, 10, [995, 10])), "the delta goes out of bounds"],
      [ofFirst(delta(1_000, 10, [0, 11])), "the delta goes out of bounds"],
      [ofFirst(delta(1_000, 10, [0, 9])), "the delta ends too early"],
      [ofFirst(Uint8Array.of(...delta(1_000, 10, [0, 10]), 0)), "the delta has an unknown instruction"],
      [ofFirst(Uint8Array.of(255)), "the delta has no valid length"],
      [
        packOf([entry(7, delta(1, 1, [0, 1]), { base: new Uint8Array(20) })]),
        "the pack has deltas of objects that are missing"
      ],
      [packOf([entry(6, delta(1, 1, [0, 1]), { base: back(5) })]), "the pack has deltas of objects that are missing"],
      [packOf([entry(6, delta(1, 1, [0, 1]), { base: back(0) })]), "the pack has deltas of objects that are missing"]
    ]
    for (const [pack, reason] of cases) expect(() => readPack(pack, noBase, small)).toThrow(reason)
    expect(readPack(same(20), noBase, small)).toHaveLength(21)
  })
})

describe("a push", () => {
  const service = makeService(
    {
      users: [{ login: "octo" }],
      tokens: { ghp_octo: "octo", ghp_spy: "spy" },
      repositories: [
        { owner: "octo", name: "web", files: { "README.md": "# Web\n" } },
        { owner: "spy", name: "own", files: { a: "a\n" } },
        { owner: "octo", name: "secret", private: true, files: { key: "the secret\n" } }
      ]
    },
    0,
    urlsOf("http://localhost"),
    undefined,
    serveGit
  )

  const ask = (path: string, body: Uint8Array, { headers = {}, token = "ghp_spy" } = {}) => {
    const outcome = service.serve(
      {
        method: "POST",
        url: new URL(`http://localhost/${path}`),
        headers: { authorization: `Basic ${btoa(`x:${token}`)}`, ...headers },
        body
      },
      0
    )
    if (outcome._tag === "Lost") throw new Error(outcome.reason)
    return { status: outcome.status, text: textOf(outcome.body) }
  }

  const push = (pack: Uint8Array, to: string, ref = "refs/heads/new") =>
    ask("spy/own.git/git-receive-pack", joined([line(`${nothing} ${to} ${ref}\0report-status`), flush, pack])).text

  const state = () => {
    const { blobs, children, commits, tags, trees } = service.world.objects
    const names = [...service.world.repositories.values()].map(({ refs }) => [...refs])
    return JSON.stringify([
      blobs.size,
      trees.size,
      commits.size,
      tags.size,
      [...children.values()].flat().length,
      names
    ])
  }

  const [secret] = [...service.world.objects.blobs].flatMap(([sha, content]) =>
    textOf(content) === "the secret\n" ? [sha] : []
  )
  const [hidden] = [...service.world.repositories.values()].flatMap(({ name, refs }) =>
    name === "secret" ? [...refs.values()] : []
  )

  it("of what is not whole, or not what git takes, is refused", () => {
    const before = state()
    const tip = (of: RawObject) => commitOf(of.sha)
    const trees: ReadonlyArray<readonly [RawObject, string]> = [
      [treeOf(["b", blob.sha], ["a", blob.sha]), "not supported"],
      [treeOf([".git", blob.sha]), "may not have the name"],
      [treeOf(["..", blob.sha]), "may not have the name"],
      [treeOf(["a/b", blob.sha]), "may not have the name"],
      [treeOf(["a", blob.sha], ["a", blob.sha]), "may not have the name"],
      [object("tree", "nonsense"), "no valid entry"],
      [treeOf(["a", "1".repeat(40)]), "missing necessary objects"],
      // A file's mode with a tree below it, and what another repository has.
      [treeOf(["a", tree.sha]), "missing necessary objects"],
      [treeOf(["a", secret ?? ""]), "missing necessary objects"]
    ]
    for (const [bad, reason] of trees) {
      const all = [blob, tree, bad, tip(bad)]
      expect(push(writePack(all, all.length), tip(bad).sha)).toContain(reason)
      expect(state()).toBe(before)
    }
    const commits: ReadonlyArray<readonly [RawObject, string]> = [
      [object("commit", "nonsense"), "header cannot be read"],
      [commitOf("2".repeat(40)), "missing necessary objects"],
      [commitOf(tree.sha, ["3".repeat(40)]), "missing necessary objects"],
      [commitOf(tree.sha, [hidden ?? ""]), "missing necessary objects"],
      [commitOf(blob.sha), "missing necessary objects"]
    ]
    for (const [bad, reason] of commits) {
      const all = [blob, tree, bad]
      expect(push(writePack(all, all.length), bad.sha)).toContain(reason)
      expect(state()).toBe(before)
    }
    // A ref to what only another repository has, and a delta of it.
    expect(push(packOf([]), hidden ?? "")).toContain("missing necessary objects")
    const stolen = packOf([entry(7, delta(11, 11, [0, 11]), { base: Buffer.from(secret ?? "", "hex") })])
    expect(push(stolen, commit.sha)).toContain("deltas of objects that are missing")
    expect(push(packOf([entry(3, new Uint8Array(9), { length: 5 })]), commit.sha)).toContain(
      "unpack what starts at byte 13"
    )
    const loop = commitOf(tree.sha)
    for (const ref of ["refs/heads/a..b", "refs/heads/", "heads/x", "refs/heads/x.lock", "main"]) {
      expect(push(writePack([blob, tree, loop], 3), loop.sha, ref)).toContain("funny refname")
      expect(state()).toBe(before)
    }
    const all = [blob, tree, commit]
    expect(push(writePack(all, 3), commit.sha)).toContain("ok refs/heads/new")
    expect(state()).not.toBe(before)
  })

  it("or a fetch that does not keep to the protocol is answered with an error", () => {
    const fetch = (body: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
      ask("spy/own/git-upload-pack", body, { headers })
    const second = { "git-protocol": "version=2" }
    const lines = (...texts: ReadonlyArray<string>) => joined([...texts.map((text) => line(text)), flush])
    const fetching = (...args: ReadonlyArray<string>) =>
      joined([line("command=fetch"), bytesOf("0001"), lines(...args)])
    expect(fetch(bytesOf("zzzz")).text).toContain("ERR bad line length")
    expect(fetch(bytesOf("00ff")).text).toContain("ERR bad line length")
    expect(fetch(lines(`want ${"4".repeat(40)}`)).text).toContain("ERR upload-pack: not our ref")
    expect(fetch(lines("want x")).text).toContain("ERR protocol error")
    expect(fetch(lines("command=dance"), second).text).toContain("ERR unknown command")
    expect(fetch(fetching(`want ${hidden}`, "done"), second).text).toContain("ERR upload-pack: not our ref")
    const [mine = ""] = [...service.world.objects.commits.keys()].filter((sha) =>
      fetch(fetching(`want ${sha}`, "done"), second).text.startsWith("000dpackfile")
    )
    expect(mine).not.toBe("")
    for (const argument of ["filter sparse:oid=x", "deepen 0", "deepen -1", "deepen-not refs/heads/none"]) {
      expect(fetch(fetching(`want ${mine}`, argument, "done"), second).text).toContain("ERR ")
    }
    const zipped = { "content-encoding": "gzip" }
    expect(fetch(gzipSync(fetching(`want ${mine}`, "done")), { ...second, ...zipped }).text).toContain("packfile")
    expect(fetch(bytesOf("no gzip"), zipped).text).toContain("ERR the request cannot be unpacked")
    expect(fetch(gzipSync(new Uint8Array(17 * 2 ** 20)), zipped).text).toContain("ERR the request cannot be unpacked")
    expect(ask("spy/own/git-receive-pack", lines("what is this")).text).toContain("ERR protocol error")
    expect(ask("spy/own/git-receive-pack", flush)).toEqual({ status: 200, text: "" })
  })
})
