import { missingText } from '#contract/kit/check.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { cleanHtml } from './rich-text.ts'

/** Rejects a required rich text if the allow-list leaves nothing visible of it. Throws Fail with a fault per field. */
export const checkRichTexts = (fields: Fields, input: Readonly<Record<string, unknown>>): void => {
  const faults = Object.entries(fields).flatMap(([at, field]) => {
    const html = field.kind === 'richText' && field.required ? input[at] : undefined
    return typeof html === 'string' && cleanHtml(html) === null ? [{ at, text: missingText(field) }] : []
  })
  if (faults.length) throw faulty(faults)
}
