/** The profile of who is signed in, and its e-mail addresses. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { requireViewer } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { type Fault, invalid, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Address, User } from "../state/accounts.ts"
import { same, userOf } from "../state/model.ts"
import { addressesOf, allAddressesOf, changeUser, setAddresses } from "../state/profiles.ts"
import { privateUser } from "../wire/accounts.ts"

/** Returns the user who is signed in, or 401. */
export const signedInUser = (call: Call): OrRefusal<User> =>
  Result.flatMap(requireViewer(call), (viewer) => {
    const user = userOf(call.world, viewer)
    return user === undefined ? Result.fail(notFound(call)) : Result.succeed(user)
  })

const profileRule = { resource: "User", maximum: 255, blank: true }

const update: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const fields = yield* Input.fieldsOf(call)
  const text = (name: string, maximum = profileRule.maximum) =>
    Result.map(Input.boundedText(call, fields, name, { ...profileRule, maximum }), (value) =>
      value === undefined ? undefined : value === "" ? null : value
    )
  const email = yield* text("email")
  const isOwn = addressesOf(user).some((each) => each.verified && same(each.email, email ?? ""))
  if (typeof email === "string" && !isOwn) {
    return yield* Result.fail(invalid(call, { resource: "User", field: "email", code: "invalid", value: email }))
  }
  const given = {
    name: yield* text("name"),
    email,
    blog: yield* text("blog"),
    twitter_username: yield* text("twitter_username"),
    company: yield* text("company"),
    location: yield* text("location"),
    bio: yield* text("bio", 160),
    hireable: yield* Input.flag(call, fields, "hireable")
  }
  const before = addressesOf(user)
  const {
    name = user.name,
    blog = user.blog,
    bio = user.bio,
    company = user.company,
    hireable = user.hireable,
    location = user.location,
    twitter_username = user.twitter_username
  } = given
  const changed = changeUser(call.world, user, {
    name,
    blog,
    bio,
    company,
    hireable,
    location,
    twitter_username,
    // The addresses stay when the profile shows another one, or none.
    ...(email === undefined ? {} : { email, addresses: before })
  })
  return json(200, privateUser(call, changed))
})

const pageOfAddresses = (call: Call, path: string, found: ReadonlyArray<Address>): Response =>
  pageOf(call, path, found, (address) => address)

const list: Handler = (call) =>
  Result.map(signedInUser(call), (user) => pageOfAddresses(call, "/user/emails", allAddressesOf(user)))

const listPublic: Handler = (call) =>
  Result.map(signedInUser(call), (user) =>
    pageOfAddresses(
      call,
      "/user/public_emails",
      allAddressesOf(user).filter(({ visibility }) => visibility === "public")
    )
  )

/** Reads the addresses of the body: at least one. */
const given = (call: Call): OrRefusal<ReadonlyArray<string>> =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOrList(call, "emails")
    yield* Input.required(call, fields, "emails")
    const emails = (yield* Input.names(call, fields, "emails", "email")) ?? []
    return emails.length > 0
      ? [...new Set(emails)]
      : yield* Result.fail(invalid(call, { resource: "UserEmail", field: "emails", code: "missing_field" }))
  })

const faultOf = (call: Call, email: string): Fault | undefined => {
  const about = { resource: "UserEmail", field: "email" }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { ...about, code: "invalid", value: email }
  return call.world.emails.has(email.toLowerCase())
    ? { ...about, code: "custom", message: "Email is already in use" }
    : undefined
}

/** New addresses are not verified yet. */
const add: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const emails = yield* given(call)
  const faults = emails.flatMap((email) => faultOf(call, email) ?? [])
  if (faults.length > 0) return yield* Result.fail(invalid(call, ...faults))
  const before = addressesOf(user)
  const added = emails.map((email, index): Address => ({
    email,
    primary: before.length === 0 && index === 0,
    verified: false,
    visibility: null
  }))
  setAddresses(call.world, user, [...before, ...added])
  return json(201, added)
})

const remove: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const emails = yield* given(call)
  const before = addressesOf(user)
  const isNamed = ({ email }: Address) => emails.some((each) => same(each, email))
  const named = before.filter(isNamed)
  if (named.length < emails.length) return yield* Result.fail(notFound(call))
  const primary = named.find((each) => each.primary)
  if (primary !== undefined) {
    const message = "The primary email address cannot be deleted"
    return yield* Result.fail(
      invalid(call, { resource: "UserEmail", field: "email", code: "custom", value: primary.email, message })
    )
  }
  setAddresses(
    call.world,
    user,
    before.filter((each) => !isNamed(each))
  )
  return noContent
})

/** The profile shows the primary address if it is public. */
const setVisibility: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "visibility")
  const visibility = yield* Input.oneOf(call, fields, "visibility", ["public", "private"], "UserEmail")
  const before = addressesOf(user)
  const primary = before.find((each) => each.primary)
  if (primary === undefined || visibility === undefined || visibility === null) {
    return yield* Result.fail(invalid(call, { resource: "UserEmail", field: "visibility", code: "invalid" }))
  }
  const addresses = before.map((each) => (each.primary ? { ...each, visibility } : each))
  const email = visibility === "public" ? primary.email : user.email === primary.email ? null : user.email
  changeUser(call.world, user, { addresses, email })
  return json(
    200,
    addresses.filter((each) => each.primary)
  )
})

const endpoint = endpointsOf("users/emails")

const reads: Access = { permission: "email_addresses", level: "read" }
const writes: Access = { permission: "email_addresses", level: "write" }

export const routes: ReadonlyArray<Route> = [
  endpoint("Users.updateMe", "PATCH /user", "users/users#update-the-authenticated-user", update, "core", {
    permission: "profile",
    level: "write"
  }),
  endpoint(
    "Users.listEmails",
    "GET /user/emails",
    "list-email-addresses-for-the-authenticated-user",
    list,
    "core",
    reads
  ),
  endpoint(
    "Users.listPublicEmails",
    "GET /user/public_emails",
    "list-public-email-addresses-for-the-authenticated-user",
    listPublic,
    "core",
    reads
  ),
  endpoint(
    "Users.addEmails",
    "POST /user/emails",
    "add-an-email-address-for-the-authenticated-user",
    add,
    "core",
    writes
  ),
  endpoint(
    "Users.deleteEmails",
    "DELETE /user/emails",
    "delete-an-email-address-for-the-authenticated-user",
    remove,
    "core",
    writes
  ),
  endpoint(
    "Users.setEmailVisibility",
    "PATCH /user/email/visibility",
    "set-primary-email-visibility-for-the-authenticated-user",
    setVisibility,
    "core",
    writes
  )
]
