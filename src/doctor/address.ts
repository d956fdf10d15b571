import type { Config } from '../config/config.ts'
import { SECOND } from '../domain/time.ts'
import { findCertificateFix } from './certificate.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

const TIMEOUT_MS = 5 * SECOND
/** A proxy answers so while the service behind it does not run. */
const FROM_PROXY: readonly number[] = [502, 503, 504]

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
        : refuseAnswer(baseUrl, answer.status),
    )
  } catch (error) {
    findings.push(
      warn(
        'base address',
        `${baseUrl} does not answer: ${describeCause(error)}`,
        findCertificateFix(error) ?? 'start the service, then run doctor again',
      ),
    )
  }
  return findings
}

function refuseAnswer(baseUrl: string, status: number): Finding {
  if (FROM_PROXY.includes(status)) {
    return warn(
      'base address',
      `${baseUrl}/healthz answered ${status}: the proxy runs, and nothing answers behind it`,
      'start the service, then run doctor again; if it runs, check the address in the settings of the proxy',
    )
  }
  return fail(
    'base address',
    `${baseUrl}/healthz answered ${status}, which is not a response from Formslot`,
    'check that FORMSLOT_BASE_URL leads to this service',
  )
}

function describeCause(error: unknown): string {
  return error instanceof Error && error.cause ? getErrorMessage(error.cause) : getErrorMessage(error)
}
