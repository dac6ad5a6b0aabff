/** What the files and commits of a repository tell about it: its languages, its license and its contributors. */
import { ancestorsOf } from "../../git/history.ts"
import { blobOf, commitOf, type Objects, type Sha, treeOf } from "../../git/objects.ts"
import { loginOf } from "./identities.ts"
import type { Repository, World } from "./model.ts"
import { branchTip } from "./refs.ts"

interface Contributor {
  /** Null for an address that is not a user's. */
  readonly login: string | null
  readonly name: string
  readonly email: string
  readonly contributions: number
}

/** Lists the authors of the default branch's commits, those of most commits first. */
export const contributorsOf = (world: World, repository: Repository): ReadonlyArray<Contributor> => {
  const { objects } = world
  const tip = branchTip(repository, repository.default_branch)
  const authors = new Map<string, Contributor>()
  for (const sha of tip === undefined ? [] : ancestorsOf(objects, tip)) {
    const { author } = commitOf(objects, sha)
    const login = loginOf(world, author) ?? null
    const key = login ?? author.email.toLowerCase()
    const contributions = (authors.get(key)?.contributions ?? 0) + 1
    authors.set(key, { login, name: author.name, email: author.email, contributions })
  }
  return [...authors.values()].sort(
    (a, b) => b.contributions - a.contributions || ((a.login ?? a.email) < (b.login ?? b.email) ? -1 : 1)
  )
}

/** The extensions and file names of each language. */
const files: Readonly<Record<string, string>> = {
  Assembly: "asm s",
  Astro: "astro",
  Batchfile: "bat cmd",
  C: "c h",
  "C#": "cs csx",
  "C++": "cc cpp cxx hh hpp hxx ipp tpp",
  CMake: "cmake cmakelists.txt",
  COBOL: "cbl cob",
  CSS: "css",
  Clojure: "clj cljc cljs edn",
  CoffeeScript: "coffee",
  "Common Lisp": "lisp lsp",
  Crystal: "cr",
  Cuda: "cu cuh",
  D: "d",
  Dart: "dart",
  Dockerfile: "dockerfile containerfile",
  Elixir: "ex exs",
  Elm: "elm",
  "Emacs Lisp": "el",
  Erlang: "erl hrl",
  "F#": "fs fsi fsx",
  Fortran: "f f77 f90 f95 for",
  GLSL: "frag glsl vert",
  Gleam: "gleam",
  Go: "go",
  Groovy: "gradle groovy jenkinsfile",
  HCL: "hcl tf",
  HTML: "htm html xhtml",
  Handlebars: "hbs handlebars",
  Haskell: "hs lhs",
  Java: "java",
  JavaScript: "cjs js jsx mjs",
  Julia: "jl",
  "Jupyter Notebook": "ipynb",
  Just: "justfile",
  Kotlin: "kt kts",
  Less: "less",
  Lua: "lua",
  MDX: "mdx",
  MATLAB: "matlab",
  Makefile: "gnumakefile makefile mak mk",
  Nim: "nim nims",
  Nix: "nix",
  OCaml: "ml mli",
  "Objective-C": "m",
  "Objective-C++": "mm",
  PHP: "php phtml",
  PLpgSQL: "pgsql",
  Pascal: "dpr pas",
  Perl: "pl pm",
  PowerShell: "ps1 psd1 psm1",
  Prolog: "pro",
  Pug: "jade pug",
  PureScript: "purs",
  Python: "py pyi pyw",
  QML: "qml",
  R: "r",
  Racket: "rkt",
  Raku: "raku rakumod",
  ReScript: "res",
  Reason: "re rei",
  Roff: "1 roff",
  Ruby: "gemfile gemspec rakefile rb ru",
  Rust: "rs",
  SCSS: "scss",
  Sass: "sass",
  Scala: "sbt sc scala",
  Scheme: "scm sld ss",
  Shell: "bash ksh sh zsh",
  Solidity: "sol",
  Starlark: "bazel bzl star",
  Stylus: "styl",
  Svelte: "svelte",
  Swift: "swift",
  SystemVerilog: "sv svh",
  Tcl: "tcl",
  TeX: "cls sty tex",
  TypeScript: "cts mts ts tsx",
  VHDL: "vhd vhdl",
  Verilog: "v",
  "Vim Script": "vim vimrc",
  "Visual Basic .NET": "vb",
  Vue: "vue",
  WebAssembly: "wat wast",
  XSLT: "xsl xslt",
  Zig: "zig"
}

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries(files).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const))
)

/** Returns the language of a file by its name; undefined if it is none. */
export const languageOf = (name: string): string | undefined => {
  const lower = name.toLowerCase()
  const dot = lower.lastIndexOf(".")
  return languages.get(lower) ?? (dot === -1 ? undefined : languages.get(lower.slice(dot + 1)))
}

/** What the files of a tree amount to. */
interface Sizes {
  readonly bytes: number
  readonly languages: ReadonlyMap<string, number>
}

const nothing: Sizes = { bytes: 0, languages: new Map() }

/** Sizes by the tree's sha: a commit costs only the directories that it changes. */
const known = new WeakMap<Objects, Map<Sha, Sizes>>()

const sizesOf = (objects: Objects, tree: Sha): Sizes => {
  const memo = known.get(objects) ?? new Map<Sha, Sizes>()
  known.set(objects, memo)
  const found = memo.get(tree)
  if (found !== undefined) return found
  let bytes = 0
  const languages = new Map<string, number>()
  const add = (language: string, size: number) => languages.set(language, (languages.get(language) ?? 0) + size)
  for (const { mode, name, sha } of treeOf(objects, tree)) {
    if (mode === "40000") {
      const below = sizesOf(objects, sha)
      bytes += below.bytes
      // Code of others is not counted.
      if (!vendored.has(name)) for (const [language, size] of below.languages) add(language, size)
    } else if (mode === "100644" || mode === "100755") {
      const size = blobOf(objects, sha).length
      bytes += size
      const language = languageOf(name)
      if (language !== undefined && size > 0) add(language, size)
    }
  }
  const sizes: Sizes = { bytes, languages }
  memo.set(tree, sizes)
  return sizes
}

const vendored: ReadonlySet<string> = new Set(["node_modules", "vendor", "third_party"])

const repositorySizes = (objects: Objects, repository: Repository): Sizes => {
  const tip = branchTip(repository, repository.default_branch)
  return tip === undefined ? nothing : sizesOf(objects, commitOf(objects, tip).tree)
}

/** Lists the languages with their bytes, the largest first. */
export const languagesOf = (
  objects: Objects,
  repository: Repository
): ReadonlyArray<readonly [language: string, bytes: number]> =>
  [...repositorySizes(objects, repository).languages].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))

/** The language with the most bytes; null if there is none. */
export const mainLanguage = (objects: Objects, repository: Repository): string | null =>
  languagesOf(objects, repository)[0]?.[0] ?? null

/** The size of the default branch's files in kilobytes. */
export const sizeOf = (objects: Objects, repository: Repository): number =>
  Math.ceil(repositorySizes(objects, repository).bytes / 1024)

interface License {
  readonly key: string
  readonly name: string
  readonly spdx_id: string
}

/** Each license, and what its text starts with. The first match counts. */
const licenses: ReadonlyArray<readonly [pattern: RegExp, license: License]> = [
  [/\bMIT License\b|^Permission is hereby granted, free of charge/im, named("mit", "MIT License", "MIT")],
  [/\bApache License\s+Version 2\.0\b/i, named("apache-2.0", "Apache License 2.0", "Apache-2.0")],
  [
    /\bGNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3\b/i,
    named("agpl-3.0", "GNU Affero General Public License v3.0", "AGPL-3.0")
  ],
  [
    /\bGNU LESSER GENERAL PUBLIC LICENSE\s+Version 3\b/i,
    named("lgpl-3.0", "GNU Lesser General Public License v3.0", "LGPL-3.0")
  ],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 3\b/i, named("gpl-3.0", "GNU General Public License v3.0", "GPL-3.0")],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 2\b/i, named("gpl-2.0", "GNU General Public License v2.0", "GPL-2.0")],
  [/\bMozilla Public License Version 2\.0\b/i, named("mpl-2.0", "Mozilla Public License 2.0", "MPL-2.0")],
  [/\bBSD 3-Clause\b/i, named("bsd-3-clause", 'BSD 3-Clause "New" or "Revised" License', "BSD-3-Clause")],
  [/\bBSD 2-Clause\b/i, named("bsd-2-clause", 'BSD 2-Clause "Simplified" License', "BSD-2-Clause")],
  [/\bISC License\b/i, named("isc", "ISC License", "ISC")],
  [/free and unencumbered software released into the public domain/i, named("unlicense", "The Unlicense", "Unlicense")]
]

function named(key: string, name: string, spdx_id: string): License {
  return { key, name, spdx_id }
}

const other = named("other", "Other", "NOASSERTION")

const decoder = new TextDecoder()

/** The start of a license says which one it is. */
const start = 1000

const recognized = new WeakMap<Objects, Map<Sha, License>>()

/** Recognizes a text once. */
const recognize = (objects: Objects, sha: Sha): License => {
  const memo = recognized.get(objects) ?? new Map<Sha, License>()
  recognized.set(objects, memo)
  const found = memo.get(sha)
  if (found !== undefined) return found
  const text = decoder.decode(blobOf(objects, sha).subarray(0, start))
  const license = licenses.find(([pattern]) => pattern.test(text))?.[1] ?? other
  memo.set(sha, license)
  return license
}

/** Returns the license of the default branch; null if it has no license file. */
export const licenseOf = (objects: Objects, repository: Repository): License | null => {
  const tip = branchTip(repository, repository.default_branch)
  if (tip === undefined) return null
  const file = treeOf(objects, commitOf(objects, tip).tree).find(
    ({ mode, name }) => mode.startsWith("100") && /^(un)?licen[cs]e(\.(md|txt))?$|^copying(\.(md|txt))?$/i.test(name)
  )
  return file === undefined ? null : recognize(objects, file.sha)
}
