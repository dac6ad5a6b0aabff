/** What the pages show of the library, as data. */

/** An export, or a module if it has no name. */
export interface Target {
  /** The path of the module, such as `forge/Issues`. */
  readonly module: string
  readonly name?: string | undefined
}

/** Text of a program. Names of the library say what they stand for. */
export type Code = ReadonlyArray<string | { readonly text: string; readonly to: Target }>

/** A member of a type, an option, or a field of an input. */
export interface Field {
  readonly name: string
  readonly isOptional: boolean
  readonly type: Code
  /** Markdown; empty if there is none. */
  readonly docs: string
  /** The path of the file that declares it, such as `rest/Operation`, if that is another one than the module's. */
  readonly home?: string | undefined
}

export interface Export {
  readonly name: string
  /** Markdown; empty if there is none. */
  readonly docs: string
  /** Its declarations, as declaration files show them. Long types of fields are left out. */
  readonly signature: Code
  readonly members: ReadonlyArray<Field>
  /** What it is another name of. */
  readonly of?: Target | undefined
  /** The operation, if it is one. */
  readonly operation?: Callable | undefined
}

/** What is called: an operation of a service. */
export interface Callable {
  readonly input: ReadonlyArray<Field>
  /** What the call returns. */
  readonly returns: Code
  /** `withReply`, `ifChanged`, `pages` and so on. */
  readonly variants: ReadonlyArray<Field>
}

export interface Module {
  readonly path: string
  readonly specifier: string
  /** Markdown; empty if there is none. */
  readonly docs: string
  readonly exports: ReadonlyArray<Export>
  /** The paths of the public modules that it imports. */
  readonly imports?: ReadonlyArray<string>
}

/** All public modules, by path. */
export type Library = ReadonlyMap<string, Module>
