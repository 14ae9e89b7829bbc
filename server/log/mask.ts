import type { Fields } from '#contract/kit/field.ts'
import { isSecret } from '../base/process/log.ts'
import { maskPersonal } from '../base/process/personal-data.ts'
import { remembered } from '../base/process/remembered.ts'

/** Names of secrets, which no log may contain, in common spellings (docs/decisions/0022). */
const secret =
  /pass(word|wd)?\d?$|token|secret|authori[sz]ation|blade-auth|cookie|verifier|access_?key|private_?key|captcha|credential/i
/** Names of credentials a visitor sends: codes of messages, single sign-on and captchas. */
const visitorCredential = /^(code|value|state|key|sealed|nonce)$/i
const personal = /phone|mobile|e-?mail|mailbox|^tel$/i

const isSecretName = remembered((name) => secret.test(name) || isSecret(name))
export const isPersonal = remembered((name) => personal.test(name))

/** Secrets inside an address: `?password=…`, `//user:secret@host`. */
const inlineSecrets = [
  /((?:pass(?:word|wd)?|pwd|secret|token|blade-auth|authori[sz]ation)=)(?:(?:bearer|basic)(?:%20|\+| ))?[^&;,\s"']+/gi,
  /(\/\/[^/:@\s]*:)[^@/\s]+(?=@)/g,
]
const maskInlineSecrets = (value: string): string =>
  inlineSecrets.reduce((text, pattern) => text.replace(pattern, '$1***'), value)

const maxTextLength = 500
const maxValues = 300
const maxDepth = 6

interface MaskOptions {
  /** Input fields of the call: values of kind `secret`, and those for fewer readers, are masked whatever their name. */
  readonly fields: Fields
  /** The call is public: also masks a visitor's credentials such as codes. */
  readonly isPublic: boolean
}

const hiddenNames = new WeakMap<Fields, ReadonlySet<string>>()
/** Names of the fields that a log must not contain, also of those within groups. */
const hiddenNamesOf = (fields: Fields): ReadonlySet<string> => {
  const known = hiddenNames.get(fields)
  if (known) return known
  const names = Object.entries(fields).flatMap(([name, { kind, isUnlogged, fields: inner = {} }]) =>
    kind === 'secret' || isUnlogged ? [name] : [...hiddenNamesOf(inner)],
  )
  const found = new Set(names)
  hiddenNames.set(fields, found)
  return found
}

/** A payload for a log: secrets and personal data masked, long texts and lists cut. */
export const maskForLog = (payload: unknown, { fields, isPublic }: MaskOptions): unknown => {
  let remaining = maxValues
  const hidden = hiddenNamesOf(fields)
  const isHidden = (name: string) =>
    isSecretName(name) || hidden.has(name) || (isPublic && visitorCredential.test(name))
  const clean = (value: unknown, name: string, depth: number): unknown => {
    if (remaining-- <= 0 || depth > maxDepth) return '…'
    // a boolean is no secret
    if (isHidden(name) && typeof value !== 'boolean') return value === null || value === undefined ? value : '***'
    if (typeof value === 'string') {
      const cut = maskInlineSecrets(value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value)
      return isPersonal(name) ? maskPersonal(cut) : cut
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.slice(0, Math.max(0, remaining)).map((one) => clean(one, name, depth + 1))
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, maxValues)
        .map(([key, one]) => [key, clean(one, key, depth + 1)]),
    )
  }
  return clean(payload, '', 0)
}
