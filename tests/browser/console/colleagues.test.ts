import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An officer names a deputy, and passes a task on to a colleague (docs/decisions/0151). */

interface SiteData {
  readonly id: string
  readonly city: string
  readonly colleague: string
  /** Who made the last step, as officers read it. */
  readonly lastName: () => Promise<string | undefined>
  readonly tasksOfColleague: () => Promise<number>
}

const at = (days: number) => wireTime(new Date(Date.now() + days * 86_400_000))

let site: Site<SiteData>
let officer: Page
let colleague: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    const other = await createStaff(platform, 'city', '320500', 'colleague')
    return {
      id,
      city: review.person('city').account,
      colleague: other.account,
      lastName: async () =>
        (await review.person('office').get(declaration.calls.getStatus, { id })).timeline.at(-1)?.byName,
      tasksOfColleague: async () => (await other.get(workTodo.calls.list, {})).total,
    }
  })
  officer = await openAs(site, '/work/deputy', site.data.city)
  colleague = await openAs(site, '/work/work-waiting', site.data.colleague)
})

/** Chooses the colleague by the account, with the keyboard only. */
const chooseColleague = async (label: RegExp) => {
  await officer.getByRole('combobox', { name: label }).focus()
  await officer.keyboard.type('colleague')
  await officer.getByRole('option', { name: /colleague/ }).waitFor()
  await expect.poll(() => officer.getByRole('option').count()).toBe(1)
  await officer.keyboard.press('ArrowDown')
  await officer.keyboard.press('Enter')
}

describe.sequential('an officer', () => {
  test('names a deputy, who sees the task with the name of the officer', async () => {
    await officer.getByRole('button', { name: '设置代办人', exact: true }).click()
    await chooseColleague(/代办人/)
    const form = officer.getByRole('dialog')
    for (const [name, value] of [
      ['开始时间', at(-1)],
      ['结束时间', at(3)],
    ] as const)
      await form.getByRole('textbox', { name }).first().fill(value)
    await form.getByRole('button', { name: '设置代办人', exact: true }).click()
    await officer.getByText('已设置代办人，并已通知对方').waitFor()
    await expect.poll(() => site.data.tasksOfColleague()).toBe(1)
    await colleague.reload()
    await colleague.getByText('代city', { exact: true }).waitFor()
  })

  test('ends it, and passes the task on instead, on a phone and with the keyboard', async () => {
    await officer
      .getByRole('button', { name: /^终止代办/ })
      .first()
      .click()
    await officer
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await expect.poll(() => site.data.tasksOfColleague()).toBe(0)
    await officer.setViewportSize({ width: 390, height: 800 })
    await officer.goto(new URL(`/project/declaration/${site.data.id}`, officer.url()).href)
    await officer.getByRole('button', { name: '转办', exact: true }).press('Enter')
    await chooseColleague(/转办给/)
    await officer.getByRole('dialog').getByRole('button', { name: '转办', exact: true }).press('Enter')
    await officer.getByText('已转办', { exact: true }).waitFor()
    await expect.poll(() => site.data.tasksOfColleague()).toBe(1)
    await officer.getByRole('button', { name: '转办', exact: true }).waitFor({ state: 'detached' })
  })

  test('reads in the history that the colleague has decided', async () => {
    await colleague.goto(new URL(`/project/declaration/${site.data.id}`, colleague.url()).href)
    await colleague.getByText('由您办理', { exact: true }).waitFor()
    await colleague.getByRole('button', { name: '初审通过', exact: true }).click()
    await colleague.getByRole('button', { name: '确认初审通过' }).click()
    await expect.poll(() => site.data.lastName()).toBe('city')
  })
})
