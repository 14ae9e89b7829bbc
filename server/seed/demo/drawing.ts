import { type Colour, pngFrom } from './samples.ts'

/** Whether a point is in the shape. Coordinates start at 0 in the top left corner; the height of the drawing is 1. */
type Shape = (x: number, y: number) => boolean

const ground = 0.84
const box =
  (left: number, top: number, right: number, bottom = ground): Shape =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom
const anyOf =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))
const near = (a: number, b: number, tolerance: number) => Math.abs(a - b) < tolerance

/** Sawtooth roofs, each `wide` wide. */
const sheds =
  (left: number, right: number, top: number, wide: number): Shape =>
  (x, y) =>
    x >= left && x < right && y < ground && y > top + 0.12 * (((x - left) / wide) % 1)

const factory = anyOf(sheds(0.2, 0.8, 0.5, 0.2), box(0.8, 0.56, 1.02), box(0.27, 0.3, 0.32), box(0.43, 0.36, 0.47))

/** A bridge crane over its quay, with boxes below. */
const crane = anyOf(
  ...[box(0.14, 0.36, 1.06, 0.4), box(0.34, 0.36, 0.37), box(0.66, 0.36, 0.69), box(0.48, 0.24, 0.52, 0.36)],
  ...[box(0.86, 0.4, 0.865, 0.56), box(0.82, 0.56, 0.92, 0.64)],
  ...[box(0.4, 0.74, 0.52), box(0.53, 0.74, 0.64), box(0.46, 0.64, 0.58, 0.735), box(0.76, 0.74, 0.9)],
  (x, y) => y > 0.24 && y < 0.36 && (near(x, 0.5 + (y - 0.24) * 3.2, 0.008) || near(x, 0.5 - (y - 0.24) * 2.6, 0.008)),
)

/** Silos and pipes of a plant. */
const plant = anyOf(
  ...[
    box(0.2, 0.5, 0.34),
    box(0.37, 0.5, 0.51),
    box(0.62, 0.3, 0.68),
    box(0.76, 0.6, 1.04),
    box(0.3, 0.44, 0.66, 0.455),
  ],
  (x, y) => y <= 0.5 && y > 0.43 && (near(x, 0.27, (y - 0.43) * 1.2) || near(x, 0.44, (y - 0.43) * 1.2)),
  (x, y) => Math.hypot(x - 0.9, (y - 0.6) * 1.4) < 0.13 && y < 0.6,
)

const windows: Shape = (x, y) => y > 0.67 && y < 0.75 && x > 0.24 && x < 0.98 && ((x - 0.24) / 0.1) % 1 < 0.55

const mast = 1.34
const top = 0.26
/** A lattice tower: two legs, bars, and the top. */
const tower: Shape = (x, y) => {
  if (y < top - 0.05 || y >= ground) return false
  const [distance, half] = [Math.abs(x - mast), 0.012 + 0.13 * Math.max(0, y - top)]
  if (y < top) return distance < 0.006
  return (
    near(distance, half, 0.006) ||
    (distance < half && ((y - top) * 9) % 1 < 0.09) ||
    (y > 0.5 && near(distance, half * ((y * 9) % 1), 0.004))
  )
}
const waves: Shape = (x, y) => {
  const [dx, dy] = [Math.abs(x - mast), Math.abs(y - top + 0.05)]
  return dy < dx * 0.85 && [0.07, 0.12, 0.17].some((r) => near(Math.hypot(dx, dy), r, 0.007))
}
const skyline: Shape = (x, y) => {
  const block = Math.floor(x / 0.11 + 40)
  return y < ground && y > ground - 0.08 - ((block * block * 7) % 13) / 48
}

const motifs = { factory, crane, plant } as const
export type Works = keyof typeof motifs
const white: Colour = [255, 255, 255]
const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

const average = (colours: readonly Colour[]): Colour => {
  const of = (i: 0 | 1 | 2) => Math.round(colours.reduce((sum, colour) => sum + colour[i], 0) / colours.length)
  return [of(0), of(1), of(2)]
}

/** Four samples per pixel, for smooth slanting lines. */
const samplePoints = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

/** A PNG picture for demonstration articles: works beside a tower, in shades of one colour. */
export const worksOf = (works: Works, hue: Colour, width = 480, height = 270): Buffer => {
  const motif = motifs[works]
  const shift = (width / height - 16 / 9) / 2
  const deep = mix(hue, [0, 0, 0], 0.45)
  const tints = { waves: mix(hue, white, 0.3), skyline: mix(hue, white, 0.68), lit: mix(hue, white, 0.75) }
  const colourOf = (x: number, y: number): Colour => {
    if (y >= ground) return y < ground + 0.012 ? deep : mix(hue, white, 0.5)
    if (motif(x, y)) return motif === factory && windows(x, y) ? tints.lit : hue
    if (tower(x, y)) return deep
    if (waves(x, y)) return tints.waves
    return skyline(x, y) ? tints.skyline : mix(white, hue, 0.06 + 0.2 * y)
  }
  return pngFrom(width, height, (px, py) =>
    average(samplePoints.map(([dx, dy]) => colourOf((px + dx) / height - shift, (py + dy) / height))),
  )
}
