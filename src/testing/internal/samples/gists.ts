/** Gists and notifications of the scene. */
import type { Gist, ListedGist } from "../../../forge/schema/Gist.ts"
import type { GistComment } from "../../../forge/schema/GistComment.ts"
import type { NotificationThread } from "../../../forge/schema/NotificationThread.ts"
import type { Place } from "../../SampleTypes.ts"
import { type Client, first, me, open } from "./scene.ts"

const usual = { gist: "2decf6c462d9b4418f2", comment: 11_000_001, thread: 12_000_001 }

const shared = (id: string, comment = usual.comment): Client =>
  open({
    gists: [
      {
        id,
        owner: me,
        description: "How to start faster",
        public: true,
        files: { "start.md": "# Start\n" },
        comments: [{ id: comment, body: "It works.", user: "hubot", created_at: "2026-01-14T17:00:00Z" }],
        created_at: "2026-01-14T16:30:00Z"
      }
    ]
  })

export const gist = ({ id = usual.gist }: Partial<Gist>): unknown => shared(id)("GET", `/gists/${id}`)

export const listedGist = ({ id = usual.gist }: Partial<ListedGist>): unknown =>
  first(shared(id)("GET", "/gists/public"))

export const gistCommit = (): unknown => first(shared(usual.gist)("GET", `/gists/${usual.gist}/commits`))

export const gistComment = ({ id }: Partial<GistComment>): unknown =>
  first(shared(usual.gist, id)("GET", `/gists/${usual.gist}/comments`))

const notified = (id: number, place: Place): Client => {
  const { issue_number: number = 1, owner = "acme", repo = "web" } = place
  return open({
    ...place,
    repository: { issues: [{ number, title: "It does not start", user: "hubot", created_at: "2026-01-12T10:00:00Z" }] },
    notifications: [
      {
        id,
        user: me,
        repository: `${owner}/${repo}`,
        subject: number,
        reason: "mention",
        updated_at: "2026-01-13T11:30:00Z"
      }
    ]
  })
}

export const thread = ({ id = String(usual.thread) }: Partial<NotificationThread>, place: Place): unknown =>
  notified(Number(id), place)("GET", `/notifications/threads/${id}`)

export const subscription = (_: object, place: Place): unknown =>
  notified(usual.thread, place)("GET", `/notifications/threads/${usual.thread}/subscription`)
