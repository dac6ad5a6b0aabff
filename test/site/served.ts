/** Serves the written pages without writing them again, which takes as long as a build. Prints its port. */
import { writeDraft } from "../../docs/site/build/searchDraft.ts"
import { serve } from "../../docs/site/build/serve.ts"

await writeDraft()
const { address } = await serve()
console.log(`port ${address.port}`)
