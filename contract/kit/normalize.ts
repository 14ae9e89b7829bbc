import { visibleText } from './fold.ts'
import type { RuleName } from './rules.ts'

/** Converts full-width characters, as a Chinese keyboard types them, to ASCII, and every kind of dash to "-"; drops invisible ones. */
const normalize = (value: string, separators: RegExp, replacement: string): string => {
  const normalized = visibleText(value)
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−ー]/g, '-')
  return normalized.trim().replace(separators, replacement)
}

const mobile = (value: string): string => normalize(value, /[\s.·()-]/g, '').replace(/^(\+|00)?86(?=\d{11}$)/, '')

const landlineParts = /^-?(?:(?:\+|00)86-?)?0?(10|2\d|[3-9]\d\d)-?(\d{3,4})-?(\d{4})(?=-|$)/

/** A landline as area code, number and extension, with hyphens between them. */
const landline = (value: string): string => normalize(value, /[\s.·()转-]+/g, '-').replace(landlineParts, '0$1-$2$3')

const normalizers: Partial<Record<RuleName, (value: string) => string>> = {
  phone: mobile,
  telephone: (value) => (/^1\d{10}$/.test(mobile(value)) ? mobile(value) : landline(value)),
  creditCode: (value) => normalize(value.toUpperCase(), /[\s-]/g, ''),
  declareNo: (value) =>
    normalize(value.toUpperCase(), /[\s-]+/g, '-').replace(/^5G(\d{4})(\d{6})(\d{5,})$/, '5G-$1-$2-$3'),
}

/** A text in the standard form of its rule, however it was typed. The form and the server both use it. */
export const normalizeByRule = (rule: RuleName | undefined, value: string): string =>
  (rule && normalizers[rule]?.(value)) ?? value
