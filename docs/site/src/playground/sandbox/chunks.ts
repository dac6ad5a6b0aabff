/** The files that the build has made of the engine, as the page hands them to the worker. */

/** What loads a chunk within a chunk: the build puts it in the place of `import()`. */
export const importer = "forgecastImport"

/** The chunk that the worker starts with. */
export const entry = "worker.js"

/** The chunks that each chunk imports, by their files. */
export type Manifest = Readonly<Record<string, ReadonlyArray<string>>>

/** A manifest as it is in its file, where each name stands once: a chunk, and the places of those that it imports. */
type Written = ReadonlyArray<readonly [file: string, ...imports: ReadonlyArray<number>]>

export const writeManifest = (manifest: Manifest): string => {
  const places = new Map(Object.keys(manifest).map((file, place) => [file, place]))
  const written: Written = Object.entries(manifest).map(([file, imports]) => [
    file,
    ...imports.map((each) => places.get(each) ?? -1)
  ])
  return JSON.stringify(written)
}

export const readManifest = (text: string): Manifest => {
  const written = JSON.parse(text) as Written
  return Object.fromEntries(
    written.map(([file, ...imports]) => [file, imports.flatMap((place) => written[place]?.[0] ?? [])])
  )
}

export interface Chunk {
  readonly file: string
  readonly imports: ReadonlyArray<string>
  readonly code: string
}

/** What a chunk needs, in the order of the imports, and the chunk itself at the end. */
export interface Answer {
  readonly file: string
  readonly chunks: ReadonlyArray<Chunk>
}

/** The files of a chunk, and of all that it needs: what is imported comes first. */
export const closureOf = (manifest: Manifest, file: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const ordered: Array<string> = []
  const visit = (each: string): void => {
    if (seen.has(each)) return
    seen.add(each)
    const imports = manifest[each]
    if (imports === undefined) throw new Error(`The engine has no ${each}`)
    imports.forEach(visit)
    ordered.push(each)
  }
  visit(file)
  return ordered
}
