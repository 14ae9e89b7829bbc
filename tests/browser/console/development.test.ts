import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsAt } from '../../support/page-faults.ts'
import {
  clickAction,
  dialogOf,
  goTo,
  openAs,
  pick,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { openShop, type ShopSource } from '../../support/shop-database.ts'
import { openSite, type Site } from '../../support/site.ts'

/** From an external database to the code of an entity, by mouse (design: development tools). */

let site: Site<Platform>
let page: Page
let shop: ShopSource

beforeAll(async () => {
  shop = await openShop()
  site = await openSite(async (platform) => platform, {
    settings: async () => ({ OUTGOING_HOSTS: new URL(shop.url.replace('jdbc:', '')).hostname }),
  })
  page = await openAs(site, '/develop/datasource')
})

const openForm = async (title: string) => {
  await page.locator('[data-page="shown"]').getByRole('button', { name: '新增', exact: true }).first().click()
  return dialogOf(page, title)
}

test('a data source is tested in its form before it is saved, and with the stored password after', async () => {
  const form = await openForm('新增数据源')
  await form.getByLabel('名称', { exact: true }).fill('商城')
  await form.getByLabel('数据库', { exact: true }).selectOption({ label: 'PostgreSQL' })
  await form.getByLabel('连接地址').fill(shop.url)
  await form.getByLabel('用户名').fill(shop.username)
  await form.getByRole('button', { name: '测试连接' }).click()
  await waitForMessage(page, '请输入密码')
  await form.getByLabel('密码', { exact: true }).fill(shop.password)
  await form.getByRole('button', { name: '测试连接' }).click()
  await waitForMessage(page, '可见 4 张表')
  await waitForMessage(page, '只读账号')
  await form.getByRole('button', { name: '保存' }).click()
  await waitForMessage(page, '新增成功')
  await clickAction(rowOf(page, '商城'), /^编辑 /)
  const stored = dialogOf(page, '商城')
  await stored.getByRole('button', { name: '测试连接' }).click()
  await waitForMessage(page, '可见 4 张表')
  await stored.getByRole('button', { name: '取消' }).click()
})

test('a model is made from a table, and its guessed fields are corrected before they are saved', async () => {
  await goTo(page, '研发工具', '数据模型设计')
  const form = await openForm('新增数据模型')
  await pick(form, /^数据源/, '商城')
  await pick(form, /^物理表名/, 't_order : 客户订单')
  expect(await form.getByLabel('模型类名').inputValue()).toBe('Order')
  await form.getByLabel('模型名称').fill('客户订单')
  await form.getByRole('button', { name: '保存' }).click()
  await waitForMessage(page, '新增成功')
  await clickAction(rowOf(page, '客户订单'), /^字段设置 /)
  const fields = dialogOf(page, /^字段设置/)
  await fields.getByText('根据数据表推测').waitFor()
  await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  await fields.locator('summary').nth(1).click()
  await fields.getByRole('textbox', { name: '字段名称（选填）' }).first().fill('订单编号')
  await fields.getByRole('button', { name: '预览' }).click()
  const preview = dialogOf(page, /^预览/)
  await preview.getByText('列表显示：订单编号').waitFor()
  await preview.getByRole('cell', { name: 'A-1' }).waitFor()
  await preview.getByRole('button', { name: '检查输入' }).click()
  expect(await summaryOf(preview)).toContain('请输入订单编号')
  await preview.getByRole('button', { name: '取消' }).click()
  await fields.getByRole('button', { name: '保存' }).click()
  await waitForMessage(page, '操作成功')
  const rows = await site.data.db.selectFrom('modelPrototype').selectAll().orderBy('sort').execute()
  expect(rows.map(({ jdbcName, jdbcComment, jdbcType }) => [jdbcName, jdbcComment, jdbcType])).toContainEqual([
    ...['order_no', '订单编号', 'character varying(32)'],
  ])
})

test('the code of a model is shown file by file and downloaded', async () => {
  await goTo(page, '研发工具', '代码生成')
  const form = await openForm('新增生成配置')
  await pick(form, '数据模型', '客户订单')
  await form.getByLabel('服务名称').fill('caict-project')
  await form.getByLabel('模块名称').fill('订单')
  await form.getByLabel('表名', { exact: true }).fill('t_order')
  await form.getByRole('button', { name: '保存' }).click()
  await waitForMessage(page, '新增成功')
  await clickAction(rowOf(page, '订单'), /^查看代码 /)
  const code = dialogOf(page, /^查看代码/)
  await code.getByRole('tab', { name: 'order.ts', exact: true }).click()
  await code.getByText('订单编号').first().waitFor()
  await code.getByRole('tab', { name: 'index.ts' }).click()
  await code.getByText('有改动').waitFor()
  await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  const download = page.waitForEvent('download')
  await code.getByRole('button', { name: '下载代码包' }).click()
  expect((await download).suggestedFilename()).toBe('订单.zip')
})
