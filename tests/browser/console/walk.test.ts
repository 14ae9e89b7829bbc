import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { workStart } from '#contract/work/work-start.ts'
import { requestLeave } from '../../support/leave-requests.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An officer handles what waits one file after another, without going back to the list (docs/decisions/0146). */

const count = 20

interface SiteData {
  /** The declarations in the order of their submission. */
  readonly ids: readonly string[]
  readonly city: string
  /** Approves the declaration that was submitted as this one, from 0, as a colleague would. */
  readonly handle: (index: number) => Promise<unknown>
  readonly submitAnother: (actions?: readonly string[]) => Promise<unknown>
  /** A leave that the officer has to approve. */
  readonly requestLeave: (reason: string) => Promise<unknown>
}

let site: Site<SiteData>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const ids: string[] = []
    const submitAnother = async (actions: readonly string[] = ['submit', 'claim']) => {
      ids.push(await review.beginDeclaration())
      for (const action of actions) await review.performAction(action === 'submit' ? 'company' : 'city', action)
    }
    for (let i = 0; i < count; i += 1) await submitAnother()
    const handle: SiteData['handle'] = (index) => review.performAction('city', 'approve', { id: ids[index] })
    const applicant = await createStaff(platform, 'city')
    const { records } = await applicant.get(workStart.calls.list, {})
    const processDefinitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const leave: SiteData['requestLeave'] = (reason) =>
      requestLeave(applicant, { processDefinitionId, taskUser: review.person('city').id, reason, ...period })
    return { ids, city: review.person('city').account, handle, submitAnother, requestLeave: leave }
  })
})

const bar = () => page.getByRole('navigation', { name: '逐件办理' })
const aside = () => page.getByRole('complementary').last()
const tabs = () => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem')
const at = (place: number, of: number = count) => bar().getByText(`第 ${place} / ${of} 件`, { exact: true }).waitFor()
const approveByKeys = async () => {
  await aside().getByRole('button', { name: '初审通过', exact: true }).waitFor()
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+Enter')
}
const heading = () => page.getByRole('heading', { level: 1, name: /号项目$/ })

describe.sequential('an officer of a city', () => {
  test('opens the first from the desk, and goes to the next and back by buttons and by keys, in one tab with its name', async () => {
    page = await openAs(site, '/wel/index', site.data.city)
    await page
      .getByRole('link', { name: /号项目$/ })
      .first()
      .click()
    await at(1)
    const name = await heading().innerText()
    await tabs().getByRole('link', { name, exact: true }).waitFor()
    const open = await tabs().count()
    await bar().getByRole('button', { name: '下一件' }).click()
    await at(2)
    await page.keyboard.press('j')
    await at(3)
    await page.keyboard.press('k')
    await at(2)
    const second = await heading().innerText()
    expect(second).not.toBe(name)
    await tabs().getByRole('link', { name: second, exact: true }).waitFor()
    expect(await tabs().count()).toBe(open)
    await page.keyboard.press('k')
    await at(1)
    expect(await bar().getByRole('button', { name: '上一件' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('keeps the walk after a reload', async () => {
    await page.keyboard.press('j')
    await at(2)
    await page.reload()
    await at(2)
    await page.keyboard.press('k')
    await at(1)
  })

  test('confirms an approval where it was chosen; a double click confirms nothing', async () => {
    const approve = aside().getByRole('button', { name: '初审通过', exact: true })
    const before = await approve.boundingBox()
    await approve.dblclick()
    const confirm = aside().getByRole('button', { name: '确认初审通过' })
    await confirm.waitFor()
    const after = await confirm.boundingBox()
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y])
    await aside().getByText('附意见').click()
    await aside()
      .getByLabel(/^反馈意见/)
      .fill('材料齐全')
    await aside().getByRole('button', { name: '取消', exact: true }).click()
    await approve.click()
    // what was written stays in sight
    await expect
      .poll(() =>
        aside()
          .getByLabel(/^反馈意见/)
          .inputValue(),
      )
      .toBe('材料齐全')
    await aside().getByRole('button', { name: '取消', exact: true }).click()
  })

  test('decides nothing by keys in a remark, and moves nowhere while keys are off', async () => {
    await page.getByRole('button', { name: '要求修改：联系人手机' }).click()
    const remark = page.getByRole('textbox', { name: '修改要求：联系人手机' })
    await remark.fill('jk')
    await remark.press('Control+Enter')
    await remark.press('j')
    await expect.poll(() => remark.inputValue()).toBe('jkj')
    await at(1)
    await aside().getByRole('button', { name: '初审通过', exact: true }).waitFor()
    await remark.locator('xpath=../following-sibling::button').click()
    const keys = page.getByRole('dialog', { name: '键盘快捷键' })
    const turnKeys = async () => {
      await page.getByRole('button', { name: '键盘快捷键' }).click()
      await keys.getByText('受理；选择通过，再按一次确认').waitFor()
      await keys.getByLabel('使用单键快捷键').click()
      await keys.getByRole('button', { name: '关闭' }).first().click()
      await keys.waitFor({ state: 'detached' })
    }
    await turnKeys()
    await page.keyboard.press('j')
    await at(1)
    await turnKeys()
    await page.keyboard.press('j')
    await at(2)
    await page.keyboard.press('k')
    await at(1)
  })

  test('approves one by the mouse; the next one opens, and new arrivals are offered', async () => {
    await site.data.submitAnother()
    await aside().getByRole('button', { name: '初审通过', exact: true }).click()
    await aside().getByRole('button', { name: '确认初审通过' }).click()
    await page.getByText('初审已通过，转省级审核').waitFor()
    await at(2)
    await bar().getByText('本次已办 1 件，余 19 件').waitFor()
    await bar().getByRole('button', { name: '新增 1 件，加入本次办理' }).click()
    await at(2, count + 1)
  })

  test('passes over what a colleague has handled, and says so', async () => {
    await site.data.handle(2)
    await page.reload()
    await bar().getByText('本次已办 1 件，余 19 件').waitFor()
    await at(2, count + 1)
    await approveByKeys()
    await page.getByText('已跳过 1 件，他人已办理').waitFor()
    await at(4, count + 1)
  })

  test('approves each of the rest with two presses; the end says how many were decided', async () => {
    for (let place = 4; place <= count + 1; place += 1) {
      await at(place, count + 1)
      await approveByKeys()
    }
    await bar().getByText('本次已办 20 件，余 0 件').waitFor()
    expect(await tabs().count()).toBe(2)
  })

  test('walks through the rows of a filter, accepts with one press, and stays on a decided page who wants to', async () => {
    await site.data.submitAnother(['submit'])
    await site.data.submitAnother()
    await page.getByRole('main').getByRole('link', { name: '项目申报', exact: true }).click()
    await page.getByRole('button', { name: '待我办理 2' }).click()
    await page.getByRole('row').getByRole('link', { name: /^办理/ }).first().click()
    await at(1, 2)
    await aside().getByRole('button', { name: '受理', exact: true }).click()
    await page.getByText('已受理', { exact: true }).waitFor()
    await at(1, 2)
    const setting = bar().getByLabel('办理后打开下一件')
    await setting.uncheck()
    await approveByKeys()
    await aside().getByText('当前环节没有需要您办理的事项').waitFor()
    await at(1, 2)
    await page.reload()
    await bar().getByText('本次已办 1 件，余 1 件').waitFor()
    expect(await setting.isChecked()).toBe(false)
    await page.keyboard.press('j')
    await at(2, 2)
  })

  test('is told that a colleague was faster, and nothing is counted as decided', async () => {
    await aside().getByRole('button', { name: '初审通过', exact: true }).click()
    await site.data.handle(count + 2)
    await aside().getByRole('button', { name: '确认初审通过' }).click()
    await aside().getByText('该申报目前处于“省级审核中”，不能执行此操作，请刷新后再试').waitFor()
    await bar()
      .getByText(/^本次已办 1 件/)
      .waitFor()
  })
})

describe.sequential('many at once', () => {
  const select = async (action: string) => {
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: action, exact: true }).click()
  }
  const dialog = (action: string) => page.getByRole('dialog', { name: `批量办理：${action}` })

  test('are accepted after a check that says which cannot be, in three presses', async () => {
    for (const actions of [['submit'], ['submit'], ['submit', 'claim']]) await site.data.submitAnother(actions)
    await page.goto('/project/declaration?waiting=1')
    await page.getByText('共 3 条').waitFor()
    await select('受理')
    await dialog('受理').getByText('可以办理 2 件，不能办理 1 件').waitFor()
    await dialog('受理').getByText('该申报目前处于“地市初审中”，不能执行此操作，请刷新后再试').waitFor()
    await dialog('受理').getByRole('button', { name: '确认受理 2 件' }).click()
    await page.getByText('受理：已办 2 件').waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: '地市初审中' }).count()).toBe(3)
  })

  test('are approved but for those with an unsent opinion and those that a colleague was faster with', async () => {
    await page.getByRole('row').getByRole('link', { name: /^办理/ }).first().click()
    await at(1, 3)
    const opened = new URL(page.url()).pathname.split('/').at(-1)
    await aside().getByRole('button', { name: '初审通过', exact: true }).click()
    await aside().getByText('附意见').click()
    await aside()
      .getByLabel(/^对内意见/)
      .fill('待核实')
    await page.getByRole('main').getByRole('link', { name: '项目申报', exact: true }).click()
    await select('通过')
    await dialog('通过').getByText('可以办理 2 件，不能办理 1 件').waitFor()
    await dialog('通过').getByText('您对它有未提交的意见或修改要求，请逐件办理').waitFor()
    await site.data.handle(site.data.ids.findIndex((id, at) => at >= count + 3 && id !== opened))
    await dialog('通过').getByRole('button', { name: '确认通过 2 件' }).click()
    const results = page.getByRole('dialog', { name: '处理结果' })
    await results.getByText('成功 1 条，未成功 1 条').waitFor()
    await results.getByText('该申报目前处于“省级审核中”，不能执行此操作，请刷新后再试').waitFor()
    await results.getByRole('button', { name: '关闭', exact: true }).last().click()
    await page.getByText('共 1 条').waitFor()
  })

  test('the list of all leads on too, but counts nothing as handled or left', async () => {
    await page.getByRole('button', { name: '全部', exact: true }).click()
    await page
      .getByRole('row')
      .getByRole('link', { name: /号项目$/ })
      .first()
      .click()
    await bar()
      .getByText(/^第 1 /)
      .waitFor()
    await page.keyboard.press('j')
    await bar()
      .getByText(/^第 2 /)
      .waitFor()
    expect(
      await bar()
        .getByText(/^本次已办|加入本次办理/)
        .count(),
    ).toBe(0)
    expect(await bar().getByLabel('办理后打开下一件').count()).toBe(0)
  })
})

describe.sequential('matters of all kinds', () => {
  test('are one list, and its pages lead from one to the next: a leave, then a declaration, then a leave', async () => {
    await site.data.requestLeave('参加培训')
    await page.goto('/work/work-waiting')
    await page.getByText('共 2 条').waitFor()
    await site.data.requestLeave('看望父母')
    await page.getByRole('row').getByRole('link', { name: '办理 参加培训' }).click()
    await at(2, 3)
    await bar().getByLabel('办理后打开下一件').check()
    await tabs().getByRole('link', { name: '参加培训', exact: true }).waitFor()
    const open = await tabs().count()
    await page.getByRole('textbox', { name: '审批意见' }).fill('同意培训')
    await page.getByRole('button', { name: '同意', exact: true }).click()
    await at(3, 3)
    await bar().getByText('本次已办 1 件，余 2 件').waitFor()
    // what was decided can be seen again
    await page.keyboard.press('k')
    await at(2, 3)
    await page.keyboard.press('k')
    await at(1, 3)
    // the opinion that was not sent is still there
    await aside().getByRole('button', { name: '确认初审通过' }).click()
    await at(3, 3)
    expect(await tabs().count()).toBe(open)
    await page.getByRole('textbox', { name: '审批意见' }).fill('同意')
    await page.getByRole('button', { name: '同意', exact: true }).click()
    await page.getByText('目前没有等待您办理的事项').waitFor()
  })
})
