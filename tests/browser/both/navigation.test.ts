import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { dialogOf, openAs, openConsole, questionOf, rowOf, visit } from '../../support/page-steps.ts'
import { type PublishedNews, publish } from '../../support/publish.ts'
import { createEnterprise, openWindow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Routes, the route guard, titles and the session in the browser (specification 000, sections 2, 4, 8 and 9). */

interface SiteData extends PublishedNews {
  readonly writer: string
}

const product = '5G+工业互联网公共服务平台'
let site: Site<SiteData>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await openWindow(admin)
    return { writer: (await createEnterprise(platform)).account, ...(await publish(admin)) }
  })
})

const waitForTitle = (of: Page, words: string) =>
  of.waitForFunction((title) => document.title === title, `${words}-${product}`)
const heading = (of: Page) => of.getByRole('heading', { level: 1 }).first()

test('the document of a console address names the files of the console, for people with a session only', async () => {
  const preloadsAt = async (path: string, headers: Record<string, string> = {}) =>
    (await (await fetch(site.url + path, { headers })).text()).match(/modulepreload[^>]*\/assets\/console-/g)
  const session = { cookie: 'language=zh; saber-access-token=x' }
  expect(await preloadsAt('/system/user', session)).toHaveLength(1)
  expect(await preloadsAt('/project/declaration/1', session)).toHaveLength(1)
  expect(await preloadsAt('/system/user')).toBeNull()
  expect(await preloadsAt('/projects', session)).toBeNull()
})

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
  ])('opens %s without logging in; the title consists of the route and the product', async (path, title) => {
    await page.goto(path)
    await heading(page).waitFor()
    await waitForTitle(page, title)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test.each([
    ...['/wel/index', '/wel/dashboard', '/test/index', '/dict-horizontal/index', '/dict-vertical/index'],
    ...['/system/user', '/work/process/xmsb/form/1', '/work/process/leave/detail/1/2'],
  ])('is redirected from %s to /Home to log in', async (path) => {
    await page.goto(path)
    await page.waitForURL('**/Home')
    await dialogOf(page, '登录').waitFor()
  })

  test('is redirected from an unknown path to /404, and from / and /lock to the home page', async () => {
    await page.goto('/nothing/here')
    await page.waitForURL('**/404')
    await page.goto('/')
    await page.waitForURL('**/Home')
    await page.goto('/lock')
    await page.waitForURL('**/Home')
  })

  test('sees the title change with the language', async () => {
    await page.goto('/technologicalProgress/papers')
    await waitForTitle(page, '技术进展')
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: 'English' }).last().click()
    await page.waitForFunction(() => document.title.startsWith('Technology progress – 5G + Industrial'))
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: '中文' }).last().click()
    await waitForTitle(page, '技术进展')
  })

  test('pages through lists by the address; a page beyond the last leads to the first', async () => {
    const papers = () => page.getByRole('main').getByRole('link', { name: /^下载/ })
    await page.getByText('共 2 页 12 条').waitFor()
    await expect.poll(() => papers().count()).toBe(10)
    await page.getByRole('link', { name: '下一页' }).click()
    await page.waitForURL('**/technologicalProgress/papers?current=2')
    await waitForTitle(page, '技术进展（第2页）')
    await page.getByText('第 2 页').waitFor()
    await expect.poll(() => papers().count()).toBe(2)
    await page.goBack()
    await page.getByText('第 1 页').waitFor()
    await page.goto('/successfulCase/cases?current=9')
    await page.waitForURL((url) => !url.search)
    await page.getByText('共 2 页 12 条').waitFor()
  })

  test('downloads a paper from its list and opens an article from its column', async () => {
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
    await waitForTitle(page, '政策解读第一期')
  })

  test('sees only pages of this platform embedded', async () => {
    await page.goto('/myiframe/page?src=https%3A%2F%2Fexample.com%2F')
    await page.getByText('所给地址不属于本平台').waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await page.goto('/myiframe/page?src=%2FprojectList%2Fpolicy')
    await page.frameLocator('iframe').getByRole('heading', { name: '政策服务' }).waitFor()
  })

  test('sees the next embedded page after one that failed', async () => {
    await page.route('**/projectList1/404', (route) => route.abort())
    await page.goto('/myiframe/page?src=%2FprojectList1%2F404')
    const fault = page.getByText('页面无法加载，请检查地址和网络后重试。')
    await fault.waitFor()
    await page.evaluate(() => history.pushState(null, '', '/myiframe/page?src=%2FprojectList%2Fpolicy'))
    await page.goBack()
    await page.goForward()
    await page.frameLocator('iframe').getByRole('heading', { name: '政策服务' }).waitFor()
    await expect.poll(() => fault.count()).toBe(0)
  })

  test('is asked to log in on a page that needs an account, and stays on that page', async () => {
    await page.goto('/projectApplication/project')
    await dialogOf(page, '登录').waitFor()
    expect(new URL(page.url()).pathname).toBe('/projectApplication/project')
    await site.login(page, site.data.writer)
    await page.getByText('还没有申报。').waitFor()
  })
})

describe.sequential('a logged-in user', () => {
  beforeAll(async () => {
    page = await openConsole(site)
  })

  test('is redirected from /Home to the first tab', async () => {
    await page.goto('/Home')
    await page.waitForURL('**/wel/index')
    await waitForTitle(page, '首页')
  })

  test.each([
    ['/wel/dashboard', '数据概览'],
    ['/test/index', '系统自检'],
    ['/dict-horizontal/index', '字典管理（左右布局）'],
    ['/dict-vertical/index', '字典管理（上下布局）'],
    ['/work/process/leave/form/leave', '请假：发起'],
  ])('opens %s as a tab', async (path, title) => {
    await page.goto(path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await waitForTitle(page, title)
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: title }).waitFor()
  })

  test('sees in the self-check whether the server is reachable', async () => {
    await page.goto('/test/index')
    await page.getByRole('row').filter({ hasText: '服务器' }).getByText('正常', { exact: true }).first().waitFor()
    await page.getByText('本机时间与服务器一致').waitFor()
    await page.route('**/ready', (route) => route.abort())
    await page.getByRole('button', { name: '重新检测' }).click()
    await page.getByText('无法连接，请检查网络').waitFor()
    await page.unroute('**/ready')
  })

  test('is led from a workflow task of a declaration to its review page', async () => {
    await page.goto('/work/process/xmsb/handle/1/2/345')
    await page.waitForURL('**/project/declaration/345?taskId=1')
    const tabs = page.getByRole('navigation', { name: '已打开的页面' })
    await tabs.getByRole('link', { name: '申报审核' }).waitFor()
    expect(await tabs.getByRole('link', { name: /^项目申报：/ }).count()).toBe(0)
  })

  test('is logged out and redirected to /Home when the token is missing', async () => {
    // a late call of the dashboard without the token would lead to the home page before the click
    const lastCall = page.waitForResponse(/\/report\/rest\/pinned/)
    await page.goto('/wel/dashboard')
    await heading(page).waitFor()
    await lastCall
    await page.evaluate(() => localStorage.removeItem('saber-token'))
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/Home')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('saber-userInfo'))).toBeNull()
  })
})

describe.sequential('an ended session', () => {
  test('shows one message for many failed calls, and the next login returns to the same page of the console', async () => {
    page = await openAs(site, '/project/declaration?projectName=5G')
    // a call of the first visit that is refused would end the session before the reload
    await page.getByRole('button', { name: /^消息，/ }).waitFor()
    await page.getByText('加载中', { exact: true }).first().waitFor({ state: 'detached' })
    await site.endSessions()
    await page.reload()
    await page.waitForURL('**/Home')
    await dialogOf(page, '登录').getByText('用户令牌过期，请重新登录').waitFor()
    await expect.poll(() => page.getByText('用户令牌过期，请重新登录').count()).toBe(1)
    expect(await page.context().cookies()).toEqual([])
    await site.login(page, 'admin', inject('adminPassword'))
    await page.waitForURL('**/project/declaration?projectName=5G')
  })

  test('keeps the input of a console form until the next login', async () => {
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

  test('ends after a confirmation when the user logs out of the console', async () => {
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
