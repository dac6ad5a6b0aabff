/** Made-up issues like those that people write, the same on every run. */
import type { CommentSeed, IssueSeed } from "../../../../ForgeIssueSeed.ts"
import type { IssuesOptions } from "../../../../ForgeSeed.ts"

/** A generator of pseudo-random numbers from 0 to 1, the same for the same start (mulberry32). */
const numbers = (start: number): (() => number) => {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const areas = ["the map", "the forecast page", "the radar layer", "CSV export", "the login form", "the settings dialog"]
const doings = ["reloading", "switching the language", "rotating the phone", "going offline", "choosing imperial units"]
const troubles = [
  "shows yesterday's values",
  "stays blank",
  "throws a TypeError",
  "loses its scroll position",
  "flickers"
]
const wishes = ["a dark theme", "keyboard shortcuts", "a compact layout", "hourly values", "a link to share"]
const browsers = ["Firefox 142 on Linux", "Chrome 140 on Windows 11", "Safari 18 on macOS 15", "Chrome on Android 16"]
const people = ["ada", "grace", "linus", "margaret", "dennis", "barbara"]
const milestones = ["v1.0", "v1.1", "Later"]
const replies = [
  "I can reproduce this. It started with the last release.",
  "Thanks for the report! Could you attach the console output?",
  "Same here, and only with an account that has more than one location.",
  "A pull request would be welcome. @ada knows that part of the code best.",
  "This works for me on `main`. Can you try again?"
]

const bugBody = (area: string, doing: string, trouble: string, browser: string, time: string) => `### What happens

After ${doing}, ${area} ${trouble}. It does not happen every time: about one try in five, more often on slow connections.

### Steps to reproduce

1. Open the application and sign in.
2. Go to ${area}.
3. Try ${doing}, and wait a few seconds.

### What should happen

Nothing should be lost, and what is shown should be up to date.

### Environment

| | |
|---|---|
| Browser | ${browser} |
| Version | 1.0.3 |
| Time | ${time} |

\`\`\`
TypeError: Cannot read properties of undefined (reading 'hourly')
    at render (series.ts:41:17)
    at update (page.ts:112:5)
\`\`\`

- [x] I have searched the existing issues
- [ ] I would like to send a pull request
`

const wishBody = (area: string, wish: string) => `**What is missing?**

I would like to have ${wish} in ${area}. At the moment I work around it with a user style, which breaks with every
release.

**What would you do with it?**

- look at ${area} in the evening
- show it to colleagues who don't have an account
- use it on a small screen

**Alternatives**

None that I know of. Other sites have this, see for example [this one](https://example.com/forecast).
`

export const issues = (count: number, options: IssuesOptions = {}): ReadonlyArray<IssueSeed> => {
  const next = numbers(options.start ?? 1)
  const crowd = options.people ?? people
  const chance = (probability: number) => next() < probability
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <A>(from: ReadonlyArray<A>): A => from[below(from.length)] as A

  const comment = (hours: number): CommentSeed => ({
    body: pick(replies),
    user: pick(crowd),
    created_at: { ago: `${hours} hours` }
  })

  return Array.from({ length: count }, (_, index): IssueSeed => {
    const age = (count - index) * 7 + below(5)
    const isBug = chance(0.6)
    const isPull = chance(0.1)
    const isClosed = chance(0.3)
    const area = pick(areas)
    const doing = pick(doings)
    const trouble = pick(troubles)
    const wish = pick(wishes)
    const labels = [
      ...(chance(0.25) ? [] : [isBug ? "bug" : "enhancement"]),
      ...(chance(0.15) ? ["help wanted"] : []),
      ...(chance(0.1) ? ["good first issue"] : []),
      ...(chance(0.1) ? ["question"] : [])
    ]
    const comments = Array.from({ length: below(4) }, (_, nth) => comment(Math.max(1, age - 1 - nth)))
    return {
      title: isBug ? `${area[0]?.toUpperCase()}${area.slice(1)} ${trouble} after ${doing}` : `Add ${wish} to ${area}`,
      body: isBug
        ? bugBody(area, doing, trouble, pick(browsers), `${below(24)}:${10 + below(50)}`)
        : wishBody(area, wish),
      user: pick(crowd),
      labels,
      assignees: chance(0.3) ? [pick(crowd)] : [],
      ...(chance(0.4) ? { milestone: pick(milestones) } : {}),
      comments,
      created_at: { ago: `${age} hours` },
      ...(isClosed ? { state: "closed", closed_at: { ago: `${Math.max(1, age - 5)} hours` } } : {}),
      ...(isClosed && !isPull && chance(0.3) ? { state_reason: "not_planned" } : {}),
      ...(isClosed && chance(0.1) ? { locked: "resolved" } : {}),
      ...(isPull ? { pull_request: isClosed ? { merged_at: { ago: `${Math.max(1, age - 5)} hours` } } : true } : {})
    }
  })
}
