/** The packed declarations as a file system, for the compiler. */
import type ts from "typescript"

type FileSystem = Required<
  Pick<ts.LanguageServiceHost, "directoryExists" | "fileExists" | "getDirectories" | "readDirectory" | "readFile">
>

export const fileSystem = (files: ReadonlyMap<string, string>): FileSystem => {
  const directories = new Map<string, Set<string>>()
  for (const path of files.keys()) {
    let child = path
    for (let end = path.lastIndexOf("/"); end >= 0; end = child.lastIndexOf("/")) {
      const parent = child.slice(0, end) || "/"
      const children = directories.get(parent) ?? new Set()
      directories.set(parent, children)
      if (children.has(child)) break
      children.add(child)
      if (parent === "/") break
      child = parent
    }
  }
  const plain = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path)
  const childrenOf = (path: string): ReadonlyArray<string> => [...(directories.get(plain(path)) ?? [])]
  const readDirectory = (path: string, extensions: ReadonlyArray<string> = [""], ...[, , depth]: Rest): Array<string> =>
    childrenOf(path).flatMap((child) => {
      if (!directories.has(child)) return extensions.some((extension) => child.endsWith(extension)) ? [child] : []
      return depth === 1 ? [] : readDirectory(child, extensions, [], [], depth === undefined ? depth : depth - 1)
    })
  return {
    directoryExists: (path) => directories.has(plain(path)),
    fileExists: (path) => files.has(path),
    getDirectories: (path) =>
      childrenOf(path).flatMap((child) => (directories.has(child) ? [child.slice(child.lastIndexOf("/") + 1)] : [])),
    readDirectory,
    readFile: (path) => files.get(path)
  }
}

type Rest = [exclude?: ReadonlyArray<string>, include?: ReadonlyArray<string>, depth?: number]
