import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RecommendDetail } from '#contract/project/recommend.ts'
import { PublicPage } from './public-page.tsx'

test('a public page without a host has no QR code, and says why', () => {
  const of = { recommendState: 'recommended', qrCode: '/recommend/7', projectName: '智慧矿山' } as RecommendDetail
  const html = renderToStaticMarkup(createElement(PublicPage, { of }))
  expect(html).toContain('平台未配置对外访问地址（PUBLIC_URL）')
  expect(html).toContain('href="/recommend/7"')
  expect(html).not.toMatch(/<svg|下载二维码/)
})
