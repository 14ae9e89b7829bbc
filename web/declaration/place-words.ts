import type { Text } from '#contract/kit/text.ts'
import { partOf } from '#contract/project/parts.ts'
import { fieldAt, type Typed } from '#web/form/place.ts'

/** A path of a declaration in words: 5G 设施与边缘计算 › 5G 网络 › 端到端时延. */
export const placeWords = (
  at: string,
  t: (text: Text) => string,
  documents: Readonly<Record<string, Typed>> = {},
): string => {
  const [code = '', ...rest] = at.split('.')
  const part = partOf(code)
  if (!part) return at
  const found = rest.length ? fieldAt(part.fields, rest.join('.'), documents[code] ?? {}) : null
  return [part.label, ...(found?.trail ?? [])].map(t).join(' › ')
}
