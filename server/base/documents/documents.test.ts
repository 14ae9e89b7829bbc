import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/pdf.ts'
import { createDocuments, documentLimits } from './documents.ts'

const documents = createDocuments(null)
/** Starts again after each pause, and lets one document wait. */
const another = createDocuments(null, { ...documentLimits, waiting: 1, idleMs: 0 })
afterAll(() => {
  documents.close()
  another.close()
})

const line = (name: string, figure = '1') => ({ names: [name], sum: null, figures: [figure] })
const reportOf = (names: readonly string[], changes: object = {}) => ({
  ...{ lang: 'zh' as const, title: '各省（区、市）项目统计表', at: '2026-11-29 21:30:05', note: null, isWide: false },
  scope: ['统计数据：项目库'],
  chart: null,
  nameHeads: ['省份'],
  parts: [{ from: 0, to: 1, widths: [1, 1], heads: ['项目数'], span: 1, measures: [] }],
  lines: names.map((name) => line(name)),
  ...changes,
})
const pagesOf = async (names: readonly string[], changes: object = {}) =>
  readPdf(await documents.pdfOf('report', reportOf(names, changes)))
const textOf = async (names: readonly string[], changes: object = {}) =>
  (await pagesOf(names, changes)).map(({ text }) => text).join('')

describe('a document', () => {
  test('has its title, its numbered pages and the heads of its table on each page', async () => {
    const pages = await pagesOf(Array.from({ length: 120 }, (_, n) => `第${n}组`))
    expect(pages.map(({ width, height }) => [width, height])).toEqual(pages.map(() => [595, 842]))
    expect(pages.length).toBe(3)
    for (const [n, { text }] of pages.entries()) {
      expect(text).toContain('各省（区、市）项目统计表')
      expect(text).toContain('省份 项目数')
      expect(text).toContain(`第 ${n + 1} 页，共 3 页`)
    }
    expect(pages[2]?.text).toContain('第119组 1')
  })

  test('in English numbers its pages in English, and lies on its side if it is wide', async () => {
    const [page] = await pagesOf(['Jiangsu'], { lang: 'en', title: 'Projects', isWide: true })
    expect(page).toMatchObject({ width: 842, height: 595, text: expect.stringContaining('Page 1 of 1') })
  })

  test('has its chart as bars with their names and figures, over several pages if need be', async () => {
    const bars = [1, 0.5].map((share, series) => ({ parts: [{ series, share }], text: `图${share}` }))
    const groups = Array.from({ length: 36 }, (_, n) => ({ name: `组${n}`, bars }))
    const chart = { caption: '项目数', series: ['一季度', '二季度'], groups }
    const pages = await pagesOf(['甲'], { chart })
    expect(pages.length).toBe(2)
    const text = pages.map((page) => page.text).join('')
    for (const part of ['一季度', '二季度', '组0', '组35', '图1', '图0.5']) expect(text).toContain(part)
  })

  test('of the same data has the same bytes, and of another time others', async () => {
    const first = await documents.pdfOf('report', reportOf(['甲']))
    expect(first.equals(await documents.pdfOf('report', reportOf(['甲'])))).toBe(true)
    expect(first.equals(await another.pdfOf('report', reportOf(['甲'])))).toBe(true)
    const later = await documents.pdfOf('report', reportOf(['甲'], { at: '2026-11-30 00:00:00' }))
    expect(first.equals(later)).toBe(false)
  })

  test.each([
    '#read("/etc/passwd")',
    '$x^2$ \\ *a* _b_ `c` <d> @e // f /* g */ #panic("h")',
    '] #[#import "style.typ"',
    '"; #sys.inputs; "',
    '\\u{41} \\n --- ~ ...',
  ])('shows %s as it is', async (text) => {
    const pages = await textOf([text], { title: text, note: text, scope: [text] })
    expect(pages.split(text).length - 1).toBe(4)
  })

  test('names the characters that its fonts lack, and prints their codes in their places', async () => {
    const text = await textOf(['𠮷野工厂', '张\u{f0000}三', '普通', '零\u200d宽\u0007'])
    expect(text).toContain('〔U+20BB7〕野工厂')
    expect(text).toContain('张〔U+F0000〕三')
    expect(text).toContain('字体缺少下列字符，文中以编码标出：U+20BB7、U+F0000')
    expect(text.replaceAll('\u200d', '')).toContain('零宽')
    expect(await textOf(['普通'])).not.toContain('字体缺少')
  })
})

test('a document has characters of fonts that the office adds', async () => {
  // symbols of the editor of processes
  const office = createDocuments(resolve('node_modules/bpmn-js/dist/assets/bpmn-font'))
  const [own, added] = await Promise.all(
    [documents, office].map(
      async (one) => (await readPdf(await one.pdfOf('report', reportOf(['图\ue801标']))))[0]?.text,
    ),
  )
  office.close()
  expect(own).toContain('图〔U+E801〕标')
  expect(added).toContain('图\ue801标')
})

describe('the process that sets documents', () => {
  test('sets one after the other, in their order, and refuses those for which too many wait', async () => {
    const names = ['甲', '乙', '丙']
    const results = await Promise.allSettled(names.map((name) => another.pdfOf('report', reportOf([name]))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    const background = await Promise.all(names.map((name) => another.pdfOf('report', reportOf([name]), true)))
    const texts = await Promise.all(background.map(async (bytes) => (await readPdf(bytes))[0]?.text))
    for (const [nth, name] of names.entries()) expect(texts[nth]).toContain(`${name} 1`)
  })

  test.each([
    ['time', { milliseconds: 200 }],
    ['memory', { megabytes: 200 }],
  ])('is ended when a document takes too much %s, with a sentence, and sets the next one', async (_, changes) => {
    const bounds = { ...documentLimits, ...changes, milliseconds: documentLimits.milliseconds }
    const poor = createDocuments(null, bounds)
    const isSet = async () => (await poor.pdfOf('report', reportOf(['甲']))).length > 1000
    expect(await isSet()).toBe(true)
    Object.assign(bounds, changes)
    const huge = reportOf(Array.from({ length: 20_000 }, (_, n) => `第${n}组`))
    await expect(poor.pdfOf('report', huge)).rejects.toThrow('There is too much for a PDF')
    bounds.milliseconds = documentLimits.milliseconds
    expect(await isSet()).toBe(true)
    poor.close()
  })

  test('says what is wrong with a template or its data, and sets the next document', async () => {
    await expect(documents.pdfOf('report', { lang: 'zh', title: '', at: '2026-01-01 00:00:00' })).rejects.toThrow(
      'isWide',
    )
    expect(await textOf(['甲'])).toContain('甲 1')
  })
})
