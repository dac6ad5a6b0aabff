/** Writes every snippet, and each step of the tutorial, to .snippets/check, which tsconfig.json includes. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Snippets from "./snippets.ts"
import * as Tutorial from "./tutorial.ts"

const directory = Path.join(Snippets.root, ".snippets/check")
Fs.rmSync(directory, { recursive: true, force: true })
Fs.mkdirSync(directory, { recursive: true })
for (const snippet of Snippets.readAll()) {
  Fs.writeFileSync(Path.join(directory, `${Snippets.nameOf(snippet)}.ts`), Snippets.toModule(snippet))
}
Tutorial.write(Path.join(directory, "tutorial"))
