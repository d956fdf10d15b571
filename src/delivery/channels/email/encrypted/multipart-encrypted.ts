/**
 * Renders an encrypted message (PGP/MIME, RFC 3156 §4): a part with the version, and a part with the armored message.
 *
 * @param message.headers headers of the message, without Content-Type
 * @param message.boundary boundary of the parts; no line of armored text begins with it
 */
export function renderEncrypted(message: { headers: string; armored: string; boundary: string }): Buffer {
  const { headers, armored, boundary } = message
  const lines = [
    headers,
    `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";\r\n boundary="${boundary}"`,
    '',
    'This is an encrypted email (OpenPGP/MIME, RFC 3156).',
    `--${boundary}`,
    'Content-Type: application/pgp-encrypted',
    'Content-Description: PGP/MIME version identification',
    '',
    'Version: 1',
    '',
    `--${boundary}`,
    'Content-Type: application/octet-stream; name="encrypted.asc"',
    'Content-Description: OpenPGP encrypted message',
    'Content-Disposition: inline; filename="encrypted.asc"',
    '',
    armored.trimEnd().replaceAll(/\r?\n/g, '\r\n'),
    '',
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}
