import type ts from "typescript"

/** The options of a strict project. */
export const compilerOptions = (typescript: typeof ts): ts.CompilerOptions => ({
  target: typescript.ScriptTarget.ES2023,
  lib: [
    "lib.es2023.d.ts",
    "lib.esnext.disposable.d.ts",
    "lib.dom.d.ts",
    "lib.dom.iterable.d.ts",
    "lib.dom.asynciterable.d.ts"
  ],
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
  moduleDetection: typescript.ModuleDetectionKind.Force,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true
})
