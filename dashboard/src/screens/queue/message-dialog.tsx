import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { t } from '../../language/texts.ts'
import { MessageLife } from './message-life.tsx'
import { formatBody } from './message-words.ts'

/** Dialog with a whole message. */
export function MessageDialog(props: {
  message: Message | null
  onClose: () => void
  action?: (message: Message) => ReactNode
}) {
  const { message, onClose, action } = props
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      width="wide"
      title={t('queue.message.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.words.close')}</Button>
          {message && action?.(message)}
        </>
      }
    >
      {message && <Facts message={message} />}
    </Dialog>
  )
}

function Facts({ message }: { message: Message }) {
  return (
    <>
      <MessageLife message={message} />
      <FactTable
        facts={[
          [
            t('queue.message.id'),
            <CopyInline key="id" label={t('queue.message.copyId')} value={message.id} />,
          ],
        ]}
      />
      <CodeBlock
        caption={message.content_type === 'text' ? t('queue.publish.plainText') : 'JSON'}
        code={formatBody(message)}
      />
    </>
  )
}
