export interface Circle {
  readonly x: number
  readonly y: number
  readonly r: number
}

/** A drawn slice: its SVG path, and the line that leads to its label. */
export interface Slice {
  readonly path: string
  readonly side: 'left' | 'right'
  /** Points of the line: start at the rim, bend, end at the label. */
  readonly leader: readonly (readonly [number, number])[]
}

const full = 2 * Math.PI
const round = (n: number) => Math.round(n * 100) / 100

/** A point at an angle in radians, clockwise from twelve o'clock. */
const pointAt = ({ x, y, r }: Circle, angle: number, distance = r): readonly [number, number] => [
  round(x + Math.sin(angle) * distance),
  round(y - Math.cos(angle) * distance),
]

const sector = (circle: Circle, from: number, to: number): string => {
  const { x, y, r } = circle
  if (to - from >= full - 1e-9) return `M${x} ${y - r}A${r} ${r} 0 1 1 ${x} ${y + r}A${r} ${r} 0 1 1 ${x} ${y - r}Z`
  const [start, end] = [pointAt(circle, from), pointAt(circle, to)]
  return `M${x} ${y}L${start.join(' ')}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${end.join(' ')}Z`
}

/** Spreads heights at least `gap` apart, in order, with the least movement, between `top` and `bottom`. */
export const spread = (heights: readonly number[], gap: number, top: number, bottom: number): number[] => {
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const positions = [...heights]
  let last = top - gap
  for (const i of order) last = positions[i] = Math.max(positions[i] ?? 0, last + gap)
  last = bottom + gap
  for (const i of [...order].reverse()) last = positions[i] = Math.min(positions[i] ?? 0, last - gap)
  return positions
}

/** Gap between labels, and the vertical range they may use. */
export interface Room {
  readonly gap: number
  readonly top: number
  readonly bottom: number
}

/** The slices in the order of the values, each with room for its label; empty if the total is not positive. */
export const pieOf = (values: readonly number[], circle: Circle, { gap, top, bottom }: Room): Slice[] => {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total <= 0) return []
  let angle = 0
  const parts = values.map((value) => {
    const from = angle
    angle += (full * value) / total
    const middle = (from + angle) / 2
    return { path: value > 0 ? sector(circle, from, angle) : '', middle, right: middle <= Math.PI }
  })
  const bends = parts.map(({ middle }) => pointAt(circle, middle, circle.r + 14))
  const ends = bends.map(([, y]) => y)
  for (const right of [true, false]) {
    const indices = parts.flatMap((part, i) => (part.right === right ? [i] : []))
    const heights = spread(
      indices.map((i) => ends[i] ?? 0),
      gap,
      top,
      bottom,
    )
    for (const [n, i] of indices.entries()) ends[i] = heights[n] ?? 0
  }
  return parts.map(({ path, middle, right }, i) => {
    const [bendX] = bends[i] ?? [0]
    const labelX = circle.x + (right ? 1 : -1) * (circle.r + 24)
    const y = round(ends[i] ?? 0)
    return {
      path,
      side: right ? 'right' : 'left',
      leader: [pointAt(circle, middle, circle.r + 2), [bendX, y], [labelX, y]],
    }
  })
}
