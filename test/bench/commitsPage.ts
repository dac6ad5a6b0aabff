/** A page of commits as the service sends it: every field of the wire, every other commit signed. */
import { instant, sentence, user } from "./issuesPage.ts"

const unsigned = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }

const signed = (n: number) => ({
  verified: true,
  reason: "valid",
  signature: `-----BEGIN PGP SIGNATURE-----\n\n${"wsFcBAABCAAQBQJmAAAAAAkQtWkFuRGVhZGJlZWZkZWFkYmVlZgAA\n".repeat(14)}`,
  payload: `tree c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc\nauthor The Octocat\n\n${sentence}`,
  verified_at: instant(n)
})

/** For e-mail addresses without an account, the service sends null or an object without fields. */
const account = (n: number) => (n % 20 === 1 ? {} : n % 20 === 2 ? null : user(n))

const commit = (n: number) => {
  const at = "https://api.github.com/repos/acme/web"
  const sha = (m: number) => `c5b97d5ae6c19d5c5df71a34c7fbeeda2479${1_000 + m}`
  const page = (m: number) => `https://github.com/acme/web/commit/${sha(m)}`
  const url = `${at}/commits/${sha(n)}`
  const identity = { name: "The Octocat", email: "octocat@nowhere.example", date: instant(n) }
  return {
    sha: sha(n),
    node_id: `C_kwDOABCD1soAKGM1Yjk3ZDVhZTZjMTlkNWM1ZGY3MWEzNGM3ZmJlZWRhMjQ3OWM${n}`,
    commit: {
      author: identity,
      committer: identity,
      message: `Read the cache only after it was filled (#${n})\n\n${sentence.repeat(n % 4)}`,
      tree: { sha: sha(n + 500), url: `${at}/git/trees/${sha(n + 500)}` },
      url: `${at}/git/commits/${sha(n)}`,
      comment_count: n % 3,
      verification: n % 2 === 0 ? unsigned : signed(n)
    },
    url,
    html_url: page(n),
    comments_url: `${url}/comments`,
    author: account(n),
    committer: user(n + 1),
    parents: Array.from({ length: n % 5 === 0 ? 2 : 1 }, (_, i) => ({
      sha: sha(n + 1 + i),
      url: `${at}/commits/${sha(n + 1 + i)}`,
      html_url: page(n + 1 + i)
    }))
  }
}

/** About 400 KB for the usual 100. */
export const commitsPage = (count = 100) => Array.from({ length: count }, (_, n) => commit(n))
