import type { Page } from 'playwright-core'

/** What can be measured of a page beyond what axe looks at (docs/ACCESSIBILITY.md). */

/** Words that are cut: their box hides what does not fit, and there is no way to scroll to it. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    return [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')]
      .filter((one) => {
        if (!one.innerText?.trim() || one.closest('.hidden-words, svg') || one.clientWidth === 0) return false
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one)
        // how an article begins: it is read whole where its title leads
        if (webkitLineClamp !== 'none') return false
        return (
          (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
        )
      })
      .map((one) => one.outerHTML.slice(0, 160))
  })

/** Chinese words of the page that do not say they are Chinese, where the page itself is in English. */
export const chineseWithoutLang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const unmarkedTexts: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const container = node.parentElement
      if (!/[\u4e00-\u9fff]/.test(node.data) || container?.closest('script, style, noscript')) continue
      if (!container?.closest('[lang]')?.getAttribute('lang')?.startsWith('zh'))
        unmarkedTexts.push(node.data.trim().slice(0, 60))
    }
    return unmarkedTexts
  })

/** Adds the spacing of WCAG 1.4.12: lines 1.5, paragraphs 2, letters 0.12 and words 0.16 times the size of the type. */
export const addTextSpacing = (page: Page) =>
  page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  })

/** How much a frame of this kind stands out from what it lies on, as a ratio of their lights (WCAG 1.4.11). */
export const frameContrast = (page: Page, selector: string): Promise<number> =>
  page.evaluate((frameSelector) => {
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const groundOf = (one: Element | null): string => {
      if (!one) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(one)
      return /, 0\)$/.test(backgroundColor) ? groundOf(one.parentElement) : backgroundColor
    }
    const framed = document.querySelector(frameSelector) as Element
    const { outlineStyle, outlineColor, borderTopColor } = getComputedStyle(framed)
    const lights = [outlineStyle === 'none' ? borderTopColor : outlineColor, groundOf(framed.parentElement)].map(light)
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
  }, selector)
