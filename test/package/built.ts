import { existsSync } from "node:fs"

/** Says what to do where the package was not built. */
export const setup = (): void => {
  if (!existsSync("dist")) throw new Error("There is no built package: run `npm run build` first.")
}
