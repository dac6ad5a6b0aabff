/** Folders of written files, which others may read at the same time. */
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"

const filesIn = (folder: string): ReadonlyArray<string> =>
  Fs.globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => Path.relative(folder, Path.join(parentPath, name)))

/** Writes a file, unless it is as it should be: who watches it has no work then. */
export const renewFile = (file: string, content: string | Uint8Array): void => {
  if (Fs.existsSync(file) && Fs.readFileSync(file).equals(Buffer.from(content))) return
  Fs.mkdirSync(Path.dirname(file), { recursive: true })
  Fs.writeFileSync(file, content)
}

/**
 * Makes a folder what `write` writes into another one. Files that stay as they are, and those that are not its own, are left
 * alone.
 */
export const renewFolder = (
  folder: string,
  write: (folder: string) => void,
  isOwn: (file: string) => boolean = () => true
): void => {
  const fresh = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-"))
  try {
    write(fresh)
    const written = new Set(filesIn(fresh))
    for (const file of written) renewFile(Path.join(folder, file), Fs.readFileSync(Path.join(fresh, file)))
    for (const file of filesIn(folder)) if (isOwn(file) && !written.has(file)) Fs.rmSync(Path.join(folder, file))
  } finally {
    Fs.rmSync(fresh, { recursive: true })
  }
}
