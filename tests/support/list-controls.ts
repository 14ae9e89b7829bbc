import type { Locator, Page } from 'playwright-core'

/** Uses the lists of a dialog by mouse: opens each, clicks a visible option and checks that it is selected. */

interface ListControl {
  readonly id: string
  readonly kind: 'plain' | 'list' | 'panel'
}

/** Every visible and enabled list with the id of its control. */
const listsIn = (container: Locator): Promise<ListControl[]> =>
  container.evaluate((dialog) => {
    const isVisible = (one: Element) => one.getClientRects().length > 0
    return [...dialog.querySelectorAll<HTMLInputElement>('select, [role=combobox]')]
      .filter((one) => !one.disabled && isVisible(one.closest('.ant-select') ?? one))
      .map((one) => ({
        id: one.id,
        kind: one.tagName === 'SELECT' ? 'plain' : one.tagName === 'BUTTON' ? 'panel' : 'list',
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

const selectionFault = async (control: Locator, words: string): Promise<string | null> =>
  control
    .filter({ hasText: words })
    .waitFor()
    .then(
      () => null,
      () => `did not take “${words}” from a click`,
    )

const chooseFromDropdown = async (page: Page, control: Locator): Promise<string | null> => {
  const field = control.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")][1]')
  await field.click()
  const list = page.locator('.ant-select-dropdown:visible')
  const options = list.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)')
  await list.locator('.ant-select-item').or(list.getByText('没有可选项')).first().waitFor()
  const other = options.and(page.locator(':not(.ant-select-item-option-selected)')).first()
  const count = await options.count()
  const target = (await other.count()) ? other : options.first()
  const words = count ? (await target.innerText()).trim() : ''
  if (count) await target.click()
  const fault = count ? await selectionFault(field, words) : 'has nothing to choose'
  // a multiple select and an empty list stay open until a click elsewhere
  const isStillOpen = !count || (await field.getAttribute('class'))?.includes('ant-select-multiple')
  if (isStillOpen) await page.locator('.ant-modal-title:visible').last().click()
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
    const next = (await listsIn(container)).find(({ id }) => !visitedIds.has(id))
    if (!next) return faults
    visitedIds.add(next.id)
    const control = container.locator(`[id="${next.id}"]`)
    const fault = await {
      plain: () => chooseFromSelect(control),
      list: () => chooseFromDropdown(page, control),
      panel: () => chooseFromPanel(page, control),
    }[next.kind]()
    if (fault) faults.push(`${next.id} ${fault}`)
  }
}
