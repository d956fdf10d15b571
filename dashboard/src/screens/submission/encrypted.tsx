import { CodeBlock } from '../../controls/code-block.tsx'

/** Explains that the content of a submission is stored encrypted, and shows the ciphertext. */
export function EncryptedContent({ ciphertext }: { ciphertext: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-pretty">
        This message was encrypted to your OpenPGP key before it was stored. That's why there is no preview,
        and search doesn't find its text. Read it in your email, or decrypt the text below with your OpenPGP
        program.
      </p>
      <CodeBlock caption="Encrypted message" code={ciphertext} />
    </div>
  )
}
