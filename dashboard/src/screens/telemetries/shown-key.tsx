import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { readingSnippet } from '../../snippets/telemetry/reading.ts'

/** A read key, the only time that anybody sees it. */
export function ShownKey(props: {
  open: boolean
  onClose: () => void
  title: string
  name: string
  readKey: string
  telemetryUrl: string
}) {
  const { open, onClose, title, name, readKey, telemetryUrl } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={title}
      description="Programs read the events with it. It is shown this once and kept nowhere: what is stored cannot be turned back into it. You can make others."
      deeds={
        <Button weight="main" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <CopyField label={name} value={readKey} />
      <CodeBlock caption="Try it" code={readingSnippet({ telemetryUrl, readKey })} />
    </Dialog>
  )
}
