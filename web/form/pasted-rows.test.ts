import { expect, test } from 'vitest'
import { date, dict, dicts, file, flag, int, text } from '#contract/kit/field.ts'
import { cellsOf, maxPastedRows, readPastedRows } from './pasted-rows.ts'

const fields = {
  type: dict('终端类型', 'Type', { of: 'terminal_type' }),
  model: text('型号', 'Model'),
  qty: int('数量（台）', 'Quantity'),
  domestic: flag('是否国产', 'Domestic'),
  bands: dicts('频段', 'Bands', { of: 'freq_band' }),
  since: date('启用日期', 'In use since'),
  proof: file('证明', 'Proof'),
}
const choices: Record<string, { value: string; label: string }[]> = {
  type: [
    { value: '1', label: '工业CPE' },
    { value: '2', label: '5G 工业网关' },
  ],
  bands: [
    { value: '1', label: '700M' },
    { value: '3', label: '2.6G' },
  ],
}
const read = (pasted: string) => {
  const result = readPastedRows(fields, pasted, (name) => choices[name] ?? [])
  return { ...result, rows: result.rows.map(({ id: _, ...row }) => row) }
}

test('cells are separated by tabs; quoted ones may contain line breaks, tabs and quotation marks', () => {
  expect(cellsOf('甲\t乙\r\n"一\n二"\t"5""管"\r\n')).toEqual([
    ['甲', '乙'],
    ['一\n二', '5"管'],
  ])
  expect(cellsOf('4"\t丙\n\n丁')).toEqual([['4"', '丙'], ['丁']])
})

test('columns follow the order of the fields', () => {
  expect(read('5G工业网关\tA-1\t1,200\t是\t700M、2.6G\t2026年3月1日\n1\t\t２').rows).toEqual([
    { type: 2, model: 'A-1', qty: 1200, domestic: 1, bands: '1,3', since: '2026-03-01' },
    { type: 1, qty: 2 },
  ])
})

test('a first row with names says which column is which, in either language', () => {
  expect(read('数量\t备注\t终端类型\n3\t无\t工业CPE')).toMatchObject({ rows: [{ qty: 3, type: 1 }], unknown: ['备注'] })
  expect(read('Quantity\tType\n3\t工业CPE').rows).toEqual([{ qty: 3, type: 1 }])
})

test('a cell that is no value of its field is named and stays empty; a wrong number stays as typed', () => {
  expect(read('卫星电话\tA-1\t三台\t也许')).toMatchObject({
    rows: [{ model: 'A-1', qty: '三台' }],
    problems: [
      { row: 1, name: 'type', value: '卫星电话' },
      { row: 1, name: 'domestic', value: '也许' },
    ],
  })
})

test('at most two hundred rows are taken at once, each with an id of its own', () => {
  const pasted = Array.from({ length: maxPastedRows + 1 }, () => '1').join('\n')
  const { rows, isCut } = readPastedRows(fields, pasted, (name) => choices[name] ?? [])
  expect([rows.length, isCut, new Set(rows.map(({ id }) => id)).size]).toEqual([maxPastedRows, true, maxPastedRows])
  expect(read('')).toMatchObject({ rows: [], isCut: false })
})

test.each([
  ['是', 1],
  ['有', 1],
  ['√', 1],
  ['YES', 1],
  ['否', 0],
  ['无', 0],
  ['×', 0],
  ['0', 0],
])('%s in a column of yes and no is %i', (cell, value) => {
  expect(read(`\t\t\t${cell}`).rows).toEqual([{ domestic: value }])
})

test.each([
  ['2026/3/1', '2026-03-01'],
  ['2026.03.01', '2026-03-01'],
  ['20260301', '2026-03-01'],
  ['２０２６年３月１日', '2026-03-01'],
])('the day %s is %s', (cell, day) => {
  expect(read(`启用日期\n${cell}`).rows).toEqual([{ since: day }])
})

test('a day that does not exist is named', () => {
  expect(read('启用日期\t型号\n2026-02-30\tA-1')).toMatchObject({
    rows: [{ model: 'A-1' }],
    problems: [{ row: 1, name: 'since', value: '2026-02-30' }],
  })
})

test('names of columns may have their unit, other widths and blanks', () => {
  expect(read('数 量（台）\t ５Ｇ终端类型\t终端类型\n7\t?\t工业cpe')).toMatchObject({
    rows: [{ qty: 7, type: 1 }],
    unknown: ['５Ｇ终端类型'],
  })
})

test('one unknown choice among several leaves the cell empty', () => {
  expect(read('频段\n700M，9G\n2.6G；700M')).toMatchObject({
    rows: [{}, { bands: '3,1' }],
    problems: [{ row: 1, name: 'bands', value: '700M，9G' }],
  })
})

test('more columns than the list has are named, and empty lines are no rows', () => {
  const cells = ['工业CPE', 'A-1', '1', '是', '700M', '2026-03-01', '', '多余']
  expect(read(`${cells.join('\t')}\n\n\t\t\n`)).toMatchObject({ rows: [{ model: 'A-1' }], unknown: ['多余'] })
})

test('a text in a column of files is no file, and is not lost: it says which one belongs there', () => {
  const proofOf = (row: number, value: string) => ({ row, name: 'proof', value })
  expect(read('型号\t证明\nA-1\t检测报告.pdf\nA-2\t')).toMatchObject({
    rows: [{ model: 'A-1' }, { model: 'A-2' }],
    files: [proofOf(1, '检测报告.pdf')],
    problems: [],
    unknown: [],
  })
  const cells = ['工业CPE', 'A-1', '1', '是', '700M', '2026-03-01', '合格证.jpg']
  expect(read(cells.join('\t'))).toMatchObject({ files: [proofOf(1, '合格证.jpg')], unknown: [] })
  expect(read(cells.join('\t')).rows[0]).not.toHaveProperty('proof')
})
