/**
 * Reads the files of a directory, or a real git repository with the `git` that is installed, and writes repositories.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { deflate } from "node:zlib"
import type { FileSeed, FilesSeed, GitSeed } from "../../ForgeContentSeed.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of a file, or its bytes in base64 if they are not UTF-8. */
const contentOf = (bytes: Buffer): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const executableByOwner = 0o100

const fileOf = async (path: string): Promise<string | FileSeed> => {
  const status = await lstat(path)
  if (status.isSymbolicLink()) return { symlink: (await readlink(path)).replaceAll("\\", "/") }
  const bytes = await readFile(path)
  const content = contentOf(bytes)
  const executable = (status.mode & executableByOwner) !== 0
  if (content === undefined) return { base64: bytes.toString("base64"), executable }
  return executable ? { content, executable } : content
}

/** Reads a directory with those below it, but none named `.git`. Paths have slashes on every system. */
export const readFiles = async (directory: string, wanted: (path: string) => boolean): Promise<FilesSeed> => {
  const files: Record<string, string | FileSeed> = {}
  const read = async (prefix: string): Promise<void> => {
    const entries = await readdir(join(directory, prefix), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${prefix}${entry.name}`
      if (entry.name === ".git" || !wanted(path)) continue
      if (entry.isDirectory()) await read(`${path}/`)
      else if (entry.isFile() || entry.isSymbolicLink()) files[path] = await fileOf(join(directory, path))
    }
  }
  await read("")
  return files
}

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
