import { afterAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/pdf.ts'
import { createDocuments } from '../../base/documents/documents.ts'
import { type Confirmed, minutesDocument } from './minutes.ts'
import type { MinutesDecision, MinutesMember } from './minutes-words.ts'

/** How minutes look on paper. */

const documents = createDocuments(null)
afterAll(documents.close)

const proposal: Confirmed = {
  ...{ batchId: '1', state: 2, by: 'count', at: 2, minimum: null, comment: '未达到要求。\n第二行', minutes: null },
  ...{ proposedBy: '王提案', proposedAt: '2026-12-01 09:00:00', settledBy: '李确认', settledAt: '2026-12-01 10:00:00' },
  isRunning: false,
}
const memberOf = (n: number): MinutesMember => ({
  ...{ id: String(n), declareNo: `5G-${n}`, projectName: `第${n}号项目`, commpanyName: '某公司' },
  ...{ provinceName: '北京市', cityName: '北京市', rank: n, mean: 80, isComplete: true, awaitsDecision: true },
  scores: ['王建国', '欧阳明月', '买买提·艾合买提'].map((realName, i) => ({
    ...{ id: String(i), realName, state: 'scored' as const, score: 80, corrections: 0, isOutlier: false },
  })),
})
const membersOf = (count: number) => Array.from({ length: count }, (_, i) => memberOf(i + 1))
const decisionFor = ({ id }: MinutesMember): MinutesDecision => ({
  ...{ id, isApproved: Number(id) <= 2, reason: null, isDone: true, msg: null },
})

const pagesOf = async (
  members: readonly MinutesMember[],
  seen = members,
  { lang = 'zh', isNameless = false }: { lang?: 'zh' | 'en'; isNameless?: boolean } = {},
  decisions: readonly MinutesDecision[] = members.map(decisionFor),
) => {
  const part = { seen, decided: decisions }
  const document = minutesDocument(lang, proposal, { batchName: '2026年第一批', members }, part, isNameless)
  return readPdf(await documents.pdfOf('minutes', document))
}

describe('minutes on paper', () => {
  test('have the heads of their table on each page with members, and their signatures at the end', async () => {
    const pages = await pagesOf(membersOf(60))
    expect(pages.length).toBeGreaterThan(3)
    for (const { text } of pages) if (/第\d+号项目/.test(text)) expect(text).toContain('专家评分')
    const last = pages.at(-1)?.text ?? ''
    for (const words of ['四、未作出结论', '无。', '五、签字', '主持人：', '买买提·艾合买提：'])
      expect(last).toContain(words)
  })

  test('never have signatures alone on a page', async () => {
    for (const count of [3, 8, 9, 10, 11, 12, 13, 14, 15, 16]) {
      const last = (await pagesOf(membersOf(count))).at(-1)?.text ?? ''
      expect([count, last.includes('四、未作出结论'), last.includes('五、签字')]).toEqual([count, true, true])
    }
  })

  test('count what their reader sees, and say that there is more', async () => {
    const members = membersOf(3)
    const [page] = await pagesOf(members, members.slice(0, 1))
    expect(page?.text).toContain('本文件只有您可以查看的内容。')
    expect(page?.text).toMatch(/评审项目 ?1 ?提案结论 ?通过1件，不予通过0件；已作出1件/)
    expect((await pagesOf(members))[0]?.text).not.toContain('本文件只有您可以查看的内容。')
  })

  test('name a municipality once, and keep the lines of the reason', async () => {
    const text = (await pagesOf(membersOf(1)))[0]?.text ?? ''
    expect(text).not.toContain('北京市北京市')
    expect(text).toContain('未达到要求。第二行')
  })

  test('without names have numbers and no place for signatures of experts', async () => {
    const text = (await pagesOf(membersOf(2), undefined, { isNameless: true }))[0]?.text ?? ''
    expect(text).toContain('专家三 80')
    expect(text).not.toMatch(/王建国|欧阳明月|买买提|专家三：/)
  })

  test('in English have their words in English', async () => {
    const members = membersOf(1)
    const left = [{ ...decisionFor(memberOf(1)), isDone: false }]
    const text = (await pagesOf(members, members, { lang: 'en' }, left))[0]?.text ?? ''
    for (const words of ['Minutes of the review: 2026年第一批', '4. Not decided', 'the best 2', 'not handled yet'])
      expect(text).toContain(words)
  })
})
