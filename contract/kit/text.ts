/** A text in both languages, Chinese first; a missing translation does not compile. */
export type Text = readonly [zh: string, en: string]

export type Lang = 'zh' | 'en'

/** The text in the given language. */
export const localize = (text: Text, lang: Lang): string => text[lang === 'en' ? 1 : 0]

const textAt = (value: string | number | Text, at: 0 | 1) => (typeof value === 'object' ? value[at] : String(value))

/** Replaces the placeholders {0}, {1} … of a text, in both languages. */
export const fill = (text: Text, ...values: readonly (string | number | Text)[]): Text => {
  const fillIn = (template: string, at: 0 | 1) =>
    template.replace(/\{(\d)\}/g, (mark, n) => textAt(values[Number(n)] ?? mark, at))
  return [fillIn(text[0], 0), fillIn(text[1], 1)]
}

/** Several texts as one list, in both languages. */
export const listText = (texts: readonly Text[]): Text => [
  texts.map(([zh]) => zh).join('、'),
  texts.map(([, en]) => en).join(', '),
]

/** Both languages in one line, for output whose reader's language is unknown: a console, a document. */
export const bilingual = (text: Text): string => text.join(' / ')

/** `tenantPackage` → `tenant_package`, for tables, columns and permission codes. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** `tenantPackage` → `tenant-package`, for paths and screens. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

/** A label within an English sentence: `Real name` → `real name`; `ID` and Chinese labels stay as they are. */
export const withSmallLetter = (label: string): string =>
  /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
