/** Certificates for HTTPS: an authority for one run, and what it vouches for. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { isIP } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Seed } from "../../../ForgeSeed.ts"
import type { Tls } from "../server.ts"
import { InvalidOptions, type Options } from "./options.ts"

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

const day = 24 * 60 * 60 * 1000

interface Certificate extends Tls {
  /** The file with the certificate of the authority that was made, which clients have to trust. */
  readonly ca?: string
  readonly remove?: () => Promise<void>
}

const load = async () => {
  try {
    // The other one looks for it when it starts.
    await import("reflect-metadata")
    return await import("@peculiar/x509")
  } catch {
    throw new InvalidOptions("--tls needs two packages: npm install @peculiar/x509 reflect-metadata")
  }
}

/** Makes an authority and a certificate for these host names and addresses. The key of the authority is kept nowhere. */
const makeCertificate = async (names: ReadonlyArray<string>): Promise<Certificate> => {
  const x509 = await load()
  const keysOf = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  const [authority, own] = await Promise.all([keysOf(), keysOf()])
  // Clocks of containers may differ a little.
  const valid = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 90 * day) }
  const issuer = "CN=forgecast-simulator"
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...valid,
    name: issuer,
    keys: authority,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey)
    ]
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...valid,
    subject: `CN=${names[0] ?? "localhost"}`,
    issuer,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value }))
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey)
    ]
  })
  const directory = await mkdtemp(join(tmpdir(), "forgecast-simulator-"))
  const ca = join(directory, "ca.pem")
  await writeFile(ca, `${root.toString("pem")}\n`)
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", own.privateKey)).toString("base64")
  return {
    ca,
    remove: () => rm(directory, { recursive: true, force: true }),
    cert: certificate.toString("pem"),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}/g, "$&\n").trimEnd()}\n-----END PRIVATE KEY-----\n`
  }
}

const read = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: Error) => {
    throw new InvalidOptions(`${file} cannot be read. ${error.message}`)
  })

/** Returns the certificate of the options, if they ask for HTTPS. One that is made is for all names of the server. */
export const readTls = async (
  { host, hosts, publicUrl, tls }: Pick<Options, "host" | "hosts" | "publicUrl" | "tls">,
  { baseUrl = publicUrl }: Seed
): Promise<Certificate | undefined> => {
  if (tls === undefined) return undefined
  if (tls !== "made") return { cert: await read(tls.cert), key: await read(tls.key) }
  const named = baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replace(/^\[|\]$/g, "")]
  return makeCertificate([...new Set(["localhost", "127.0.0.1", "::1", host, ...hosts, ...named])])
}
