import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

/** The open calendar of a date field. */
export const calendarOf = (control: Locator): Locator =>
  control.locator('xpath=ancestor::*[@data-date]').locator('[role=dialog]')

export const dayIn = (calendar: Locator, day: string): Locator =>
  calendar.locator(`[data-day="${day}"]:not([data-outside-month])`)

const faultUnless = (isDone: () => Promise<boolean>, fault: string): Promise<string | null> =>
  until(isDone).then(
    () => null,
    () => fault,
  )

const valueFault = (control: Locator, text: string, device: string) =>
  faultUnless(async () => (await control.inputValue()) === text, `did not take ${text} from the ${device}`)

/** Clicks a day of the visible month that is not chosen yet; a date and time also gets an hour and a minute. */
const chooseByMouse = async (control: Locator): Promise<string | null> => {
  const calendar = calendarOf(control)
  await control.click()
  const days = calendar.locator('td [data-day]:not([data-selected], [data-disabled], [data-outside-month])')
  const day = (await days.nth(9).getAttribute('data-day')) ?? ''
  await dayIn(calendar, day).click()
  const lists = calendar.getByRole('listbox')
  if (!(await lists.count()))
    return (
      (await valueFault(control, day, 'mouse')) ??
      faultUnless(async () => (await calendar.count()) === 0, 'did not close after a day was chosen')
    )
  await lists.first().getByRole('option', { name: '09', exact: true }).click()
  await lists.last().getByRole('option', { name: '30', exact: true }).click()
  await calendar.getByRole('button', { name: '确定', exact: true }).click()
  return valueFault(control, `${day} 09:30`, 'mouse')
}

/** The arrow keys choose the next day, and Escape closes the calendar only. */
const chooseByKeyboard = async (page: Page, control: Locator): Promise<string | null> => {
  const calendar = calendarOf(control)
  const [dialogCount, text] = [await page.locator('dialog:visible').count(), await control.inputValue()]
  const next = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  await control.press('ArrowDown')
  await calendar.locator('[data-day]:focus').waitFor()
  await page.keyboard.press('ArrowRight')
  await calendar.locator(`[data-day="${next}"]:focus`).waitFor()
  await page.keyboard.press('Enter')
  const fault = await valueFault(control, next + text.slice(10), 'keyboard')
  if (await calendar.count()) await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  const isKept = (await page.locator('dialog:visible').count()) === dialogCount
  const isFocused = await control.evaluate((input) => input === document.activeElement)
  return fault ?? (isKept ? (isFocused ? null : 'lost the focus') : 'closed the dialog with its calendar')
}

/** Chooses in a date field by mouse and by keyboard; returns what failed. */
export const chooseDay = async (page: Page, control: Locator): Promise<string | null> =>
  (await chooseByMouse(control)) ?? chooseByKeyboard(page, control)
