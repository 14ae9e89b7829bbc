import { randomBytes, randomInt } from 'node:crypto'
import { newCanvas, type Point } from '../base/canvas.ts'
import { pngOf } from '../base/png.ts'
import { strokesOf } from './captcha-glyphs.ts'

const size = { width: 130, height: 48 } as const
const backgroundColor = [243, 246, 250] as const
/** Dark enough on the ground for everybody who sees (contrast above 7). */
const inks = [
  [30, 58, 110],
  [96, 34, 86],
  [18, 76, 64],
  [104, 46, 20],
] as const

/** From the first number to the second, by chance that nobody can foretell. */
const randomBetween = (from: number, to: number): number => from + (randomInt(1_000_000) / 1_000_000) * (to - from)

/** A wave, another one each time: how far something lies aside at each place. */
const wave = (maxAmplitude: number, length: number) => {
  const [height, phase] = [randomBetween(maxAmplitude * 0.6, maxAmplitude), randomBetween(0, 2 * Math.PI)]
  return (at: number) => height * Math.sin(at / length + phase)
}

/** Turned, leaned, stretched and moved: how a sign stands in its place. */
const randomTransform = ([x, y]: Point) => {
  const [turn, lean] = [randomBetween(-0.26, 0.26), randomBetween(-0.15, 0.15)]
  const [wide, high] = [randomBetween(2.7, 3.5), randomBetween(2.9, 3.5)]
  return ([px, py]: Point): Point => {
    const [sx, sy] = [(px + lean * py) * wide, py * high]
    return [x + sx * Math.cos(turn) - sy * Math.sin(turn), y + sx * Math.sin(turn) + sy * Math.cos(turn)]
  }
}

/** A line from one side to the other that goes up and down through the signs. */
const randomCurve = (): Point[] => {
  const [base, slow, quick] = [randomBetween(14, 34), wave(9, randomBetween(14, 30)), wave(3, randomBetween(5, 9))]
  return Array.from({ length: size.width * 3 }, (_, i) => [i / 3, base + slow(i / 3) + quick(i / 3)])
}

/** Of a hundred pixels so many are turned into their opposite. */
const speckPercent = 2.5

/**
 * A picture of these signs as PNG of 130 × 48 pixels. The signs touch, lines of their own ink and of the ground cross them, all is
 * bent, and specks lie over it: neither gaps nor colours nor outlines tell one sign from the next (decisions.md 12).
 */
export const pictureOf = (text: string): Buffer => {
  const canvas = newCanvas(size.width, size.height)
  const [sideways, upwards] = [wave(2.5, randomBetween(6, 10)), wave(3, randomBetween(9, 16))]
  const spacing = (size.width - 36) / (text.length - 1)
  for (const [i, sign] of [...text].entries()) {
    const transform = randomTransform([18 + i * spacing + randomBetween(-2, 2), size.height / 2 + randomBetween(-4, 4)])
    const distort = ([x, y]: Point): Point => [x + sideways(y), y + upwards(x)]
    const pen = randomBetween(2.8, 3.8)
    for (const stroke of strokesOf(sign))
      canvas.stroke(
        stroke.map((point) => distort(transform(point))),
        pen,
      )
  }
  for (const isInk of [false, true, true]) canvas.stroke(randomCurve(), isInk ? randomBetween(1.3, 1.9) : 1.2, isInk)
  const picture = canvas.picture()
  const chance = randomBytes(picture.pixels.length)
  const pixels = picture.pixels.map((pixel, i) =>
    (chance[i] as number) < (speckPercent * 256) / 100 ? 255 - pixel : pixel,
  )
  return pngOf({ ...picture, pixels }, backgroundColor, inks[randomInt(inks.length)] as (typeof inks)[number])
}
