import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { t } from '../../language/texts.ts'
import { toText } from '../inbox/list/summary.ts'
import { findLinks, phoneLink, type TextPiece } from './links.ts'

const FOLDED_LINES = 24
const FOLDED_LENGTH = 1800
const LINK = 'text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current'

/**
 * A value as sent: text with line breaks, nested values as JSON, never as markup.
 *
 * @param props.links `clickable` for a confirmed endpoint, except in spam
 * @param props.align `start` puts right-to-left text beside its label
 */
export function FieldValue(props: {
  name: string
  value: unknown
  links: 'clickable' | 'plain'
  align: 'start' | 'own'
}) {
  const { name, value, links, align } = props
  const [unfolded, setUnfolded] = useState(false)
  useEffect(() => {
    const unfold = () => flushSync(() => setUnfolded(true))
    addEventListener('beforeprint', unfold)
    return () => removeEventListener('beforeprint', unfold)
  }, [])
  const text = toText(value)
  const folded = fold(text)
  const nested = typeof value === 'object' && text.startsWith(Array.isArray(value) ? '[' : '{')
  const shown = unfolded ? text : folded
  return (
    <>
      {nested ? (
        <pre
          dir="ltr"
          className="overflow-x-auto rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {shown}
        </pre>
      ) : (
        <p
          className={classes(
            'overflow-hidden whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
            align === 'start' && 'text-left in-[[dir=rtl]]:text-right',
          )}
        >
          {links === 'clickable' ? <LinkedText name={name} text={shown} /> : shown}
        </p>
      )}
      {folded === text ? null : (
        <Button
          size="small"
          weight="quiet"
          className="mt-1 -ms-2.5 text-accent! print:hidden"
          aria-expanded={unfolded}
          aria-label={
            unfolded
              ? t('submission.field.showLessOf', { name })
              : t('submission.field.showAllOf', { count: text.length, name })
          }
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t('submission.field.showLess') : t('submission.field.showAll', { count: text.length })}
        </Button>
      )}
    </>
  )
}

/** Returns the beginning of a long value. */
function fold(text: string): string {
  const lines = text.split('\n', FOLDED_LINES + 1)
  const short = lines.length > FOLDED_LINES ? lines.slice(0, FOLDED_LINES).join('\n') : text
  return short.length > FOLDED_LENGTH * 1.2 || short !== text ? `${short.slice(0, FOLDED_LENGTH)} …` : text
}

/** Text whose web addresses, email addresses and phone numbers can be clicked. */
function LinkedText({ name, text }: { name: string; text: string }) {
  const phone = phoneLink(name, text)
  if (phone !== null) {
    return (
      <a href={phone} className={LINK}>
        {text}
      </a>
    )
  }
  return findLinks(text).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces repeat, and the order never changes.
    <Piece key={place} piece={piece} />
  ))
}

function Piece({ piece: { text, href, host } }: { piece: TextPiece }) {
  if (href === null) return text
  if (host === null) {
    return (
      <a href={href} className={LINK}>
        {text}
      </a>
    )
  }
  return (
    <>
      {/* Not from the sender's word alone: a reader opens it, and the page gets no opener and no referrer. */}
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={host} className={LINK}>
        {text}
      </a>
      {isShown(host, text) ? null : (
        <>
          {' '}
          <span className="rounded-sm bg-warn-tint px-1 text-sm text-warn">
            <span className="sr-only">{t('submission.field.leadsTo')} </span>
            <bdi>{host}</bdi>
          </span>
        </>
      )}
    </>
  )
}

/** Returns true if the text names the host where a reader looks for it. */
function isShown(host: string, text: string): boolean {
  const rest = text.toLowerCase().replace(/^https?:\/\//, '')
  return rest.startsWith(host) && !/^[^/?#]*@/.test(rest)
}
