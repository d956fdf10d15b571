import { CodeBlock } from '../../controls/code-block.tsx'
import { t } from '../../language/texts.ts'

/** Explains that the content of a submission is stored encrypted, and shows the ciphertext. */
export function EncryptedContent({ ciphertext }: { ciphertext: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-pretty">{t('submission.encrypted.explained')}</p>
      <CodeBlock caption={t('submission.encrypted.caption')} code={ciphertext} />
    </div>
  )
}
