/** Reads real git repositories, with the `git` that is installed, and writes them. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { deflate } from "node:zlib"
import type { GitSeed } from "../../ForgeContentSeed.ts"

/** How a command of git ended. */
interface Ended {
  readonly code: number
  readonly output: Buffer
  readonly errors: string
}

/** Runs git in a directory. Rejects if git cannot be started. */
export const runGit = (
  directory: string,
  args: ReadonlyArray<string>,
  input = "",
  signal?: AbortSignal
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const git = spawn("git", ["-C", directory, ...args], signal === undefined ? {} : { signal })
    const output: Array<Buffer> = []
    const errors: Array<Buffer> = []
    git.stdout.on("data", (chunk: Buffer) => output.push(chunk))
    git.stderr.on("data", (chunk: Buffer) => errors.push(chunk))
    git.on("error", reject)
    git.on("close", (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(output), errors: Buffer.concat(errors).toString() })
    )
    // Git may end before it has read all of its input.
    git.stdin.on("error", () => {})
    git.stdin.end(input)
  })

/** Reads what `git cat-file --batch` prints: a line of sha, kind and size, then the content and a line feed. */
export const readBatch = (output: Buffer): GitSeed["objects"] => {
  const objects: Array<GitSeed["objects"][number]> = []
  let at = 0
  while (at < output.length) {
    const end = output.indexOf("\n", at)
    const [sha, kind, size] = output.toString("utf8", at, end).split(" ")
    if (kind !== "blob" && kind !== "tree" && kind !== "commit" && kind !== "tag")
      throw new Error(`The object ${sha} is ${kind}`)
    const start = end + 1
    at = start + Number(size)
    objects.push([kind, output.toString("base64", start, at)])
    at++
  }
  return objects
}

/** Reads what `git for-each-ref` prints: branches and tags of commits. Tags of other things are left out. */
export const readRefs = (output: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    output.split("\n").flatMap((line) => {
      const [ref = "", kind, sha = "", peeledKind] = line.split(" ")
      return kind === "commit" || peeledKind === "commit" ? [[ref, sha]] : []
    })
  )

export const refFormat = "%(refname) %(objecttype) %(objectname) %(*objecttype)"

const compress = promisify(deflate)

/** Writes a bare repository. */
export const writeRepository = async (directory: string, { objects, refs }: GitSeed, branch: string): Promise<void> => {
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    const file = join(directory, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  await mkdir(join(directory, "refs"), { recursive: true })
  await write("HEAD", `ref: refs/heads/${branch}\n`)
  await write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
  for (const [kind, base64] of objects) {
    const content = Buffer.from(base64, "base64")
    const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
    const sha = createHash("sha1").update(whole).digest("hex")
    await write(`objects/${sha.slice(0, 2)}/${sha.slice(2)}`, await compress(whole))
  }
  for (const [ref, sha] of Object.entries(refs)) await write(ref, `${sha}\n`)
}
