import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { MinimalRepo } from "./Repo.ts"

/** What notifications are about. */
export class NotificationSubject extends Schema.Opaque<NotificationSubject>()(
  Schema.Struct({
    title: Schema.String,
    type: Wire.openEnum([
      "CheckSuite",
      "Commit",
      "Discussion",
      "Issue",
      "PullRequest",
      "Release",
      "RepositoryDependabotAlertsThread",
      "RepositoryInvitation",
      "RepositoryVulnerabilityAlert"
    ]),
    /** API URL; null for what the API does not have, such as a discussion. */
    url: Wire.nullable(Schema.String),
    /** API URL of the last comment, or that of the subject. */
    latest_comment_url: Wire.nullable(Schema.String)
  })
) {}

/** The notifications about one subject. */
export class NotificationThread extends Schema.Opaque<NotificationThread>()(
  Schema.Struct({
    /** Digits. Inputs take it as `thread_id`. */
    id: Schema.String,
    subject: NotificationSubject,
    repository: MinimalRepo,
    /** Why you are notified. */
    reason: Wire.openEnum([
      "approval_requested",
      "assign",
      "author",
      "ci_activity",
      "comment",
      "invitation",
      "manual",
      "member_feature_requested",
      "mention",
      "review_requested",
      "security_advisory_credit",
      "security_alert",
      "state_change",
      "subscribed",
      "team_mention"
    ]),
    unread: Schema.Boolean,
    updated_at: Wire.Timestamp,
    /** Null if it was never read. */
    last_read_at: Wire.nullable(Wire.Timestamp),
    /** API URL, like the field below. */
    url: Schema.String,
    subscription_url: Schema.String
  })
) {}

/** Whether you get further notifications of a thread. */
export class ThreadSubscription extends Schema.Opaque<ThreadSubscription>()(
  Schema.Struct({
    subscribed: Schema.Boolean,
    /** Whether you get none, whatever happens. */
    ignored: Schema.Boolean,
    /** Why you are subscribed, such as `mention` or `manual`. */
    reason: Wire.nullable(Schema.String),
    created_at: Wire.nullable(Wire.Timestamp),
    /** API URL, like the field below. */
    url: Schema.String,
    thread_url: Wire.nullable(Schema.String)
  })
) {}
