/** The App of the scene and its installation, and who stars and watches the repository. */
import type { AppDetails, CreatedApp, Installation, InstallationRequest } from "../../../forge/schema/Installation.ts"
import type { Place } from "../../SampleTypes.ts"
import { field, first, me, open } from "./scene.ts"

const at = "2026-01-12T10:00:00Z"

const installed = (slug: string, id: number | undefined, place: Place) => {
  const account = place.owner ?? "acme"
  const given = id === undefined ? {} : { id }
  return open({
    ...place,
    apps: [
      {
        slug,
        name: "Builder",
        owner: account,
        public_key: "none",
        installations: [{ account, ...given }],
        installation_requests: [{ account, requester: "hubot", created_at: at, ...given }]
      }
    ]
  })
}

export const app = ({ slug }: Partial<AppDetails>, place: Place): unknown =>
  installed(slug ?? "builder", undefined, place)("GET", `/apps/${slug ?? "builder"}`)

export const createdApp = ({ slug }: Partial<CreatedApp>, place: Place): unknown =>
  open({
    ...place,
    manifests: [
      {
        code: "code",
        slug: slug ?? "builder",
        name: "Builder",
        owner: place.owner ?? "acme",
        private_key: "-----BEGIN RSA PRIVATE KEY-----",
        public_key: "none",
        hook: { url: "https://hooks.acme.example" }
      }
    ]
  })("POST", "/app-manifests/code/conversions")

export const installation = ({ app_slug = "builder", id }: Partial<Installation>, place: Place): unknown =>
  first(field(installed(app_slug, id, place)("GET", "/user/installations"), "installations"))

export const request = ({ id }: Partial<InstallationRequest>, place: Place): unknown =>
  first(installed("builder", id, place)("GET", "/app/installation-requests"))

export const stargazer = (_: object, place: Place): unknown =>
  first(open({ ...place, media: "star", repository: { stargazers: { hubot: at } } }).inRepo("GET", "/stargazers"))

export const starredRepository = (_: object, place: Place): unknown =>
  first(open({ ...place, media: "star", repository: { stargazers: { [me]: at } } })("GET", "/user/starred"))

export const subscription = (_: object, place: Place): unknown => open(place).inRepo("GET", "/subscription")
