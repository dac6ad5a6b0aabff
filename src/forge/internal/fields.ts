/** Fields that the inputs of many operations share. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"

// The checks of what every path has are our own: those of Effect take more of each bundle, as they fit any type.

/** A number that starts at 1, such as an issue number. */
export const Ordinal = Schema.Int.check(
  Schema.makeFilter((value: number) => value >= 1, {
    expected: "a value greater than or equal to 1",
    toJsonSchema: () => ({ minimum: 1 })
  })
)

/** A commit by all digits of its SHA-1 or SHA-256. */
export const FullSha = Schema.String.check(
  Schema.isPattern(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, {
    expected: "a full sha: 40 or 64 hexadecimal digits"
  })
)

/** A part of a path. */
const Part = Schema.String.check(
  Schema.makeFilter((value: string) => value !== "" || "is empty", {
    toJsonSchema: () => ({ minLength: 1 })
  })
)

/** The path of a repository. */
export const RepoPath = {
  /** Login of the user or organization that owns the repository. Case does not matter. */
  owner: Part,
  /** Name of the repository, without `.git`. Case does not matter. */
  repo: Part
}

/** Puts fields together. Bundlers can drop an unused call that is marked pure, but not a spread. */
export const both = <const A extends Schema.Struct.Fields, const B extends Schema.Struct.Fields>(
  some: A,
  others: B
): A & B => ({ ...some, ...others })

/** The path of a resource in a repository. */
export const inRepo = <const Fields extends Schema.Struct.Fields>(fields: Fields): typeof RepoPath & Fields =>
  both(RepoPath, fields)

export const IssuePath = inRepo({
  /** Number of the issue or pull request in its repository (not its `id`). */
  issue_number: Ordinal
})

export const ReleasePath = inRepo({
  /** The `id` of the release. */
  release_id: Ordinal
})

export const AssetPath = inRepo({
  /** The `id` of the asset. */
  asset_id: Ordinal
})

/** A name, such as a login, a branch or a ref. */
export const Name = Schema.optional(Schema.NonEmptyString)

export const Flag = Schema.optional(Schema.Boolean)

export const Text = Schema.optional(Schema.String)

export const Since = Schema.optional(Wire.InputTimestamp)

export const Direction = Schema.optional(Schema.Literals(["asc", "desc"]))

/** A secret: `Redacted`, or text, which errors show neither. */
export const Secret = Schema.Union([Schema.RedactedFromValue(Schema.NonEmptyString), Schema.NonEmptyString])

/** The states that a listing returns. */
export const StateFilter = Schema.optional(Schema.Literals(["open", "closed", "all"]))

/** The state that an update sets. */
export const State = Schema.optional(Schema.Literals(["open", "closed"]))

/** Logins; an issue has at most 10 assignees. */
export const Assignees = Schema.Array(Schema.NonEmptyString).check(
  Schema.isMaxLength(10, { expected: "at most 10 assignees" })
)

/** A field of a body that is not sent when it is null or undefined. */
export const maybe = <A, I>(schema: Schema.Codec<A, I>) =>
  Schema.optionalKey(schema).pipe(
    Schema.decodeTo(Schema.optional(Schema.NullOr(Schema.toType(schema))), {
      decode: SchemaGetter.passthroughSubtype<A | null | undefined, A>(),
      encode: SchemaGetter.transformOptional<A, A | null | undefined>(
        Option.filter((value) => value !== null && value !== undefined)
      )
    })
  )

/** The page of a response that is itself paged. Default: the first page. */
export const PartOfAnswer = {
  /** How many entries a page has, 1 to 100. */
  per_page: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  /** Number of the page, from 1. */
  page: Schema.optional(Ordinal)
}

/** How the removal of a resource is found again: nothing is there. */
export const Removed = { by: "absence", gone: (): void => undefined } as const
