/** What can happen to a pull request, as its events say. */
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { reviewers } from "./internal/webhooks/fields.ts"
import { PullRequestChanges } from "./schema/EventRecords.ts"
import { Label } from "./schema/Label.ts"
import { Milestone } from "./schema/Milestone.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"

/** The fields that each action adds to the payload. */
export const pullRequestActions = {
  /** Somebody is assigned. */
  assigned: { assignee: Wire.nullable(SimpleUser) },
  /** Auto-merge is switched off. */
  auto_merge_disabled: { reason: Wire.nullable(Schema.String) },
  /** Auto-merge is switched on: it is merged once nothing stands in the way. */
  auto_merge_enabled: { reason: Wire.nullable(Schema.String) },
  /** Merged, if `pull_request.merged` is true. */
  closed: {},
  /** It is a draft again. */
  converted_to_draft: {},
  /** It leaves its milestone. */
  demilestoned: { milestone: Wire.nullable(Milestone) },
  /** It leaves the merge queue. */
  dequeued: { reason: Wire.nullable(Schema.String) },
  /** Its title, its text or its base has changed. */
  edited: { changes: PullRequestChanges },
  /** It joins the merge queue. */
  enqueued: {},
  /** It gets a label. */
  labeled: { label: Wire.nullable(Label) },
  /** Only collaborators may comment now. */
  locked: {},
  /** It gets a milestone. */
  milestoned: { milestone: Wire.nullable(Milestone) },
  /** It is new. */
  opened: {},
  /** It is no longer a draft. */
  ready_for_review: {},
  /** It is open again. */
  reopened: {},
  /** Somebody is no longer asked to review it. */
  review_request_removed: reviewers,
  /** Somebody is asked to review it. */
  review_requested: reviewers,
  /** The head has new commits. */
  synchronize: {
    /** The sha of the head before. */
    before: Schema.String,
    /** The sha of the head now. */
    after: Schema.String
  },
  /** Somebody is no longer assigned. */
  unassigned: { assignee: Wire.nullable(SimpleUser) },
  /** It loses a label. */
  unlabeled: { label: Wire.nullable(Label) },
  /** Everybody may comment again. */
  unlocked: {}
}

/** The actions of a pull request, and what each adds to the payload. */
export type PullRequestActions = { readonly [A in keyof typeof pullRequestActions]: (typeof pullRequestActions)[A] }
