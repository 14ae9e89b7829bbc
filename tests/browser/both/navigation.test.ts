import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { dialogOf, openAs, openConsole, questionOf, rowOf, visit } from '../../support/page-steps.ts'
import { type Published, publish } from '../../support/publish.ts'
import { createEnterprise, openWindow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Routes, guard, titles and the session in the browser (specification 000, sections 2, 4, 8 and 9). */

interface Made extends Published {
  readonly writer: string
}

const product = '5G+工业互联网公共服务平台'
let site: Site<Made>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await openWindow(admin)
    return { writer: (await createEnterprise(platform)).account, ...(await publish(admin)) }
  })
})

const titled = (of: Page, words: string) =>
  of.waitForFunction((title) => document.title === title, `${words}-${product}`)
const heading = (of: Page) => of.getByRole('heading', { level: 1 }).first()

describe.sequential('a visitor', () => {
  beforeAll(async () => {
    page = await visit(site)
  })

  test.each([
    ['/Home', '首页'],
    ['/projectList/policy', '政策服务'],
    ['/evaluationService/service', '5G工厂评估服务'],
    ['/productTesting/testing', '产品检测'],
    ['/technologicalProgress/papers', '技术进展'],
    ['/successfulCase/cases', '典型案例'],
    ['/registerView/register', '用户注册'],
    ['/projectApplication/project', '我的申报'],
    ['/addDeclare/project', '项目申报'],
    ['/projectDetails/1', '项目详情'],
    ['/404', '页面不存在'],
    ['/403', '没有访问权限'],
    ['/500', '抱歉，服务出现问题'],
    ['/myiframe/page', '内嵌页面'],
  ])('comes to %s without logging in, and its title is the route and the product', async (path, title) => {
    await page.goto(path)
    await heading(page).waitFor()
    await titled(page, title)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test.each([
    ...['/wel/index', '/wel/dashboard', '/test/index', '/dict-horizontal/index', '/dict-vertical/index'],
    ...['/system/user', '/work/process/xmsb/form/1', '/work/process/leave/detail/1/2'],
  ])('who asks for %s is sent to /Home to log in', async (path) => {
    await page.goto(path)
    await page.waitForURL('**/Home')
    await dialogOf(page, '登录').waitFor()
  })

  test('an unknown path goes to /404, / by way of /wel to the home page', async () => {
    await page.goto('/nothing/here')
    await page.waitForURL('**/404')
    await page.goto('/')
    await page.waitForURL('**/Home')
    await page.goto('/lock')
    await page.waitForURL('**/Home')
  })

  test('the title changes with the language', async () => {
    await page.goto('/technologicalProgress/papers')
    await titled(page, '技术进展')
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: 'English' }).last().click()
    await page.waitForFunction(() => document.title.startsWith('Technology progress-5G + Industrial'))
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: '中文' }).last().click()
    await titled(page, '技术进展')
  })

  test('lists have pages, which stand in the address; beyond the last is the first', async () => {
    const papers = () => page.getByRole('main').getByRole('link', { name: /^下载/ })
    await page.getByText('共 2 页 12 条').waitFor()
    await expect.poll(() => papers().count()).toBe(10)
    await page.getByRole('link', { name: '下一页' }).click()
    await page.waitForURL('**/technologicalProgress/papers?current=2')
    await titled(page, '技术进展（第2页）')
    await page.getByText('第 2 页').waitFor()
    await expect.poll(() => papers().count()).toBe(2)
    await page.goBack()
    await page.getByText('第 1 页').waitFor()
    await page.goto('/successfulCase/cases?current=9')
    await page.waitForURL((url) => !url.search)
    await page.getByText('共 2 页 12 条').waitFor()
  })

  test('a paper is downloaded from its list, an article read where the home page links to it', async () => {
    await page.goto('/technologicalProgress/papers')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('listitem').first().getByRole('link', { name: /^下载/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await page.goto(`/projectList1/${site.data.column}`)
    await page.getByRole('link', { name: '政策解读第一期' }).click()
    await page.waitForURL(`**/projectDetails/${site.data.article}?type=news`)
    await page.getByText('第二段。').waitFor()
    await titled(page, '政策解读第一期')
  })

  test('only pages of this platform are embedded (security R-28)', async () => {
    await page.goto('/myiframe/page?src=https%3A%2F%2Fexample.com%2F')
    await page.getByText('所给地址不属于本平台').waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await page.goto('/myiframe/page?src=%2FprojectList%2Fpolicy')
    await page.frameLocator('iframe').getByRole('heading', { name: '政策服务' }).waitFor()
  })

  test('what belongs to an account asks to log in where one stands, and goes on there', async () => {
    await page.goto('/projectApplication/project')
    await dialogOf(page, '登录').waitFor()
    expect(new URL(page.url()).pathname).toBe('/projectApplication/project')
    await site.login(page, site.data.writer)
    await page.getByText('还没有申报。').waitFor()
  })
})

describe.sequential('somebody logged in', () => {
  beforeAll(async () => {
    page = await openConsole(site)
  })

  test('is sent from /Home to /, and from there to the first tab', async () => {
    await page.goto('/Home')
    await page.waitForURL('**/wel/index')
    await titled(page, '首页')
  })

  test.each([
    ['/wel/dashboard', '数据概览'],
    ['/test/index', '系统自检'],
    ['/dict-horizontal/index', '字典管理（左右布局）'],
    ['/dict-vertical/index', '字典管理（上下布局）'],
    ['/work/process/leave/form/leave', '请假：发起'],
    ['/work/process/xmsb/handle/1/2/3', '项目申报：办理'],
  ])('finds %s, which becomes a tab', async (path, title) => {
    await page.goto(path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await titled(page, title)
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: title }).waitFor()
  })

  test('the self-check reaches the server and says how things stand', async () => {
    await page.goto('/test/index')
    await page.getByRole('row').filter({ hasText: '服务器' }).getByText('正常', { exact: true }).first().waitFor()
    await page.getByText('本机时间与服务器一致').waitFor()
    await page.route('**/ready', (route) => route.abort())
    await page.getByRole('button', { name: '重新检测' }).click()
    await page.getByText('无法连接，请检查网络').waitFor()
    await page.unroute('**/ready')
  })

  test('a workflow task of a declaration leads to the page where it is handled today', async () => {
    await page.goto('/work/process/xmsb/handle/1/2/345')
    await expect
      .poll(() => page.getByRole('link', { name: '办理这项申报' }).getAttribute('href'))
      .toBe('/project/declaration/345')
  })

  test('the figures of the dashboard open the rows they count', async () => {
    await page.goto('/wel/dashboard')
    await page.getByRole('main').getByRole('link', { name: '覆盖行业大类' }).click()
    await page.waitForURL('**/projects?figure=divisions')
    await page.getByRole('heading', { level: 1, name: '覆盖行业大类' }).waitFor()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: '项目总数' }).click()
    await page.waitForURL('**/projects')
  })

  test('without a token one is logged out here and sent to /Home', async () => {
    await page.goto('/wel/dashboard')
    await heading(page).waitFor()
    await page.evaluate(() => localStorage.removeItem('saber-token'))
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/Home')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('saber-userInfo'))).toBeNull()
  })
})

describe.sequential('the session', () => {
  test('that has ended is said once, however many calls find it out, and one returns to the same page of the console', async () => {
    page = await openAs(site, '/project/declaration?projectName=5G')
    await site.endSessions()
    await page.reload()
    await page.waitForURL('**/Home')
    await dialogOf(page, '登录').getByText('用户令牌过期，请重新登录').waitFor()
    await expect.poll(() => page.getByText('用户令牌过期，请重新登录').count()).toBe(1)
    expect(await page.context().cookies()).toEqual([])
    await site.login(page, 'admin', inject('adminPassword'))
    await page.waitForURL('**/project/declaration?projectName=5G')
  })

  test('what was typed into a form of the console is there when one has logged in again', async () => {
    await page.goto('/system/post')
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = () => dialogOf(page, '新增岗位')
    await form().getByLabel('岗位名称').fill('会话结束前填写')
    await form().getByLabel('岗位类型').selectOption({ index: 1 })
    await form().getByLabel('岗位编号').fill('P-1')
    await form().getByLabel('岗位排序').fill('1')
    await site.endSessions()
    await form().getByRole('button', { name: '保存' }).click()
    await dialogOf(page, '登录').getByText('用户令牌过期，请重新登录').waitFor()
    await site.login(page, 'admin', inject('adminPassword'))
    await page.waitForURL('**/system/post')
    await form().getByText('已恢复上次未保存的内容').waitFor()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('会话结束前填写')
    await form().getByRole('button', { name: '保存' }).click()
    await rowOf(page, '会话结束前填写').waitFor()
    await page.getByRole('button', { name: '新增' }).first().click()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('')
    await form().getByRole('button', { name: '取消' }).click()
  })

  test('leaving it is asked about in the console too', async () => {
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await questionOf(page, '退出系统, 是否继续?').getByRole('button', { name: '取消' }).click()
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await questionOf(page, '退出系统, 是否继续?').getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/Home')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
