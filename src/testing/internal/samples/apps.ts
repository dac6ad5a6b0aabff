/** The App of the scene and its installation, and who stars and watches the repository. */
import type { AppDetails, Installation } from "../../../forge/schema/Installation.ts"
import type { Place } from "../../SampleTypes.ts"
import { field, first, me, open } from "./scene.ts"

const installed = (slug: string, id: number | undefined, place: Place) => {
  const owner = place.owner ?? "acme"
  const installation = { account: owner, ...(id === undefined ? {} : { id }) }
  return open({ ...place, apps: [{ slug, name: "Builder", owner, public_key: "none", installations: [installation] }] })
}

export const app = ({ slug }: Partial<AppDetails>, place: Place): unknown =>
  installed(slug ?? "builder", undefined, place)("GET", `/apps/${slug ?? "builder"}`)

export const installation = ({ app_slug = "builder", id }: Partial<Installation>, place: Place): unknown =>
  first(field(installed(app_slug, id, place)("GET", "/user/installations"), "installations"))

const starred_at = "2026-01-12T10:00:00Z"

export const stargazer = (_: object, place: Place): unknown =>
  first(
    open({ ...place, media: "star", repository: { stargazers: { hubot: starred_at } } }).inRepo("GET", "/stargazers")
  )

export const starredRepository = (_: object, place: Place): unknown =>
  first(open({ ...place, media: "star", repository: { stargazers: { [me]: starred_at } } })("GET", "/user/starred"))

export const subscription = (_: object, place: Place): unknown => open(place).inRepo("GET", "/subscription")
