import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { dialogOf, goTo, openAs, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { setParameter } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The audit log (docs/decisions/0021) and the other logs (docs/decisions/0022). */

let site: Site<string>
let page: Page

const entry = () => dialogOf(page, '审计记录')
const closeDialog = async () => {
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const cellsOf = (dialog: ReturnType<typeof entry>) => dialog.getByRole('table').getByRole('row').allInnerTexts()

/** The job that seals the audit runs. */
const sealing = { settings: async () => ({ JOB_PLANNER: 'on' }) }

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const { id } = await admin.get(post.calls.submit, { category: 1, postCode: 'A1', postName: '质量主管', sort: 1 })
    await admin.get(post.calls.submit, { id, category: 2, postName: '质量总监' })
    await setParameter(admin, 'account.failCount', '6')
    return id
  }, sealing)
  page = await openAs(site, '/system/post')
})

describe.sequential('the audit log', () => {
  test('opens from a row with the history of that row only', async () => {
    await rowOf(page, '质量总监').getByRole('cell').nth(1).click()
    await page.getByRole('tab', { name: '变更记录' }).click()
    await page.getByRole('link', { name: '在审计日志中查看' }).click()
    await page.waitForURL(`**/log/audit?entity=post&rowId=${site.data}`)
    await page.getByRole('heading', { name: '审计' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await expect.poll(() => rowOf(page, '质量主管').innerText()).toContain('新增')
  })

  test('shows old and new values side by side, labelled and with signs', async () => {
    await rowOf(page, '质量总监').getByRole('button', { name: /^查看/ }).click()
    await entry().getByRole('table').waitFor()
    const lines = (await cellsOf(entry())).map((line) => line.replace(/\s+/g, ' ').replace(/(?<=[−+]) /g, ''))
    expect(lines).toEqual(['字段 变更前 变更后', '岗位类型 −高层 +中层', '岗位名称 −质量主管 +质量总监'])
    await entry().getByText('摘要值').waitFor()
    await closeDialog()
  })

  test('shows one column of values for a new row, with its original name', async () => {
    await rowOf(page, '质量主管').getByRole('button', { name: /^查看/ }).click()
    await entry().getByRole('table').waitFor()
    expect((await cellsOf(entry()))[0]?.split(/\s+/)).toEqual(['字段', '内容'])
    await closeDialog()
  })

  test('restores the values before a change, after showing which', async () => {
    await rowOf(page, '质量总监').getByRole('button', { name: /^查看/ }).click()
    await entry().getByRole('button', { name: '恢复到变更前' }).click()
    const preview = dialogOf(page, '恢复到变更前 · 质量总监')
    await preview.getByRole('table').waitFor()
    const lines = (await cellsOf(preview)).map((line) => line.replace(/\s+/g, ' ').replace(/(?<=[−+]) /g, ''))
    expect(lines).toEqual(['字段 当前值 恢复为', '岗位类型 −中层 +高层', '岗位名称 −质量总监 +质量主管'])
    await preview.getByRole('button', { name: '恢复', exact: true }).click()
    await waitForMessage(page, '更新成功')
    await closeDialog()
    await expect.poll(() => rowOf(page, '恢复到变更前').innerText()).toContain('质量主管')
  })

  test('is verified on demand and shows the result', async () => {
    await page.getByRole('button', { name: '校验审计链' }).click()
    const alert = page.getByRole('alert').filter({ hasText: '审计链完整' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toMatch(/共 \d+ 条/)
    await page.getByRole('button', { name: '校验审计链' }).click()
    await page.getByRole('alert').filter({ hasText: '处存证核对一致' }).waitFor()
  })

  test('describes what does not match when the verification fails', async () => {
    const broken = { why: 'changed', no: 5, id: '1', createTime: '2026-01-02 03:04:05' }
    await page.route(/audit\/verify/, (route) =>
      route.fulfill({ json: { code: 200, success: true, data: { intact: false, entries: 4, broken }, msg: '' } }),
    )
    await page.getByRole('button', { name: '校验审计链' }).click()
    const alert = page.getByRole('alert').filter({ hasText: '审计链校验未通过' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toContain('第 5 条记录的内容与封存时不一致')
    await page.unroute(/audit\/verify/)
  })

  test('offers no button to add, change or remove', async () => {
    for (const name of ['新增', '删除', '编辑'])
      await expect.poll(() => page.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0)
  })
})

describe.sequential('the other logs', () => {
  test('a call shows its formatted request parameters', async () => {
    await goTo(page, '日志管理', '接口日志')
    await rowOf(page, '岗位管理 · 新增或修改').first().getByRole('button', { name: /^查看/ }).click()
    const params = dialogOf(page, '岗位管理 · 新增或修改').getByRole('region', { name: '请求参数' })
    await params.waitFor()
    await expect.poll(() => params.innerText()).toMatch(/\n {2}"postName": "质量/)
    await closeDialog()
  })

  test('an event shows its formatted content', async () => {
    await goTo(page, '日志管理', '通用日志')
    await rowOf(page, '系统参数修改').first().getByRole('button', { name: /^查看/ }).click()
    const content = dialogOf(page, '系统参数修改').getByRole('region', { name: '事件内容' })
    await content.waitFor()
    await expect.poll(() => content.innerText()).toMatch(/\n {2}"to": {\n {4}"account.failCount": "6"/)
    await closeDialog()
  })
})
