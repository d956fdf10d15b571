import type { Config } from '../config/config.ts'
import { SECOND } from '../domain/time.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

const PATIENCE = 5 * SECOND

/** The base address: what links are made from, and whether this service answers there. */
export async function checkBaseAddress(config: Config): Promise<Finding[]> {
  const { baseUrl } = config
  const findings: Finding[] = []
  if (!config.baseUrlIsLoopback && baseUrl.startsWith('http:')) {
    findings.push(
      warn(
        'encryption',
        `${baseUrl} is not https`,
        'put a reverse proxy with a certificate before it: docs/self-hosting.md',
      ),
    )
  }
  try {
    const answer = await fetch(`${baseUrl}/healthz`, {
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    })
    const body = await answer.text()
    findings.push(
      answer.status === 200 && body.includes('"ok":true')
        ? ok('base address', `${baseUrl} answers`)
        : fail(
            'base address',
            `${baseUrl}/healthz answered ${answer.status}, not as Formslot does`,
            'does FORMSLOT_BASE_URL lead to this service?',
          ),
    )
  } catch (error) {
    findings.push(
      warn(
        'base address',
        `${baseUrl} does not answer: ${causeOf(error)}`,
        'start the service, then ask again',
      ),
    )
  }
  return findings
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause ? reasonOf(error.cause) : reasonOf(error)
}
