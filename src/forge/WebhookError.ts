/**
 * Why a request is not taken as a delivery. Each error has the status of its response, and is one for routes of
 * `effect/http`: a handler that fails with it responds with that status.
 */
import * as Effect from "effect/Effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"

const respond = (error: { readonly status: number; readonly message: string }) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe({ message: error.message }, { status: error.status }))

/** 401: the delivery has no `X-Hub-Signature-256`. The hook has no secret, or somebody else has sent it. */
export class SignatureMissing extends Schema.TaggedError<SignatureMissing>("forgecast/SignatureMissing")(
  "SignatureMissing",
  {}
) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 401
  /** One sentence for people. */
  override get message() {
    return "The delivery is not signed: set the same secret at the hook and here"
  }
}

/** 401: the signature is not that of the body, with any of the secrets. */
export class SignatureMismatch extends Schema.TaggedError<SignatureMismatch>("forgecast/SignatureMismatch")(
  "SignatureMismatch",
  {}
) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 401
  /** One sentence for people. */
  override get message() {
    return "The signature is not that of the body: the secret differs from the hook's, or the body was changed on its way"
  }
}

/** 413: the body is longer than the limit. */
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>("forgecast/BodyTooLarge")("BodyTooLarge", {
  /** In bytes. */
  limit: Schema.Finite
}) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 413
  /** One sentence for people. */
  override get message() {
    return `The body is longer than ${this.limit} bytes`
  }
}

/** 408: the body did not arrive, or not in time. */
export class BodyIncomplete extends Schema.TaggedError<BodyIncomplete>("forgecast/BodyIncomplete")(
  "BodyIncomplete",
  {}
) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 408
  /** One sentence for people. */
  override get message() {
    return "The body has not arrived as a whole"
  }
}

/** 415: the body is neither JSON nor a form, or it is compressed. */
export class MediaTypeUnsupported extends Schema.TaggedError<MediaTypeUnsupported>("forgecast/MediaTypeUnsupported")(
  "MediaTypeUnsupported",
  {
    /** The media type, or the encoding, of the body: at most 200 characters. */
    found: Schema.String
  }
) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 415
  /** One sentence for people. */
  override get message() {
    return `A delivery is application/json or application/x-www-form-urlencoded, not ${this.found || "nothing"}`
  }
}

/** 400: a header that every delivery has is missing, or is not one of the service. */
export class HeaderInvalid extends Schema.TaggedError<HeaderInvalid>("forgecast/HeaderInvalid")("HeaderInvalid", {
  /** The name of the header, in lower case. */
  header: Schema.String,
  /** Whether it is missing, or has another form. */
  reason: Schema.Literals(["missing", "invalid"]),
  /** What is valid, in words. */
  expected: Schema.String
}) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 400
  /** One sentence for people. */
  override get message() {
    return `The header ${this.header} is ${this.reason}: expected ${this.expected}`
  }
}

/** 400: the payload is not JSON, or not what the schema of its event describes. */
export class DecodeFailed extends Schema.TaggedError<DecodeFailed>("forgecast/WebhookError/DecodeFailed")(
  "DecodeFailed",
  {
    /** The event, such as `pull_request`. */
    event: Schema.String,
    /** The id of the delivery. */
    delivery: Schema.String,
    /** The path of the value, such as `pull_request.head.sha`; empty for the payload as a whole. */
    path: Schema.String,
    /** What was expected and what was found there: at most 200 characters. */
    found: Schema.String
  }
) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 400
  /** One sentence for people. */
  override get message() {
    return `The payload of ${this.event} does not match${this.path && ` at ${this.path}`}: ${this.found}`
  }
}

/** Why a request is not taken as a delivery. */
export type WebhookError =
  | SignatureMissing
  | SignatureMismatch
  | BodyTooLarge
  | BodyIncomplete
  | MediaTypeUnsupported
  | HeaderInvalid
  | DecodeFailed

/** A handler was to run as an installation, but the delivery is from a hook that is not an App's. */
export class InstallationMissing extends Schema.TaggedError<InstallationMissing>("forgecast/InstallationMissing")(
  "InstallationMissing",
  {
    /** The event, such as `pull_request`. */
    event: Schema.String
  }
) {
  /** One sentence for people. */
  override get message() {
    return `The delivery of ${this.event} names no installation: it came from a hook that is not an App's`
  }
}

/** 503: the delivery could not be kept. */
export class InboxFailed extends Schema.TaggedError<InboxFailed>("forgecast/InboxFailed")("InboxFailed", {
  /** What the queue has failed with. */
  cause: Schema.Defect()
}) {
  [HttpServerRespondable.symbol]() {
    return respond(this)
  }
  /** The status to respond with. */
  readonly status = 503
  /** One sentence for people. */
  override get message() {
    return "The delivery could not be kept"
  }
}
