import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { many, one, text } from '#contract/kit/field.ts'
import { placeOfFault } from './fault-place.ts'
import { FaultSummary } from './fault-summary.tsx'
import { FaultsWithPlaces } from './faults-with-places.tsx'

const fields = {
  name: text('项目名称', 'Name'),
  network: one('5G 网络', '5G network', { mode: text('组网方式', 'Mode') }),
  terminals: many('5G 终端', 'Terminals', { type: text('终端类型', 'Type') }),
}
const values = { terminals: Array.from({ length: 20 }, (_, i) => ({ id: `r${i + 1}` })) }

const render = (props: Partial<ComponentProps<typeof FaultsWithPlaces>>) =>
  renderToStaticMarkup(
    createElement(FaultsWithPlaces, { faults: [], placeOf: (at) => placeOfFault(fields, at, values), ...props }),
  )
const linesOf = (html: string) => [...html.matchAll(/<button type="button">(.*?)<\/button>/g)].map(([, line]) => line)

const missingTypes = (n: number) =>
  values.terminals.slice(0, n).map(({ id }) => ({ at: `terminals.${id}.type`, msg: '请选择终端类型' }))

test('nothing is shown without faults', () => {
  expect(render({})).toBe('')
})

test('each fault names its place', () => {
  const faults = [
    { at: 'name', msg: '请输入项目名称' },
    { at: 'network.mode', msg: '请选择组网方式' },
    ...missingTypes(3).slice(2),
  ]
  expect(linesOf(render({ faults }))).toEqual([
    '请输入项目名称',
    '5G 网络：请选择组网方式',
    '5G 终端第3条：请选择终端类型',
  ])
})

test('twenty equal faults are one line, and the heading counts each', () => {
  const html = render({ faults: [...missingTypes(20), { at: 'name', msg: '请输入项目名称' }] })
  expect(linesOf(html)).toEqual(['5G 终端：请选择终端类型（20 处，逐处修改）', '请输入项目名称'])
  expect(html).toContain('21')
})

test('a fault that nothing on the page can show is no button; without places messages stand alone', () => {
  const faults = missingTypes(7)
  const plain = (more: object) => renderToStaticMarkup(createElement(FaultSummary, { faults, ...more }))
  expect(linesOf(plain({ canGo: () => false }))).toEqual([])
  expect(linesOf(plain({}))).toEqual(faults.map(({ msg }) => msg))
})
