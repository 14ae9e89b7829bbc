import { randomBytes, randomInt } from 'node:crypto'
import { newCanvas, type Point } from '../base/images/canvas.ts'
import { pngOf } from '../base/images/png.ts'
import { strokesOf } from './captcha-glyphs.ts'

const size = { width: 130, height: 48 } as const
const backgroundColor = [243, 246, 250] as const
/** Each has a contrast above 7 against the background. */
const inks = [
  [30, 58, 110],
  [96, 34, 86],
  [18, 76, 64],
  [104, 46, 20],
] as const

/** A random number between both bounds, from a cryptographic source. */
const randomBetween = (from: number, to: number): number => from + (randomInt(1_000_000) / 1_000_000) * (to - from)

/** A sine wave with random amplitude and phase: returns the offset at a position. */
const wave = (maxAmplitude: number, length: number) => {
  const [height, phase] = [randomBetween(maxAmplitude * 0.6, maxAmplitude), randomBetween(0, 2 * Math.PI)]
  return (at: number) => height * Math.sin(at / length + phase)
}

/** Rotates, shears, scales and moves a character by random amounts. */
const randomTransform = ([x, y]: Point) => {
  const [angle, shear] = [randomBetween(-0.26, 0.26), randomBetween(-0.15, 0.15)]
  const [scaleX, scaleY] = [randomBetween(2.7, 3.5), randomBetween(2.9, 3.5)]
  return ([px, py]: Point): Point => {
    const [sx, sy] = [(px + shear * py) * scaleX, py * scaleY]
    return [x + sx * Math.cos(angle) - sy * Math.sin(angle), y + sx * Math.sin(angle) + sy * Math.cos(angle)]
  }
}

/** A random curve over the whole width that crosses the characters. */
const randomCurve = (): Point[] => {
  const [base, slow, fast] = [randomBetween(14, 34), wave(9, randomBetween(14, 30)), wave(3, randomBetween(5, 9))]
  return Array.from({ length: size.width * 3 }, (_, i) => [i / 3, base + slow(i / 3) + fast(i / 3)])
}

/** Percentage of pixels that are inverted. */
const speckPercent = 2.5

/**
 * Draws the text as a PNG of 130 × 48 pixels. Characters touch, curves in ink and background colour cross them, the whole picture
 * is distorted, and specks cover it, so that neither gaps, colours nor outlines separate the characters (docs/decisions/0047).
 */
export const pictureOf = (text: string): Buffer => {
  const canvas = newCanvas(size.width, size.height)
  const [sideways, upwards] = [wave(2.5, randomBetween(6, 10)), wave(3, randomBetween(9, 16))]
  const spacing = (size.width - 36) / (text.length - 1)
  for (const [i, character] of [...text].entries()) {
    const transform = randomTransform([18 + i * spacing + randomBetween(-2, 2), size.height / 2 + randomBetween(-4, 4)])
    const distort = ([x, y]: Point): Point => [x + sideways(y), y + upwards(x)]
    const pen = randomBetween(2.8, 3.8)
    for (const stroke of strokesOf(character))
      canvas.stroke(
        stroke.map((point) => distort(transform(point))),
        pen,
      )
  }
  for (const isInk of [false, true, true]) canvas.stroke(randomCurve(), isInk ? randomBetween(1.3, 1.9) : 1.2, isInk)
  const picture = canvas.picture()
  const noise = randomBytes(picture.pixels.length)
  const pixels = picture.pixels.map((pixel, i) =>
    (noise[i] as number) < (speckPercent * 256) / 100 ? 255 - pixel : pixel,
  )
  return pngOf({ ...picture, pixels }, backgroundColor, inks[randomInt(inks.length)] as (typeof inks)[number])
}
