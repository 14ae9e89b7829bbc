import fc from 'fast-check'

/** Cron expressions as people write them, and rare forms of each field. */

const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','))
const number = (min: number, max: number) => fc.integer({ min, max })
const range = (min: number, max: number) =>
  fc.tuple(number(min, max), number(min, max)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)

const plain = (min: number, max: number, maxStep = max) => {
  const one = number(min, max).map(String)
  const step = fc.oneof(number(1, maxStep), fc.constantFrom(2, 3, 5))
  const stepped = fc
    .tuple(fc.oneof(fc.constantFrom('*', '', `${min}`), one, range(min, max)), step)
    .map(([start, each]) => `${start}/${each}`)
  return { one, stepped, list: list(one), range: range(min, max), mixed: list(fc.oneof(one, range(min, max), stepped)) }
}
const clock = (max: number) => {
  const forms = plain(0, max)
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('0') },
    { weight: 2, arbitrary: forms.stepped },
    { weight: 2, arbitrary: fc.constantFrom('0/2', '0/5', '0/10', '*/20') },
    ...[fc.constant('*'), forms.one, forms.list, forms.range, forms.mixed],
  )
}
const names = (all: string) => fc.constantFrom(...all.split(' '))
const weekdayNames = names('SUN MON TUE WED THU FRI SAT sun fri')

const dayForms = plain(1, 31)
const dayMark = fc.oneof(
  fc.constant('L'),
  number(1, 31).map((day) => `${day}W`),
)
const dayField = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('*', '?') },
  ...[fc.constantFrom('L', 'LW', '1W', '15W', '1-7'), dayForms.one, dayForms.list, dayForms.range, dayForms.mixed],
  list(fc.oneof(dayForms.one, dayMark)),
)
const weekdayForms = plain(1, 7)
const weekday = fc.oneof(weekdayForms.one, weekdayNames)
const weekdayMark = fc
  .tuple(weekday, fc.constantFrom('L', '#1', '#2', '#3', '#4', '#5'))
  .map(([one, mark]) => `${one}${mark}`)
const weekdayField = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('*', '?') },
  ...[fc.constantFrom('2-6', 'MON-FRI'), weekday, list(weekday), weekdayForms.range, weekdayForms.mixed],
  ...[list(weekdayMark), list(fc.oneof(weekday, weekdayMark))],
)
const monthForms = plain(1, 12)
const monthField = fc.oneof(
  { weight: 4, arbitrary: fc.constant('*') },
  ...[monthForms.one, monthForms.list, monthForms.range, monthForms.mixed, names('JAN FEB jul DEC JAN-MAR JAN/3')],
)
const yearForms = plain(2025, 2045, 20)
const yearField = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  ...[fc.constant('*'), fc.constant('*/3'), yearForms.one, yearForms.list, yearForms.range, yearForms.mixed],
)

/** Valid expressions of 6 or 7 fields. */
export const cronExpressions = fc
  .tuple(clock(59), clock(59), clock(23), dayField, monthField, weekdayField, yearField)
  .map((fields) => fields.join(' ').trim())

/** Texts made of what expressions are made of, most of them wrong. */
export const brokenExpressions = fc
  .array(
    fc
      .array(fc.constantFrom(...'0 1 2 5 7 8 12 31 60 * ? , - / L W # LW 15W 6L 6#3 FRI JAN @ : T x ſ'.split(' ')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join('')),
    { minLength: 5, maxLength: 8 },
  )
  .map((fields) => fields.join(' '))
/** An expression of which one field is random. */
export const nearlyValidExpressions = fc
  .tuple(cronExpressions, brokenExpressions, fc.nat(6))
  .map(([valid, broken, at]) => {
    const fields = valid.split(' ')
    fields[at] = broken.split(' ')[0] as string
    return fields.join(' ')
  })
