const UNKNOWN_ISSUER = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Returns how to fix a certificate that was refused; null for every other failure. The codes are those of Node's TLS. */
export function findCertificateFix(error: unknown): string | null {
  const code = findCode(error)
  if (UNKNOWN_ISSUER.has(code)) {
    return 'if the certificate is from your own authority, set NODE_EXTRA_CA_CERTS to the file with its certificate (PEM), for the service and for doctor'
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'use one of the names in the certificate'
  if (code === 'CERT_HAS_EXPIRED') return 'renew the certificate'
  return null
}

function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.cause !== undefined) return findCode(error.cause)
  // Nodemailer has a code of its own beside that of TLS.
  const { originalCode, code } = error as { originalCode?: unknown; code?: unknown }
  return String(originalCode ?? code ?? '')
}
