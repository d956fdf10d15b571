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
  // Not a special-use name, but not a top-level domain either: `user@domain.tld`.
  'tld',
]

// The patterns below are matched against words without their hyphens, underscores and dots.

/** "Your own" mailbox: nobody has it, at any domain. */
const TEMPLATE_LOCAL =
  /^(?:your|ur|my|the|user|recipient|owner|enter|insert|replacewith|real){1,3}(?:own|real|actual|work|business)?(?:email|emailaddress|emailid|mailaddress)(?:here)?$|^your(?:mail|address|name|firstname|lastname|fullname|username|mailbox|inbox)(?:here)?$|^(?:ihre|deine|votre|jouw)e?mail(?:adresse?|adres)?$|^(?:firstnamelastname|placeholder|changeme|replaceme)$/
/** "Your own" domain, with any ending. Nobody has a mailbox there. */
const TEMPLATE_DOMAIN =
  /^your(?:own|real|actual)?(?:domain|domainname|company|companyname|site|sitename|website|email|emaildomain|business|org|organi[sz]ation|host|server|provider)(?:here)?$/

/** Local parts that stand in for a person. They can be real, but not at a domain that is a stand-in too. */
const ANYBODY =
  /^(?:you|your|name|user|username|testuser|email|emailaddress|address|recipient|someone|somebody|anyone|anybody|firstname|lastname|firstlast|foo|bar|baz|foobar|test|tester|testing|abc|xyz|xxx+|asdf|qwerty|example|sample|dummy)$/
/** The same, but real people use them at `email.com`, `foo.dev` and the like. */
const MYSELF = /^(?:me|johndoe|janedoe|maxmustermann|erikamustermann)$/
/** Stand-in domains. Some are real, and so is `info@domain.de`. */
const ANY_DOMAIN =
  /^(?:my|our|your|some|any)?(?:domain|domainname|company|companyname|site|website)$|^(?:example|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)$/
/** The same, but real people have short addresses there. */
const ANY_NAME =
  /^(?:my|our|your)?(?:app|host|org|organi[sz]ation|server|business|brand|shop|store|name|e?mail|e?mailaddress|address)$|^(?:somewhere|foo|bar|baz|foobar|test|testing|abc|xyz|xxx+|asdf|qwerty|sample|dummy)$/

/** Second levels under which names are registered, as in `co.uk`. */
const SECOND_LEVEL = /^(?:co|com|org|net|ac|or|ne)$/

/** Whole addresses that are commonly used as stand-ins. */
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

/** Returns true for an address from documentation or a template rather than a person's mailbox. */
export function isPlaceholder(given: string): boolean {
  if (given.length > MAX_LENGTH) return false
  const text = given.trim().toLowerCase()
  const address = text.replace(QUOTES_AROUND, '')
  const at = address.lastIndexOf('@')
  // Without a part before and after the @ it cannot be an address.
  if (at <= 0 || at === address.length - 1) return isTemplateText(text.replaceAll('@', ''))
  if (TEMPLATE_MARK.test(text)) return true
  const [local = ''] = address.slice(0, at).split('+')
  return isTemplateAddress(local, address.slice(at + 1).replace(/\.$/, ''))
}

/** Only chooses the message of a refusal that happens anyway, so it may be generous. */
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
  // Also `you@your.domain`, where no single label is telling.
  const places = [getRegisteredName(labels), labels.join('')]
  if (ANYBODY.test(who)) return places.some((place) => ANY_DOMAIN.test(place) || ANY_NAME.test(place))
  return MYSELF.test(who) && places.some((place) => ANY_DOMAIN.test(place))
}

/** Returns the registered name: `domain` of `domain.com` and `domain.co.uk`; '' for `mail.acme.org`. */
function getRegisteredName([first = '', second = '', ...more]: readonly string[]): string {
  if (more.length === 0) return first
  return more.length === 1 && SECOND_LEVEL.test(second) ? first : ''
}

function withoutJoints(text: string): string {
  return text.replace(/[-_.]/g, '')
}
