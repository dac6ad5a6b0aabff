/** What each check shows, and what it sends. */

export interface Expected {
  readonly result: unknown
  /** Where it differs in a page. */
  readonly inPage?: unknown
  /** In a page: `OPTIONS` asks for the permission of the service. */
  readonly sent: ReadonlyArray<string>
  /** Outside of pages, where it is not the same without the `OPTIONS`. */
  readonly elsewhere?: ReadonlyArray<string>
}

const repo = "/repos/octo/web"

/** The headers of a request with a token that a service must permit. */
const read = "for authorization,x-github-api-version"
const write = "for authorization,content-type,x-github-api-version"

const uploaded = "sha256:230ed06df482a77672cd93b6d4024053b380b8563d3a939aa5d25574772ee479"

/** A request with a token, for which a page asks first. */
const asked = (request: string, headers: string): ReadonlyArray<string> => [
  `OPTIONS ${request.split(" ")[1]} 204 ${headers}`,
  `${request} with a token`
]

/** Pages follow a redirect on their own, once they have seen that there is one. */
const redirected = (request: string, headers: string): ReadonlyArray<string> => [
  ...asked(request, headers),
  ...asked(request, headers)
]

/** A download by a redirect to another origin. It asks for nothing that needs the permission of that origin. */
const stored = (id: number, request: string): Pick<Expected, "sent" | "elsewhere"> => ({
  sent: [...redirected(`GET ${repo}/releases/assets/${id} 302`, "for authorization"), request],
  elsewhere: [`GET ${repo}/releases/assets/${id} 302 with a token uncompressed`, `${request} uncompressed`]
})

export const expected: Readonly<Record<string, Expected>> = {
  reads: {
    result: ["First", "octo", "2030-01-01T00:00:00.000Z"],
    sent: [`GET ${repo}/issues/1 200`]
  },
  statesVersion: {
    result: "First",
    sent: [`OPTIONS ${repo}/issues/1 204 for x-github-api-version`, `GET ${repo}/issues/1 200`]
  },
  lists: {
    result: [1, 2, 3, 4, 5],
    sent: [
      `GET ${repo}/issues 200`,
      "GET /repositories/2000000/issues?page=2 200",
      "GET /repositories/2000000/issues?page=3 200"
    ]
  },
  compresses: {
    result: [60_000, true],
    sent: [`GET ${repo}/issues/2 200`, `GET ${repo}/issues/2 200`],
    elsewhere: [`GET ${repo}/issues/2 200`, `GET ${repo}/issues/2 200 uncompressed`]
  },
  writes: {
    result: [6, "größer 🦔", "One", "Two"],
    sent: [
      ...asked(`POST ${repo}/issues 201`, write),
      ...asked(`POST ${repo}/issues/6/comments 201`, write),
      // The browser remembers the permission.
      `POST ${repo}/issues/6/comments 201 with a token`
    ]
  },
  revalidates: {
    result: [
      ["Third", false],
      ["Third", true],
      ["Edited 1", false]
    ],
    sent: [
      `GET ${repo}/issues/3 200`,
      `OPTIONS ${repo}/issues/3 204 for if-none-match`,
      `GET ${repo}/issues/3 304 if changed`,
      `OPTIONS ${repo}/issues/3 204 for if-none-match`,
      `GET ${repo}/issues/3 200 if changed`
    ]
  },
  reloads: {
    result: ["Fourth", "Edited 1", "Edited 2"],
    sent: [`GET ${repo}/issues/4 200`, `GET ${repo}/issues/4 200`, `GET ${repo}/issues/4 200`]
  },
  signsIn: {
    result: [
      ["octo/secret", false],
      ["octo/secret", true]
    ],
    sent: [
      ...asked("GET /repos/octo/secret 200", read),
      "OPTIONS /repos/octo/secret 204 for authorization,if-none-match,x-github-api-version",
      "GET /repos/octo/secret 304 with a token if changed"
    ]
  },
  actsAsApp: {
    result: ["builder[bot]", "builder[bot]", "builder[bot]"],
    sent: [
      ...asked("POST /app/installations/70/access_tokens 201", write),
      ...asked(`POST ${repo}/issues/5/comments 201`, write),
      // The token is in the store.
      `POST ${repo}/issues/5/comments 201 with a token`,
      "POST /app/installations/70/access_tokens 201 with a token",
      `POST ${repo}/issues/5/comments 201 with a token`
    ]
  },
  followsRenames: {
    result: ["First", "Moved"],
    // A page cannot see where a redirect leads, so a write must not follow it.
    inPage: ["First", "UnsafeRedirect"],
    sent: [
      ...redirected("GET /repos/octo/old-web/issues/1 301", read),
      ...asked("GET /repositories/2000000/issues/1 200", read),
      ...asked("POST /repos/octo/old-web/issues/1/comments 307", write)
    ],
    elsewhere: [
      "GET /repos/octo/old-web/issues/1 301 with a token",
      "GET /repositories/2000000/issues/1 200 with a token",
      "POST /repos/octo/old-web/issues/1/comments 307 with a token",
      "POST /repositories/2000000/issues/1/comments 201 with a token"
    ]
  },
  uploads: {
    result: [300_000, uploaded, { bytes: 300_000, total: 300_000 }],
    sent: asked(`POST ${repo}/releases/1/assets 201`, write)
  },
  downloads: {
    result: [300_000, { bytes: 300_000, total: 300_000 }],
    ...stored(2, "GET /stored")
  },
  downloadsFromStorage: {
    result: 300_000,
    inPage: "TransportFailed",
    ...stored(1, "GET /storage 200")
  },
  downloadsContents: {
    result: "Grüße",
    sent: [`GET ${repo}/contents/gr%C3%B6%C3%9Fe.txt 200`],
    elsewhere: [`GET ${repo}/contents/gr%C3%B6%C3%9Fe.txt 200 uncompressed`]
  },
  verifies: {
    result: "IntegrityFailed",
    ...stored(2, "GET /stored")
  },
  stopsEarly: {
    result: [1, 1],
    ...stored(3, "GET /endless")
  },
  refuses: {
    // A page is not told why there is no response.
    result: ["NotFound", true, false],
    inPage: ["NotFound", true, true],
    sent: [...asked(`GET ${repo}/issues/999 404`, read), ...asked(`POST ${repo}/labels 422`, write)]
  },
  limits: {
    result: ["secondary", 5],
    sent: asked(`GET ${repo}/issues/1 403`, read)
  },
  interrupts: { result: ["None", 1], sent: [] },
  timesOut: { result: ["TransportFailed", true, 1], sent: [] },
  tellsTheWeather: {
    result: ["Berlin", 48, 731, "NotFound"],
    sent: ["GET /v1/search 200", "GET /v1/forecast 200", "GET /v1/archive 200", "GET /v1/get 400"]
  }
}

/** Uploads of streams: fetch cannot send one with its length, which services want to know. */
export const uploadsStreams = {
  onFetch: { result: "InvalidInput", sent: [] },
  onUndici: { result: uploaded, sent: [`POST ${repo}/releases/1/assets 201 with a token`] }
} satisfies Readonly<Record<string, Expected>>
