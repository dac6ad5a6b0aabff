import { assert, describe, it } from "@effect/vitest"
import * as Urls from "../../../../src/rest/internal/text/urls.ts"
import { withoutSlash } from "../../../../src/rest/Transport.ts"

describe("safe", () => {
  it("keeps a URL without secrets unchanged", () => {
    for (const url of [
      "https://api.github.com/repos/octo/hello/issues",
      "https://api.github.com/repos/octo/hello/issues?labels=bug&per_page=100",
      "https://api.github.com/repos/octo/hello/labels/help%20wanted%2F%C3%BC"
    ]) {
      assert.strictEqual(Urls.safe(url), url)
    }
  })

  it("removes user, password and fragment", () => {
    assert.strictEqual(Urls.safe("https://octo:secret@git.example.com/a#secret"), "https://git.example.com/a")
  })

  it("redacts the values of secret parameters, whatever their case", () => {
    for (const name of ["apikey", "api_key", "access_token", "token", "sig", "Signature", "X-Amz-Signature", "jwt"]) {
      const shown = Urls.safe(`https://api.example.com/v1?a=1&${name}=s3cret&b=2&${name}=s3cret`)
      assert.notInclude(shown, "s3cret", name)
      assert.include(shown, "a=1")
      assert.include(shown, "b=2")
    }
  })

  it("redacts the values of secret parameters, however their names are written", () => {
    for (const name of ["%74oken", "to%6ben", "to\nken", "acc\tess_token", "?token&token", "a?b=c&sig"]) {
      assert.notInclude(Urls.safe(`https://api.example.com/v1?${name}=s3cret`), "s3cret", name)
    }
  })

  it("returns only the beginning of what is not a URL", () => {
    assert.strictEqual(Urls.safe("https://?page=s3cret"), "https://")
    assert.strictEqual(Urls.safe("/things?token=s3cret"), "/things")
    assert.notInclude(Urls.safe("octo:s3cret@example.com"), "example.com?")
  })
})

describe("withoutQuery", () => {
  it("returns the origin and path", () => {
    assert.strictEqual(
      Urls.withoutQuery("https://a:b@blob.example.com/x/y?sig=s3cret#f"),
      "https://blob.example.com/x/y"
    )
    assert.strictEqual(
      Urls.withoutQuery("https://blob.example.com/@octo/x?\nsig=1"),
      "https://blob.example.com/@octo/x"
    )
  })
})

describe("whyNoRoot", () => {
  it("accepts HTTP URLs that paths can be appended to", () => {
    for (const url of ["https://api.github.com", "http://127.0.0.1:8080/api/v3", "https://a.example/@octo"]) {
      assert.isUndefined(Urls.whyNoRoot(url), url)
    }
  })

  it("refuses everything else", () => {
    for (const url of ["", "ftp://a.example", "https://a.example?b", "https://a.example#b", "https://"]) {
      assert.strictEqual(Urls.whyNoRoot(url), "is not an HTTP URL", url)
    }
  })

  it("refuses a user and a password", () => {
    for (const url of ["https://octo:pw@a.example", "https://octo@a.example/b", "https://:pw@a.example"]) {
      assert.strictEqual(Urls.whyNoRoot(url), Urls.userRefused, url)
    }
  })
})

describe("withoutSlash", () => {
  it("removes all slashes at the end", () => {
    for (const url of ["https://a.example/b", "https://a.example/b/", "https://a.example/b///"]) {
      assert.strictEqual(withoutSlash(url), "https://a.example/b")
    }
    assert.strictEqual(withoutSlash("//"), "")
  })
})

describe("originOf", () => {
  it("tells an origin from those that begin or look like it", () => {
    const origin = "https://api.example.com"
    for (const url of [
      "https://api.example.com.evil.example/a",
      "https://api.example.com:8443/a",
      "https://api.example.com@evil.example/a",
      "http://api.example.com/a"
    ]) {
      assert.strictEqual(Urls.originOf(`${origin}/a?b=${url}`), origin)
      assert.strictEqual(Urls.originOf(url), new URL(url).origin, url)
    }
    assert.strictEqual(Urls.originOf("HTTPS://API.example.com:443"), origin)
  })
})

describe("the origin", () => {
  it("is that of the last URL for any text below it, and only there", () => {
    const own = new Set(["https://api.example.com", "null"])
    assert.strictEqual(Urls.originOf("https://api.example.com/a"), "https://api.example.com")
    for (const path of ["%zz", "?page=2", "//", "\ud800"]) {
      assert.isTrue(Urls.isIn(own, `https://api.example.com/${path}`), path)
      assert.isTrue(URL.canParse(`https://api.example.com/${path}`), path)
    }
    for (const url of ["https://api.example.com.org/a", "https://api.example.com@example.org/a", "a", ""]) {
      assert.isFalse(Urls.isIn(own, url), url)
    }
  })

  it("of a URL without one makes no text a URL", () => {
    assert.strictEqual(Urls.originOf("data:,a"), "null")
    assert.isFalse(Urls.isIn(new Set(["null"]), "null/a"))
  })
})
