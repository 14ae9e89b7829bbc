import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { languageHeader } from '#contract/language-header.ts'
import { openPlatform, type Platform } from '../../tests/support/platform.ts'

let platform: Platform

beforeAll(async () => {
  platform = await openPlatform()
})

/** The error message for a visitor who requests the data of a user. */
const errorMessage = async (headers: Record<string, string>) =>
  ((await (await platform.visitor.raw('GET', auth.userInfo.path, { headers })).json()) as { msg: string }).msg

describe('the language of the response', () => {
  test.each([
    ['en', 'Your session has ended, please log in again'],
    ['en-US,en;q=0.9', 'Your session has ended, please log in again'],
    ['EN', 'Your session has ended, please log in again'],
    ['zh-CN,en;q=0.8', '用户令牌过期，请重新登录'],
    ['fr', '用户令牌过期，请重新登录'],
    ['', '用户令牌过期，请重新登录'],
  ])('for "%s": %s', async (header, msg) => {
    expect(await errorMessage({ [languageHeader]: header })).toBe(msg)
  })

  test('does not depend on the language of the browser', async () => {
    expect(await errorMessage({ 'accept-language': 'en' })).toBe('用户令牌过期，请重新登录')
  })
})
