import { missingText } from '#contract/kit/check.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { cleanHtml, embeddedPictures } from './rich-text.ts'

const embeddedText: Text = [
  '{0}中有 {1} 张图片尚未上传：请等待上传完成，或删除后用“插入图片”上传',
  '{0} has pictures that are not uploaded ({1}): wait until they are, or delete them and use “Insert picture”',
]

const faultsOf = (at: string, field: Field, html: string): Fault[] => {
  const count = embeddedPictures(html)
  if (count) return [{ at, text: fill(embeddedText, field.label, count) }]
  return field.required && cleanHtml(html) === null ? [{ at, text: missingText(field) }] : []
}

/**
 * Rejects a rich text with pictures that would be lost, and a required one if the allow-list leaves nothing visible of it. Throws Fail
 * with a fault per field.
 */
export const checkRichTexts = (fields: Fields, input: Readonly<Record<string, unknown>>): void => {
  const faults = Object.entries(fields).flatMap(([at, field]) => {
    const html = field.kind === 'richText' ? input[at] : undefined
    return typeof html === 'string' ? faultsOf(at, field, html) : []
  })
  if (faults.length) throw faulty(faults)
}
