import type { Services } from './viewer.ts'

type Canvas = Services['canvas']

/** Pixels between the drawing and the border of its box. */
const margin = 16

/** Pixels at the left that the palette of an editor covers; on a phone it opens over the drawing. */
const coveredWidth = (canvas: Canvas, width: number): number => {
  const palette = canvas.getContainer().querySelector<HTMLElement>('.djs-palette.open')
  const covered = palette ? palette.offsetLeft + palette.offsetWidth : 0
  return covered < width / 4 ? covered : 0
}

/** Shows the whole drawing, with a margin around it and beside the palette; returns its scale, at most 1. */
export const fitDrawing = (canvas: Canvas): number => {
  const scale = canvas.zoom('fit-viewport', 'auto')
  const { inner, outer } = canvas.viewbox()
  const covered = coveredWidth(canvas, outer.width)
  const scaleFor = (room: number, size: number) => Math.max(1, room - 2 * margin) / Math.max(1, size)
  const fitting = Math.min(scale, scaleFor(outer.width - covered, inner.width), scaleFor(outer.height, inner.height))
  const fitted = canvas.zoom(fitting, 'auto')
  if (covered) canvas.scroll({ dx: covered / 2, dy: 0 })
  return fitted
}
