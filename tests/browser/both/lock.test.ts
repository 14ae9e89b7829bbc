import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { delayRequests } from '../../support/delay-requests.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { advanceUntilSaved, dialogOf, openConsole, pauses, questionOf } from '../../support/page-steps.ts'
import { createEnterprise, openWindow, password as plain } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The lock screen in every window, at every address, and on the server (specification 000, section 4). */

const secret = '午休 2026'
let site: Site<string>
let page: Page

const lockPage = (of: Page) => of.getByRole('heading', { name: '屏幕已锁定' })
const field = (of: Page) => dialogOf(of, '屏幕已锁定').getByLabel('锁屏密码')
const waitForLock = async (of: Page) => {
  await of.waitForURL('**/lock')
  await lockPage(of).waitFor()
}
const lock = async (of: Page, password = secret) => {
  await of.getByRole('button', { name: '锁屏', exact: true }).click()
  const dialog = dialogOf(of, '设置锁屏密码')
  await dialog.getByLabel('锁屏密码').fill(password)
  await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
  await waitForLock(of)
}
const unlock = async (of: Page, password = secret) => {
  await field(of).fill(password)
  await of.getByRole('button', { name: '解锁' }).click()
}
/** The status with which the server answers the session of this page. */
const sessionStatus = (of: Page) =>
  of.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('saber-token') ?? '{}').content
    const headers = { authorization: `Basic ${btoa('saber:')}`, 'blade-auth': `bearer ${token}` }
    return (await fetch('/api/caict-auth/oauth/user-info', { headers })).status
  })

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin())
    return (await createEnterprise(platform)).account
  })
  page = await openConsole(site)
})

describe.sequential('the lock screen in the console', () => {
  test('a dialog asks for the lock password first and rejects an empty one', async () => {
    await page.goto('/system/post')
    await page.getByRole('heading', { name: '岗位管理' }).waitFor()
    await page.getByRole('button', { name: '锁屏', exact: true }).click()
    const dialog = dialogOf(page, '设置锁屏密码')
    await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
    await dialog.getByText('锁屏密码不能为空').first().waitFor()
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await dialog.getByRole('button', { name: '关闭' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await sessionStatus(page)).toBe(200)
  })

  test('locking locks the session on the server, sets the flag and shows the name of the user', async () => {
    await lock(page)
    expect(await sessionStatus(page)).toBe(423)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('saber-isLock'))).toContain('true')
    await dialogOf(page, '屏幕已锁定').getByText('管理员').waitFor()
    await page.waitForFunction(() => document.title.startsWith('屏幕已锁定-'))
    await expect.poll(() => faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
  })

  test('every route leads to the lock screen, also after a reload and in a new window', async () => {
    for (const path of ['/system/post', '/Home', '/wel/index', '/addDeclare/project', '/nowhere']) {
      await page.goto(path)
      await waitForLock(page)
    }
    await page.reload()
    await waitForLock(page)
    const fresh = await page.context().newPage()
    await fresh.goto('/system/user')
    await waitForLock(fresh)
    await fresh.close()
  })

  test('Escape does not unlock', async () => {
    for (let n = 0; n < 4; n++) await page.keyboard.press('Escape')
    await expect.poll(() => lockPage(page).isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true)
  })

  test('a wrong password shows how many attempts are left; the right one leads back to the page', async () => {
    await page.goto('/system/post')
    await waitForLock(page)
    await page.getByRole('button', { name: '解锁' }).click()
    await page.getByText('锁屏密码不能为空').first().waitFor()
    await unlock(page, '不是这个')
    await page.getByText('锁屏密码错误，还可尝试4次').first().waitFor()
    await unlock(page)
    await page.waitForURL('**/system/post')
    await page.getByRole('heading', { name: '岗位管理' }).waitFor()
    expect(await sessionStatus(page)).toBe(200)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('saber-isLock'))).toBeNull()
  })

  test('input in this window and in another is still there after unlocking', async () => {
    const other = await page.context().newPage()
    for (const [one, path, words] of [
      [page, '/system/post', '在本窗口填写'],
      [other, '/system/param', '在另一窗口填写'],
    ] as const) {
      await one.goto(path)
      await one.getByRole('button', { name: '新增' }).first().click()
      await one.getByRole('dialog').getByRole('textbox').first().fill(words)
    }
    const inputValue = (of: Page) => of.getByRole('dialog').getByRole('textbox').first().inputValue()
    // an open form covers the lock button, so a third window locks
    const third = await page.context().newPage()
    await third.goto('/wel/index')
    await lock(third)
    for (const one of [page, other]) await waitForLock(one)
    await expect.poll(() => faultsAt(page, ['desk'])).toEqual([])
    await unlock(page)
    for (const one of [page, other, third]) await lockPage(one).waitFor({ state: 'detached' })
    await page.waitForURL('**/system/post')
    await other.waitForURL('**/system/param')
    await expect.poll(() => inputValue(page)).toBe('在本窗口填写')
    await expect.poll(() => inputValue(other)).toBe('在另一窗口填写')
    await page.waitForFunction(() => document.title.startsWith('岗位管理-'))
    await other.close()
    await third.close()
  })

  test('a window without the flag learns from the server that it is locked; a window with a stale flag unlocks', async () => {
    await page.goto('/wel/index')
    await lock(page)
    await page.evaluate(() => {
      localStorage.removeItem('saber-isLock')
      sessionStorage.removeItem('saber-isLock')
    })
    await page.goto('/system/param')
    await waitForLock(page)
    await unlock(page)
    await page.waitForURL('**/system/param')
    await page.evaluate(() =>
      sessionStorage.setItem('saber-isLock', JSON.stringify({ dataType: 'boolean', content: true, datetime: 1 })),
    )
    await page.reload()
    await page.getByRole('heading', { name: '参数管理' }).waitFor()
    await expect.poll(() => lockPage(page).count()).toBe(0)
  })

  test('too many wrong passwords end the session', async () => {
    await lock(page)
    for (let left = 4; left > 0; left--) {
      await unlock(page, '猜测')
      await page.getByText(`还可尝试${left}次`).first().waitFor()
    }
    await unlock(page, '猜测')
    await page.waitForURL('**/Home')
    await dialogOf(page, '登录').getByText('用户令牌过期，请重新登录').waitFor()
  })
})

describe.sequential('the lock screen in the portal', () => {
  test('the account menu locks; logging in again clears the lock and leads back', async () => {
    page = await site.visitAs(site.data, plain, '/projectApplication/project')
    await page.getByTitle('账号菜单').click()
    await lock(page)
    await page.getByRole('button', { name: '重新登录' }).click()
    await dialogOf(page, '登录').waitFor()
    await site.login(page, site.data)
    await page.waitForURL('**/projectApplication/project')
    await expect.poll(() => lockPage(page).count()).toBe(0)
    expect(await sessionStatus(page)).toBe(200)
  })

  test('input into a declaration that the server rejects because of the lock is sent after unlocking', async () => {
    await page.clock.install()
    await page.goto('/addDeclare/project')
    await page.getByRole('button', { name: '开始填报' }).click()
    await page.getByRole('heading', { name: '填报清单' }).waitFor()
    await page.getByRole('link', { name: '项目信息' }).click()
    const other = await page.context().newPage()
    await other.goto('/projectApplication/project')
    // holds the request of the page back until the screen is locked
    const release = await delayRequests('**/api/caict-porject/**', page)
    const rejection = page.waitForResponse((response) => response.status() === 423)
    const saveRequest = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByLabel('项目名称').fill('锁屏前填写的名称')
    await page.clock.fastForward(pauses.save)
    await saveRequest
    await other.getByTitle('账号菜单').click()
    await lock(other)
    await waitForLock(page)
    release()
    await rejection
    await unlock(page)
    await lockPage(page).waitFor({ state: 'detached' })
    await advanceUntilSaved(page, pauses.retry)
    await page.reload()
    await page.getByLabel('项目名称').waitFor()
    await expect.poll(() => page.getByLabel('项目名称').inputValue()).toBe('锁屏前填写的名称')
  })

  test('logging out asks for confirmation', async () => {
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    const question = questionOf(page, '退出系统, 是否继续?')
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await question.getByRole('button', { name: '取消' }).last().click()
    await page.getByLabel('项目名称').waitFor()
    expect(await sessionStatus(page)).toBe(200)
  })
})
