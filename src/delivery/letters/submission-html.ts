import { defangMarkup } from './defang.ts'
import { type Html, html, render } from './html.ts'
import type { SubmissionWords } from './submission-letter.ts'

const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;'
/** Mail programs that know the dark scheme get it; those that do not still get dark ink on light paper. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #131316 !important; }
  .card { background: #1b1b20 !important; border-color: #2c2c33 !important; }
  .ink { color: #ececf0 !important; }
  .muted { color: #a0a0ab !important; }
  .rule { border-color: #2c2c33 !important; }
  .accent { color: #5eead4 !important; }
  .button { background: #5eead4 !important; color: #10201d !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`

/** The HTML part: one card, tables for old mail programs, nothing loaded from anywhere. */
export function htmlPart(words: SubmissionWords): string {
  const show = words.defanged ? defangMarkup : (text: string) => text
  return render(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.headline}</title>
<style>${styleSheet()}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fafaf7;">
<div style="display:none;max-height:0;overflow:hidden;">${words.introduction}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fafaf7;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td class="card" style="${FONT}background:#ffffff;border:1px solid #e6e4de;border-radius:10px;padding:32px 36px;">
<h1 class="ink" style="${FONT}margin:0 0 10px;font-size:22px;line-height:1.3;font-weight:650;color:#1a1a1f;">${words.headline}</h1>
<p class="muted" style="${FONT}margin:0;font-size:15px;line-height:1.55;color:#6b6b76;">${words.introduction}</p>
${words.claim?.prominent ? prominentLinks(words, words.claim) : html``}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:26px;table-layout:fixed;">
${words.fields.map((field) => fieldRow(show(field.name), show(field.value)))}
</table>
${words.shortened ? html`<p class="muted" style="${FONT}margin:18px 0 0;font-size:13px;line-height:1.5;color:#6b6b76;">${words.shortened}</p>` : html``}
</td></tr>
<tr><td style="${FONT}padding:20px 36px 8px;">
<p class="muted" style="${FONT}margin:0 0 12px;font-size:13px;line-height:1.55;color:#6b6b76;">${words.closing}</p>
${words.claim?.prominent ? html`` : footerLinks(words)}
<p class="muted" style="${FONT}margin:0;font-size:12px;line-height:1.7;color:#6b6b76;">${words.facts.map((fact) => html`${fact}<br>`)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

function styleSheet(): Html {
  return html`${rawStyle(DARK)}`
}

/** Our own constant: there is nothing in it to escape. */
function rawStyle(text: string): Html {
  return html(Object.assign([text], { raw: [text] }))
}

function prominentLinks(words: SubmissionWords, claim: { url: string; label: string }): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 12px;"><tr>
<td class="button" bgcolor="#0f766e" style="border-radius:8px;background:#0f766e;">
<a class="button" href="${claim.url}" style="${FONT}display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;line-height:1.2;color:#ffffff;text-decoration:none;border-radius:8px;">${claim.label}</a>
</td></tr></table>
<p style="${FONT}margin:0 0 4px;font-size:14px;line-height:1.5;"><a class="muted" href="${words.stop.url}" style="color:#6b6b76;text-decoration:underline;">${words.stop.label}</a></p>`
}

function footerLinks(words: SubmissionWords): Html {
  const claim = words.claim
    ? html`<a class="accent" href="${words.claim.url}" style="color:#0f766e;text-decoration:underline;">${words.claim.label}</a> &nbsp;·&nbsp; `
    : html``
  return html`<p class="muted" style="${FONT}margin:0 0 12px;font-size:13px;line-height:1.6;color:#6b6b76;">${claim}<a class="muted" href="${words.stop.url}" style="color:#6b6b76;text-decoration:underline;">${words.stop.label}</a></p>`
}

function fieldRow(name: string, value: string): Html {
  const lines = value.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
  return html`<tr><td class="rule" style="${FONT}border-top:1px solid #e6e4de;padding:14px 0;">
<div class="muted" dir="auto" style="font-size:13px;line-height:1.4;color:#6b6b76;overflow-wrap:anywhere;word-break:break-word;unicode-bidi:isolate;">${name}</div>
<div class="ink" dir="auto" style="margin-top:4px;font-size:16px;line-height:1.55;color:#1a1a1f;overflow-wrap:anywhere;word-break:break-word;unicode-bidi:isolate;">${lines}</div>
</td></tr>`
}
