/** What pages say of names in their code, as data between the steps of the build. */
import { createHash } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { folders, writeData } from "../site.ts"
import type { Shown } from "./shown.ts"

/** A name in a line of code. */
export interface Mark {
  /** From 0. */
  readonly line: number
  readonly start: number
  readonly end: number
  /** The page about it, if there is one. */
  readonly url?: string | undefined
  /** Whether those who use the keyboard reach it, as they reach links. */
  readonly isStop?: boolean
  /** What is shown of it: an index. */
  readonly shown?: number | undefined
}

export interface Marks {
  readonly shown: ReadonlyArray<Shown>
  /** By the path of a page and the key of a block. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Mark>>>>>
}

/** Identifies the code of a block. */
export const keyOf = (code: string): string => createHash("sha256").update(code.trim()).digest("base64url").slice(0, 16)

export const writeMarks = (marks: Marks): void => writeData("code", marks)

// The cast is safe: the build has written it.
export const readMarks = (): Marks => JSON.parse(Fs.readFileSync(Path.join(folders.data, "code.json"), "utf8")) as Marks
