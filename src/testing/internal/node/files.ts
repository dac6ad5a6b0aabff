/** Reads the files of a directory. */
import { lstat, readdir, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import type { FileSeed, FilesSeed } from "../../ForgeContentSeed.ts"

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
