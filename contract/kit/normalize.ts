import type { RuleName } from './rules.ts'

/** Converts full-width characters, as a Chinese keyboard types them, to ASCII, and every kind of dash to "-". */
const normalize = (value: string, separators: RegExp, replacement: string): string => {
  const normalized = value.normalize('NFKC').replace(/[‐‑‒–—―−ー]/g, '-')
  return normalized.trim().replace(separators, replacement)
}

const normalizers: Partial<Record<RuleName, (value: string) => string>> = {
  phone: (value) => normalize(value, /[\s.·()-]/g, '').replace(/^(\+|00)?86(?=\d{11}$)/, ''),
  creditCode: (value) => normalize(value.toUpperCase(), /[\s-]/g, ''),
  declareNo: (value) =>
    normalize(value.toUpperCase(), /[\s-]+/g, '-').replace(/^5G(\d{4})(\d{6})(\d{5,})$/, '5G-$1-$2-$3'),
}

/** A text in the standard form of its rule, however it was typed. The form and the server both use it. */
export const normalizeByRule = (rule: RuleName | undefined, value: string): string =>
  (rule && normalizers[rule]?.(value)) ?? value
