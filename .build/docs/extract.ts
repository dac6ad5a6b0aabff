/** Writes every snippet, and each step of the tutorial, to .snippets/check, which tsconfig.json includes. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { renewFolder } from "./renew.ts"
import * as Snippets from "./snippets.ts"
import * as Tutorial from "./tutorial.ts"

const directory = Path.join(Snippets.root, ".snippets/check")
renewFolder(
  directory,
  (folder) => {
    for (const snippet of Snippets.readAll())
      Fs.writeFileSync(Path.join(folder, `${Snippets.nameOf(snippet)}.ts`), Snippets.toModule(snippet))
    Tutorial.write(Path.join(folder, "tutorial"))
  },
  // What the other steps of `npm run check:types` write.
  (file) => !/^(operations\.types\.ts$|recorded\b)/.test(file)
)
