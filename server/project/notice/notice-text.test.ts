import { expect, test } from 'vitest'
import { cleanHtml } from '../../base/html/rich-text.ts'
import { type NoticeText, noticeHtml, withdrawnHtml } from './notice-text.ts'

const draft: NoticeText = {
  templateName: '2026年5G工厂',
  intro: null,
  organisation: '某省工业和信息化厅',
  contactName: '某处',
  phone: '025-12345678',
  email: null,
  postAddress: null,
  days: 5,
  period: null,
  files: [
    { projectName: '<b>产线</b>&改造', commpanyName: '甲公司', place: '江苏省苏州市' },
    { projectName: '园区专网', commpanyName: '乙公司', place: '江苏省南京市' },
  ],
}
const published = { from: '2026-12-02', until: '2026-12-08', published: '2026-12-01' }

test('a notice is rich text as it is stored, with names as they were typed', () => {
  for (const one of [draft, { ...draft, period: published, email: 'a@example.com', postAddress: '某路1号' }])
    expect(cleanHtml(noticeHtml(one))).toBe(noticeHtml(one).replaceAll('<br>', '<br />'))
  expect(noticeHtml(draft)).toContain('<td>1</td><td>&lt;b&gt;产线&lt;/b&gt;&amp;改造</td><td>甲公司</td>')
})

test('a draft says how long its period will be, and a published one when it is', () => {
  expect(noticeHtml(draft)).toContain('公示期为公告发布次日起5个工作日。')
  const html = noticeHtml({ ...draft, period: published })
  expect(html).toContain('公示期为2026年12月2日至2026年12月8日（5个工作日）。')
  expect(html).toMatch(/某省工业和信息化厅<\/p><p class="align-right">2026年12月1日<\/p>$/)
})

test('the opening is that of the author, line by line, or a standard text with the number of projects', () => {
  expect(noticeHtml(draft)).toMatch(/^<p>根据“2026年5G工厂”申报工作安排，.*以下2个项目列入项目库，现予公示。<\/p>/)
  expect(noticeHtml({ ...draft, intro: '各有关单位：\n\n现予公示。' })).toMatch(
    /^<p>各有关单位：<\/p><p>现予公示。<\/p><table>/,
  )
})

test('a withdrawn notice begins with the day and the reason', () => {
  const html = withdrawnHtml('<p>正文</p>', '2026-12-03', '单位<名称>有误。')
  expect(html).toBe(
    '<p><strong>本公示已于2026年12月3日撤销，公示期终止。原因：单位&lt;名称&gt;有误。</strong></p><p>正文</p>',
  )
  expect(cleanHtml(html)).toBe(html)
})
