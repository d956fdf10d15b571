/**
 * Writes the software bill of materials of the image (SPDX 2.3): the packages of package-lock.json that the service runs,
 * and Node. The packages of the base image are in its package database, where scanners look for them.
 *
 *   node scripts/sbom.ts sbom.spdx.json
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Package = { SPDXID: string; packageFileName?: string } & Record<string, unknown>
type Document = {
  documentDescribes: [string]
  packages: Package[]
  relationships: { spdxElementId: string; relatedSpdxElement: string; relationshipType: string }[]
}

const ROOT = path.resolve(import.meta.dirname, '..')
/** All packages: with `--omit=dev`, npm 11 also leaves out packages that a development package needs as well. */
const COMMAND = ['sbom', '--package-lock-only', '--workspaces=false', '--sbom-format=spdx']
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const NODE = 'SPDXRef-Package-node'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the file to write: node scripts/sbom.ts sbom.spdx.json')
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
const output = execFileSync('npm', COMMAND, { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })
writeFileSync(file, `${JSON.stringify(withNode(withoutDevelopment(JSON.parse(output))), null, 2)}\n`)

function withoutDevelopment(document: Document): Document {
  const packages = document.packages.filter(({ packageFileName = '' }) => isRun(packageFileName))
  const ids = new Set(['SPDXRef-DOCUMENT', ...packages.map(({ SPDXID }) => SPDXID)])
  return {
    ...document,
    packages,
    relationships: document.relationships.filter(
      ({ spdxElementId, relatedSpdxElement }) => ids.has(spdxElementId) && ids.has(relatedSpdxElement),
    ),
  }
}

/** Returns true for the service itself (an empty path) and the packages that it runs. */
function isRun(packagePath: string): boolean {
  const { dev, devOptional, link } = lock.packages[packagePath]
  return !(dev || devOptional || link)
}

function withNode(document: Document): Document {
  const version = process.version.slice(1)
  const node = {
    name: 'node',
    SPDXID: NODE,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseDeclared: 'MIT',
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:generic/node@${version}`,
      },
    ],
  }
  const [service] = document.documentDescribes
  return {
    ...document,
    packages: [...document.packages, node],
    relationships: [
      ...document.relationships,
      { spdxElementId: service, relatedSpdxElement: NODE, relationshipType: 'DEPENDS_ON' },
    ],
  }
}
