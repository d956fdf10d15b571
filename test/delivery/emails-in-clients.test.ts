import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatheredContents } from '../../src/delivery/channels/email/templates/gathered-email.ts'
import { LANGUAGES } from '../../src/domain/language.ts'
import support from '../support/emails/client-support.json' with { type: 'json' }
import { type Element, readEmailHtml } from '../support/emails/email-html.ts'
import { everyEmail } from '../support/emails/every-email.ts'
import { emailInput } from '../support/fixtures/email-input.ts'

const FEATURES: Readonly<Record<string, Readonly<Record<string, string>>>> = support.features
/** The smallest limit for style sheets: that of Gmail. */
const MAX_SHEET_BYTES = 16 * 1024

/** Looks of an email in programs that do not support a feature, or only in part. */
const WITHOUT: Readonly<Record<string, string>> = {
  'css-at-media': 'the layout of wide screens, which shrinks with its table',
  'css-at-media-prefers-color-scheme': 'light colors, or those that the program inverts by itself',
  'css-background': 'only colors are used',
  'css-border': 'borders are thin, and on cells and rules alone',
  'css-border-radius': 'corners are square',
  'css-box-sizing': 'the width of the button on phones is that of its cell',
  'css-color-scheme': 'light colors',
  'css-display': 'the button has its distances from its cell, and the bar before the preview is absent',
  'css-font-size': 'sizes are in pixels',
  'css-font-weight': 'headings are bold by themselves, and the preview is regular',
  'css-height': 'rules are as high as their line',
  'css-important': 'only the sheet in the head needs it',
  'css-letter-spacing': 'headings and codes are spaced a little wider or narrower',
  'css-line-height': 'lines are spaced a little wider or narrower',
  'css-margin': 'groups of a code touch, which a copy of it has anyway; nothing has a negative distance',
  'css-max-width': 'the table has its width in an attribute',
  'css-overflow-wrap': 'long words are broken by word-wrap or word-break',
  'css-padding': 'only cells have one, and the link of the button, whose cell has mso-padding-alt',
  'css-selector-attribute': 'headings of some languages are spaced a little narrower',
  'css-selector-class': 'as without the sheet: light colors, the layout of wide screens',
  'css-selector-descendant': 'as without the sheet',
  'css-selector-grouping': 'as without the sheet',
  'css-selector-type': 'as without the sheet',
  'css-sytem-ui': 'another font of the same list, of which Outlook knows the first',
  'css-table-layout': 'the table has its width in an attribute',
  'css-text-align': 'only left, right and center are used',
  'css-text-decoration': 'links are underlined by themselves',
  'css-text-underline-offset': 'underlines are where the font has them',
  'css-text-wrap': 'headings break where they end',
  'css-white-space': 'values have a br at the end of each line, and several spaces become one',
  'css-width': 'only tables and cells have one, and the bar before the preview, which is then absent',
  'css-word-break': 'long words are broken by word-wrap; Outlook makes the table wider',
  'css-word-wrap': 'long words are broken by word-break or overflow-wrap; Outlook makes the table wider',
  'html-body': 'the outer table has the same background, font and distances',
  'html-dir': 'text is ordered by its own letters',
  'html-doctype': 'no size depends on it',
  'html-lang': 'it is on the element html alone',
  'html-lists': 'only dl is used, which has neither reversed nor value',
  'html-mailto-links': 'they have an address alone',
  'html-meta-color-scheme': 'light colors, or those that the program inverts by itself',
  'html-role': 'screen readers say that there is a table',
  'html-style': 'every style that matters is inline',
  'html-width': 'there are no images; sizes of tables do not follow 120 dpi',
}

/** Elements, attributes and properties that every mail program has known for twenty years, or that only help one. */
const UNTESTED: ReadonlySet<string> = new Set([
  ...['html', 'head', 'title', 'meta', 'a', 'b', 'br'],
  ...['[style]', '[class]', '[href]', '[rel]', '[border]', '[bgcolor]', '[scope]'],
  ...['[charset]', '[name]', '[content]'],
  ...['color', 'mso-padding-alt', '-webkit-text-size-adjust', 'text-size-adjust', 'unicode-bidi'],
  ...['supported-color-schemes', ':root'],
])

/** Names of caniemail for what has another name there. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ h1: 'html-h1-h6', dl: 'html-lists', dt: 'html-lists', dd: 'html-lists' },
  ...{ tr: 'html-table', td: 'html-table', th: 'html-table' },
  'border-color': 'css-border',
}

const EMAILS = LANGUAGES.flatMap((language) =>
  Object.entries(everyEmail(language)).map(([about, { html }]) => ({
    about: `${about}, ${language}`,
    ...readEmailHtml(html),
  })),
)
const ELEMENTS = EMAILS.flatMap(({ about, elements }) => elements.map((element) => ({ about, element })))

test('emails use nothing that a mail program lacks without something in its place', () => {
  const used = new Set(
    EMAILS.flatMap(({ elements, sheet }) => [
      ...['html-doctype', ...elements.flatMap(listFeatures), ...listSheet(sheet)],
    ]),
  )
  const known = [...used].filter((feature) => !UNTESTED.has(feature))
  const unknown = known.filter((feature) => FEATURES[feature] === undefined)
  assert.deepEqual(unknown, [], 'add them from the data of caniemail')
  const lacking = known.filter((feature) => Object.keys(FEATURES[feature] ?? {}).length > 0)
  assert.deepEqual(lacking.toSorted(), Object.keys(WITHOUT).toSorted())
  assert.deepEqual(known.toSorted(), Object.keys(FEATURES).toSorted(), 'nothing in the data is left over')
})

test('emails keep to the parts of features that mail programs have', () => {
  for (const { about, element } of ELEMENTS) {
    const { name, styles, attributes } = element
    const where = `${about}: <${name} style="${attributes.style}">`
    for (const [property, value] of Object.entries(styles)) {
      assert.doesNotMatch(value, /!important|rem\b|url\(|gradient/, where)
      if (/^(?:margin|padding)/.test(property)) assert.doesNotMatch(value, /^-| -/, where)
      if (/^padding/.test(property) && !/^(?:td|th)$/.test(name) && value !== '0') {
        // Of the button: its cell has the distances for Word.
        assert.ok(name === 'a' && element.parent?.styles['mso-padding-alt'] === value, where)
      }
      if (property.startsWith('margin') && name === 'span') assert.match(property, /^margin-/, where)
      if (property.startsWith('border-') && /(?:top|left|right|bottom)$/.test(property)) {
        assert.match(name, /^(?:td|th|hr)$/, where)
      }
      if (property === 'text-align') assert.match(value, /^(?:left|right|center)$/, where)
      if (property === 'width') assert.ok(/^(?:table|td|th)$/.test(name) || attributes.class === 'bar', where)
    }
    if (attributes.href?.startsWith('mailto:')) assert.doesNotMatch(attributes.href, /[?&]/, where)
    if (attributes.lang !== undefined) assert.equal(name, 'html')
    if (attributes.align !== undefined) assert.equal(attributes.align, 'center')
  }
})

test('emails need no image and nothing from elsewhere, and their buttons and widths are there for Word', () => {
  for (const { about, elements, sheet } of EMAILS) {
    assert.doesNotMatch(sheet, /url\(|@import|@font-face/, about)
    assert.ok(Buffer.byteLength(sheet) < MAX_SHEET_BYTES)
    // Gmail drops the rule of one without a space before it.
    assert.doesNotMatch(sheet, /[^ ]!important|!IMPORTANT/)
    const buttons = elements.filter(({ styles }) => styles['mso-padding-alt'] !== undefined)
    for (const { attributes, styles } of buttons) assert.equal(attributes.bgcolor, styles.background, about)
    const column = elements.find(({ name, attributes }) => name === 'table' && attributes.class === 'ink')
    assert.equal(column?.attributes.width, '600', about)
    assert.match(column?.styles.font ?? '', /^16px\/1\.6 'Segoe UI',/, about)
  }
})

test('a digest without content says only how many there are', () => {
  const { endpoint } = emailInput({ kind: 'submission', state: 'claimed' })
  const named = [
    { key: 1, receivedAt: new Date(0), fields: [{ name: 'name', value: 'Grace' }], fileCount: 0 },
  ]
  const contents = gatheredContents({
    ...{ language: 'en', endpoint, because: 'burst', withContent: false, base: emailInput().base },
    gathered: { count: 2, named },
    toSubmissionUrl: () => '',
    ...{ snoozeUrl: '', stopUrl: '' },
  })
  assert.equal(contents.heading, '2 new messages')
  assert.doesNotMatch(JSON.stringify(contents), /Grace/)
})

/** Lists the features of an element by the names of caniemail, or as they are where it does not test them. */
function listFeatures({ name, attributes, styles }: Element): string[] {
  const mailto = attributes.href?.startsWith('mailto:') ? ['html-mailto-links'] : []
  const meta = attributes.name === 'color-scheme' ? ['html-meta-color-scheme'] : []
  const listed = Object.keys(attributes).map((key) => toFeature(`html-${key}`, `[${key}]`))
  const used = Object.entries(styles).flatMap(([property, value]) => listProperty(property, value))
  return [toFeature(NAMES[name] ?? `html-${name}`, name), ...mailto, ...meta, ...listed, ...used]
}

function listProperty(property: string, value: string): string[] {
  const beginning =
    NAMES[property] ?? `css-${property.replace(/^(margin|padding|border)-(?:top|left|right|bottom)$/, '$1')}`
  const units = [...value.matchAll(/\d(px|em|%)/g)].map(
    ([, unit]) => `css-unit-${unit === '%' ? 'percent' : unit}`,
  )
  return [
    toFeature(beginning, property),
    ...units,
    ...(value.includes('system-ui') ? ['css-sytem-ui'] : []),
    ...(value.includes('!important') ? ['css-important'] : []),
  ]
}

function listSheet(sheet: string): string[] {
  const media = [...sheet.matchAll(/@([a-z-]+)([^{]*)\{/g)].flatMap(([, rule = '', query = '']) => [
    `css-at-${rule}`,
    ...(query.includes('prefers-color-scheme') ? ['css-at-media-prefers-color-scheme'] : []),
  ])
  const rules = sheet.replaceAll(/@[^{]*\{/g, '')
  return [
    ...media,
    ...[...rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => [
      ...listSelector(selector.trim()),
      ...body.split(';').flatMap((rule) => {
        const [property = '', ...value] = rule.split(':')
        return property.trim() === '' ? [] : listProperty(property.trim(), value.join(':').trim())
      }),
    ]),
  ]
}

function listSelector(selector: string): string[] {
  const kinds: [pattern: RegExp, feature: string][] = [
    [/,/, 'css-selector-grouping'],
    [/[^,] +[^ ,]/, 'css-selector-descendant'],
    [/\[/, 'css-selector-attribute'],
    [/\./, 'css-selector-class'],
    [/(?:^|[ ,])[a-z]/, 'css-selector-type'],
    [/[>+~*#]/, 'unknown selector'],
  ]
  const pseudo = selector.match(/:[a-z-]+/g) ?? []
  return [...kinds.filter(([pattern]) => pattern.test(selector)).map(([, feature]) => feature), ...pseudo]
}

/** Returns the first name if caniemail tests it, or else the second. */
function toFeature(name: string, plain: string): string {
  return FEATURES[name] === undefined ? plain : name
}
