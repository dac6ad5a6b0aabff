import { Octokit } from "octokit"

const comment = {
  owner: "acme",
  repo: "web",
  issue_number: 1,
  body: "Thank you!"
}

const octokit = new Octokit({
  auth: "octo-token",
  throttle: {
    onRateLimit: () => true,
    onSecondaryRateLimit: () => true
  }
})

const { data } = await octokit.rest.issues.createComment(comment)

export default data.html_url
