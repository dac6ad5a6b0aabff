/** How the operations of `Reactions` are called in tests, and what the service responds. */
import type * as Reactions from "../../../src/forge/Reactions.ts"
import { reaction } from "../support/conversations.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const seventh = { ...repo, issue_number: 7 }
const readReaction = { id: 42, content: "heart", user: { login: "octo" } }
const fifth = { ...repo, comment_id: 5 }

export const rows: Rows<typeof Reactions> = {
  listForIssue: {
    whole: { ...seventh, content: "+1", ...third },
    response: [reaction],
    value: [readReaction],
    octokit: { with: { content: "heart" } }
  },
  createForIssue: {
    whole: { ...seventh, content: "heart" },
    response: reaction,
    value: readReaction,
    errors: { Gone: "the issue was deleted" },
    repeatable: { is: true, because: "a second reaction of the same kind is the first one" },
    octokit: { status: 201, with: { content: "rocket" } }
  },
  deleteForIssue: {
    whole: { ...seventh, reaction_id: 42 },
    errors: { Gone: "the issue was deleted" }
  },
  listForComment: {
    whole: { ...fifth, content: "-1", ...third },
    response: [reaction],
    value: [readReaction]
  },
  createForComment: {
    whole: { ...fifth, content: "eyes" },
    response: reaction,
    value: readReaction,
    repeatable: { is: true, because: "a second reaction of the same kind is the first one" },
    octokit: { status: 201, with: { content: "eyes" } }
  },
  deleteForComment: {
    whole: { ...fifth, reaction_id: 42 }
  }
}
