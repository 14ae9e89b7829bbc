import { describe, expect, test } from 'vitest'
import { parts } from '#contract/project/parts.ts'
import { comparedFile, degreesOf } from './compared-file.ts'
import { comparedText, shinglesOf } from './compared-text.ts'
import { templateWords } from './template-words.ts'

const guide = '申报单位应当说明建设背景、总体目标、主要做法、实施成效以及推广价值，文字应当简明扼要、数据应当真实可查。'
const template = { templateName: '2026年5G工厂申报', guide, materials: [{ title: '项目可行性研究报告批复文件' }] }

const isCovered = (text: string, shingles: ReadonlySet<string>) =>
  shinglesOf(comparedText(text).letters, 4).every((shingle) => shingles.has(shingle))

describe('the words of a template', () => {
  test('are its name, its guide and its materials', () => {
    const { shingles } = templateWords(template)
    for (const text of [template.templateName, guide, '项目可行性研究报告批复文件'])
      expect(isCovered(text, shingles)).toBe(true)
    expect(isCovered('冲压车间机器视觉质检', shingles)).toBe(false)
  })

  test('are without a template those of the form: each part says why it is asked', () => {
    const { shingles } = templateWords(undefined)
    for (const { label, why } of parts) {
      expect(isCovered(label[0], shingles)).toBe(true)
      expect(isCovered(why[0], shingles)).toBe(true)
    }
    expect(isCovered(guide, shingles)).toBe(false)
  })

  test('are also found where blanks, punctuation and forms of characters differ', () => {
    const { shingles } = templateWords(template)
    expect(isCovered('建设背景：总体目标；主要做法（实施成效）', shingles)).toBe(true)
    expect(isCovered('２０２６年５Ｇ工厂 申报', shingles)).toBe(true)
  })

  test('leave out of names the kinds of templates and what each project is called', () => {
    const { pairs } = templateWords(template)
    for (const text of ['5G工厂', '典型案例', '先导区', '测试评估', '项目'])
      expect(shinglesOf(comparedText(text).letters, 2).every((pair) => pairs.has(pair))).toBe(true)
    expect(pairs.has('冲压')).toBe(false)
  })

  test('make no two overviews similar that only repeat the guide', () => {
    const own = (text: string) => ({ information: { city: '320500', projectOverview: `${guide}${text}` } })
    const texts = [
      '我们在冲压车间部署机器视觉，替代人工抽检，漏检由百分之三降到千分之二，检验员转岗到工艺部门。',
      '焊装线的机器人控制器由有线改为无线，换型时不再拖动电缆，节拍缩短六秒，夹具可在两条线之间共用。',
    ] as const
    const degree = (words: ReturnType<typeof templateWords>) => {
      const [one, other] = texts.map((text) => comparedFile(own(text), words))
      return one && other ? degreesOf(one, other).overview : null
    }
    expect(degree(templateWords(template))).toBeLessThan(10)
    expect(degree(templateWords(undefined))).toBeGreaterThan(40)
  })
})
