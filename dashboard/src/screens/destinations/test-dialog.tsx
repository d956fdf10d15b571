import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/client/api-error.ts'
import type { WebDestination } from '../../api/destinations/destinations.ts'
import type { DestinationTest } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Spinner } from '../../controls/feedback/spinner.tsx'
import { count } from '../../controls/numbers.ts'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'
import { faultText } from './address-words.ts'
import { getName } from './destination-words.ts'

type Test = UseMutationResult<DestinationTest, ApiError, string>

/** Shows a test of a destination, its request and its answer, and sends it again. */
export function TestDialog(props: { destination: WebDestination; test: Test; onClose: () => void }) {
  const { destination, test, onClose } = props
  const { id, kind, to } = destination
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={t('destinations.test.title', { kind: getName(kind) })}
      description={<bdi>{to}</bdi>}
      actions={
        <>
          <Button onClick={onClose}>{t('destinations.done')}</Button>
          <TestAgain test={test} id={id} />
        </>
      }
    >
      <TestOutcome test={test} />
    </Dialog>
  )
}

/** Button that sends a test, or another one. */
export function TestAgain({ test, id }: { test: Test; id: string }) {
  const isDone = test.data !== undefined
  return (
    <Button
      weight={test.data?.reached ? 'plain' : 'main'}
      icon="send"
      busy={test.isPending}
      onClick={() => test.mutate(id)}
    >
      {t(isDone || test.isError ? 'destinations.test.again' : 'destinations.test.send')}
    </Button>
  )
}

/** Result of a test with its request and its answer. */
export function TestOutcome({ test }: { test: Test }) {
  const { data, error, isPending, isIdle } = test
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {isPending ? (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {t('destinations.test.waiting')}
        </p>
      ) : null}
      {isIdle ? <p className="text-muted">{t('destinations.test.needed')}</p> : null}
      {error ? (
        <p role="alert" className="text-sm text-danger">
          {error.code === 'address_invalid' ? faultText(error, false) : errorText(error)}
        </p>
      ) : null}
      {data && !isPending ? <Outcome tested={data} /> : null}
    </div>
  )
}

function Outcome({ tested }: { tested: DestinationTest }) {
  const { reached, result, ms, request, answer } = tested
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={reached ? 'good' : 'bad'}>
          {t(reached ? 'destinations.test.reached' : 'destinations.test.failed')}
        </Badge>
        {answer === null
          ? result
          : t('destinations.test.answered', { status: String(answer.status), ms: count(ms) })}
        <span className="text-muted">
          {t(reached ? 'destinations.test.active' : 'destinations.test.inactive')}
        </span>
      </p>
      {answer === null || answer.text === '' ? null : (
        <CodeBlock
          caption={t('destinations.test.answer', { status: String(answer.status) })}
          code={answer.text}
        />
      )}
      <CodeBlock
        caption={t('destinations.test.request')}
        code={[request.method, ...headers, '', request.body].join('\n')}
      />
    </>
  )
}
