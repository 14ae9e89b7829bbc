import type { RuleName } from './rules.ts'

/** Full-width signs, as a Chinese keyboard writes them, in their plain form; dashes of any kind, and signs taken for one. */
const normalize = (value: string, gaps: RegExp, by: string): string => {
  const normalized = value.normalize('NFKC').replace(/[‐‑‒–—―−ー]/g, '-')
  return normalized.trim().replace(gaps, by)
}

const normalizers: Partial<Record<RuleName, (value: string) => string>> = {
  phone: (value) => normalize(value, /[\s.·()-]/g, '').replace(/^(\+|00)?86(?=\d{11}$)/, ''),
  creditCode: (value) => normalize(value.toUpperCase(), /[\s-]/g, ''),
  declareNo: (value) =>
    normalize(value.toUpperCase(), /[\s-]+/g, '-').replace(/^5G(\d{4})(\d{6})(\d{5,})$/, '5G-$1-$2-$3'),
}

/** A text as its rule wants it, whichever way people write it. The form and the server read the same. */
export const normalizeByRule = (rule: RuleName | undefined, value: string): string =>
  (rule && normalizers[rule]?.(value)) ?? value
