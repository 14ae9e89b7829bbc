import type { Field } from '#contract/kit/field.ts'
import { kinds } from '#contract/kit/kinds.ts'

/** A number for the reader: grouped digits, with the decimals of its kind. */
export const numberText = ({ kind }: Pick<Field, 'kind'>, value: number): string => {
  const { max = 6, min = 0 } = kinds[kind].decimals ?? {}
  return value.toLocaleString('zh-CN', { maximumFractionDigits: max, minimumFractionDigits: min })
}
