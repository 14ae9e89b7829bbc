import type { Locator, Page } from 'playwright-core'

/** The drawing on the visible page or in its dialog, once it is drawn. */
export const drawingOf = async (scope: Page | Locator): Promise<Locator> => {
  const drawing = scope.getByRole('region', { name: /^流程图/ }).and(scope.locator('[data-ready]'))
  await drawing.waitFor()
  return drawing
}

/** How many elements of a drawing have each mark. */
export const marksIn = (drawing: Locator): Promise<Readonly<Record<string, number>>> =>
  drawing.evaluate((box) =>
    Object.fromEntries(
      ['node-success', 'node-primary', 'line-warning'].map((mark) => [mark, box.querySelectorAll(`.${mark}`).length]),
    ),
  )

/** Whether the logo of bpmn.io can be seen as a whole, which its licence requires. */
export const isLogoVisible = async (drawing: Locator): Promise<boolean> => {
  await drawing.scrollIntoViewIfNeeded()
  return drawing.locator('.bjs-powered-by').evaluate((logo) => {
    const { left, right, top, bottom } = logo.getBoundingClientRect()
    const points = [
      [left + 4, top + 4],
      [right - 4, bottom - 4],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const
    return points.every(([x, y]) => logo.contains(document.elementFromPoint(x, y)))
  })
}

/** Pixels between the elements of a drawing and the nearest border of its box, or the palette at its left. */
export const marginIn = (drawing: Locator): Promise<number> =>
  drawing.evaluate((box) => {
    const { top: boxTop, bottom: boxBottom, right: boxRight, left } = box.getBoundingClientRect()
    const boxLeft = box.querySelector('.djs-palette.open')?.getBoundingClientRect().right ?? left
    const margins = [...box.querySelectorAll('.djs-shape')].flatMap((shape) => {
      const rect = shape.getBoundingClientRect()
      return [rect.left - boxLeft, boxRight - rect.right, rect.top - boxTop, boxBottom - rect.bottom]
    })
    return Math.min(...margins)
  })
