/** The cost of the types: how many the compiler instantiates, for a program with the package and for the repository. */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type Row, row } from "./report.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const tsc = (...args: ReadonlyArray<string>): string =>
  execFileSync("tsc", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

/** Instantiations, in thousands. On one thread: several divide the files at random, and each has its own types. */
const instantiations = (name: string, ...args: ReadonlyArray<string>): Row => {
  const said = tsc("--noEmit", "--extendedDiagnostics", "--singleThreaded", ...args)
  const count = (of: string): number => Number(new RegExp(`^${of}:\\s+(\\d+)`, "m").exec(said)?.[1])
  return row(name, [count("Instantiations") / 1_000], {
    unit: "thousand",
    details: `${count("Instantiations")} instantiations, ${count("Types")} types, ${count("Files")} files`
  })
}

/** A program sees the built package: without our configuration, `forgecast` resolves to it. */
const asProgram =
  "--ignoreConfig --target es2023 --module nodenext --strict --exactOptionalPropertyTypes --skipLibCheck"

export const types = (): Promise<ReadonlyArray<Row>> => {
  tsc("-p", "tsconfig.build.json", "--emitDeclarationOnly")
  return Promise.resolve([
    instantiations("instantiations, three operations", ...asProgram.split(" "), "test/bench/downstream.ts"),
    instantiations("instantiations, sources", "-p", "tsconfig.build.json"),
    instantiations("instantiations, everything")
  ])
}
