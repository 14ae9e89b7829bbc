import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { creditCheck } from '#contract/kit/rules.ts'
import { informationFields } from '#contract/project/information.ts'
import { documentsFor } from '#server/seed/demo/documents.ts'
import { placeIn, tradeFor } from '#server/seed/demo/places.ts'
import { projectFor } from '#server/seed/demo/project.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { startDemoServer } from '../bench/demo-server.ts'
import { launchBrowser } from '../bench/slow-browser.ts'
import { fillFields } from '../tests/support/fill-form.ts'

/**
 * `npm run pictures`: starts the product with its own demonstration data, follows the tour of the README in a browser, and
 * writes screenshots to docs/pictures. Takes about a minute.
 */
const directory = 'docs/pictures'
const code = '91320500XXX900001'
const newcomer = {
  account: 'tour',
  password: 'Qm-vzrkt-582Wd',
  commpanyName: '苏州澄川（演示）精密制造有限公司',
  organizationCode: code + creditCheck(code),
}
const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Opens pages as a new visitor (`visit`) or as a logged-in person (`arrive`). */
interface Tour {
  readonly visit: () => Promise<Page>
  readonly arrive: (account: string, password?: string) => Promise<Page>
}

const tourOf = (browser: Browser, baseURL: string, demoPassword: string): Tour => {
  const visit = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', baseURL })
    const page = await context.newPage()
    await page.goto('/')
    return page
  }
  const arrive = async (account: string, password = demoPassword) => {
    const page = await visit()
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    const dialog = page.getByRole('dialog', { name: '登录' })
    await dialog.getByLabel('用户名').fill(account)
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: '登录' }).click()
    await page.waitForURL('**/wel/index')
    return page
  }
  return { visit, arrive }
}

/** Screenshot of the window from `top` on, after all animations; of the full page if it exceeds the window. */
const takePicture = async (page: Page, name: string, height = 900, top = 0) => {
  await page.mouse.move(0, 0)
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
  const clip = { x: 0, y: top, width: 1440, height }
  const path = join(directory, `${name}.png`)
  await page.screenshot({ path, clip, fullPage: top + height > 900, animations: 'disabled', caret: 'hide' })
  printLine(`· ${path}`)
}

/** Scrolls an element to a position `below` pixels below the top of the window. */
const scrollTo = (what: Locator, below = 0) =>
  what.evaluate((element: HTMLElement, space) => {
    element.style.scrollMarginTop = `${space}px`
    element.scrollIntoView()
  }, below)

const home = async (page: Page) => {
  await page.getByRole('option').first().waitFor()
  // from the line about demonstration figures to the end of the map
  await takePicture(page, '1-home', 1520, 422)
}

const register = async (page: Page) => {
  const { commpanyName, organizationCode } = newcomer
  await page.goto('/registerView/register')
  await page.getByLabel('单位名称').fill(commpanyName)
  await page.getByLabel('统一社会信用代码').fill(organizationCode)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('账号类型').selectOption('1')
  await page.getByLabel('用户姓名').fill('演示填报人')
  await page.getByLabel('用户账号').fill(newcomer.account)
  await page.getByLabel('手机').fill('19900001234')
  await page.getByLabel('邮箱').fill('tour@example.com')
  for (const label of ['密码', '确认密码']) await page.getByLabel(label, { exact: true }).fill('Abcdefg123')
  await page.getByRole('button', { name: '提交注册' }).click()
  await page.getByRole('alert').getByText('密码至少包含 @ - _ 中的一个').waitFor()
  await takePicture(page, '2-register', 990)
  for (const label of ['密码', '确认密码']) await page.getByLabel(label, { exact: true }).fill(newcomer.password)
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  await page.getByRole('button', { name: '提交注册' }).click()
  await page.getByText('注册申请已提交').waitFor()
}

const approve = async (page: Page) => {
  await page.goto('/system/user')
  const waiting = page.getByRole('button', { name: /待审核/ }).first()
  await waiting.click()
  await page.getByRole('row').filter({ hasText: newcomer.account }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '审核通过' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('核实记录').fill('已致电单位办公室核实')
  await takePicture(page, '3-approve', 670)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('操作成功!').waitFor()
}

const declare = async (page: Page) => {
  await page.goto('/addDeclare/project')
  await page.getByRole('button', { name: '开始填报' }).click()
  await page.getByRole('link', { name: '项目信息' }).click()
  await page.locator('[id^="f-"]').first().waitFor()
  const random = makeRandom(5)
  const project = projectFor(random, placeIn(random, '320500'), tradeFor(random), newcomer)
  const { information = {} } = documentsFor(random, project)
  await fillFields(page, page.locator('main'), informationFields, information)
  await page.getByRole('status').getByText('已保存').waitFor()
  await page.setViewportSize({ width: 1440, height: 786 })
  await scrollTo(page.getByRole('heading', { level: 1 }))
  await takePicture(page, '4-declare', 786)
}

const review = async (page: Page) => {
  await page.goto('/project/declaration')
  await page.getByRole('row').filter({ hasText: '地市初审中' }).first().getByRole('link', { name: '办理' }).click()
  await page.getByRole('button', { name: '退回修改', exact: true }).click()
  for (const [name, text] of [
    ['建设层级', '与项目概况所述的建设范围不一致，请核对。'],
    ['项目概况', '请补充投资依据，并说明与所选建设层级的关系。'],
  ]) {
    await page.getByRole('button', { name: `要求修改：${name}` }).click()
    await page.getByRole('textbox', { name: `修改要求：${name}` }).fill(text as string)
  }
  await page.getByRole('listitem').filter({ hasText: '请补充投资依据' }).waitFor()
  await scrollTo(page.getByRole('textbox', { name: '修改要求：建设层级' }), 150)
  await takePicture(page, '5-review', 800)
}

const open = async (page: Page) => {
  await page.goto('/project/template')
  await page.getByRole('row').filter({ hasText: '第一批（演示）' }).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('公示天数').fill('0')
  await scrollTo(form.getByText('公示天数'), 28)
  await takePicture(page, '6-template', 780)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
}

const list = async (page: Page) => {
  await page.goto('/project/declaration')
  await page.getByRole('row').filter({ hasText: '公示中' }).first().getByRole('link', { name: '办理' }).click()
  await page.getByRole('button', { name: '公示结束，入库', exact: true }).click()
  await page.getByRole('button', { name: '确认公示结束，入库', exact: true }).click()
  await page.getByText('已入库').filter({ visible: true }).first().waitFor()
  await page.goto('/project/library')
  await page.getByText('共 1,261 条').waitFor()
  await takePicture(page, '7-library', 740)
}

const docs = async (page: Page) => {
  await page.goto('/api/docs')
  await page.getByPlaceholder('Filter by tag').fill('declaration')
  await page.getByText('declaration', { exact: true }).first().click()
  await page.getByText('/api/caict-porject/ProjectInformation/submitStatus').waitFor()
  await takePicture(page, '8-api', 780, 60)
}

const runTour = async ({ visit, arrive }: Tour) => {
  const visitor = await visit()
  await home(visitor)
  await register(visitor)
  const platform = await arrive('demo.platform')
  await approve(platform)
  await declare(await arrive(newcomer.account, newcomer.password))
  await review(await arrive('demo.city'))
  await open(platform)
  await list(platform)
  await docs(visitor)
}

const server = await startDemoServer()
const browser = await launchBrowser()
try {
  mkdirSync(directory, { recursive: true })
  await runTour(tourOf(browser, server.url, server.password))
} finally {
  await browser.close()
  await server.stop()
}
