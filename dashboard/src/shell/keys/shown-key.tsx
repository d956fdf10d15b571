import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'

/**
 * A key, the only time that anybody sees it.
 *
 * @param props.says what it is for, before that it is shown once
 * @param props.others what can be made besides, after it
 * @param props.label how the key is called
 * @param props.tryOut a command that shows that it works
 */
export function ShownKey(props: {
  open: boolean
  onClose: () => void
  title: string
  says?: string
  others?: string
  label: string
  value: string
  tryOut: string
}) {
  const { open, onClose, title, says, others, label, value, tryOut } = props
  const idempotencyKey =
    'It is shown this once and kept nowhere: what is stored cannot be turned back into it.'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={title}
      description={[says, idempotencyKey, others].filter(Boolean).join(' ')}
      deeds={
        <Button weight="main" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <CopyField label={label} value={value} />
      <CodeBlock caption="Try it" code={tryOut} />
    </Dialog>
  )
}
