/** `node docs/site/build/main.ts build` makes the site. With `dev`, it serves the site, and follows changes. */
import * as Fs from "node:fs"
import { buildSite } from "./astro.ts"
import { serveSite } from "./serve.ts"
import { folders } from "./site.ts"

// The compiler collects garbage less often: there is more memory than time.
process.env["GOGC"] ??= "400"

if (process.argv[2] === "dev") await serveSite()
else {
  // Loading these takes a second, which a server does not have to wait for.
  const [{ writeLibrary }, { writeSite }] = await Promise.all([import("./library/written.ts"), import("./write.ts")])
  for (const folder of Object.values(folders)) Fs.rmSync(folder, { recursive: true, force: true })
  const { bundles, code, types } = await writeSite(writeLibrary)
  await buildSite({ synced: () => bundles, rendered: () => code, finished: () => types })
}
