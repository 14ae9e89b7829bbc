import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { findChromium } from './tests/support/chromium.ts'
import { logInByForm } from './bench/log-in.ts'
const url = 'http://127.0.0.1:8150'
const exe = findChromium()! as any; const browser = await chromium.launch({ executablePath: exe.path ?? exe.executablePath, args: [...(exe.args ?? []), '--no-sandbox'], env: exe.env } as never)
const demo = /one password for all: (\S+)/.exec(readFileSync('/tmp/d-finish/demo-accounts.txt','utf8'))![1]!
const miit = await logInByForm(browser, url, 'demo.miit', demo)
const admin = await logInByForm(browser, url, 'admin', 'Look-9xTq7w')
const plat = await logInByForm(browser, url, 'demo.platform', demo)
const city = await logInByForm(browser, url, 'demo.city', demo)
const open = async (o: object, path: string, more: object = {}) => { const c = await browser.newContext({ ...o, ...more }); const p = await c.newPage(); await p.goto(url + path); await p.waitForTimeout(1500); return p }
const shot = (p: any, n: string) => p.screenshot({ path: `/tmp/f-${n}.png` })
const p = await open(miit, '/project/recommend')
await shot(p, 'rec-empty')
await p.getByRole('button', { name: '新增' }).first().click()
const f = p.getByRole('dialog')
for (const [l, v] of [['项目名称','苏州5G全连接工厂二期'],['项目地址','苏州市工业园区'],['项目负责人','项目组'],['联系电话','19900001111'],['项目概述','产线全连接改造']] as const) await f.getByLabel(l, { exact: true }).fill(v)
await f.getByRole('button', { name: '保存' }).click()
await p.waitForTimeout(1000); await shot(p, 'rec-list')
await p.getByRole('button', { name: /^编辑/ }).first().click(); await p.waitForTimeout(800); await shot(p, 'rec-edit'); await p.keyboard.press('Escape'); await p.waitForTimeout(500)
await p.goto(url + '/project/recommend'); await p.waitForTimeout(1000)
await p.getByRole('button', { name: /^提交审核/ }).first().click(); await p.waitForTimeout(500); await shot(p, 'rec-ask')
await p.getByRole('button', { name: '确定' }).click(); await p.waitForTimeout(1000); 
await p.getByRole('link', { name: /^办理情况/ }).first().click(); await p.waitForTimeout(2500); await shot(p, 'rec-running')
const detail = p.url().replace(url, '')
for (const who of [city, plat]) { const q = await open(who, '/work/work-claim?subject=苏州5G'); await q.getByRole('button', { name: /^签收/ }).filter({hasText:'苏州5G'}).first().click(); await q.getByRole('button', { name: '确定' }).click(); await q.waitForTimeout(800); await q.goto(url + '/work/work-todo?subject=苏州5G'); await q.waitForTimeout(1000); await q.getByRole('link', { name: /办理.*苏州5G/ }).first().click(); await q.getByLabel('批复意见').fill('同意'); await q.getByRole('button', { name: '同意', exact: true }).click(); await q.waitForTimeout(1000) }
await p.goto(url + detail); await p.waitForTimeout(2500); await shot(p, 'rec-public'); 
const ph = await open(miit, detail, { viewport: { width: 390, height: 844 } }); await ph.getByRole('img', { name: /二维码/ }).scrollIntoViewIfNeeded(); await shot(ph, 'rec-public-390')
const en = await open(miit, detail + '?lang=en'); await en.waitForTimeout(1500); await shot(en, 'rec-public-en')
const a = await open(admin, '/inbox/outbox'); await shot(a, 'outbox'); await a.goto(url + '/flow/flow-model'); await a.waitForTimeout(1200); await shot(a, 'models'); await a.goto(url + '/flow/flow-deploy'); await a.waitForTimeout(1200); await shot(a, 'deploy')
await a.goto(url + '/storage/attach'); await a.waitForTimeout(1000); await a.getByRole('button', { name: '上传附件' }).click(); await a.waitForTimeout(600); await shot(a, 'upload')
const inbox = await open(city, '/inbox/messages'); await shot(inbox, 'inbox')
await a.goto(url + '/system/param'); await a.waitForTimeout(1000); await a.getByRole('button', { name: '导出' }).click(); await a.getByRole('button', { name: /^Excel/ }).click(); await a.waitForTimeout(4000)
await a.getByRole('button', { name: /^消息，/ }).click(); await a.waitForTimeout(500); await shot(a, 'bell'); await a.getByRole('link', { name: /导出完成/ }).first().click(); await a.waitForTimeout(800); await shot(a, 'tray')
await browser.close()
