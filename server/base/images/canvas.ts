import type { Picture } from './png.ts'

export type Point = readonly [x: number, y: number]

/** Samples per pixel in each direction. */
const samplesPerPixel = 3

/** A small drawing surface with one colour; coordinates are in pixels of the finished picture. */
export interface Canvas {
  /** A line through closely spaced points, `width` pixels wide; if `isInk` is false, it erases. */
  readonly stroke: (points: readonly Point[], width: number, isInk?: boolean) => void
  readonly picture: () => Picture
}

export const newCanvas = (width: number, height: number): Canvas => {
  const [wide, high] = [width * samplesPerPixel, height * samplesPerPixel]
  const marks = new Uint8Array(wide * high)
  const dot = ([x, y]: Point, radius: number, mark: 0 | 1) => {
    const [reach, middle] = [Math.ceil(radius * samplesPerPixel), Math.round(y * samplesPerPixel)]
    for (let row = Math.max(middle - reach, 0); row <= Math.min(middle + reach, high - 1); row++) {
      const half = Math.sqrt(Math.max(radius * radius - ((row - middle) / samplesPerPixel) ** 2, 0))
      const first = Math.max(Math.round((x - half) * samplesPerPixel), 0)
      const last = Math.min(Math.round((x + half) * samplesPerPixel), wide)
      if (last > first) marks.fill(mark, row * wide + first, row * wide + last)
    }
  }
  const stroke = (points: readonly Point[], lineWidth: number, isInk = true) => {
    for (const point of points) dot(point, lineWidth / 2, isInk ? 1 : 0)
  }
  const picture = (): Picture => {
    const pixels = new Uint8Array(width * height)
    for (const [i, mark] of marks.entries()) {
      const at = Math.floor(i / wide / samplesPerPixel) * width + Math.floor((i % wide) / samplesPerPixel)
      if (mark) pixels[at] = (pixels[at] as number) + Math.floor(255 / samplesPerPixel ** 2)
    }
    return { width, height, pixels }
  }
  return { stroke, picture }
}
