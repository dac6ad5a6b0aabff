/** Chromium, as Debian installs it, for tests in a browser. */
import * as Fs from "node:fs"
import type { LaunchOptions } from "puppeteer-core"

/** The build without a window of its own needs less of the processor. */
const builds = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const

const found = builds.find((path) => Fs.existsSync(path))

/** In CI, tests do not ask: they fail. */
export const lacksChromium = process.env["CI"] === undefined && found === undefined

/** What puppeteer needs to start it. */
export const chromium = {
  executablePath: found ?? builds[0],
  headless: found === builds[1] ? (true as const) : ("shell" as const),
  // The pages are ours. The sandbox is not to be had in a container.
  args: ["--no-sandbox", "--disable-dev-shm-usage"]
} satisfies LaunchOptions
