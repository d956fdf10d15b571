import { useState } from 'react'
import { readExactly } from '../../api/client/exact-json.ts'
import { usePublish } from '../../api/queues/queue-messages.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextArea } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'

const EXAMPLE = '{ "test": true }'

type Type = 'json' | 'text'

/** Publishes a message typed by the owner. */
export function PublishDialog(props: { queueId: string; open: boolean; onClose: () => void }) {
  const { queueId, open, onClose } = props
  const [text, setText] = useState(EXAMPLE)
  const [type, setType] = useState<Type>('json')
  const [unreadable, setUnreadable] = useState(false)
  const publish = usePublish(queueId)
  const { showToast } = useToast()
  const close = () => {
    publish.reset()
    setUnreadable(false)
    onClose()
  }
  const send = () => {
    const read = readBody(text, type)
    setUnreadable(read.kind === 'unreadable')
    if (read.kind === 'unreadable') return
    publish.mutate(
      { body: read.body, content_type: type },
      {
        onSuccess() {
          showToast({ title: t('queue.publish.done'), description: t('queue.publish.counts') })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('queue.publish.title')}
      description={t('queue.publish.text')}
      form={{ submit: send, label: t('queue.publish.action'), busy: publish.isPending }}
    >
      <TextArea
        label={t('queue.publish.message')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        dir="auto"
        className="[&_textarea]:font-mono"
        error={unreadable ? t('queue.publish.invalid') : errorText(publish.error)}
      />
      <Select<Type>
        label={t('queue.publish.format')}
        showLabel
        value={type}
        choices={[
          { value: 'json', label: 'JSON' },
          { value: 'text', label: t('queue.publish.plainText') },
        ]}
        onChange={setType}
      />
    </Dialog>
  )
}

function readBody(text: string, type: Type): { kind: 'read'; body: unknown } | { kind: 'unreadable' } {
  if (type === 'text') return { kind: 'read', body: text }
  try {
    return { kind: 'read', body: readExactly(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable' }
    throw error
  }
}
