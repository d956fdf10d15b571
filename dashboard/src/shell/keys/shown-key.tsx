import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { sentenceSpace } from '../../language/sentences.ts'
import { t } from '../../language/texts.ts'

/**
 * Shows a new key, which is possible only once.
 *
 * @param props.description purpose of the key, shown first
 * @param props.others keys that can be created later, said last
 * @param props.label name of the key
 * @param props.tryOut command that shows that the key works
 */
export function ShownKey(props: {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  others?: string
  label: string
  value: string
  tryOut: string
}) {
  const { open, onClose, title, description, others, label, value, tryOut } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={title}
      description={[description, t('owned.keys.once'), others].filter(Boolean).join(sentenceSpace)}
      actions={
        <Button weight="main" onClick={onClose}>
          {t('owned.keys.done')}
        </Button>
      }
    >
      <CopyField label={label} value={value} />
      <CodeBlock caption={t('owned.keys.tryIt')} code={tryOut} />
    </Dialog>
  )
}
