import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { reportSubscription, type Subscribed } from '#contract/report/report-subscription.ts'
import { answerQuery } from '#web/base/api/caller.ts'
import { ConfirmProvider } from '#web/base/page/confirmation.tsx'
import { ToastProvider } from '#web/ui/toasts.tsx'
import { MySubscriptions } from './my-subscriptions.tsx'

const subscription = (more: Partial<Subscribed> = {}): Subscribed => ({
  ...{ id: '1', reportId: '2', name: '各省项目', format: 'xlsx', rhythm: 'week', weekday: 5, monthday: null },
  ...{ timeOfDay: '17:30', state: 'active', reason: null, nextAt: '2026-12-04 17:30:00', lastAt: null },
  ...more,
})

/** The words of the page with these subscriptions; a button's name is in brackets. */
const pageWith = (...subscriptions: Subscribed[]): string => {
  const client = new QueryClient()
  client.setQueryData(answerQuery(reportSubscription.calls.list, undefined, 'zh').queryKey, subscriptions)
  const page = createElement(MemoryRouter, {}, createElement(MySubscriptions))
  const inToasts = createElement(ToastProvider, null, createElement(ConfirmProvider, null, page))
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, inToasts))
  return html
    .replace(/<button[^>]*>/g, '[')
    .replace(/<\/button>/g, ']')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('a subscription says when it comes, and can be made now, paused and cancelled', () => {
  const page = pageWith(subscription())
  expect(page).toContain('各省项目 已开启')
  expect(page).toContain('每周五 17:30，xlsx，下次 2026-12-04 17:30')
  for (const name of ['立即生成', '暂停', '取消订阅']) expect(page).toMatch(new RegExp(`\\[ ?${name} 各省项目`))
})

test('a paused one has no next time, and goes on', () => {
  const page = pageWith(subscription({ state: 'paused', nextAt: null }))
  expect(page).toContain('各省项目 已暂停 每周五 17:30，xlsx')
  expect(page).not.toContain('下次')
  expect(page).not.toContain('立即生成')
  expect(page).toMatch(/\[ ?恢复 各省项目/)
})

test('a stopped one says why', () => {
  const page = pageWith(subscription({ state: 'stopped', nextAt: null, reason: '您没有导出“项目库”的权限' }))
  expect(page).toContain('已停止')
  expect(page).toContain('您没有导出“项目库”的权限')
})

test('without one the page says how to get one', () => {
  expect(pageWith()).toContain('尚未订阅报表。打开一张报表，选择“订阅”')
})
