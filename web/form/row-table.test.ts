import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { file, int, many, text } from '#contract/kit/field.ts'
import { FormContext } from './form-context.ts'
import { RowTable } from './row-table.tsx'

const field = many('产线', 'Lines', {
  lineName: text('产线名称', 'Line', { required: true }),
  devices: int('设备数', 'Machines'),
  note: text('说明', 'Note', { when: { lineName: ['甲'] } }),
  total: int('合计', 'Total', { direction: 'out' }),
})
const rows = [{ id: 'a', lineName: '甲', devices: 3 }, { lineName: '乙' }]

const render = (editable = true) =>
  renderToStaticMarkup(
    createElement(
      FormContext,
      {
        value: {
          faultAt: (at) => (at === 'lines.1.devices' ? '请输入设备数' : undefined),
          editable: () => editable,
          change: () => {},
          hintAt: (at) => (at === 'lines.a' ? '请核实' : null),
        },
      },
      createElement(RowTable, { field, at: 'lines', rows, toolsOf: (i) => `工具${i}` }),
    ),
  )
const count = (html: string, pattern: RegExp) => (html.match(pattern) ?? []).length

test('each field that is filled in is a column, each row a line with its number and tools', () => {
  const html = render()
  const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, words]) => words)
  expect(heads).toEqual(['序号', '产线名称', '设备数', '说明'])
  expect(count(html, /<th scope="row">/g)).toBe(2)
  for (const words of ['工具0', '工具1', '请核实']) expect(html).toContain(words)
})

test('cells have the ids and labels of their fields, so that faults and screen readers find them', () => {
  const html = render()
  for (const id of ['f-lines-a', 'f-lines-1', 'f-lines-a-lineName', 'f-lines-1-devices'])
    expect(html).toContain(`id="${id}"`)
  expect(html).toMatch(/<label[^>]*for="f-lines-a-lineName"[^>]*><span class="hidden-words">产线名称<\/span>/)
  expect(html).toContain('请输入设备数')
})

test('a field that does not apply to a row has an empty cell', () => {
  const html = render()
  expect(html).toContain('id="f-lines-a-note"')
  expect(html).not.toContain('id="f-lines-1-note"')
})

test('nothing can be changed in a list that is read only', () => {
  expect(count(render(), /<input[^>]* disabled=""/g)).toBe(0)
  expect(count(render(false), /<input[^>]* disabled=""/g)).toBe(count(render(false), /<input/g))
})

test('a column for files has no text of its own', () => {
  const proof = many('成果', 'Results', { attachId: file('证明材料', 'Proof') })
  const html = renderToStaticMarkup(
    createElement(RowTable, { field: proof, at: 'results', rows: [{ id: 'a' }], toolsOf: () => null }),
  )
  expect(html).toContain('证明材料')
})
