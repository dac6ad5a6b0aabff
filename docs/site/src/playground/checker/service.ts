/** TypeScript's language service over the packed declarations. */
import type ts from "typescript"
import { documents } from "./documents.ts"
import { fileSystem } from "./files.ts"
import { compilerOptions } from "./options.ts"
import type { Answers, Ask, Described, Edit, FileName, Question } from "./protocol.ts"

type Typescript = typeof ts

interface Version {
  readonly text: string
  readonly version: number
}

const most = 300

const preferences: ts.UserPreferences = {
  includeCompletionsForModuleExports: false,
  includeCompletionsWithInsertText: false,
  quotePreference: "double"
}

/** Answers questions about the files of the editor. */
export const checkerOf = (
  typescript: Typescript,
  files: ReadonlyMap<string, string>
): ((ask: Pick<Ask, "file" | "text" | "question">) => Answers[keyof Answers]) => {
  const system = fileSystem(files)
  const open = new Map<string, Version>()
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

  const update = (file: FileName, text: string): void => {
    const { path, prefix, suffix } = documents[file]
    const old = open.get(path)
    const whole = prefix + text + suffix
    if (old?.text !== whole) open.set(path, { text: whole, version: (old?.version ?? 0) + 1 })
  }

  const described = (found: Pick<ts.QuickInfo, "displayParts" | "documentation" | "tags">): Described => {
    const code = typescript.displayPartsToString([...(found.displayParts ?? [])])
    const examples = found.tags?.filter(({ name }) => name === "deprecated") ?? []
    const notes = examples.map(({ name, text }) => `${name}: ${typescript.displayPartsToString([...(text ?? [])])}`)
    return {
      code,
      documentation: [typescript.displayPartsToString([...(found.documentation ?? [])]), ...notes].join("\n\n").trim()
    }
  }

  const answer = (file: FileName, question: Question): Answers[keyof Answers] => {
    const { path, prefix } = documents[file]
    const length = (open.get(path)?.text.length ?? 0) - prefix.length - documents[file].suffix.length
    /** The offset in the editor. */
    const offset = (position: number): number => Math.min(length, Math.max(0, position - prefix.length))
    switch (question._tag) {
      case "problems":
        return [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
          .slice(0, most)
          .map(({ length: size = 0, messageText, start = 0 }) => ({
            from: offset(start),
            to: offset(start + size),
            message: typescript.flattenDiagnosticMessageText(messageText, "\n")
          }))
      case "completions":
        return (
          service
            .getCompletionsAtPosition(path, question.at + prefix.length, preferences)
            ?.entries.filter(({ kind }) => kind !== typescript.ScriptElementKind.warning)
            .map(({ kind, name, sortText, source }) => ({
              name,
              kind,
              order: sortText,
              ...(source !== undefined && { source })
            })) ?? []
        )
      case "details": {
        const details = service.getCompletionEntryDetails(
          path,
          question.at + prefix.length,
          question.name,
          {},
          question.source,
          preferences,
          undefined
        )
        if (details === undefined) return null
        const edits = (details.codeActions ?? []).flatMap(({ changes }) =>
          changes.flatMap(({ textChanges }) =>
            textChanges.map(({ newText, span }): Edit => ({
              from: offset(span.start),
              to: offset(span.start + span.length),
              text: newText
            }))
          )
        )
        return { ...described(details), edits }
      }
      case "hover": {
        const info = service.getQuickInfoAtPosition(path, question.at + prefix.length)
        if (info === undefined) return null
        const { length: size, start } = info.textSpan
        return { ...described(info), from: offset(start), to: offset(start + size) }
      }
    }
  }

  return ({ file, question, text }) => {
    update(file, text)
    return answer(file, question)
  }
}
