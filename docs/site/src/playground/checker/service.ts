/** TypeScript's language service over the packed declarations. */
import type ts from "typescript"
import { documentOf } from "./documents.ts"
import { fileSystem } from "./files.ts"
import { compilerOptions } from "./options.ts"
import type { Answers, Ask, Described, Question, Texts } from "./protocol.ts"
import { unrunIn } from "./unrun.ts"

type Typescript = typeof ts

interface Version {
  readonly text: string
  readonly version: number
}

/** More problems than these help nobody. */
const most = 300

/** Answers questions about the files of the editor. */
export const checkerOf = (
  typescript: Typescript,
  files: ReadonlyMap<string, string>
): ((ask: Pick<Ask, "file" | "question" | "texts">) => Answers[keyof Answers]) => {
  const system = fileSystem(files)
  const open = new Map<string, Version>()
  let versions = 0
  const options = compilerOptions(typescript)
  const readFile = (path: string): string | undefined => open.get(path)?.text ?? system.readFile(path)
  const service = typescript.createLanguageService({
    ...system,
    fileExists: (path) => open.has(path) || system.fileExists(path),
    readFile,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib/lib.es2023.d.ts",
    getScriptFileNames: () => [...open.keys()],
    getScriptVersion: (path) => String(open.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = readFile(path)
      return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text)
    }
  })

  const update = (texts: Texts): void => {
    const paths = new Set([...texts.keys()].map((file) => documentOf(file).path))
    for (const path of open.keys()) if (!paths.has(path)) open.delete(path)
    for (const [file, text] of texts) {
      const { path, prefix, suffix } = documentOf(file)
      const whole = prefix + text + suffix
      const old = open.get(path)
      if (old?.text !== whole) open.set(path, { text: whole, version: ++versions })
    }
  }

  const described = (found: Pick<ts.QuickInfo, "displayParts" | "documentation" | "tags">): Described => {
    const textOf = (parts: ReadonlyArray<ts.SymbolDisplayPart> = []) => typescript.displayPartsToString([...parts])
    const deprecated = found.tags?.find(({ name }) => name === "deprecated")
    return {
      code: textOf(found.displayParts),
      documentation: [textOf(found.documentation), ...(deprecated ? [`Deprecated. ${textOf(deprecated.text)}`] : [])]
        .join("\n\n")
        .trim()
    }
  }

  const answer = (file: string, question: Question): Answers[keyof Answers] => {
    const { path, prefix, suffix } = documentOf(file)
    const length = (open.get(path)?.text.length ?? 0) - prefix.length - suffix.length
    /** The offset in the editor. */
    const offset = (position: number): number => Math.min(length, Math.max(0, position - prefix.length))
    switch (question._tag) {
      case "problems":
        return [
          ...[...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].map(
            ({ length: size = 0, messageText, start = 0 }) => ({
              from: start,
              to: start + size,
              message: typescript.flattenDiagnosticMessageText(messageText, "\n")
            })
          ),
          ...unrunIn(typescript, service.getProgram(), path)
        ]
          .slice(0, most)
          .map(({ from, message, to }) => ({ from: offset(from), to: offset(to), message }))
      case "completions": {
        const found = service.getCompletionsAtPosition(path, question.at + prefix.length, undefined)
        const options = found?.entries.filter(({ kind }) => kind !== typescript.ScriptElementKind.warning) ?? []
        return options.map(({ kind, name, sortText }) => ({ name, kind, order: sortText }))
      }
      case "details": {
        const at = question.at + prefix.length
        const { name } = question
        const details = service.getCompletionEntryDetails(path, at, name, undefined, undefined, undefined, undefined)
        return details === undefined ? null : described(details)
      }
      case "hover": {
        const info = service.getQuickInfoAtPosition(path, question.at + prefix.length)
        if (info === undefined) return null
        const { length: size, start } = info.textSpan
        return { ...described(info), from: offset(start), to: offset(start + size) }
      }
    }
  }

  return ({ file, question, texts }) => {
    update(texts)
    return answer(file, question)
  }
}
