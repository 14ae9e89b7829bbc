import { china } from '../china.ts'

/** In the map's own units. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const away = 14

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** How far from its point a tip may stand to keep off the inset. */
const reach = 64

/**
 * Where the tip of a point stands: beside it on the right, a little higher if need be, else on the left, else above; inside the map and never over the
 * inset of the islands, which nothing may cover.
 */
export const tipPlace = ([x, y]: readonly [number, number], width: number, height: number, inset: Box): Box => {
  const beside = within(y - height / 2, 0, china.height - height)
  const raised = inset.y - height - 4
  const above = within(y - away - height, 0, china.height - height)
  const middle = within(x - width / 2, 0, china.width - width)
  const candidates = [
    { x: x + away, y: beside },
    ...(y - raised - height < reach ? [{ x: x + away, y: Math.min(beside, raised) }] : []),
    { x: x - away - width, y: beside },
    { x: middle, y: above },
    { x: within(inset.x - width - 4, 0, china.width - width), y: above },
  ].map((corner) => ({ ...corner, width, height }))
  const fits = (box: Box) => box.x >= 0 && box.x + width <= china.width && !overlap(box, inset)
  return candidates.find(fits) ?? { x: 0, y: 0, width, height }
}
