/** The repository that most examples read and change: its files, issues, pull requests and releases. */
import type { ForgeSimulator } from "forgecast/testing"
import { page } from "./archives.ts"

/** The dates of its commits are given, so their shas are the same each time. */
export const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  description: "The weather on the web",
  homepage: "https://web.example.com",
  topics: ["weather", "typescript"],
  stars: 42,
  stargazers: { grace: "2026-01-08T09:00:00Z", alan: "2026-01-09T09:00:00Z" },
  created_at: "2026-01-05T09:00:00Z",
  pushed_at: "2026-02-16T09:00:00Z",
  collaborators: { grace: "write", alan: "write" },
  commits: [
    {
      message: "Show the temperature",
      author: "ada",
      date: "2026-01-05T09:00:00Z",
      files: {
        "README.md": "# web\n\nShows the *weather* of a place.\n",
        "src/main.ts": 'export const title = "Weather"\nexport const unit = "°F"\n',
        "src/wind.ts": 'export const unit = "km/h"\n'
      }
    },
    {
      message: "Add a guide",
      author: "ada",
      date: "2026-01-20T09:00:00Z",
      files: { "docs/guide.md": "# Guide\n\nEnter the name of a place.\n" }
    }
  ],
  tags: { "v1.0.0": "main~1" },
  branches: {
    "wind-chill": {
      from: "main~1",
      commits: [
        {
          message: "Compute the wind chill",
          author: "grace",
          date: "2026-02-17T09:00:00Z",
          files: { "src/wind.ts": 'export const unit = "km/h"\nexport const chill = true\n' }
        }
      ]
    },
    readme: {
      commits: [
        {
          message: "Say how to start",
          author: "grace",
          date: "2026-02-18T09:00:00Z",
          files: { "README.md": "# web\n\nShows the *weather* of a place.\n\nRun `npm start`.\n" }
        }
      ]
    },
    units: {
      from: "main~1",
      commits: [
        {
          message: "Show kelvins",
          author: "alan",
          date: "2026-02-19T09:00:00Z",
          files: { "src/main.ts": 'export const title = "Weather"\nexport const unit = "K"\n' }
        }
      ]
    },
    humidity: {
      commits: [
        {
          message: "Show the humidity",
          author: "ada",
          date: "2026-02-20T09:00:00Z",
          files: { "src/humidity.ts": 'export const unit = "%"\n' }
        }
      ]
    },
    staging: { from: "main~1" },
    production: { from: "main~1" }
  },
  rulesets: [
    {
      name: "Stable",
      id: 90,
      actor: "ada",
      created_at: "2026-02-02T09:00:00Z",
      versions: [{ name: "Fixed", version: 93, actor: "ada", updated_at: "2026-02-01T09:00:00Z" }],
      conditions: { ref_name: { include: ["refs/heads/stable"], exclude: [] } },
      rules: [
        { type: "deletion" },
        {
          type: "required_status_checks",
          parameters: {
            required_status_checks: [{ context: "build" }],
            strict_required_status_checks_policy: false
          }
        }
      ]
    }
  ],
  rule_suites: [
    {
      id: 92,
      actor: "alan",
      before: "1111111111111111111111111111111111111111",
      after: "2222222222222222222222222222222222222222",
      ref: "refs/heads/stable",
      pushed_at: "2026-02-20T09:00:00Z",
      result: "fail",
      evaluations: [
        {
          ruleset: 90,
          name: "Stable",
          rule_type: "required_status_checks",
          enforcement: "active",
          details: 'Required status check "build" is expected.'
        }
      ]
    }
  ],
  protection: {
    production: {
      required_checks: ["build"],
      required_approvals: 1,
      restrictions: { users: ["ada", "grace"], teams: ["developers"], apps: [] }
    }
  },
  labels: [
    { name: "bug", color: "d73a4a", description: "Something does not work" },
    { name: "feature", color: "a2eeef", description: "Something is missing" },
    { name: "stale", color: "eeeeee" }
  ],
  milestones: [
    { number: 1, title: "v1.1", due_on: "2026-03-31T00:00:00Z", created_at: "2026-01-06T09:00:00Z" },
    { number: 2, title: "v2", created_at: "2026-01-07T09:00:00Z" }
  ],
  issues: [
    {
      number: 1,
      id: 501,
      sub_issues: [503, 504],
      title: "It rains in Bergen, and the page shows the sun",
      body: "Steps to reproduce: look out of the window.",
      user: "grace",
      labels: ["bug"],
      assignees: ["grace"],
      milestone: "v1.1",
      created_at: "2026-02-02T09:00:00Z",
      reactions: [
        { id: 11, content: "+1", user: "ada", created_at: "2026-02-02T10:00:00Z" },
        { id: 12, content: "eyes", user: "alan", created_at: "2026-02-02T11:00:00Z" }
      ],
      comments: [
        {
          id: 101,
          body: "I can reproduce it.",
          user: "ada",
          created_at: "2026-02-02T12:00:00Z",
          reactions: [{ id: 13, content: "heart", user: "ada", created_at: "2026-02-02T12:30:00Z" }]
        },
        { id: 102, body: "Is it the cache?", user: "alan", created_at: "2026-02-03T09:00:00Z" }
      ],
      events: [
        {
          event: "labeled",
          actor: "ada",
          label: { name: "bug", color: "d73a4a" },
          created_at: "2026-02-02T09:30:00Z"
        },
        { event: "assigned", actor: "ada", assignee: "grace", created_at: "2026-02-02T09:31:00Z" }
      ]
    },
    {
      number: 2,
      id: 502,
      title: "Show the humidity",
      user: "alan",
      labels: ["feature"],
      created_at: "2026-02-04T09:00:00Z",
      comments: [{ id: 103, body: "In percent, please.", user: "grace", created_at: "2026-02-05T09:00:00Z" }]
    },
    {
      number: 3,
      id: 503,
      blocked_by: [501],
      title: "The wind has the wrong unit",
      user: "grace",
      labels: ["bug"],
      state: "closed",
      created_at: "2026-02-06T09:00:00Z",
      closed_at: "2026-02-07T09:00:00Z"
    },
    {
      number: 4,
      id: 504,
      title: "Which is better, °C or °F?",
      user: "alan",
      locked: "too heated",
      labels: ["stale"],
      created_at: "2026-02-08T09:00:00Z"
    }
  ],
  deleted_issues: [9],
  pulls: [
    {
      number: 8,
      title: "Show degrees Celsius",
      user: "grace",
      head: "celsius",
      commits: [
        {
          message: "Show degrees Celsius",
          author: "grace",
          date: "2026-02-15T09:00:00Z",
          files: { "src/main.ts": 'export const title = "Weather"\nexport const unit = "°C"\n' }
        }
      ],
      created_at: "2026-02-15T10:00:00Z",
      merged: "2026-02-16T09:00:00Z",
      merge_method: "squash"
    },
    {
      number: 5,
      title: "Compute the wind chill",
      user: "grace",
      head: "wind-chill",
      body: "Closes nothing yet.",
      labels: ["feature"],
      requested_reviewers: ["alan"],
      requested_teams: ["designers"],
      created_at: "2026-02-17T10:00:00Z",
      reviews: [
        {
          id: 501,
          user: "ada",
          state: "CHANGES_REQUESTED",
          body: "A test is missing.",
          submitted_at: "2026-02-17T11:00:00Z"
        },
        { id: 502, user: "ada", state: "PENDING" }
      ],
      review_comments: [
        {
          id: 601,
          path: "src/wind.ts",
          line: 2,
          body: "Below 10 °C only?",
          user: "alan",
          created_at: "2026-02-17T12:00:00Z"
        }
      ],
      mergeable_known: true
    },
    {
      number: 6,
      title: "Say how to start",
      user: "grace",
      head: "readme",
      created_at: "2026-02-18T10:00:00Z",
      reviews: [{ id: 503, user: "ada", state: "APPROVED", submitted_at: "2026-02-18T11:00:00Z" }],
      mergeable_known: true
    },
    {
      number: 7,
      title: "Show kelvins",
      user: "alan",
      head: "units",
      draft: true,
      created_at: "2026-02-19T10:00:00Z",
      mergeable_known: true
    }
  ],
  commit_comments: [
    { id: 601, body: "It rains here.", user: "grace", created_at: "2026-01-20T10:00:00Z" },
    { id: 602, ref: "v1.0.0", body: "The first one!", user: "alan", created_at: "2026-01-21T10:00:00Z" }
  ],
  releases: [
    {
      id: 201,
      tag_name: "v1.0.0",
      name: "The first one",
      body: "Shows the temperature.",
      author: "ada",
      created_at: "2026-01-05T10:00:00Z",
      published_at: "2026-01-05T10:00:00Z",
      assets: [
        {
          id: 301,
          name: "web.zip",
          content_type: "application/zip",
          content: { base64: page },
          download_count: 7,
          created_at: "2026-01-05T10:00:00Z"
        },
        {
          id: 302,
          name: "notes.txt",
          content_type: "text/plain",
          content: "Unzip web.zip, and open index.html.\n",
          created_at: "2026-01-05T10:00:00Z"
        }
      ]
    },
    { id: 202, tag_name: "v1.1.0", draft: true, author: "ada", created_at: "2026-02-20T09:00:00Z" }
  ]
}
