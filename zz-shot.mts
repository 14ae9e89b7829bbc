import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { findChromium } from './tests/support/chromium.ts'
import { logInByForm } from './bench/log-in.ts'
const url = 'http://127.0.0.1:8130'
const found = findChromium()
const act = async (page: any, row: any, name: RegExp) => { await row.first().waitFor(); const b = row.getByRole('button', { name }).first(); if (!(await b.isVisible())) await row.getByRole('button', { name: /^(更多|More)/ }).first().click(); await b.click() }
const browser = await chromium.launch({ executablePath: (found as any)?.path ?? (found as any)?.executablePath ?? String(found), args: ['--no-sandbox'] })
const options = await logInByForm(browser, url, 'admin', 'Look-Vw83phqtz')
for (const [name, size, lang] of [['wide', { width: 1440, height: 900 }, 'zh'], ['phone', { width: 390, height: 844 }, 'en']] as const) {
  const context = await browser.newContext({ ...options, viewport: size })
  const page = await context.newPage()
  page.setDefaultTimeout(15000)
  await page.goto(`${url}/flow/flow-manager?lang=${lang}`)
  await page.screenshot({ path: `/tmp/shot-${name}-manager.png` })
  await page.waitForTimeout(1500)
  const row = page.getByRole('row').filter({ hasText: /项目申报审核|xmsb/ }).first()
  try {
    await act(page, row, /^(试运行|Rehearse)/)
    const d = page.getByRole('dialog', { name: /试运行|Rehearse/ })
    await d.getByRole('button', { name: /开始试运行|^Start$/ }).waitFor()
    await d.getByLabel(/^offices/).fill('province_miit, province_ca')
    await d.getByRole('button', { name: /开始试运行|^Start$/ }).click()
    await d.getByText(/待办任务|Waiting tasks/).waitFor()
    await d.getByRole('button', { name: /^完成|^Complete/ }).first().click()
    await page.waitForTimeout(800)
    await page.screenshot({ path: `/tmp/shot-${name}-rehearse.png` })
    if (name === 'phone') { await d.getByText(/^Steps|步骤记录/).scrollIntoViewIfNeeded(); await page.screenshot({ path: `/tmp/shot-${name}-rehearse2.png` }) }
  } catch (e) { console.log(String(e).slice(0, 400)); await page.screenshot({ path: `/tmp/shot-${name}-fail.png` }) }
  await context.close()
}
const context = await browser.newContext(options)
const page = await context.newPage()
await page.goto(`${url}/flow/flow-deploy`)
await page.getByLabel('流程类型').selectOption({ index: 1 })
const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('选择文件').click()])
const xml = readFileSync('server/seed/processes/xmsb.bpmn20.xml', 'utf8').replace('sourceRef="cityDecided" targetRef="toProvince"', 'sourceRef="cityDecided" targetRef="toExperts"').replace('sourceRef="expertsDecided" targetRef="toNotice"', 'sourceRef="expertsDecided" targetRef="toProvince"').replace('sourceRef="provinceDecided" targetRef="toExperts"', 'sourceRef="provinceDecided" targetRef="toNotice"').replace('name="省级审核" flowable', 'name="省级复核" flowable')
await chooser.setFiles({ name: 'xmsb.bpmn20.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
await page.getByRole('button', { name: '部署 1 个文件' }).click()
await page.getByRole('button', { name: '确认部署' }).waitFor()
await page.screenshot({ path: '/tmp/shot-deploy.png' })
await page.getByRole('button', { name: '确认部署' }).click()
await page.getByText('部署成功').first().waitFor()
await page.goto(`${url}/flow/flow-manager`)
const row = page.getByRole('row').filter({ hasText: /项目申报审核|xmsb/ }).first()
await act(page, row, /^迁移/)
await page.getByText(/可迁移/).waitFor(); await page.waitForTimeout(3000)
await page.screenshot({ path: '/tmp/shot-move.png' })
await browser.close()
