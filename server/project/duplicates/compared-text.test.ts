import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#contract/kit/fold.ts'
import { comparedText, segmentsOf, shingleSet } from './compared-text.ts'

const some = fc.string({
  unit: fc.constantFrom('5', 'Ｇ', 'g', '智', '能', '工', '厂', '，', ' ', '\u200b', 'é', 'e\u0301', '℡', '😀', '。'),
  maxLength: 40,
})

describe('a compared text', () => {
  test('has the letters and digits of its folded form, each with its place', () => {
    fc.assert(
      fc.property(some, (text) => {
        const { letters, starts, ends } = comparedText(text)
        expect(letters).toBe(fold(text).replace(/[^\p{L}\p{N}]/gu, ''))
        expect([starts.length, ends.length]).toEqual([letters.length, letters.length])
        starts.forEach((start, i) => {
          expect(fold(text.slice(start, ends[i]))).toContain(letters[i])
        })
      }),
    )
  })

  test('is the same whatever blanks, punctuation and forms of characters it has', () => {
    const letters = (text: string) => comparedText(text).letters
    expect(letters('５Ｇ ＋ 工业互联网，IMP００２')).toBe(letters('5g工业互联网 imp\u200b002。'))
    expect(letters('Cafe\u0301')).toBe(letters('CAFÉ'))
  })

  test('has no shingles that are ignored', () => {
    const ignored = shingleSet(['项目概况'], 4)
    expect([...shingleSet(['项目概况：冲压', '冲压 项目概况'], 4, ignored)]).toEqual([
      '目概况冲',
      '概况冲压',
      '冲压项目',
      '压项目概',
    ])
  })
})

describe('the segments of a text', () => {
  test('together are the text, whatever is common', () => {
    fc.assert(
      fc.property(some, some, fc.integer({ min: 1, max: 4 }), (text, other, size) => {
        const segments = segmentsOf(text, size, shingleSet([other], size))
        expect(segments.map((segment) => segment.text).join('')).toBe(text)
        expect(segments.filter((segment) => segment.text === '')).toEqual([])
      }),
    )
  })

  test('mark what both texts have, with the punctuation inside, and no chance', () => {
    const common = shingleSet(['公司在冲压产线部署机器视觉，不良品率下降12%，其余照旧'], 4)
    expect(segmentsOf('今年，冲压产线部署 机器视觉，不良品率降到零。其余部分照旧', 4, common)).toEqual([
      { text: '今年，', isSame: false },
      { text: '冲压产线部署 机器视觉，不良品率', isSame: true },
      { text: '降到零。其余部分照旧', isSame: false },
    ])
    expect(segmentsOf('冲压车间数字化改造', 2, shingleSet(['冲压产线数字化改造'], 2))).toEqual([
      { text: '冲压车间', isSame: false },
      { text: '数字化改造', isSame: true },
    ])
    expect(segmentsOf('冲压产线', 2, shingleSet(['冲压产线改造'], 2))).toEqual([{ text: '冲压产线', isSame: true }])
  })
})
