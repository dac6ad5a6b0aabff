/** Configures every test. */
import * as fc from "fast-check"

// Property tests use the same values each time. Another seed gives others: `SEED=2 npm test`.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) })
