/** Domains that documentation and examples use (RFC 2606, 6761, 6762, 7686, 8375, 9476), with their subdomains. */
const SPECIAL_DOMAINS: readonly string[] = [
  'example.com',
  'example.org',
  'example.net',
  'example.edu',
  'example',
  'test',
  'invalid',
  'localhost',
  'local',
  'localdomain',
  'internal',
  'onion',
  'alt',
  'arpa',
]

/** Domains that stand in templates for "your own", whatever their ending. */
const TEMPLATE_DOMAIN =
  /^(?:your|my|our)-?(?:own-?)?(?:e-?mail|domain|domainname|site|website|company|companyname|business|app|host|org|organization|organisation|server|mail)$/

/** Whole addresses that are written where nobody had one at hand. */
const TEMPLATE_ADDRESSES: readonly string[] = [
  'test@test.com',
  'foo@bar.com',
  'foo@foo.com',
  'abc@xyz.com',
  'abc@abc.com',
  'a@b.com',
  'a@b.c',
  'email@email.com',
  'mail@mail.com',
  'user@email.com',
  'name@email.com',
  'email@address.com',
  'email@domain.com',
  'mail@domain.com',
  'name@domain.com',
  'user@domain.com',
  'you@domain.com',
  'me@domain.com',
  'john@domain.com',
  'jane@domain.com',
  'someone@domain.com',
  'someone@somewhere.com',
  'user@domain.tld',
  'name@domain.tld',
  'name@company.com',
  'you@company.com',
  'you@email.com',
  'xxx@xxx.com',
  'xxx@xxx.xxx',
]

/** Local parts that are template text at any domain. */
const TEMPLATE_LOCAL =
  /^(?:your|my|recipient|user|owner)[-_.]?(?:real[-_.]?)?(?:e[-_.]?mail|mail|address|e[-_.]?mail[-_.]?address|name[-_.]?here|mailbox)(?:[-_.]?(?:here|address))?$/

/** Template text without an address in it. */
const TEMPLATE_WORDS =
  /^(?:(?:your|my|the|enter|insert|recipient|owner|user|real)[-_ ]*)+(?:e[-_ ]?mail|mail|address|recipient)(?:[-_ ]*(?:address|here|goes|id))*$/
const BRACKETED =
  /^(?:<[^<>]*>|\{\{[^{}]*\}\}|\{[^{}]*\}|\$\{[^{}]*\}|\$[A-Za-z_]+|%[^%]*%|\[[^[\]]*\]|__[^_].*__|#\{[^{}]*\}|<%.*%>)$/
const BRACKET_INSIDE = /\{\{|\}\}|\$\{|<%|%>/
const MAX_LENGTH = 320

/** Whether this is documentation's or a template's address rather than anybody's mailbox. */
export function isPlaceholder(given: string): boolean {
  const text = given.trim().toLowerCase()
  if (text.length === 0 || text.length > MAX_LENGTH) return false
  if (BRACKETED.test(text))
    return !text.slice(1, -1).includes('@') || isPlaceholder(text.slice(1, -1)) || isTemplateWord(text)
  if (BRACKET_INSIDE.test(text)) return true
  const at = text.lastIndexOf('@')
  if (at < 0) return isTemplateWord(text)
  const local = text.slice(0, at)
  const domain = text.slice(at + 1).replace(/\.$/, '')
  return isSpecialDomain(domain) || isTemplateAddress(local, domain)
}

function isSpecialDomain(domain: string): boolean {
  return SPECIAL_DOMAINS.some((special) => domain === special || domain.endsWith(`.${special}`))
}

function isTemplateAddress(local: string, domain: string): boolean {
  if (TEMPLATE_ADDRESSES.includes(`${local}@${domain}`)) return true
  if (TEMPLATE_LOCAL.test(local)) return true
  return domain
    .split('.')
    .slice(0, -1)
    .some((label) => TEMPLATE_DOMAIN.test(label))
}

function isTemplateWord(text: string): boolean {
  return TEMPLATE_WORDS.test(text.replace(/[^a-z\-_ ]/g, '')) || text === 'email' || text === 'e-mail'
}
