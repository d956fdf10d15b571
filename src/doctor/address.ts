import type { Config } from '../config/config.ts'
import { SECOND } from '../domain/time.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

const TIMEOUT_MS = 5 * SECOND

/** Checks that the base address, which all links use, is encrypted and leads to this service. */
export async function checkBaseAddress(config: Config): Promise<Finding[]> {
  const { baseUrl } = config
  const findings: Finding[] = []
  if (!config.baseUrlIsLoopback && baseUrl.startsWith('http:')) {
    findings.push(
      warn(
        'encryption',
        `${baseUrl} is not https`,
        'put a reverse proxy with a certificate in front of it: docs/self-hosting.md',
      ),
    )
  }
  try {
    const answer = await fetch(`${baseUrl}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    const body = await answer.text()
    findings.push(
      answer.status === 200 && body.includes('"ok":true')
        ? ok('base address', `${baseUrl} answers`)
        : fail(
            'base address',
            `${baseUrl}/healthz answered ${answer.status}, which is not a response from Formslot`,
            'check that FORMSLOT_BASE_URL leads to this service',
          ),
    )
  } catch (error) {
    findings.push(
      warn(
        'base address',
        `${baseUrl} does not answer: ${describeCause(error)}`,
        'start the service, then run doctor again',
      ),
    )
  }
  return findings
}

function describeCause(error: unknown): string {
  return error instanceof Error && error.cause ? getErrorMessage(error.cause) : getErrorMessage(error)
}
