import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { UploadLines } from './field-uploads.tsx'
import type { Upload } from './uploads.ts'

const upload = (changes: Partial<Upload>): Upload => ({
  key: 1,
  owner: 'declaration-7-innovation',
  at: 'results.r1.evidence',
  name: '报告.pdf',
  state: 'sending',
  share: 0.419,
  message: null,
  ...changes,
})

const render = (...list: Upload[]) => renderToStaticMarkup(createElement(UploadLines, { list }))
const buttonsOf = (html: string) => [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)

describe('the uploads of a field', () => {
  test('take no room if there are none', () => {
    expect(render()).toBe('')
  })

  test('say how much has been sent, in words and as a bar, and can be cancelled', () => {
    const html = render(upload({}))
    expect(html).toContain('正在上传 报告.pdf')
    expect(html).toContain('41%')
    expect(html).toMatch(/<progress[^>]*max="100"[^>]*value="41"/)
    expect(buttonsOf(html)).toEqual(['取消上传 报告.pdf'])
  })

  test('never say that all has been sent before it has', () => {
    expect(render(upload({ share: 0.9999 }))).toContain('99%')
  })

  test('of a cut connection say that they go on, without a share that is no longer true', () => {
    const html = render(upload({ state: 'interrupted', share: 0, message: '网络不可用' }))
    expect(html).toContain('网络中断，恢复后继续上传 报告.pdf')
    expect(html).not.toMatch(/%|<progress|role="alert"/)
    expect(buttonsOf(html)).toEqual(['取消上传 报告.pdf'])
  })

  test('that were refused say why, and can be sent again or removed', () => {
    const html = render(upload({ state: 'failed', message: '文件内容为空' }))
    expect(html).toContain('未能上传 报告.pdf')
    expect(html).toMatch(/role="alert"[^>]*>文件内容为空</)
    expect(buttonsOf(html)).toEqual(['重试 报告.pdf', '取消上传 报告.pdf'])
  })

  test('are listed one by one', () => {
    const html = render(upload({}), upload({ key: 2, name: '图片.jpg' }))
    expect(html.match(/<li/g)).toHaveLength(2)
    expect(buttonsOf(html)).toEqual(['取消上传 报告.pdf', '取消上传 图片.jpg'])
  })
})
