/** What the page and the checker say to each other. */

/** Offsets are those of the file's text. */
export type Question =
  | { readonly _tag: "problems" }
  | { readonly _tag: "completions"; readonly at: number }
  | { readonly _tag: "details"; readonly at: number; readonly name: string }
  | { readonly _tag: "hover"; readonly at: number }

export interface Problem {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface Option {
  readonly name: string
  /** Kind of the declaration, such as `function` or `property`. */
  readonly kind: string
  /** The lower, the earlier. */
  readonly order: string
}

export interface Described {
  /** What it is, as code. */
  readonly code: string
  readonly documentation: string
}

export interface Answers {
  readonly problems: ReadonlyArray<Problem>
  readonly completions: ReadonlyArray<Option>
  readonly details: Described | null
  readonly hover: (Described & { readonly from: number; readonly to: number }) | null
}

/** The texts of the files of the program, and of the file that is asked about, by their names. */
export type Texts = ReadonlyMap<string, string>

export interface Ask {
  readonly id: number
  /** The file that is asked about. */
  readonly file: string
  readonly texts: Texts
  readonly question: Question
}

export type Reply =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly id: number; readonly failure: string }
