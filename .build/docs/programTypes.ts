/** What the compiler says of names in programs. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { API, NodeBuilderFlags, type Project, TypeFlags } from "typescript/unstable/sync"

const root = Path.resolve(import.meta.dirname, "../..")

export interface Program {
  /** Where it stands below `docs`, with the files that it imports: `recipes/backport/main.ts`. */
  readonly path: string
  readonly text: string
  /** Offsets of names whose symbols are asked for. */
  readonly named: ReadonlyArray<number>
  /** Offsets of names whose types are asked for. */
  readonly declared: ReadonlyArray<number>
}

export interface Known {
  /** Equal numbers are the same symbol. */
  readonly symbols: ReadonlyArray<number | undefined>
  /** Whole, on one line. Undefined for `any`, which says nothing. */
  readonly types: ReadonlyArray<string | undefined>
}

const flags = NodeBuilderFlags.NoTruncation | NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope

const ask = ({ checker }: Project, file: string, { declared, named }: Program): Known => ({
  symbols: named.length === 0 ? [] : checker.getSymbolAtPosition(file, named).map((symbol) => symbol?.id),
  types: (declared.length === 0 ? [] : checker.getTypeAtPosition(file, declared)).map((type) =>
    type === undefined || (type.flags & TypeFlags.Any) !== 0 ? undefined : checker.typeToString(type, undefined, flags)
  )
})

/** Answers for each program, in their order. */
export const typesOf = (programs: ReadonlyArray<Program>): ReadonlyArray<Known> => {
  Fs.mkdirSync(Path.join(root, ".snippets"), { recursive: true })
  const folder = Fs.mkdtempSync(Path.join(root, ".snippets/types-"))
  const api = new API({ cwd: root })
  try {
    for (const { path, text } of programs) {
      Fs.mkdirSync(Path.join(folder, Path.dirname(path)), { recursive: true })
      Fs.writeFileSync(Path.join(folder, path), text)
    }
    const config = Path.join(folder, "tsconfig.json")
    // A program of a page imports the files that stand beside it in the repository.
    const compilerOptions = { rootDirs: [".", "../../docs"] }
    Fs.writeFileSync(config, JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["."] }))
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`no project at ${config}`)
    return programs.map((program) => ask(project, Path.join(folder, program.path), program))
  } finally {
    api.close()
    Fs.rmSync(folder, { recursive: true })
  }
}
