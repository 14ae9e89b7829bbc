import type { Text } from '#contract/kit/text.ts'
import { partOf } from '#contract/project/parts.ts'
import { type FormValues, fieldAt } from '#web/form/form-values.ts'

/** Labels of a path in a declaration: 5G设施与边缘计算 › 5G网络 › 端到端时延. */
export const formatFieldPath = (
  at: string,
  t: (text: Text) => string,
  documents: Readonly<Record<string, FormValues>> = {},
): string => {
  const [code = '', ...rest] = at.split('.')
  const part = partOf(code)
  if (!part) return at
  const match = rest.length ? fieldAt(part.fields, rest.join('.'), documents[code] ?? {}) : null
  return [part.label, ...(match?.trail ?? [])].map(t).join(' › ')
}
