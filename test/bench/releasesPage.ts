/** A page of releases as the service sends it: every field of the wire, with up to eight assets each. */
import { instant, reactions, sentence, user } from "./issuesPage.ts"

const at = "https://api.github.com/repos/acme/web/releases"
const page = "https://github.com/acme/web/releases"

const asset = (release: number, n: number) => {
  const id = 71_989_167 + release * 10 + n
  const name = `web-${release}.${["linux", "darwin", "windows", "freebsd"][n % 4] ?? ""}-${n}.tar.gz`
  return {
    url: `${at}/assets/${id}`,
    id,
    node_id: `RA_kwDOABCD1s4E${id}`,
    name,
    label: n % 2 === 0 ? "" : null,
    uploader: user(n),
    content_type: "application/gzip",
    state: "uploaded",
    size: 12_345_678 + n,
    digest: release > 50 ? null : `sha256:b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcd${10 + n}`,
    download_count: n * 7,
    created_at: instant(release * 10 + n),
    updated_at: instant(release * 10 + n + (n % 2)),
    browser_download_url: `${page}/download/v${release}.0.0/${name}`
  }
}

const release = (n: number) => {
  const id = 72_286_832 + n
  const tag = `v${n}.0.0`
  const url = `${at}/${id}`
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `https://uploads.github.com/repos/acme/web/releases/${id}/assets{?name,label}`,
    html_url: `${page}/tag/${tag}`,
    id,
    author: user(n),
    node_id: `RE_kwDOABCD1s4E${id}`,
    tag_name: tag,
    target_commitish: "main",
    name: n % 9 === 0 ? null : `Version ${n}`,
    draft: false,
    immutable: n % 2 === 0,
    prerelease: n % 6 === 0,
    created_at: instant(n),
    updated_at: instant(n + 2),
    published_at: instant(n + 1),
    assets: Array.from({ length: n % 9 }, (_, i) => asset(n, i)),
    tarball_url: `https://api.github.com/repos/acme/web/tarball/${tag}`,
    zipball_url: `https://api.github.com/repos/acme/web/zipball/${tag}`,
    body: sentence.repeat(n % 20),
    mentions_count: n % 5,
    ...(n % 4 === 0 && { reactions: reactions(url, n) })
  }
}

/** About 800 KB for the usual 100. */
export const releasesPage = (count = 100) => Array.from({ length: count }, (_, n) => release(n))
