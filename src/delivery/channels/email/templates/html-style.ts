import { type Html, html } from '../../../../markup/html.ts'

/*
 * Mail programs read inline styles; the style sheet in the head adds what only some of them support: the dark
 * colors and the small screen. Without any style the email is still headings, paragraphs and links in order.
 */

/** Outlook knows no `system-ui`, and takes Times New Roman where it does not know the first font. */
const FONT = "'Segoe UI',system-ui,-apple-system,Roboto,'Noto Sans',Helvetica,Arial,sans-serif"
/** Long words are broken: each mail program reads another one of these. */
const BREAKS = 'word-wrap:break-word;overflow-wrap:anywhere;word-break:break-word'

export const BODY =
  'margin:0;padding:0;background:#fafaf7;-webkit-text-size-adjust:100%;text-size-adjust:100%'
export const LAYOUT = 'background:#fafaf7;table-layout:fixed'
/** Outlook gives the width by its attribute; everybody else by this. */
export const COLUMN = `width:100%;max-width:600px;table-layout:fixed;font:16px/1.6 ${FONT};color:#1a1a1f;text-align:left;text-wrap:pretty`
export const CARD = `padding:36px 40px;background:#ffffff;border:1px solid #e6e4de;border-radius:10px;${BREAKS}`

export const PREVIEW = `padding:0 4px 20px;font-size:15px;line-height:1.5;font-weight:500;color:#1a1a1f;${BREAKS}`
export const BAR =
  'display:inline-block;width:18px;height:5px;margin-right:10px;margin-bottom:3px;border-radius:5px;background:#0f766e'
export const HEADING =
  'margin:0;font-size:24px;line-height:1.25;font-weight:680;letter-spacing:-.015em;text-wrap:balance'
export const OPENING = 'margin:16px 0 0'
export const LABEL = 'margin:28px 0 0;font-size:14px;color:#6b6b76'

export const BUTTON_CELL = 'border-radius:9px;background:#0f766e;mso-padding-alt:13px 24px'
export const BUTTON =
  'display:inline-block;padding:13px 24px;border-radius:9px;color:#ffffff;font-size:16px;line-height:1.3;font-weight:600;text-decoration:none'
export const CODE =
  "margin:6px 0 0;font:600 24px/1.4 Consolas,ui-monospace,SFMono-Regular,Menlo,'Liberation Mono',monospace;letter-spacing:.12em"
export const CODE_GROUP = 'margin-left:.35em'
export const STOP = 'margin:18px 0 0;font-size:15px'
export const STOP_LINK = 'color:#1a1a1f;text-decoration:underline;text-underline-offset:3px'
export const QUIET_LINK = 'color:#6b6b76;text-decoration:underline;text-underline-offset:3px'
export const NOTE = 'margin:18px 0 0;font-size:14px;line-height:1.55;color:#6b6b76'

export const RULE = 'margin:32px 0;border:0;border-top:1px solid #e6e4de;height:0;line-height:0;font-size:0'
export const WARNING_TABLE = 'margin:0 0 20px'
export const WARNING =
  'padding:2px 0;padding-left:14px;border-left:3px solid #8b8a83;font-size:15px;line-height:1.55'
export const FACTS = 'margin:8px 0 0;font-size:14px;line-height:1.55;color:#6b6b76'

export const FACT_TABLE = 'margin:16px 0 0;border-collapse:collapse'
export const FACT_NAME =
  'width:45%;padding:9px 0;padding-right:16px;border-top:1px solid #e6e4de;font-size:14px;font-weight:400;text-align:left;vertical-align:top;color:#6b6b76'
export const FACT_VALUE =
  'padding:9px 0;border-top:1px solid #e6e4de;font-size:14px;text-align:right;vertical-align:top'
export const FACT_ASIDE = 'color:#6b6b76;white-space:nowrap'
export const MESSAGE =
  'padding:9px 0;border-top:1px solid #e6e4de;font-size:15px;line-height:1.5;word-break:break-word'
export const MESSAGE_DATE = 'font-size:13px;color:#6b6b76'

export const MESSAGE_LINK = 'font-size:14px;color:#6b6b76;text-decoration:underline;text-underline-offset:3px'

export const FIELDS = 'margin:28px 0 0;white-space:pre-wrap'
/** Values in another direction stay under their names, at the side where the email begins. */
export const FIELD_NAME = 'margin-top:20px;font-size:13px;text-align:left;color:#6b6b76'
export const FIELD_VALUE = 'margin:2px 0 0;text-align:left'
export const LINK = 'color:#0f766e'

export const FILES = 'margin:28px 0 0;font-size:13px;text-align:left;color:#6b6b76'
export const FILE_TABLE = 'margin:6px 0 0;border-collapse:collapse'
export const FILE =
  'padding:9px 0;padding-right:16px;border-top:1px solid #e6e4de;text-align:left;vertical-align:top;word-break:break-word'
export const FILE_SIZE =
  'padding:9px 0;border-top:1px solid #e6e4de;font-size:14px;line-height:26px;text-align:right;vertical-align:top;white-space:nowrap;color:#6b6b76'
export const FILE_STATE = 'font-size:14px;line-height:1.55;color:#6b6b76'

export const IMPRINT = 'padding:20px 4px 0;font-size:13px;line-height:1.6;color:#6b6b76'

/** `unicode-bidi: plaintext` orders the letters of every line of a value by its own first letter. */
export const SHEET: Html = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.fields dt, .fields dd { unicode-bidi: plaintext; }
[dir=rtl] h1, [lang=ja] h1, [lang=zh] h1 { letter-spacing: 0 !important; }
[lang=ja] h1 { word-break: auto-phrase; }
@media (min-width: 481px) {
  .name { width: auto !important; }
}
@media (max-width: 480px) {
  .edge { padding: 20px 12px 32px !important; }
  .card { padding: 28px 22px !important; }
  .button, .button a { width: 100% !important; box-sizing: border-box; text-align: center !important; }
  .button a { padding-left: 12px !important; padding-right: 12px !important; }
}
</style>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #131316 !important; }
  .card { background: #1b1b20 !important; border-color: #36363f !important; }
  .ink { color: #ececf0 !important; }
  .muted, .fields dt { color: #a0a0ab !important; }
  .line { border-color: #36363f !important; }
  .edged { border-color: #6f6f7a !important; }
  .bar, .button td { background: #5eead4 !important; }
  .button a { color: #131316 !important; }
  .accent { color: #5eead4 !important; }
}
</style>`
