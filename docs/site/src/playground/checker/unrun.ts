/** Finds the mistake that the compiler does not: a line that makes an Effect or a Stream, and does not run it. */
import type ts from "typescript"
import type { Problem } from "./protocol.ts"

const advice: Readonly<Record<string, string>> = {
  Effect: "This Effect never runs: write yield* before it.",
  Stream: "This Stream never runs: run it, such as by Stream.runForEach, and write yield* before that."
}

/** The problems of a file, with the offsets of its text. */
export const unrunIn = (
  typescript: typeof ts,
  program: ts.Program | undefined,
  path: string
): ReadonlyArray<Problem> => {
  const source = program?.getSourceFile(path)
  if (program === undefined || source === undefined) return []
  const checker = program.getTypeChecker()
  const found: Array<Problem> = []
  const visit = (node: ts.Node): void => {
    if (typescript.isExpressionStatement(node) && !isAssignment(typescript, node.expression)) {
      const type = checker.getTypeAtLocation(node.expression)
      const made = Object.keys(advice).find((name) => type.getProperty(`~effect/${name}`) !== undefined)
      if (made !== undefined)
        found.push({ from: node.getStart(source), to: node.getEnd(), message: advice[made] ?? "" })
    }
    typescript.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isAssignment = (typescript: typeof ts, node: ts.Expression): boolean =>
  typescript.isBinaryExpression(node) && node.operatorToken.kind === typescript.SyntaxKind.EqualsToken
