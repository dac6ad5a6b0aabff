/** Releases with Octokit: uploads and downloads between the service's three origins. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { seed } from "./seed.ts"
import { refusal, serve } from "./service.ts"

const service = await serve(seed)
const web = { owner: "acme", repo: "web" }
const octokit = service.octokit("octo")
const { git, repos } = octokit.rest
const anyone = service.octokit().rest.repos

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 251)
const sha256 = (data: Uint8Array) => `sha256:${createHash("sha256").update(data).digest("hex")}`

const draftOf = async (tag_name: string) => (await repos.createRelease({ ...web, tag_name, draft: true })).data

describe("a release", () => {
  it("is drafted, gets its assets, is published, and its tag stays when it is deleted", async () => {
    const { target_commitish } = await draftOf("v2.9.0")
    expect(target_commitish).toBe("main")
    const draft = await draftOf("v3.0.0")
    expect(await refusal(git.getRef({ ...web, ref: "tags/v3.0.0" }))).toEqual([404, "Not Found"])
    expect((await refusal(anyone.getRelease({ ...web, release_id: draft.id })))[0]).toBe(404)
    const upload = {
      ...web,
      release_id: draft.id,
      name: "my app.bin",
      label: "App",
      // Octokit's types know text alone.
      data: bytes as unknown as string,
      headers: { "content-type": "application/x-thing", "content-length": bytes.length }
    }
    const { data: asset } = await repos.uploadReleaseAsset({ ...upload, baseUrl: service.simulator.urls.uploads })
    expect(asset).toMatchObject({
      name: "my.app.bin",
      label: "App",
      state: "uploaded",
      size: bytes.length,
      content_type: "application/x-thing",
      digest: sha256(bytes)
    })
    const again = repos.uploadReleaseAsset({ ...upload, baseUrl: service.simulator.urls.uploads })
    expect(await refusal(again)).toEqual([422, "Validation Failed"])
    const byTemplate = await octokit.request({ ...upload, method: "POST", url: draft.upload_url, name: "second.bin" })
    expect(byTemplate.status).toBe(201)

    const { data: published } = await repos.updateRelease({ ...web, release_id: draft.id, draft: false })
    expect(published.assets.map(({ name }) => name)).toEqual(["my.app.bin", "second.bin"])
    expect((await repos.getLatestRelease(web)).data.tag_name).toBe("v3.0.0")
    const tag = (await git.getRef({ ...web, ref: "tags/v3.0.0" })).data
    expect(tag.object.sha).toBe((await repos.getBranch({ ...web, branch: "main" })).data.commit.sha)

    await repos.deleteRelease({ ...web, release_id: draft.id })
    expect((await refusal(repos.getReleaseByTag({ ...web, tag: "v3.0.0" })))[0]).toBe(404)
    expect((await repos.listTags(web)).data.map(({ name }) => name)).toContain("v3.0.0")
  })

  it("has assets that are downloaded through a redirect to another origin", async () => {
    const [release] = (await repos.listReleases(web)).data.filter(({ tag_name }) => tag_name === "v1.0.0")
    const [asset] = release?.assets ?? []
    const download = { ...web, asset_id: asset?.id ?? 0, headers: { accept: "application/octet-stream" } }
    const answer = await repos.getReleaseAsset(download)
    expect(Buffer.from(answer.data as unknown as ArrayBuffer).toString()).toBe("bytes")
    expect(new URL(answer.url).origin).toBe(service.simulator.urls.storage)
    const log = (await service.run(service.simulator.requests)).slice(-2)
    expect(log.map(({ headers, status }) => [status, "authorization" in headers])).toEqual([
      [302, true],
      [200, false]
    ])
    const record = (await repos.getReleaseAsset({ ...web, asset_id: asset?.id ?? 0 })).data
    expect([record.download_count, record.digest]).toEqual([1, sha256(Buffer.from("bytes"))])
    const byBrowser = await fetch(record.browser_download_url)
    expect(await byBrowser.text()).toBe("bytes")
  })

  it("has generated notes, and a tag of its own", async () => {
    const { data } = await repos.createRelease({
      ...web,
      tag_name: "v4.0.0",
      target_commitish: "ahead",
      name: "Four",
      body: "By hand",
      generate_release_notes: true,
      prerelease: true
    })
    expect(data.body).toMatch(/^By hand\n\n/)
    expect((await repos.getLatestRelease(web)).data.tag_name).toBe("v1.0.0")
    const tag = (await git.getRef({ ...web, ref: "tags/v4.0.0" })).data
    expect(tag.object.sha).toBe((await repos.getBranch({ ...web, branch: "ahead" })).data.commit.sha)
    const taken = repos.createRelease({ ...web, tag_name: "v4.0.0" })
    expect(await refusal(taken)).toEqual([422, "Validation Failed"])
    const wrong = repos.createRelease({ ...web, tag_name: "v5.0.0", target_commitish: "nowhere" })
    expect((await refusal(wrong))[0]).toBe(422)
    expect((await refusal(anyone.createRelease({ ...web, tag_name: "v5.0.0" })))[0]).toBe(401)
  })
})
