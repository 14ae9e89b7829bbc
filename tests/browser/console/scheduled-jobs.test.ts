import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { consoleWords } from '#contract/console-words.ts'
import { type JobField, jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { missingText } from '#contract/kit/check.ts'
import type { Field } from '#contract/kit/field.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { sql } from '#server/base/database/sql.ts'
import { violationsOn } from '../../support/axe.ts'
import type { sizes } from '../../support/browser.ts'
import { hasFocus, keysOn } from '../../support/keyboard.ts'
import { choose, chooseByTyping, replaceText } from '../../support/keyboard-steps.ts'
import {
  chooseFile,
  clickAction,
  closeList,
  dialogOf,
  optionOf,
  questionOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { openPowerJobServer } from '../../support/powerjob-server.ts'
import { yearly } from '../../support/scheduled-jobs.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Scheduled jobs: the three tabs of the form (specification 001, section 2), and the list with its switch. */

let site: Site<unknown>
let platform: Platform
beforeAll(async () => {
  const keep = async (opened: Platform) => {
    platform = opened
  }
  site = await openSite(keep, { settings: async () => ({ OUTGOING_HOSTS: '127.0.0.1', JOB_EXTERNAL: 'on' }) })
})

const required = ['jobServerId', 'jobName', 'timeExpression', 'processorInfo'] as const

/** The screen in one language, with its form of a new job open. */
const openForm = async (lang: Lang, size: keyof typeof sizes) => {
  const page = await site.visitAs('admin', inject('adminPassword'), `/job/job-info?lang=${lang}`, size)
  const t = (text: Text) => localize(text, lang)
  await page.getByRole('heading', { level: 1, name: t(jobInfo.label) }).waitFor()
  const form = dialogOf(page, t(['新增定时任务', 'Add scheduled job']))
  const tab = (label: Text) => form.getByRole('tab', { name: new RegExp(`^${t(label)}`) })
  const [basic, advanced, other] = (jobInfo.groups as readonly { readonly label: Text }[]).map(({ label }) =>
    tab(label),
  )
  return {
    ...{ page, t, form },
    tabs: { basic, advanced, other } as Record<'basic' | 'advanced' | 'other', Locator>,
    add: () => page.getByRole('button', { name: t(words.add), exact: true }).first(),
    save: () => form.getByRole('button', { name: t(words.save), exact: true }),
    control: (name: JobField | 'lifecycle-start' | 'lifecycle-end') => form.locator(`[id$="${name}"]`),
    status: () => form.getByRole('status').filter({ visible: true }),
    row: (name: string) => page.locator('tbody tr').filter({ hasText: name }),
    missing: (name: JobField) => t(missingText(jobInfo.fields[name] as Field)),
  }
}
type Screen = Awaited<ReturnType<typeof openForm>>

const toCorrect = (count: number): Text => [`${count} 处需修改`, `${count} to correct`]
/** The row of the list says when the job runs, and its switch pauses it at once. */
const pauseInList = async ({ page, t, row }: Screen, name: string) => {
  await row(name)
    .getByText(t(['周一至周五 8:30', 'Monday to Friday at 8:30']))
    .waitFor()
  const toggle = row(name).getByRole('switch', { name: t([`是否开启 ${name}`, `Enabled: ${name}`]) })
  const nextRun = row(name).locator('[data-column=nextAt]')
  await expect.poll(() => nextRun.innerText()).toMatch(/08:30/)
  await toggle.click()
  await waitForMessage(page, t(consoleWords.done))
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await expect.poll(() => nextRun.innerText()).toMatch(/—/)
}

describe.each([
  ['zh', 'desk'],
  ['en', 'phone'],
] as const)('the form of a job by mouse (%s, %s)', (lang, size) => {
  test('marks the tab of each fault, leads to the field, and previews the next runs', async () => {
    const screen = await openForm(lang, size)
    const { page, t, form, tabs, add, save, control, status, missing } = screen
    const name = `日报 ${lang}`
    await add().click()
    await save().click()
    expect(await summaryOf(form)).toEqual(required.map(missing))
    await tabs.basic.getByText(t(toCorrect(4))).waitFor()
    await tabs.advanced.click()
    await control('concurrency').fill('0')
    await tabs.other.click()
    await control('alertThreshold').fill('-1')
    await save().click()
    expect(await summaryOf(form)).toHaveLength(6)
    // what only the server can find appears at the same press, in the order of the fields
    const over = t(['生命周期的结束时间已过，请修改', 'The active period is over; choose a later end'])
    await tabs.basic.click()
    await control('lifecycle-end').fill('2020-01-01 00:00')
    await save().click()
    await form.getByRole('alert').getByText(over).waitFor()
    const lines = await summaryOf(form)
    expect([lines.length, lines.indexOf(over)]).toEqual([7, 4])
    for (const [tab, count] of [
      ['basic', 5],
      ['advanced', 1],
      ['other', 1],
    ] as const)
      await tabs[tab].getByText(t(toCorrect(count))).waitFor()
    await form
      .getByRole('alert')
      .getByText(t(['单机并发数不能小于1', 'Concurrency per worker must be at least 1']))
      .click()
    await expect.poll(() => hasFocus(control('concurrency'))).toBe(true)
    expect(await tabs.advanced.getAttribute('aria-selected')).toBe('true')
    await control('concurrency').fill('2')
    await tabs.other.click()
    await control('alertThreshold').fill('3')
    await control('notifyUserIds').click()
    // the account, which is no part of the name
    await page.keyboard.type('adm')
    await optionOf(page, t(['管理员（admin', '管理员 (admin'])).click()
    await closeList(page)
    await control('logLevel').selectOption('WARN')
    await tabs.basic.click()
    expect(await violationsOn(page)).toEqual([])
    await control('lifecycle-end').fill('')
    await control('jobServerId').selectOption({ index: 1 })
    await control('jobName').fill(name)
    await chooseByTyping(page, control('processorInfo'), 'audit-anchor')
    await control('timeExpression').fill('0 30 25 ? * 2-6')
    await expect.poll(() => status().first().getAttribute('class')).toContain('bad')
    await control('timeExpression').fill('0 30 8 ? * 2-6')
    await status()
      .getByText(t(['周一至周五 8:30', 'Monday to Friday at 8:30']))
      .waitFor()
    const runs = () => form.getByText(/ 08:30:00/).filter({ visible: true })
    expect(await runs().count()).toBe(5)
    await form.getByText(t(['再看 15 次', '15 more'])).click()
    expect(await runs().count()).toBe(20)
    await control('lifecycle-end').fill('2020-01-01 00:01')
    await status().getByText(over).waitFor()
    await save().click()
    expect(await summaryOf(form)).toEqual([over])
    await tabs.basic.getByText(t(toCorrect(1))).waitFor()
    await control('lifecycle-end').fill('2098-01-01 00:00')
    await save().click()
    await waitForMessage(page, t(consoleWords.added))
    await pauseInList(screen, name)
  })
})

describe.each([
  ['en', 'desk'],
  ['zh', 'desk'],
] as const)('the form of a job by keyboard (%s, %s)', (lang, size) => {
  test('is filled in all tabs, and an existing job keeps its job server', async () => {
    const screen = await openForm(lang, size)
    const { page, t, form, tabs, add, save, control, status, row } = screen
    const keys = keysOn(page)
    const name = `周报 ${lang}`
    const type = async (field: Parameters<typeof control>[0], text: string) => {
      await keys.to(control(field))
      await replaceText(page, text)
    }
    /** The tab with the focus is the open one; the arrow keys go on to the next one. */
    const nextTab = async (from: Locator, to: Locator) => {
      await keys.backTo(from)
      await keys.press('ArrowRight', () => expect.poll(() => to.getAttribute('aria-selected')).toBe('true'))
    }
    await keys.to(add())
    await keys.press('Enter', () => form.waitFor())
    await choose(page, control('jobServerId'))
    await type('jobName', name)
    await type('timeExpression', '0 30 8 ? * 2-6')
    await status()
      .getByText(t(['周一至周五 8:30', 'Monday to Friday at 8:30']))
      .waitFor()
    await choose(page, control('processorInfo'))
    await type('lifecycle-start', '2026-01-01 00:00')
    await type('lifecycle-end', '2098-12-31 23:59')
    await nextTab(tabs.basic, tabs.advanced)
    await type('maxInstanceNum', '1')
    await type('minMemorySpace', '0.5')
    await nextTab(tabs.advanced, tabs.other)
    await type('silenceWindowLen', '300')
    await type('extra', '备用')
    await keys.to(save())
    await keys.press('Enter', () => waitForMessage(page, t(consoleWords.added)))
    await row(name).waitFor()
    await clickAction(row(name), `${t(consoleWords.edit)} ${name}`)
    const drawer = dialogOf(page, name)
    const value = (field: string) => drawer.locator(`[id$="${field}"]`)
    expect(await value('jobServerId').isDisabled()).toBe(true)
    expect(await value('lifecycle-end').inputValue()).toBe('2098-12-31 23:59')
    expect(await value('maxInstanceNum').inputValue()).toBe('1')
    expect(await value('minMemorySpace').inputValue()).toBe('0.5')
    expect(await value('silenceWindowLen').inputValue()).toBe('300')
  })
})

test('an administrator runs a job, sees how it went, and has nothing to stop or to try again', async () => {
  const { page, row } = await openForm('zh', 'desk')
  await clickAction(row('检查到期未触发的流程定时器'), '运行 检查到期未触发的流程定时器')
  await page.getByRole('dialog').getByRole('button', { name: '运行', exact: true }).click()
  await waitForMessage(page, '运行成功! 已创建 1 次运行')
  await page.goto('/job/job-instance')
  await row('检查到期未触发的流程定时器').locator('[data-column=job]').click()
  await page.getByRole('heading', { name: '执行经过' }).waitFor()
  await page.getByText(/^#1/).first().getByText('成功').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^(停止|重试)/ }).count()).toBe(0)
  await sql`insert into job_log (run_id, attempt, level, at, content)
    select max(id), 1, 3, now(), '已触发 0 个流程' from job_run where kind = 'flow-timer-check'`.execute(platform.db)
  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载日志' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d #1 WARN 已触发 0 个流程\n$/)
  await page.goto('/job/job-overview')
  const figures = page
    .getByRole('group', { name: '运行统计' })
    .getByRole('row', { name: /^检查到期未触发的流程定时器/ })
  await figures.getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL(/job-instance\?job_equal=\d+&status_equal=5/)
  // the page of runs that was open before stays mounted
  const visibleRow = page.locator('tbody tr:visible').filter({ hasText: '检查到期未触发的流程定时器' })
  await visibleRow.waitFor()
})

test('a run that fits no worker says that it waits, and leads to the workers of its job', async () => {
  const admin = await platform.admin()
  const [here] = await admin.get(jobServer.calls.select)
  const job = { jobServerId: here?.id, jobName: '内存不足', timeExpression: yearly, processorInfo: 'job-cleanup' }
  const { id } = await admin.get(jobInfo.calls.submit, { ...job, minMemorySpace: 999_999 })
  const run = await admin.get(jobInfo.calls.run, { id })
  const page = await site.visitAs('admin', inject('adminPassword'), `/job/job-instance?record=${run.id}`)
  await page.getByText('正在等待可用的执行进程').waitFor()
  // what the server writes is absent, not “not filled in”
  expect(await page.getByText('未填写').count()).toBe(0)
  await page.getByRole('link', { name: '查看任务与执行进程' }).click()
  await page.getByText('可用内存不足').waitFor()
})

test('a job that is not saved yet says which workers may run it', async () => {
  const { page, form, tabs, add, control, status } = await openForm('zh', 'desk')
  await add().click()
  await control('jobServerId').selectOption({ index: 1 })
  await tabs.advanced.click()
  await status().getByText('当前 1 个执行进程中，1 个可执行此任务').waitFor()
  await control('designatedWorkers').fill('nowhere')
  await status().getByText('当前 1 个执行进程中，0 个可执行此任务').waitFor()
  await form.getByText('未被指定').waitFor()
  await control('designatedWorkers').fill('')
  await control('minMemorySpace').fill('999999')
  await form.getByText('可用内存不足').waitFor()
  expect(await violationsOn(page)).toEqual([])
})

test('the log of a run shows its newest lines until somebody scrolls up, and those of a level', async () => {
  const admin = await platform.admin()
  const [here] = await admin.get(jobServer.calls.select)
  const job = { jobServerId: here?.id, jobName: '日志', timeExpression: yearly, processorInfo: 'job-cleanup' }
  const { id } = await admin.get(jobInfo.calls.submit, { ...job, minMemorySpace: 999_999 })
  const run = await admin.get(jobInfo.calls.run, { id })
  const write = (from: number, to: number) =>
    sql`insert into job_log (run_id, attempt, level, at, content)
      select ${run.id}::bigint, 1, case when n % 10 = 0 then 4 else 2 end, now(), '第 ' || n || ' 行' from generate_series(${from}::int, ${to}::int) n`.execute(
      platform.db,
    )
  await write(1, 100)
  const page = await site.visitAs('admin', inject('adminPassword'), `/job/job-instance?record=${run.id}`)
  const line = (n: number) => page.getByText(`第 ${n} 行`)
  /** Whether a line is within the visible part of the list. */
  const isVisible = (n: number) =>
    line(n).evaluate((one) => {
      const [item, list] = [one, one.closest('ol') as Element].map((element) => element.getBoundingClientRect())
      return item !== undefined && list !== undefined && item.top >= list.top && item.bottom <= list.bottom
    })
  await expect.poll(() => isVisible(100)).toBe(true)
  await write(101, 110)
  await line(110).waitFor()
  expect(await isVisible(110)).toBe(true)
  await line(1).scrollIntoViewIfNeeded()
  await write(111, 120)
  await line(120).waitFor()
  expect([await isVisible(1), await isVisible(120)]).toEqual([true, false])
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('combobox', { name: '日志级别' }).selectOption('ERROR')
  await line(1).waitFor({ state: 'detached' })
  expect(await page.getByText(/^第 \d+ 行$|第 \d+ 行/).count()).toBe(12)
})

test('the list of runs follows them while it is visible, but leaves an open menu and the focus', async () => {
  const admin = await platform.admin()
  const [here] = await admin.get(jobServer.calls.select)
  const job = { jobServerId: here?.id, jobName: '磁盘不足', timeExpression: yearly, processorInfo: 'job-cleanup' }
  const { id } = await admin.get(jobInfo.calls.submit, { ...job, minDiskSpace: 999_999 })
  await admin.get(jobInfo.calls.run, { id })
  const page = await site.visitAs('admin', inject('adminPassword'), '/job/job-overview', 'phone')
  await page.clock.install()
  await page.goto('/job/job-instance?size=200')
  const rows = page.locator('tbody tr').filter({ hasText: '磁盘不足' })
  await rows.waitFor()
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes(jobInstance.calls.list.path)) requests += 1
  })
  // no browser without a window can hide a page
  const setVisibility = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await admin.get(jobInfo.calls.run, { id })
  await page.clock.fastForward(60_000)
  await setVisibility('visible')
  await expect.poll(() => rows.count()).toBe(2)
  expect(requests).toBe(1)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const choice = page.getByRole('button', { name: /CSV/ })
  await choice.waitFor()
  await admin.get(jobInfo.calls.run, { id })
  await page.clock.fastForward(60_000)
  await choice.waitFor()
  expect(requests).toBe(1)
  await page.keyboard.press('Escape')
  const stop = rows.last().getByRole('button', { name: /^停止/ })
  await stop.focus()
  await expect.poll(() => page.clock.fastForward(3_000).then(() => rows.count())).toBe(3)
  expect(await hasFocus(stop)).toBe(true)
  // the button disappears with what it does
  await page.keyboard.press('Enter')
  await questionOf(page, '之后的结果不再计入').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focusedRow = () => page.evaluate(() => document.activeElement?.closest('tbody tr')?.textContent ?? '')
  await expect.poll(focusedRow).toContain('已取消')
})

test('an administrator adds a job, runs it where no worker may, stops the run, mends the job and tries again', async () => {
  const { page, form, tabs, add, save, control, row } = await openForm('zh', 'desk')
  const name = '检修'
  const confirm = async (question: string, answer = '确定', message = '操作成功') => {
    await questionOf(page, question).getByRole('button', { name: answer, exact: true }).click()
    await waitForMessage(page, message)
  }
  await add().click()
  await control('jobServerId').selectOption({ index: 1 })
  await control('jobName').fill(name)
  await control('timeExpression').fill('0 30 8 * * ?')
  await chooseByTyping(page, control('processorInfo'), 'audit-anchor')
  await tabs.advanced.click()
  await control('designatedWorkers').fill('nowhere')
  await save().click()
  await form.waitFor({ state: 'detached' })
  await clickAction(row(name), `运行 ${name}`)
  await confirm('运行后将创建一个实例执行，是否继续?', '运行', '运行成功! 已创建 1 次运行')
  await page.goto('/job/job-instance')
  await row(name).locator('[data-column=job]').click()
  await page.getByText('运行尚未结束，日志自动更新').waitFor()
  await clickAction(row(name), `停止 ${name}`)
  await confirm('之后的结果不再计入')
  await row(name).getByText('已取消').waitFor()
  await page.getByText('没有日志', { exact: true }).waitFor()
  // the open run is followed again, not only after it was closed and opened
  await clickAction(row(name), `重试 ${name}`)
  await confirm('以同一编号再执行一次')
  await page.getByText('运行尚未结束，日志自动更新').waitFor()
  await clickAction(row(name), `停止 ${name}`)
  await confirm('之后的结果不再计入')
  await row(name).getByText('已取消').waitFor()
  await page.goto('/job/job-info')
  await clickAction(row(name), `编辑 ${name}`)
  const drawer = dialogOf(page, name)
  await drawer.getByRole('tab', { name: /^高级/ }).click()
  await drawer.locator('[id$="designatedWorkers"]').fill('')
  await drawer.getByRole('button', { name: '保存', exact: true }).click()
  await waitForMessage(page, localize(words.updated, 'zh'))
  await page.goto('/job/job-instance')
  await clickAction(row(name), `重试 ${name}`)
  await confirm('以同一编号再执行一次')
  await row(name).locator('[data-column=job]').click()
  await page.getByText(/^#1/).first().getByText('成功').waitFor()
})

test('an administrator synchronises, is asked before local data wins, and sees the alerts of a job', async () => {
  const remote = await openPowerJobServer(5)
  const admin = await platform.admin()
  const server = { jobServerName: '省级调度', jobServerUrl: remote.endpoint, jobAppName: 'province' }
  const { id: jobServerId } = await admin.get(jobServer.calls.submit, { ...server, jobAppPassword: remote.password })
  const job = { jobServerId, jobName: '上报', timeExpression: yearly, processorInfo: 'a.B' }
  const { id } = await admin.get(jobInfo.calls.submit, job)
  await sql`insert into job_alert (job_id, run_id, at, failures, error) values (${id}, 1, now(), 3, '对方未响应')`.execute(
    platform.db,
  )
  const { page } = await openForm('zh', 'desk')
  const dialog = dialogOf(page, '同步')
  const synchronise = async () => {
    await page.getByRole('button', { name: '同步', exact: true }).click()
    await dialog.getByText('确定进行数据双向同步?', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '同步', exact: true }).click()
  }
  await synchronise()
  await dialog.getByText('本平台新增 0 个，远端新增或更新 0 个，无变化 1 个').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  remote.state.jobs = remote.state.jobs.map((one) => ({ ...one, jobParams: 'x' }))
  await synchronise()
  await dialog.getByText('远端已修改：任务参数').waitFor()
  expect(remote.state.jobs).toMatchObject([{ jobParams: 'x' }])
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: '以本地为准，覆盖远端' }).click()
  await dialog.getByText('本平台新增 0 个，远端新增或更新 1 个，无变化 0 个').waitFor()
  expect(remote.state.jobs).toMatchObject([{ jobParams: null }])
  await page.goto(`/job/job-info?record=${id}`)
  await page.getByText('失败 3 次：对方未响应').waitFor()
  const { id: run } = await admin.get(jobInfo.calls.run, { id })
  await page.goto(`/job/job-instance?record=${run}`)
  await page.getByText('该次运行由任务应用“省级调度”执行，日志只能在那里查看。').waitFor()
  remote.state.instances = remote.state.instances.map((one) => ({ ...one, status: 5, result: '已报送 12 条' }))
  await page.getByText('已报送 12 条').first().waitFor()
  await page.getByText('运行尚未结束，状态自动更新').waitFor({ state: 'hidden' })
  await remote.stop()
  await admin.get(jobServer.calls.remove, { ids: jobServerId })
  await page.goto('/job/job-info')
  await page.locator('tbody tr').filter({ hasText: '上报' }).getByText('省级调度（已删除）').waitFor()
})

test('an administrator uploads a module, activates it, and offers its export to jobs', async () => {
  const page = await site.visitAs('admin', inject('adminPassword'), '/job/job-container?lang=zh')
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  const form = dialogOf(page, '新增外部处理器')
  await form.locator('[id$="containerName"]').fill('月度统计')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await waitForMessage(page, localize(consoleWords.added, 'zh'))
  await page.locator('tbody tr').filter({ hasText: '月度统计' }).locator('[data-column=containerName]').click()
  await page.getByText('还没有版本').waitFor()
  const upload = page.getByText('上传版本', { exact: true })
  const file = (text: string) => ({ name: 'total.mjs', mimeType: 'text/javascript', buffer: Buffer.from(text) })
  await chooseFile(upload, file('export const total = ;'))
  await page
    .getByRole('alert')
    .getByText(/^处理器出错：SyntaxError/)
    .waitFor()
  const source = "export const total = ({ jobParams }) => '合计 ' + jobParams"
  await chooseFile(upload, file(source))
  await waitForMessage(page, '已上传，启用后才会被任务使用')
  await page.getByText(createHash('sha256').update(source).digest('hex'), { exact: true }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: /^启用版本 [0-9a-f]{8}$/ }).click()
  await questionOf(page, '启用此版本?').getByRole('button', { name: '确定' }).click()
  await page.getByText('当前版本', { exact: true }).waitFor()
  const { form: jobForm, add, control } = await openForm('zh', 'desk')
  await add().click()
  await control('processorType').selectOption({ label: '外部动态加载' })
  const offered = jobForm.getByRole('option', { name: /^月度统计 \(\d+#total\)$/ })
  await expect.poll(() => offered.count()).toBe(1)
})
