/** The endpoints of files. */
import { endpoint, representedAs, type Route } from "../../http/router.ts"
import { get, getReadme } from "./read.ts"
import { put, remove } from "./write.ts"

const repo = "/repos/{owner}/{repo}"
const path = `${repo}/contents/{path*}`
const page = "repos/contents"

export const routes: ReadonlyArray<Route> = [
  representedAs(
    { raw: "Contents.download", html: "Contents.getHtml" },
    endpoint("Contents.get", `GET ${path}`, `${page}#get-repository-content`, get)
  ),
  endpoint("Contents.get", `GET ${repo}/contents`, `${page}#get-repository-content`, get),
  endpoint("Contents.get", `GET ${repo}/contents/`, `${page}#get-repository-content`, get),
  representedAs(
    { raw: "Contents.downloadReadme", html: "Contents.getReadmeHtml" },
    endpoint("Contents.getReadme", `GET ${repo}/readme`, `${page}#get-a-repository-readme`, getReadme)
  ),
  endpoint(
    "Contents.getReadme",
    `GET ${repo}/readme/{dir*}`,
    `${page}#get-a-repository-readme-for-a-directory`,
    getReadme
  ),
  endpoint("Contents.put", `PUT ${path}`, `${page}#create-or-update-file-contents`, put),
  endpoint("Contents.remove", `DELETE ${path}`, `${page}#delete-a-file`, remove)
]
