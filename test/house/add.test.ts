/** `npm run add` leaves records alone that are declared already. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Stubs from "../../.build/add/stubs.ts"
import { wantedOf } from "../../.build/add/wanted.ts"

const fileOf = (name: string): string => Path.join(import.meta.dirname, `../../src/forge/schema/${name}.ts`)

describe("the stub of an operation", () => {
  it.each([
    // The examples of these do not fit the record that is declared by hand.
    ["GET /orgs/{org}/teams/{team_slug}/teams", "Team"],
    ["GET /teams/{team_id}/teams", "Team"],
    ["GET /orgs/{org}/invitations/{invitation_id}/teams", "Team"],
    ["GET /repos/{owner}/{repo}/teams", "Team"],
    ["GET /repos/{owner}/{repo}/issues", "Issue"]
  ])("%s has the record %s, and declares none", (route, name) => {
    const wanted = wantedOf(route, "Teams.listOthers")
    expect([wanted.returns?.name, Stubs.record(wanted)]).toEqual([name, undefined])
    const { imports } = Stubs.declaration(wanted)
    expect(imports).toContainEqual([name, `./schema/${name}.ts`])
  })

  it("declares a record that is not there, in a file of its own", () => {
    const { name = "", text = "" } = Stubs.record(wantedOf("GET /user/teams", "Teams.listMine")) ?? {}
    expect([name, Fs.existsSync(fileOf(name))]).toEqual(["TeamFull", false])
    expect(text).toContain("export class TeamFull extends Schema.Opaque<TeamFull>()(")
  })
})
