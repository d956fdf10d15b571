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
  // No special use, but no top level either: `user@domain.tld`.
  'tld',
]

// The patterns below are matched against words without their hyphens, underscores and dots.

/** "Your own" mailbox: no person has it, at whatever domain. */
const TEMPLATE_LOCAL =
  /^(?:your|ur|my|the|user|recipient|owner|enter|insert|replacewith|real){1,3}(?:own|real|actual|work|business)?(?:email|emailaddress|emailid|mailaddress)(?:here)?$|^your(?:mail|address|name|firstname|lastname|fullname|username|mailbox|inbox)(?:here)?$|^(?:ihre|deine|votre|jouw)e?mail(?:adresse?|adres)?$|^(?:firstnamelastname|placeholder|changeme|replaceme)$/
/** "Your own" domain, whatever its ending. Nobody has a mailbox there. */
const TEMPLATE_DOMAIN =
  /^your(?:own|real|actual)?(?:domain|domainname|company|companyname|site|sitename|website|email|emaildomain|business|org|organi[sz]ation|host|server|provider)(?:here)?$/

/** Words that stand in for somebody. Somebody may really be called so, but not at a domain that stands in as well. */
const ANYBODY =
  /^(?:you|your|name|user|username|testuser|email|emailaddress|address|recipient|someone|somebody|anyone|anybody|firstname|lastname|firstlast|foo|bar|baz|foobar|test|tester|testing|abc|xyz|xxx+|asdf|qwerty|example|sample|dummy)$/
/** The same, but they are real people's addresses at `email.com`, `foo.dev` and the like. */
const MYSELF = /^(?:me|johndoe|janedoe|maxmustermann|erikamustermann)$/
/** Domains that stand in for a domain. Some are real, and `info@domain.de` is too. */
const ANY_DOMAIN =
  /^(?:my|our|your|some|any)?(?:domain|domainname|company|companyname|site|website)$|^(?:example|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)$/
/** The same, where people have mailboxes with short names. */
const ANY_NAME =
  /^(?:my|our|your)?(?:app|host|org|organi[sz]ation|server|business|brand|shop|store|name|e?mail|e?mailaddress|address)$|^(?:somewhere|foo|bar|baz|foobar|test|testing|abc|xyz|xxx+|asdf|qwerty|sample|dummy)$/

/** Second levels under which names are registered, as in `co.uk`. */
const SECOND_LEVEL = /^(?:co|com|org|net|ac|or|ne)$/

/** Whole addresses that are written where nobody had one at hand. */
const TEMPLATE_ADDRESSES: readonly string[] = [
  'a@a.com',
  'a@b.com',
  'a@b.c',
  'x@y.com',
  'x@y.z',
  'john@domain.com',
  'jane@domain.com',
  'mail@domain.com',
  'mail@mail.com',
]

/** Marks of template languages inside an address, `{{name}}@acme.org`. Braces are legal in a mailbox, and unheard of. */
const TEMPLATE_MARK = /[{}]|<[^<>@]+>|\[[^[\]@]+\]@|%[a-z][a-z_]+%|^\$\(/
/** A whole text in brackets or the like, `[email]`, `%EMAIL%`, `__EMAIL__`, and `$EMAIL`. */
const WRAPPED = /^(?:\$|[<[{(%#_$«]+[^a-z]*[a-z].*[>\]})%_»]$)/
const WORDS = /email|recipient|placeholder|changeme|replaceme|youraddress/
const QUOTES_AROUND = /^[<[("'`\s]+|[>\])"'`\s]+$/g
const MAX_LENGTH = 320

/** Whether this is documentation's or a template's address rather than anybody's mailbox. */
export function isPlaceholder(given: string): boolean {
  if (given.length > MAX_LENGTH) return false
  const text = given.trim().toLowerCase()
  const address = text.replace(QUOTES_AROUND, '')
  const at = address.lastIndexOf('@')
  // With nothing before or behind the @ it cannot be an address.
  if (at <= 0 || at === address.length - 1) return isTemplateText(text.replaceAll('@', ''))
  if (TEMPLATE_MARK.test(text)) return true
  const [local = ''] = address.slice(0, at).split('+')
  return isTemplateAddress(local, address.slice(at + 1).replace(/\.$/, ''))
}

/** Nothing here refuses a mailbox, so it may be generous: it chooses the words of the refusal. */
function isTemplateText(text: string): boolean {
  if (WRAPPED.test(text)) return true
  return !text.includes('.') && WORDS.test(text.replace(/[^a-z]/g, ''))
}

function isTemplateAddress(local: string, domain: string): boolean {
  if (SPECIAL_DOMAINS.some((special) => domain === special || domain.endsWith(`.${special}`))) return true
  if (TEMPLATE_ADDRESSES.includes(`${local}@${domain}`)) return true
  const who = withoutJoints(local)
  if (TEMPLATE_LOCAL.test(who)) return true
  const labels = domain.split('.').map(withoutJoints)
  if (labels.slice(0, -1).some((label) => TEMPLATE_DOMAIN.test(label))) return true
  // `you@your.domain` too, where no single word tells.
  const places = [nameOf(labels), labels.join('')]
  if (ANYBODY.test(who)) return places.some((place) => ANY_DOMAIN.test(place) || ANY_NAME.test(place))
  return MYSELF.test(who) && places.some((place) => ANY_DOMAIN.test(place))
}

/** What was chosen at registration: `domain` of `domain.com` and `domain.co.uk`; '' for `mail.acme.org`. */
function nameOf([first = '', second = '', ...more]: readonly string[]): string {
  if (more.length === 0) return first
  return more.length === 1 && SECOND_LEVEL.test(second) ? first : ''
}

function withoutJoints(text: string): string {
  return text.replace(/[-_.]/g, '')
}
