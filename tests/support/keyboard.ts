import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Helpers to use pages by keyboard only. */

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))

/** Waits until a server-rendered page is hydrated and its effects have run. */
export const waitForHydration = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('header button, main button, main a[href], main input')].every((control) =>
      Object.keys(control).some((name) => name.startsWith('__reactProps')),
    ),
  )
  // effects run in a separate task directly after the commit
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      })
  })
}

/** Whether the first of these elements has the focus; false if there is none. Does not wait, in one round trip. */
const isFirstFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll(([first]) => first?.contains(document.activeElement) ?? false)

/** What has the focus, for a message. */
const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { ariaLabel, textContent, tagName, id } = document.activeElement ?? document.body
    return tagName === 'BODY'
      ? 'nothing'
      : ariaLabel || textContent?.trim().slice(0, 20) || `${tagName.toLowerCase()} ${id}`
  })

/** Presses Tab until this has the focus; `each` is called after every press. */
export const tabTo = async (
  page: Page,
  target: Locator,
  {
    key = 'Tab',
    maxPresses = 120,
    each = async () => {},
  }: { key?: string; maxPresses?: number; each?: () => Promise<void> } = {},
): Promise<void> => {
  const focused: string[] = []
  for (let i = 0; i < maxPresses; i++) {
    await page.keyboard.press(key)
    await each()
    if (await isFirstFocused(target)) return
    focused.push(await nameOfFocus(page))
  }
  throw new Error(`${maxPresses} presses of ${key} did not lead to ${target}, but to: ${focused.join(' | ')}`)
}

/** Why the focus is not visible: no focus mark, covered, or outside of the window; null if it is visible. */
export const hiddenFocusReason = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    // the focus is in the browser itself
    if (focused === document.body) return null
    const hasOutline = (element: Element | null, up: number): boolean => {
      if (!element || up < 0) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return outlined || boxShadow !== 'none' || hasOutline(element.parentElement, up - 1)
    }
    // the visible part; for a link over two lines the first line
    const { left, right, top, bottom } = focused.getClientRects()[0] ?? new DOMRect()
    const middle = (from: number, to: number, size: number) => (Math.max(from, 0) + Math.min(to, size)) / 2
    const topElement = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    const isOutside = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
    const name = focused.getAttribute('aria-label') ?? (focused.innerText || focused.tagName).slice(0, 60)
    // the mark of a checkbox may be drawn by the element around or next to it
    if (!hasOutline(focused, 2) && !hasOutline(focused.nextElementSibling, 0)) return `no mark around ${name}`
    if (isOutside) return `out of the window: ${name}`
    return !topElement || !(focused.contains(topElement) || topElement.contains(focused))
      ? `something over ${name}`
      : null
  })

/** The focus faults during this number of Tab presses. */
export const collectFocusFaults = async (page: Page, steps: number): Promise<string[]> => {
  const faults: string[] = []
  for (let i = 0; i < steps; i++) {
    await page.keyboard.press('Tab')
    const fault = await hiddenFocusReason(page)
    if (fault) faults.push(fault)
  }
  return faults
}

/** A keyboard that fails when the focus is not visible after a step. */
export const keysOn = (page: Page) => {
  const assertFocusVisible = async () => {
    const fault = await hiddenFocusReason(page)
    if (fault) throw new Error(fault)
  }
  const focusFault = async () =>
    (await page.evaluate(() => document.activeElement === document.body))
      ? 'the focus is lost'
      : hiddenFocusReason(page)
  return {
    /** Tabs to the target. */
    to: (target: Locator) => tabTo(page, target, { each: assertFocusVisible }),
    backTo: (target: Locator) => tabTo(page, target, { key: 'Shift+Tab', each: assertFocusVisible }),
    type: (words: string) => page.keyboard.type(words),
    /** Presses a key; when `until` resolves, the focus must be visible. */
    press: async <T>(key: string, until: () => Promise<T>): Promise<T> => {
      await page.keyboard.press(key)
      const result = await until()
      // a new page moves the focus after rendering
      await expect.poll(focusFault).toBeNull()
      return result
    },
  }
}
