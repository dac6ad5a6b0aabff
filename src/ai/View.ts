/**
 * Views: what a model is shown of a record.
 *
 * An issue of the service has some 90 fields. Each of them costs tokens in each answer, and a model uses few of them. A
 * view names the fields that are shown, in their order; the model can ask for others by `fields`.
 */
import type * as DateTime from "effect/DateTime"
import type * as Schema from "effect/Schema"

/** The fields of a record that a model is shown. */
export interface View {
  /** The schema of the record: the result of an operation, or the item of a listing. */
  readonly record: Schema.Constraint
  /** Names of the fields, in the order in which they are shown. */
  readonly fields: ReadonlyArray<string>
  /** Those that are shown of an item of a listing. Default: all of `fields`. */
  readonly listed: ReadonlyArray<string>
  /** Whether the times of an item of a listing are shown as days. A time of day has as many tokens as a day. Default: false. */
  readonly days: boolean
}

/** The names of the fields of a record. */
type FieldsOf<S extends Schema.Constraint> = S["Type"] extends infer A
  ? A extends A
    ? keyof A & string
    : never
  : never

/** How an item of a listing is shown. */
export interface ItemOptions<Field extends string> {
  /** The fields that are shown of it. Default: those of a single record. */
  readonly listed?: ReadonlyArray<Field> | undefined
  /** Whether its times are shown as days. Default: false. */
  readonly days?: boolean | undefined
}

/**
 * Makes a view. Pass it to `toolkit` to show fields other than the default ones.
 *
 * ```ts
 * const tools = ForgeTools.toolkit({ operations: { Issues }, views: [View.make(Issue, ["number", "title", "body"])] })
 * ```
 */
export const make = <S extends Schema.Constraint>(
  record: S,
  fields: ReadonlyArray<FieldsOf<S>>,
  { days = false, listed = fields }: ItemOptions<FieldsOf<S>> = {}
): View => ({ record, fields, listed, days })

/** What is shown of a record within another one. */
type Inner<A> = A extends DateTime.DateTime
  ? string
  : A extends Uint8Array
    ? never
    : A extends string | number | boolean | null | undefined
      ? A
      : A extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Inner<Item>>
        : A extends { readonly login: string }
          ? string
          : A extends { readonly full_name: string }
            ? string
            : A extends { readonly color: unknown; readonly name: string }
              ? string
              : A extends { readonly number: infer Number; readonly title: infer Title }
                ? { readonly number: Number; readonly title: Title }
                : A extends object
                  ? { readonly [K in keyof A]?: Inner<NonNullable<A[K]>> }
                  : A

/**
 * What a model is shown of a value: some of the fields of a record. A user within it is a login, a label a name, and a
 * repository its full name; a time is text. Fields that are null or empty are left out.
 */
export type Shown<A> =
  A extends ReadonlyArray<infer Item>
    ? { readonly items: ReadonlyArray<Shown<Item>>; readonly count: number }
    : A extends object
      ? A extends DateTime.DateTime
        ? string
        : { readonly [K in keyof A]?: Inner<NonNullable<A[K]>> }
      : A extends string | number | boolean
        ? { readonly value: A }
        : { readonly done: true }

/** What a model is shown of a page of a listing. */
export interface ShownPage<A> {
  /** The items, in the service's order. */
  readonly items: ReadonlyArray<Shown<A>>
  /** How many items there are on this page. */
  readonly count: number
  /** Number of the page. */
  readonly page: number
  /** Number of the next page. Left out on the last one. */
  readonly next_page?: number
  /** How many items there are on all pages. Left out where the service does not say. */
  readonly total_count?: number
  /** True if a search stopped before it had found everything. Otherwise left out. */
  readonly incomplete_results?: true
}

/** What a model is shown of a download. */
export interface ShownText {
  /** The text, or a part of it. */
  readonly text: string
  /** How many characters there are in all. */
  readonly characters: number
  /** Where to continue reading: pass it as `text_from`. Left out at the end. */
  readonly next_text_from?: number
}
