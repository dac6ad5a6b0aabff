/** A repository by its git objects, since it has an annotated tag. */
import type { ForgeSimulator } from "forgecast/testing"

/** One commit, and the tag `v1` with a message. */
export const maps: ForgeSimulator.GitSeed = {
  refs: {
    "refs/heads/main": "7f372b1d82ec2a8f0a59e9f72609c2dd3616e51b",
    "refs/tags/v1": "ffcb6a6f026266b65defe633daf33bb198e0019b"
  },
  objects: [
    ["blob", "IyBtYXBzCgpUaGUgbWFwcyBvZiB0aGUgd2VhdGhlci4K"],
    ["tree", "MTAwNjQ0IFJFQURNRS5tZABnUttML3nGUiwM/g367meKFbHWow=="],
    [
      "commit",
      "dHJlZSAyOTVjOGU2ZjhiOTA2MzRiZjNmN2Y4MTg0N2NlMGY2NmNiMzM5ZTQ2CmF1dGhvciBBbGFuIFR1cmluZyA8YWxhbkBleGFtcGxlLmNvbT4gMTc2ODAzNTYwMCArMDAwMApjb21taXR0ZXIgQWxhbiBUdXJpbmcgPGFsYW5AZXhhbXBsZS5jb20+IDE3NjgwMzU2MDAgKzAwMDAKCkRyYXcgTm9yd2F5Cg=="
    ],
    [
      "tag",
      "b2JqZWN0IDdmMzcyYjFkODJlYzJhOGYwYTU5ZTlmNzI2MDljMmRkMzYxNmU1MWIKdHlwZSBjb21taXQKdGFnIHYxCnRhZ2dlciBBbGFuIFR1cmluZyA8YWxhbkBleGFtcGxlLmNvbT4gMTc2ODAzNTYwMCArMDAwMAoKVGhlIGZpcnN0IG1hcHMK"
    ]
  ]
}
