import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { declaration } from '#contract/project/declaration.ts'
import { material } from '#contract/project/material.ts'
import { openConsole } from '../../support/page-steps.ts'
import type { Caller } from '../../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  openWindow,
  saveDeclaration,
  submitAction,
  suzhou,
  uploadPdf,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The first page of enterprises and operators, in the frame of the portal (docs/decisions/0069). */

interface SiteData {
  readonly correctionUntil: string
  readonly newcomer: string
  readonly writer: string
  readonly draftId: string
  readonly corrector: string
  readonly returnedId: string
  readonly admin: Caller
}

let site: Site<SiteData>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await openWindow(admin, { templateName: '年度申报' })
    const newcomer = await createEnterprise(platform)
    const writer = await createEnterprise(platform)
    const draftId = await saveDeclaration(writer)
    const corrector = await createEnterprise(platform)
    const returnedId = await saveDeclaration(corrector)
    const { version } = await corrector.get(material.calls.detail, { pid: returnedId })
    const files = [{ type: 1, attachId: await uploadPdf(corrector, '申报书.pdf') }]
    await corrector.get(material.calls.save, { pid: returnedId, version, files } as never)
    const city = await createStaff(platform, 'city', suzhou)
    await submitAction(corrector, returnedId, 'submit')
    await submitAction(city, returnedId, 'claim')
    const remarks = [{ at: 'information.projectOverview', text: '请补充投资依据' }]
    await submitAction(city, returnedId, 'cityReturn', { remarks, comment: '投资依据不足' })
    const { correctionUntil } = await corrector.get(declaration.calls.detail, { id: returnedId })
    return {
      correctionUntil: String(correctionUntil),
      admin,
      newcomer: newcomer.account,
      writer: writer.account,
      draftId,
      corrector: corrector.account,
      returnedId,
    }
  })
})

const nextStep = () => page.getByRole('region', { name: /^下一步/ })
const part = (name: string) => page.getByRole('region', { name })
const openMatters = async (account: string) => {
  page = await openConsole(site, account)
  await page.getByRole('heading', { level: 1, name: '我的办件' }).waitFor()
}
const openMenu = () => page.getByTitle('账号菜单').click()

describe.sequential('an enterprise without declarations', () => {
  test('comes to its matters by logging in, and can start a declaration', async () => {
    page = await site.visit()
    await site.login(page, site.data.newcomer)
    await page.waitForURL('**/wel/index')
    await nextStep().getByText('开始新的申报').waitFor()
    await nextStep().getByText('年度申报正在受理申报').waitFor()
    await part('我的申报').getByText('还没有申报。').waitFor()
    await part('最新消息').getByText('暂无消息。').waitFor()
    await part('文件').getByText('暂无文件。').waitFor()
    await nextStep().getByRole('link', { name: '开始申报' }).click()
    await page.waitForURL('**/addDeclare/project')
  })

  test('reaches the home page, projects and policies from its matters by one click', async () => {
    for (const [name, path] of [
      ['首页', '/Home'],
      ['在库项目名单', '/projects'],
      ['政策服务', '/projectList/policy'],
    ] as const) {
      await page.goto('/wel/index')
      const navigation = page.getByRole('navigation', { name: '主导航' })
      await navigation.getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await navigation.getByRole('link', { name: '我的办件' }).click()
      await page.getByRole('heading', { level: 1, name: '我的办件' }).waitFor()
    }
  })

  test('does not load the code of the console', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await page.reload()
    await nextStep().waitFor()
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.filter((path) => /\/console-/.test(path))).toEqual([])
  })
})

test('an enterprise with a draft continues it', async () => {
  await openMatters(site.data.writer)
  await nextStep().getByText('继续填写申报').waitFor()
  await nextStep()
    .getByText(/已完成 \d+%/)
    .waitFor()
  await part('我的申报').getByText('草稿').waitFor()
  await nextStep().getByRole('link', { name: '继续填写' }).click()
  await page.waitForURL(`**/addDeclare/project?id=${site.data.draftId}`)
})

describe.sequential('an enterprise with a returned declaration', () => {
  test('sees how many remarks there are, the comment and the days that are left', async () => {
    await openMatters(site.data.corrector)
    await nextStep().getByText('修改被退回的申报并重新提交').waitFor()
    await nextStep().getByText('审核单位提出 1 条修改要求').waitFor()
    await nextStep().getByText('审核意见：投资依据不足').waitFor()
    await nextStep()
      .getByText(`截止 ${site.data.correctionUntil.slice(0, 16)}`)
      .waitFor()
    await nextStep()
      .getByText(/^还剩 \d+ 个工作日$/)
      .waitFor()
    await nextStep().getByRole('link', { name: '查看修改要求' }).click()
    await page.getByText('请补充投资依据').waitFor()
  })

  test('opens the details of a declaration from its row and from a message', async () => {
    for (const link of [
      part('我的申报').getByRole('link').first(),
      part('最新消息').getByRole('link', { name: '地市工信部门：退回修改' }),
    ]) {
      await page.goto('/wel/index')
      await link.click()
      await page.waitForURL(`**/projectDetails/${site.data.returnedId}`)
    }
  })

  test('reads a notice and all of them in the portal, also from an address of the console', async () => {
    const { id } = await site.data.admin.get(notice.calls.submit, {
      title: '申报工作通知',
      category: 1,
      releaseTime: '2026-01-02 03:04:05',
      content: '<p>请按时提交。</p>',
    })
    await page.goto('/wel/index')
    await part('最新消息').getByRole('link', { name: '申报工作通知' }).click()
    await page.waitForURL(`**/projectDetails/${id}?type=notice`)
    await page.getByRole('heading', { level: 1, name: '申报工作通知' }).waitFor()
    await page.getByText('请按时提交。').waitFor()
    await page.getByRole('link', { name: '查看全部通知公告' }).click()
    await page.getByRole('heading', { level: 1, name: '通知公告' }).waitFor()
    await page.getByRole('link', { name: '申报工作通知' }).waitFor()
    await page.goto(`/desk/notice/${id}`)
    await page.waitForURL(`**/projectDetails/${id}?type=notice`)
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '项目名单' }).waitFor()
    await page.goto('/wel/index')
    // opening it has marked it as read
    await part('最新消息').getByRole('link', { name: '申报工作通知', exact: true }).waitFor()
  })

  test('downloads a file of the declaration', async () => {
    await page.goto('/wel/index')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      part('文件').getByRole('button', { name: '申报书.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('申报书.pdf')
  })
})

describe.sequential('the account menu of an enterprise', () => {
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  test('offers its pages, those of the console, and the theme, which applies in the portal', async () => {
    await openMatters(site.data.writer)
    await openMenu()
    for (const name of ['我的办件', '我的申报', '个人中心', '后台：项目库', '数据概览'])
      await page.getByRole('link', { name, exact: true }).last().waitFor()
    const light = await colour()
    await page.getByRole('button', { name: '选择主题' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: '黑色主题' }).check()
    await expect.poll(colour).not.toBe(light)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect.poll(colour).not.toBe(light)
  })

  test('yields to the colours of the elder mode', async () => {
    await page.getByRole('button', { name: '长者模式' }).click()
    await expect.poll(() => page.evaluate(() => document.body.className)).toBe('')
    await page.getByRole('banner').getByRole('button', { name: '长者模式' }).click()
    await expect.poll(() => page.evaluate(() => document.body.className)).toBe('theme-dark')
  })

  test('changes the language', async () => {
    await openMenu()
    await page.getByRole('button', { name: '切换语言（英文）' }).click()
    await page.getByRole('heading', { level: 1, name: 'My matters' }).waitFor()
    await page.getByTitle('Account menu').click()
    await page.getByRole('button', { name: 'Switch language (Chinese)' }).click()
    await page.getByRole('heading', { level: 1, name: '我的办件' }).waitFor()
  })

  test('opens a page of the console, whose home leads back to the portal', async () => {
    await openMenu()
    await page.getByRole('link', { name: '后台：项目申报' }).click()
    await page.waitForURL('**/project/declaration')
    await page.getByRole('heading', { level: 1, name: '项目申报' }).waitFor()
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click()
    await page.getByRole('heading', { level: 1, name: '我的办件' }).waitFor()
    await page.getByRole('navigation', { name: '主导航' }).waitFor()
  })

  test('locks the screen', async () => {
    await openMenu()
    await page.getByRole('button', { name: '锁屏' }).click()
    const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
    await dialog.getByLabel('锁屏密码').fill('午休 2026')
    await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
    await page.waitForURL('**/lock')
    await page.getByRole('dialog').getByLabel('锁屏密码').fill('午休 2026')
    await page.getByRole('button', { name: '解锁' }).click()
    await page.waitForURL('**/wel/index')
    await nextStep().waitFor()
  })
})

test.each(['expert1', 'city', 'platform'] as const)('%s still has the desk of the console', async (role) => {
  page = await openConsole(site, site.accounts[role])
  await page.getByRole('region', { name: '待我办理' }).waitFor()
  await page.getByRole('navigation', { name: '菜单', exact: true }).waitFor()
  await page.goto('/Home')
  await page.waitForURL('**/wel/index')
})
