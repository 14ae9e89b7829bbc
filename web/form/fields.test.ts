import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { int, many, one, text } from '#contract/kit/field.ts'
import { FieldGrid, Rows } from './fields.tsx'
import { FormContext, type FormState } from './form-context.ts'

const fields = {
  network: one('5G 网络', '5G network', { sites: int('宏站数', 'Macro sites') }),
  terminals: many('5G 终端', 'Terminals', {
    model: text('型号', 'Model', { required: true }),
    kind: text('类型', 'Kind', { when: { model: ['X'] } }),
  }),
}

const render = (rows: number, form: Partial<FormState> = {}) =>
  renderToStaticMarkup(
    createElement(
      FormContext,
      { value: { faultAt: () => undefined, editable: () => true, change: () => {}, ...form } },
      createElement(FieldGrid, {
        fields,
        values: { terminals: Array.from({ length: rows }, (_, i) => ({ id: `r${i}`, model: i ? 'Y' : 'X' })) },
      }),
    ),
  )
const count = (html: string, pattern: RegExp) => (html.match(pattern) ?? []).length

beforeAll(async () => {
  await Rows.preload()
})

describe('a list of rows', () => {
  test('of up to five is open, a longer one folded', () => {
    expect(count(render(5), /<details[^>]* open=""/g)).toBe(5)
    expect(count(render(6), /<details[^>]* open=""/g)).toBe(0)
    expect(count(render(6), /<details/g)).toBe(6)
  })

  test('names each row, and its fields have ids to which faults lead', () => {
    const html = render(2)
    expect(html).toContain('<legend>5G 终端 2</legend>')
    for (const id of ['f-terminals-h', 'f-terminals-r1', 'f-terminals-r1-model', 'f-network-sites'])
      expect(html).toContain(`id="${id}"`)
  })

  test('has a field only in the rows where it applies', () => {
    expect(count(render(3), /id="f-terminals-r\d-kind"/g)).toBe(1)
  })

  test('can be added to and removed from only while it is editable', () => {
    expect(render(1)).toContain('添加5G 终端')
    expect(render(1)).toContain('删除5G 终端 1')
    const readOnly = render(1, { editable: () => false })
    expect(readOnly).not.toMatch(/添加|删除|复制/)
    expect(render(0, { editable: () => false })).toMatch(/<p class="[^"]*">/)
  })

  test('shows a fault of the list itself, and those of its rows at their fields', () => {
    const faults: Record<string, string> = { terminals: '请至少填写一条', 'terminals.r1.model': '请输入型号' }
    const html = render(2, { faultAt: (at) => faults[at] })
    expect(html).toMatch(/<p id="f-terminals"[^>]*>请至少填写一条<\/p>/)
    expect(html).toMatch(/<span id="f-terminals-r1-model-fault"[^>]*>请输入型号<\/span>/)
    expect(html).not.toContain('f-terminals-r0-model-fault')
  })
})
