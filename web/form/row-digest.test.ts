import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { date, flag, int, many, text } from '#contract/kit/field.ts'
import { FormContext } from './form-context.ts'
import { RowDigest } from './row-digest.tsx'

const field = many('里程碑', 'Milestones', {
  name: text('名称', 'Name'),
  isMain: flag('是否主要', 'Main'),
  planEnd: date('计划完成', 'Planned end'),
  percent: int('完成比例', 'Done'),
  deliverable: text('交付成果', 'Deliverable'),
})

const render = (row: Readonly<Record<string, unknown>>, faults: readonly string[] = []) =>
  renderToStaticMarkup(
    createElement(
      FormContext,
      {
        value: {
          faultAt: (at) => (faults.includes(at) ? '请修改' : undefined),
          editable: () => true,
          change: () => {},
        },
      },
      createElement(RowDigest, { field, row, at: 'milestones.m1' }),
    ),
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a folded row shows its first three values, as a reader sees them', () => {
  expect(render({ name: '设备到货', isMain: 1, planEnd: '2026-12-01', percent: 1200, deliverable: '报告' })).toBe(
    '设备到货 2026-12-01 1,200',
  )
  expect(render({ deliverable: '报告' })).toBe('报告')
})

test('it counts the fields that are to be corrected, those of its own row only', () => {
  expect(render({ name: '设备到货' }, ['milestones.m1.planEnd', 'milestones.m1.percent', 'milestones.m2.name'])).toBe(
    '设备到货 2 处需要修改',
  )
  expect(render({}, ['milestones.m1.name'])).toBe('1 处需要修改')
})

test('an empty row shows nothing', () => {
  expect(render({})).toBe('')
})
