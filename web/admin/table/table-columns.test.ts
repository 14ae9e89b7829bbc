import { afterEach, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { dict } from '#contract/system/dict.ts'
import { renderIn } from '#web/base/api/language.ts'
import { listedColumns } from '../entity/default-columns.ts'
import { SingleLine } from './cells.tsx'
import { displayColumns } from './table-columns.tsx'

afterEach(() => renderIn('zh'))

const row = { id: '7', dictValue: '国庆节', dictValueEn: 'National Day', dictKey: '1' }

/** The words of a cell of a text; `name`: its column. */
const wordsIn = (name: string, of: object = row): unknown => {
  const cell = displayColumns(dict, [name])[0]?.cell({ ...row, ...of }) as { type: unknown; props: { words: string } }
  return cell.type === SingleLine ? cell.props.words : null
}

const isEditable = (name: string) => displayColumns(dict, [name])[0]?.isPlain?.()

test('a row goes by its English name in English, which is not what a change in its cell would change', () => {
  expect([wordsIn('dictValue'), isEditable('dictValue')]).toEqual(['国庆节', true])
  renderIn('en')
  expect([wordsIn('dictValue'), isEditable('dictValue')]).toEqual(['National Day', false])
  expect(wordsIn('dictValue', { dictValueEn: null })).toBe('国庆节')
  expect([wordsIn('dictKey'), isEditable('dictKey')]).toEqual(['1', true])
  const both = displayColumns(dict, ['dictValue', 'dictValueEn'])
  expect(both.map((column) => column.isPlain?.())).toEqual([true, true])
})

/** A cell of a row whose texts all differ, in English. */
const englishCell = (entity: AnyEntity, name: string) => {
  const texts = Object.fromEntries(Object.keys(entity.fields as Fields).map((one) => [one, one]))
  const cell = displayColumns(entity, [name])[0]?.cell({ ...texts, id: '7' }) as { props: { words: string } }
  return cell.props.words
}

test('every column whose field has an English sibling shows that one in English, if that has no column of its own', () => {
  renderIn('en')
  const translated = Object.values(entities as Readonly<Record<string, AnyEntity>>).flatMap((entity) =>
    listedColumns(entity)
      .filter((name, _, all) => (entity.fields as Fields)[`${name}En`] && !all.includes(`${name}En`))
      .map((name) => [`${entity.name}.${name}`, englishCell(entity, name), `${name}En`]),
  )
  expect(translated.map(([name]) => name)).toEqual(
    expect.arrayContaining(['column.name', 'jobInfo.jobName', 'jobServer.jobServerName', 'menu.name', 'report.note']),
  )
  expect(translated.filter(([, shown, english]) => shown !== english)).toEqual([])
})
