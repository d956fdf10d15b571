/** A fingerprint in groups of four digits, as OpenPGP programs show it. */
export function Fingerprint({ of }: { of: string }) {
  return (
    <code dir="ltr" className="[word-spacing:0.15em]">
      {of.match(/.{1,4}/g)?.join(' ')}
    </code>
  )
}
