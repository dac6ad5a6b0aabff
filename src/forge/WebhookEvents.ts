/**
 * The events of the service that have a schema: the payload of each, by its action.
 *
 * An event is data: the fields that all of its payloads have, and those that an action adds. All other events are
 * passed on unchanged. Each export has the name that `X-GitHub-Event` has.
 */
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { type PullRequestActions, pullRequestActions } from "./PullRequestActions.ts"
import { type Declared, ofAccount, ofRepository, type RepositoryFields } from "./EventDeclaration.ts"
import {
  CreatedRef,
  EditedBody,
  EventCheckRun,
  EventIssue,
  from,
  Ref,
  runOf,
  wasText
} from "./internal/webhooks/fields.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitComment } from "./schema/CommitComment.ts"
import { Deployment } from "./schema/Deployment.ts"
import { DeploymentStatus } from "./schema/DeploymentStatus.ts"
import * as Records from "./schema/EventRecords.ts"
import { EventRepo } from "./schema/EventRepo.ts"
import { Issue, IssueType } from "./schema/Issue.ts"
import { IssueComment } from "./schema/IssueComment.ts"
import { Label } from "./schema/Label.ts"
import { MergeGroup } from "./schema/MergeGroup.ts"
import { Milestone } from "./schema/Milestone.ts"
import { ListedPullRequest, PullRequest } from "./schema/PullRequest.ts"
import { CommitUser, PushCommit } from "./schema/PushCommit.ts"
import { Release } from "./schema/Release.ts"
import { Review } from "./schema/Review.ts"
import { ReviewComment } from "./schema/ReviewComment.ts"
import { SimpleOrganization } from "./schema/SimpleOrganization.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { Workflow } from "./schema/Workflow.ts"
import { WorkflowJob } from "./schema/WorkflowJob.ts"
import { WorkflowRun } from "./schema/WorkflowRun.ts"

/** The protection of a branch is created, changed or deleted. */
export const branch_protection_rule = ofRepository(
  { rule: Records.ProtectionRule },
  {
    created: {},
    deleted: {},
    edited: {
      /** What each changed field was. */
      changes: Wire.nullable(Schema.JsonObject)
    }
  }
)

/** A check run is created, completed, or requested again. */
export const check_run = ofRepository(
  { check_run: EventCheckRun },
  {
    completed: {},
    created: {},
    /** Somebody has pressed a button of the check run. */
    requested_action: {
      /** The button, by the `identifier` that the check run gave it. */
      requested_action: Wire.nullable(Schema.Struct({ identifier: Wire.nullable(Schema.String) }))
    },
    rerequested: {}
  }
)

/** A suite of checks is requested, or completed. */
export const check_suite = ofRepository(
  { check_suite: Records.EventCheckSuite },
  { completed: {}, requested: {}, rerequested: {} }
)

/** Somebody comments on a commit. */
export const commit_comment = ofRepository({ comment: CommitComment }, { created: {} })

/** A branch or a tag is created. */
export const create = ofRepository({
  ...CreatedRef,
  /** The default branch. */
  master_branch: Schema.String,
  /** The description of the repository. */
  description: Wire.nullable(Schema.String)
})

/** A branch or a tag is deleted. */
const delete_ = ofRepository(CreatedRef)

/** A deployment is created. */
export const deployment = ofRepository({ deployment: Deployment, ...runOf }, { created: {} })

/** A deployment gets a status. */
export const deployment_status = ofRepository(
  { deployment_status: DeploymentStatus, deployment: Deployment, ...runOf },
  { created: {} }
)

/** A repository is forked. */
export const fork = ofRepository({
  /** The new repository. */
  forkee: EventRepo
})

/** An App is installed, or its installation changes. */
export const installation = ofAccount(
  {
    installation: Records.EventInstallation,
    /** Those that it covers. */
    repositories: Wire.withDefault(Schema.Array(Records.InstalledRepo), []),
    /** Who asked for the installation. */
    requester: Wire.nullable(SimpleUser)
  },
  { created: {}, deleted: {}, new_permissions_accepted: {}, suspend: {}, unsuspend: {} }
)

/** The repositories that an installation covers change. */
export const installation_repositories = ofAccount(
  {
    installation: Records.EventInstallation,
    repository_selection: Wire.openEnum(["all", "selected"]),
    repositories_added: Schema.Array(Records.InstalledRepo),
    repositories_removed: Schema.Array(Records.RemovedRepo),
    /** Who asked for it. */
    requester: Wire.nullable(SimpleUser)
  },
  { added: {}, removed: {} }
)

/** A comment on an issue or a pull request is created, edited or deleted. */
export const issue_comment = ofRepository(
  {
    /** Pull requests are issues too: see `is_pull_request`. */
    issue: Issue,
    comment: IssueComment
  },
  { created: {}, deleted: {}, edited: { changes: EditedBody } }
)

/** An issue is opened, changed or closed. */
export const issues = ofRepository(
  { issue: EventIssue },
  {
    assigned: { assignee: Wire.nullable(SimpleUser) },
    closed: {},
    deleted: {},
    demilestoned: { milestone: Wire.nullable(Milestone) },
    edited: { changes: Schema.Struct({ title: wasText, body: wasText }) },
    labeled: { label: Wire.nullable(Label) },
    locked: {},
    milestoned: { milestone: Milestone },
    opened: {},
    pinned: {},
    reopened: {},
    transferred: {
      changes: Schema.Struct({
        /** The issue in its new repository. */
        new_issue: Schema.JsonObject,
        new_repository: EventRepo
      })
    },
    typed: { type: IssueType },
    unassigned: { assignee: Wire.nullable(SimpleUser) },
    unlabeled: { label: Wire.nullable(Label) },
    unlocked: {},
    unpinned: {},
    untyped: { type: IssueType }
  }
)

/** A label of a repository is created, edited or deleted. */
export const label = ofRepository(
  { label: Label },
  {
    created: {},
    deleted: {},
    edited: { changes: Wire.nullable(Schema.Struct({ color: wasText, description: wasText, name: wasText })) }
  }
)

/** The access of a collaborator. */
export const member = ofRepository(
  { member: Wire.nullable(SimpleUser) },
  {
    added: {
      changes: Wire.nullable(
        Schema.Struct({
          permission: Wire.nullable(Schema.Struct({ to: Schema.String })),
          role_name: Wire.nullable(Schema.Struct({ to: Schema.String }))
        })
      )
    },
    edited: {
      changes: Schema.Struct({
        old_permission: wasText,
        permission: Wire.nullable(
          Schema.Struct({ from: Wire.nullable(Schema.String), to: Wire.nullable(Schema.String) })
        )
      })
    },
    removed: {}
  }
)

/** Somebody joins or leaves a team. */
export const membership = ofAccount(
  {
    organization: SimpleOrganization,
    member: Wire.nullable(SimpleUser),
    team: Records.EventTeam,
    /** `team`, or `organization`. */
    scope: Schema.String
  },
  { added: {}, removed: {} }
)

/** A merge queue wants a group of pull requests to be tested, or is done with it. */
export const merge_group = ofAccount(
  { merge_group: MergeGroup, repository: Wire.nullable(EventRepo) },
  { checks_requested: {}, destroyed: { reason: Wire.nullable(Wire.openEnum(["dequeued", "invalidated", "merged"])) } }
)

/** A milestone is created, changed or closed. */
export const milestone = ofRepository(
  { milestone: Milestone },
  {
    closed: {},
    created: {},
    deleted: {},
    edited: { changes: Schema.Struct({ description: wasText, due_on: wasText, title: wasText }) },
    opened: {}
  }
)

/** The members of an organization change, or the organization itself. */
export const organization = ofAccount(
  { organization: SimpleOrganization },
  {
    deleted: { membership: Wire.nullable(Records.EventMembership) },
    member_added: { membership: Records.EventMembership },
    member_invited: {
      invitation: Schema.JsonObject,
      /** Null if the invitation went to an e-mail address. */
      user: Wire.nullable(SimpleUser)
    },
    member_removed: { membership: Records.EventMembership },
    renamed: { changes: Wire.nullable(Schema.Struct({ login: wasText })) }
  }
)

/** The first event of a new hook. */
export const ping = ofAccount({
  /** A sentence of the service's philosophy. */
  zen: Wire.nullable(Schema.String),
  hook_id: Wire.nullable(Schema.Int),
  hook: Wire.nullable(Records.PingedHook),
  repository: Wire.nullable(EventRepo)
})

/** A private repository becomes public. */
const public_ = ofRepository({})

/** Names the actions, so that their type is not written out. */
const withActions = <const F extends Schema.Struct.Fields>(
  fields: F
): Declared<RepositoryFields & F, PullRequestActions> => ofRepository(fields, pullRequestActions)

/** A pull request is opened, changed, merged or closed. */
export const pull_request = withActions({
  /** Number of the pull request in its repository. */
  number: Schema.Int,
  pull_request: PullRequest
})

/** A review is submitted, edited or dismissed. */
export const pull_request_review = ofRepository(
  { pull_request: ListedPullRequest, review: Review },
  { dismissed: {}, edited: { changes: EditedBody }, submitted: {} }
)

/** A comment on the changes of a pull request is created, edited or deleted. */
export const pull_request_review_comment = ofRepository(
  { pull_request: ListedPullRequest, comment: ReviewComment },
  { created: {}, deleted: {}, edited: { changes: EditedBody } }
)

/** A conversation about a pull request is resolved, or opened again. */
export const pull_request_review_thread = ofRepository(
  {
    pull_request: ListedPullRequest,
    thread: Records.ReviewThread,
    updated_at: Wire.nullable(Wire.Timestamp)
  },
  { resolved: {}, unresolved: {} }
)

/** A branch or a tag is pushed. */
export const push = ofRepository({
  ...Ref,
  /** The sha before; 40 zeros for a new ref. */
  before: Schema.String,
  /** The sha now; 40 zeros for a deleted ref. */
  after: Schema.String,
  /** Whether the ref is new. */
  created: Schema.Boolean,
  /** Whether the ref was deleted. */
  deleted: Schema.Boolean,
  /** Whether commits were taken away. */
  forced: Schema.Boolean,
  base_ref: Wire.nullable(Schema.String),
  /** Web page URL of the changes. */
  compare: Schema.String,
  /** Up to 2,048 commits. */
  commits: Schema.Array(PushCommit),
  /** The last commit; null for a deleted ref. */
  head_commit: Wire.nullable(PushCommit),
  pusher: CommitUser
})

/** A release is created, changed or published. */
export const release = ofRepository(
  { release: Release },
  {
    created: {},
    deleted: {},
    edited: {
      changes: Schema.Struct({
        body: wasText,
        name: wasText,
        tag_name: wasText,
        make_latest: Wire.nullable(Schema.Struct({ to: Schema.Boolean }))
      })
    },
    prereleased: {},
    published: {},
    /** Published, and no prerelease. */
    released: {},
    unpublished: {}
  }
)

/** A repository is created, changed or deleted. */
export const repository = ofRepository(
  {},
  {
    archived: {},
    created: {},
    deleted: {},
    edited: {
      changes: Schema.Struct({
        default_branch: wasText,
        description: wasText,
        homepage: wasText,
        topics: from(Wire.nullable(Schema.Array(Schema.String)))
      })
    },
    privatized: {},
    publicized: {},
    renamed: {
      changes: Schema.Struct({ repository: Schema.Struct({ name: Schema.Struct({ from: Schema.String }) }) })
    },
    transferred: {
      changes: Schema.Struct({
        owner: Schema.Struct({
          from: Schema.Struct({
            user: Wire.nullable(SimpleUser),
            organization: Wire.nullable(SimpleOrganization)
          })
        })
      })
    },
    unarchived: {}
  }
)

/** What `Repositories.dispatch` sends. */
export const repository_dispatch = ofRepository({
  /** The `event_type` of the call. */
  action: Schema.String,
  /** The default branch. */
  branch: Schema.String,
  client_payload: Wire.nullable(Schema.JsonObject)
})

/** A star is given, or taken back. */
export const star = ofRepository(
  {
    /** Null once the star is taken back. */
    starred_at: Wire.nullable(Wire.Timestamp)
  },
  { created: {}, deleted: {} }
)

/** A commit gets a status. */
export const status = ofRepository({
  id: Schema.Int,
  sha: Schema.String,
  /** `owner/name` of the repository. */
  name: Schema.String,
  context: Schema.String,
  description: Wire.nullable(Schema.String),
  state: Wire.openEnum(["pending", "success", "failure", "error"]),
  target_url: Wire.nullable(Schema.String),
  commit: Commit,
  /** Up to 10 branches that have the commit. */
  branches: Schema.Array(Records.BranchOfCommit),
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp
})

/** A team is created, changed or deleted, or its access changes. */
export const team = ofAccount(
  {
    organization: Wire.nullable(SimpleOrganization),
    team: Records.EventTeam,
    /** The repository that the team got, lost, or has other permissions on. */
    repository: Wire.nullable(EventRepo)
  },
  {
    added_to_repository: {},
    created: {},
    deleted: {},
    edited: {
      /** What each changed field was. */
      changes: Schema.JsonObject
    },
    removed_from_repository: {}
  }
)

/** A team gets access to a repository. */
export const team_add = ofRepository({ team: Records.EventTeam })

/** Somebody stars a repository. */
export const watch = ofRepository({}, { started: {} })

/** A run is started by hand, or by `Actions.dispatch`. */
export const workflow_dispatch = ofRepository({
  /** What was chosen for the inputs of the workflow. */
  inputs: Wire.nullable(Schema.JsonObject),
  ref: Schema.String,
  /** The path of the workflow's file. */
  workflow: Schema.String
})

/** A job of a run is queued, begins or ends. */
export const workflow_job = ofRepository(
  { workflow_job: WorkflowJob },
  { completed: {}, in_progress: {}, queued: {}, waiting: {} }
)

/** A run of a workflow is requested, begins or ends. */
export const workflow_run = ofRepository(
  { workflow: Wire.nullable(Workflow), workflow_run: WorkflowRun },
  { completed: {}, in_progress: {}, requested: {} }
)
export { delete_ as delete, public_ as public }
