import { afterAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/pdf.ts'
import { createDocuments } from '../../base/documents/documents.ts'
import { type ListContent, type ListRow, listColumns, sha256Of } from './list-content.ts'
import { letterDocument, listDocument } from './list-paper.ts'
import type { StoredList } from './list-versions.ts'

/** How lists and letters of recommendation look on paper. */

const documents = createDocuments(null)
afterAll(documents.close)

const longName = '基于5G全连接工厂的高端装备智能制造与全生命周期质量追溯一体化平台建设项目'
const longCompany = '苏州工业园区澄川高端装备智能制造研究院股份有限公司'
const rowOf = (n: number, place: number | null, projectName = `第${n}号项目`): ListRow => ({
  ...{ place, projectName, declareNo: `5G-2026-320500-${n}`, commpanyName: longCompany, city: '苏州市' },
  ...{ categorize: '计算机、通信和其他电子设备制造业', declareStatus: '省级审核' },
})
const rowsOf = (count: number, name?: string) => Array.from({ length: count }, (_, i) => rowOf(i + 1, i + 1, name))

const storedWith = (rows: readonly ListRow[], changes: Partial<ListContent> = {}, isVoid = false): StoredList => {
  const content: ListContent = {
    ...{ batchName: '2026年第一批', regionName: '苏州市', number: 2, office: '苏州市工业和信息化局' },
    ...{ addressee: '某部', createdBy: '张三', at: '2026-12-01 09:05:00', columns: listColumns, rows },
    ...changes,
  }
  return {
    ...{ id: '1', batchId: '2', region: '320500', content, columns: content.columns, rows, isVoid },
    ids: rows.map((_, i) => String(i)),
    sha256: sha256Of(JSON.stringify(content)),
  }
}
const listPages = async (list: StoredList, lang: 'zh' | 'en' = 'zh') =>
  readPdf(await documents.pdfOf('recommendation-list', listDocument(list, lang)))
const letterPages = async (list: StoredList, lang: 'zh' | 'en' = 'zh') =>
  readPdf(await documents.pdfOf('recommendation-letter', letterDocument(list, lang)))

describe('a list on paper', () => {
  test('lies on its side, and has its heads, its number and the beginning of its hash on each page', async () => {
    const list = storedWith(rowsOf(60))
    const pages = await listPages(list)
    expect(pages.length).toBeGreaterThan(2)
    for (const [i, { text, width, height }] of pages.entries()) {
      expect([width, height]).toEqual([842, 595])
      expect(text).toContain('国民经济分类')
      expect(text).toContain(`2026年第一批 苏州市 第2号 · 校验值 ${list.sha256.slice(0, 16)}`)
      expect(text).toContain(`第 ${i + 1} 页，共 ${pages.length} 页`)
    }
    const text = pages.map((page) => page.text).join('')
    for (const n of [1, 59, 60]) expect(text.split(`第${n}号项目`)).toHaveLength(2)
  })

  test('has the place of the seal once, with the last rows, however many there are', async () => {
    for (const count of [1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19, 20]) {
      const pages = await listPages(storedWith(rowsOf(count, longName)))
      const last = pages.at(-1)?.text ?? ''
      expect([count, last.includes(longName.slice(0, 20)), last.includes('推荐单位（盖章）')]).toEqual([
        count,
        true,
        true,
      ])
      expect(last).toContain('国民经济分类')
      expect(
        pages
          .map((page) => page.text)
          .join('')
          .split('推荐单位（盖章）'),
      ).toHaveLength(2)
    }
  })

  test('says that it is void, in the language of its reader', async () => {
    const list = storedWith(rowsOf(2), {}, true)
    const [page] = await listPages(list)
    expect(page?.text).toContain('已作废：本版本已被新版本代替，不得使用')
    const [english] = await listPages(list, 'en')
    expect(english?.text).toContain('Void: a newer version has replaced this one')
    expect((await listPages(storedWith(rowsOf(2))))[0]?.text).not.toContain('已作废')
  })

  test('has no column that its maker could not read, and a dash for an empty value', async () => {
    const rows = [{ ...rowOf(1, null), city: null }]
    const [page] = await listPages(storedWith(rows, { columns: ['city'] }))
    expect(page?.text).toMatch(/推荐顺序 ?项目名称 ?地区/)
    expect(page?.text).toMatch(/— ?第1号项目 ?—/)
    expect(page?.text).not.toMatch(/申报编号|申报单位|5G-2026/)
  })

  test('shows names as they are, and names the characters that its fonts lack', async () => {
    const [page] = await listPages(storedWith([rowOf(1, 1, '#read("/etc") $x$ 𠮷')], { office: '*某*局_' }))
    expect(page?.text).toContain('#read("/etc") $x$')
    expect(page?.text).toContain('*某*局_')
    expect(page?.text).toContain('字体缺少下列字符，文中以编码标出：U+20BB7')
  })
})

describe('a letter on paper', () => {
  test('is one page with five declarations and the seal, and with many declarations in its enclosure', async () => {
    for (const count of [1, 5, 6, 200]) {
      const pages = await letterPages(storedWith(rowsOf(count)))
      expect([count, pages.length]).toEqual([count, 1])
      const text = pages[0]?.text ?? ''
      expect(text.includes('1．第1号项目')).toBe(count <= 5)
      expect(text.includes('名单附后')).toBe(count > 5)
      for (const words of ['某部：', '专此函达。', '附件：推荐汇总表（第2号）', '苏州市工业和信息化局', '— 1 —'])
        expect(text).toContain(words)
    }
  })

  test('goes on with its seal and the words before it on a second page', async () => {
    const addressee = '某某办公室、'.repeat(90)
    const pages = await letterPages(storedWith(rowsOf(5, longName), { addressee }))
    expect(pages).toHaveLength(2)
    expect(pages[1]?.text).toContain('专此函达。')
    expect(pages[1]?.text).toContain('2026年12月1日')
    expect(pages[1]?.text).toContain('— 2 —')
  })

  test('says that it is void', async () => {
    const [page] = await letterPages(storedWith(rowsOf(1), {}, true))
    expect(page?.text).toContain('已作废：本版本已被新版本代替，不得使用')
  })
})
