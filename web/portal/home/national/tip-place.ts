import { china } from '#web/base/map/china.ts'

/** A rectangle in map units. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const gap = 14

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** Maximum distance between a tip and its point when the tip is raised above the inset, in map units. */
const maxShift = 64

/**
 * Position of the tip for a point: on the right, on the right but raised, on the left, or above, whichever fits first. The
 * tip stays inside the map and off the inset of the islands, which nothing may cover.
 */
export const tipPlace = ([x, y]: readonly [number, number], width: number, height: number, inset: Box): Box => {
  const sideY = clamp(y - height / 2, 0, china.height - height)
  const raisedY = inset.y - height - 4
  const aboveY = clamp(y - gap - height, 0, china.height - height)
  const centerX = clamp(x - width / 2, 0, china.width - width)
  const candidates = [
    { x: x + gap, y: sideY },
    ...(y - raisedY - height < maxShift ? [{ x: x + gap, y: Math.min(sideY, raisedY) }] : []),
    { x: x - gap - width, y: sideY },
    { x: centerX, y: aboveY },
    { x: clamp(inset.x - width - 4, 0, china.width - width), y: aboveY },
  ].map((corner) => ({ ...corner, width, height }))
  const isPlaceable = (box: Box) => box.x >= 0 && box.x + width <= china.width && !overlap(box, inset)
  return candidates.find(isPlaceable) ?? { x: 0, y: 0, width, height }
}
