/** What is true of every test. */
import * as fc from "fast-check"

// Property tests draw the same values each time. Another seed draws others: `SEED=2 npm test`.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) })
