/** Keeps a text that changes in a file. */
import { open, realpath, rename } from "node:fs/promises"
import { dirname } from "node:path"

/** Writes a file so that it is either the old one or the new one, whatever happens in between. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  // A link stays one.
  const file = await realpath(path).catch(() => path)
  const temporary = `${file}.new`
  // It may have tokens.
  const handle = await open(temporary, "w", 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  // The new name is safe once the directory is written, where that can be asked for.
  const directory = await open(dirname(file), "r").catch(() => undefined)
  await directory?.sync().catch(() => undefined)
  await directory?.close()
}

/** How long changes are gathered, in milliseconds. */
const pause = 100

/** A state that takes long to write is written less often: this many times what it took. */
const share = 10

export interface StateWriter {
  /** Writes soon. */
  readonly touch: () => void
  /** Writes with the next change, or at the end. */
  readonly note: () => void
  /** Writes now if anything has changed. Rejects if it cannot. */
  readonly flush: () => Promise<void>
}

/** `onFailure` hears of writes that failed. The next change tries again. */
export const makeStateWriter = (file: string, read: () => string, onFailure: (error: unknown) => void): StateWriter => {
  let changed = false
  /** Whether a change waits for its own write, and not for the next one. */
  let urgent = false
  let took = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    const start = performance.now()
    changed = false
    urgent = false
    try {
      await replaceFile(file, read())
    } catch (error) {
      changed = true
      throw error
    } finally {
      took = performance.now() - start
    }
  }

  const writeNow = (): void => {
    timer = undefined
    writing = write()
      .catch(onFailure)
      .finally(() => {
        writing = undefined
        if (urgent) writeSoon()
      })
  }

  const writeSoon = (): void => {
    if (timer === undefined && writing === undefined) timer = setTimeout(writeNow, Math.max(pause, share * took))
  }

  return {
    touch: () => {
      changed = true
      urgent = true
      writeSoon()
    },
    note: () => {
      changed = true
    },
    flush: async () => {
      await writing
      clearTimeout(timer)
      timer = undefined
      if (changed) await write()
    }
  }
}
