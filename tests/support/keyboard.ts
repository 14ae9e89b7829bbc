import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Going through pages as one who cannot point does: nothing here presses anything but keys. */

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))

/** Waits until a page that came with its words acts too: each of its parts has been taken over, and its effects have run. */
export const waitForHydration = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('header button, main button, main a[href], main input')].every((control) =>
      Object.keys(control).some((name) => name.startsWith('__reactProps')),
    ),
  )
  // effects run in a task of their own, right after what they belong to
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      })
  })
}

/** Presses Tab until this has the focus. `each` is asked after every press. */
export const tabTo = async (
  page: Page,
  target: Locator,
  {
    key = 'Tab',
    maxPresses = 120,
    each = async () => {},
  }: { key?: string; maxPresses?: number; each?: () => Promise<void> } = {},
): Promise<void> => {
  for (let i = 0; i < maxPresses; i++) {
    await page.keyboard.press(key)
    await each()
    if ((await target.count()) && (await hasFocus(target.first()))) return
  }
  throw new Error(`${maxPresses} presses of ${key} did not lead to ${target}`)
}

/** Why what has the focus cannot be seen to have it: nothing around it, something over it, or it is out of the window. */
export const hiddenFocusReason = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    // the browser's own bar
    if (focused === document.body) return null
    const hasOutline = (element: Element | null, up: number): boolean => {
      if (!element || up < 0) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return outlined || boxShadow !== 'none' || hasOutline(element.parentElement, up - 1)
    }
    // the part of it that lies in the window; of a link over two lines its first
    const { left, right, top, bottom } = focused.getClientRects()[0] ?? new DOMRect()
    const middle = (from: number, to: number, size: number) => (Math.max(from, 0) + Math.min(to, size)) / 2
    const topElement = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    const isOutside = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
    const name = focused.getAttribute('aria-label') ?? (focused.innerText || focused.tagName).slice(0, 60)
    // a box to tick is drawn by what stands around it
    if (!hasOutline(focused, 2) && !hasOutline(focused.nextElementSibling, 0)) return `no mark around ${name}`
    if (isOutside) return `out of the window: ${name}`
    return !topElement || !(focused.contains(topElement) || topElement.contains(focused))
      ? `something over ${name}`
      : null
  })

/** What is wrong with the focus at each of so many presses of Tab. */
export const collectFocusFaults = async (page: Page, steps: number): Promise<string[]> => {
  const faults: string[] = []
  for (let i = 0; i < steps; i++) {
    await page.keyboard.press('Tab')
    const fault = await hiddenFocusReason(page)
    if (fault) faults.push(fault)
  }
  return faults
}

/** The keys of somebody who has to see where he is at every step, and throws where he does not. */
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
    /** On to this, everything on the way in sight. */
    to: (target: Locator) => tabTo(page, target, { each: assertFocusVisible }),
    backTo: (target: Locator) => tabTo(page, target, { key: 'Shift+Tab', each: assertFocusVisible }),
    type: (words: string) => page.keyboard.type(words),
    /** Presses a key; `until` resolves when what it does is done, and then the focus has to be somewhere in sight. */
    press: async <T>(key: string, until: () => Promise<T>): Promise<T> => {
      await page.keyboard.press(key)
      const done = await until()
      // a page moves the focus once it is drawn
      await expect.poll(focusFault).toBeNull()
      return done
    },
  }
}
