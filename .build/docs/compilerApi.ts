/** The compiler of the repository, for the site, whose own package `typescript` is the one that runs in browsers. */
export {
  type Checker,
  type NodeHandle,
  NodeBuilderFlags,
  type Project,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags
} from "typescript/unstable/sync"
export { ModifierFlags, SyntaxKind } from "typescript/unstable/ast"
export {
  isCallSignatureDeclaration,
  isClassDeclaration,
  isMethodDeclaration,
  isPropertyDeclaration,
  isPropertySignatureDeclaration
} from "typescript/unstable/ast/is"
