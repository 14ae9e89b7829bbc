import { type CheckOptions, check } from '#contract/kit/check.ts'
import {
  choice,
  code,
  codes,
  date,
  decimal,
  dict,
  dicts,
  type Field,
  file,
  files,
  flag,
  int,
  longText,
  money,
  ref,
  refs,
  richText,
  secret,
  text,
  time,
  tree,
} from '#contract/kit/field.ts'

export const asNew: CheckOptions = { mode: 'new' }

export const asChange: CheckOptions = { mode: 'change' }

/** Checks one value; returns the resulting value and the Chinese error or null. */
export const checkValue = (field: Field, value: unknown, options: CheckOptions = asNew) => {
  const { value: result, faults } = check({ a: field }, { a: value }, options)
  return [(result as Record<string, unknown>).a, faults[0]?.text[0] ?? null]
}

export const colours = choice('颜色', 'Colour', {
  choices: [
    ['red', ['红', 'Red']],
    ['blue', ['蓝', 'Blue']],
  ],
})

export const levels = choice('级别', 'Level', {
  choices: [
    [1, ['一', 'One']],
    [-1, ['负一', 'Minus one']],
  ],
})

export const invalid = '某项的值不正确'

/** A field of each kind, all with the same label. */
export const f = {
  text: text('某项', 'It', { max: 5 }),
  fixed: text('某项', 'It', { length: 4 }),
  longText: longText('某项', 'It', { max: 5 }),
  richText: richText('某项', 'It'),
  int: int('某项', 'It', { max: 100 }),
  decimal: decimal('某项', 'It', { max: 100 }),
  money: { ...money('某项', 'It', 'yuan'), label: ['某项', 'It'] as const },
  flag: flag('某项', 'It'),
  date: date('某项', 'It'),
  time: time('某项', 'It'),
  dict: dict('某项', 'It'),
  dicts: dicts('某项', 'It'),
  ref: ref('某项', 'It'),
  refs: refs('某项', 'It'),
  tree: tree('某项', 'It'),
  code: code('某项', 'It'),
  codes: codes('某项', 'It'),
  file: file('某项', 'It'),
  files: files('某项', 'It'),
  secret: secret('某项', 'It'),
}
