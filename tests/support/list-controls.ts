import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseDay } from './date-fields.ts'
import { titleOf } from './page-steps.ts'
import { until } from './until.ts'

/**
 * Uses the lists and dates of a dialog by mouse: opens each, clicks a visible option and checks that it is selected; dates
 * also by keyboard.
 */

interface ListControl {
  readonly id: string
  readonly kind: 'plain' | 'list' | 'panel' | 'date'
}

/** Every visible and enabled list and date with the id of its control. */
const listsIn = (container: Locator): Promise<ListControl[]> =>
  container.evaluate((dialog) => {
    const isVisible = (one: Element) => one.getClientRects().length > 0
    return [...dialog.querySelectorAll<HTMLInputElement>('select, [role=combobox], [data-date] input')]
      .filter((one) => !one.disabled && isVisible(one))
      .map((one) => ({
        id: one.id,
        kind: one.closest('[data-date]')
          ? 'date'
          : one.tagName === 'SELECT'
            ? 'plain'
            : one.tagName === 'BUTTON'
              ? 'panel'
              : 'list',
      }))
  })

const chooseFromSelect = async (control: Locator): Promise<string | null> => {
  await control.locator('option', { hasText: '加载中' }).waitFor({ state: 'detached' })
  const values = await control
    .locator('option')
    .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value).filter(Boolean))
  const currentValue = await control.inputValue()
  const value = values.find((one) => one !== currentValue) ?? values[0]
  if (value === undefined) return 'has nothing to choose'
  await control.selectOption(value)
  return (await control.inputValue()) === value ? null : 'did not take what was chosen'
}

const oneLine = (words: string) => words.trim().replace(/\s+/g, ' ')

const faultUnless = async (selected: Locator, words: string): Promise<string | null> =>
  selected.waitFor().then(
    () => null,
    () => `did not take “${words}” from a click`,
  )
const selectionFault = (control: Locator, words: string) => faultUnless(control.filter({ hasText: words }), words)

const chooseFromDropdown = async (page: Page, control: Locator): Promise<string | null> => {
  const field = control.locator('xpath=ancestor::*[@data-combo][1]')
  // scrolling closes an open list, so it must be over before the click
  await control.hover()
  await control.click()
  const list = page.locator('[role=listbox]:visible')
  // what stands in place of the options is an option too
  const options = list.locator('[role=option]:not([aria-disabled=true])').filter({ hasNotText: '没有可选项' })
  await list.locator('[role=option]').first().waitFor()
  await list.getByText('加载中').waitFor({ state: 'detached' })
  const other = options.and(page.locator(':not([aria-selected=true])')).first()
  const count = await options.count()
  const target = (await other.count()) ? other : options.first()
  const words = count ? (await target.innerText()).trim() : ''
  if (count) await target.click()
  const isMultiple = (await field.getAttribute('data-combo')) === 'multiple'
  const fault = !count
    ? 'has nothing to choose'
    : isMultiple
      ? await selectionFault(field, words)
      : await until(async () => oneLine(await control.inputValue()) === oneLine(words)).then(
          () => null,
          () => `did not take “${words}” from a click`,
        )
  // a list of several choices and an empty one stay open until a click elsewhere
  if (isMultiple || !count) await titleOf(page).click()
  // the dropdown must disappear before the next one opens
  await list.first().waitFor({ state: 'hidden' })
  return fault
}

const chooseFromPanel = async (page: Page, control: Locator): Promise<string | null> => {
  await control.click()
  const options = control
    .locator('..')
    .locator('[role=treeitem][aria-selected=false], [role=option][aria-selected=false]')
  await options.first().waitFor()
  await control.locator('..').locator('[data-kind=waiting]').waitFor({ state: 'detached' })
  const target = options.nth(Math.min(1, (await options.count()) - 1))
  const words = ((await target.getAttribute('aria-label')) ?? (await target.innerText())).trim()
  await target.click()
  const fault = await selectionFault(control, words)
  if ((await control.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape')
  return fault
}

/** Chooses from every list of a part of a form, including lists that appear with a choice; returns what failed. */
export const exerciseLists = async (page: Page, container: Locator): Promise<string[]> => {
  const visitedIds = new Set<string>()
  const faults: string[] = []
  for (;;) {
    // a list becomes a searchable one when many options have been loaded
    await expect.poll(() => container.locator('option', { hasText: '加载中' }).count()).toBe(0)
    const next = (await listsIn(container)).find(({ id }) => !visitedIds.has(id))
    if (!next) return faults
    visitedIds.add(next.id)
    const control = container.locator(`[id="${next.id}"]`)
    const fault = await {
      plain: () => chooseFromSelect(control),
      list: () => chooseFromDropdown(page, control),
      panel: () => chooseFromPanel(page, control),
      date: () => chooseDay(page, control),
    }[next.kind]()
    if (fault) faults.push(`${next.id} ${fault}`)
  }
}
