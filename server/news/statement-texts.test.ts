import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Text } from '#contract/kit/text.ts'
import { statementKinds } from '#contract/news/statement-kinds.ts'
import { sessionSeconds } from '#contract/session-lifetime.ts'
import { unusedDays } from '#contract/storage/upload.ts'
import { paramDefinitions } from '#contract/system/param-definitions.ts'
import { cleanHtml } from '../base/html/rich-text.ts'
import { shippedTexts, withOperator } from './statement-texts.ts'

const codes = statementKinds.map(([code]) => code)
const countOf = (html: string, tag: string) => html.split(`<${tag}>`).length - 1

describe('the texts that the platform brings', () => {
  test.each(codes)('%s is rich text as it would be stored', (code) => {
    for (const html of shippedTexts[code]) expect(cleanHtml(html)).toBe(html)
  })

  test.each(codes)('%s says the same in both languages: as many headings, paragraphs and items', (code) => {
    const shapes = shippedTexts[code].map((html) =>
      ['h2', 'p', 'li', 'strong', 'code'].map((tag) => countOf(html, tag)),
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(countOf(shippedTexts[code][0], 'h2')).toBeGreaterThan(2)
    expect(shippedTexts[code][1]).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test.each(codes)('%s names no operator and no number of its own, but says how to reach the operator', (code) => {
    for (const html of shippedTexts[code]) {
      expect(html).toContain('{contact}')
      expect(html).not.toMatch(/\d{3,4}-\d{7,8}|1[3-9]\d{9}|@/)
    }
  })

  test('the privacy policy is true of this version: cookies and periods', () => {
    const [zh, en] = shippedTexts.privacy
    const sources = ['web/base/api/session.ts', 'web/base/api/language.ts']
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
    const cookies = [...sources.matchAll(/'(saber-[a-z-]+)'|cookie = `([a-z]+)=/g)].map(
      ([, name, other]) => name ?? other,
    )
    expect(cookies).toHaveLength(3)
    for (const name of cookies) for (const html of [zh, en]) expect(html).toContain(`<code>${name}</code>`)
    expect(zh).toContain(`不少于${paramDefinitions['log.keepDays'].initial}天`)
    expect(en).toContain(`at least ${paramDefinitions['log.keepDays'].initial} days`)
    expect(zh).toContain(`最长有效${sessionSeconds / 3600}小时`)
    expect(en).toContain(`a login lasts ${sessionSeconds / 3600} hours`)
    expect(zh).toContain(`${unusedDays.deleted}天后删除`)
    expect(en).toContain(`deleted after ${unusedDays.deleted} days`)
  })
})

describe('the operator in a text', () => {
  const text: Text = ['由{operator}运营，{contact}。', 'Run by {operator}. {contact}.']

  test('is that of the parameters, as text and never as HTML', () => {
    expect(withOperator(text, { sponsor: '某某<b>&$&', phone: '010-12345678' })).toEqual([
      '由某某&lt;b&gt;&amp;$&amp;运营，联系电话：010-12345678。',
      'Run by 某某&lt;b&gt;&amp;$&amp;. Phone: 010-12345678.',
    ])
  })

  test('is not invented: without parameters the text says what is missing', () => {
    const [zh, en] = withOperator(text, { sponsor: null, phone: null })
    expect(zh).toMatch(/^由本平台主办单位运营，主办单位尚未在本站公布联系电话。/)
    expect(en).toMatch(
      /^Run by the organisation that operates this site\. The operator has not published a phone number/,
    )
  })
})
