import type { Point } from '../base/images/canvas.ts'

/**
 * Characters as handwritten strokes on a grid of six by nine. A stroke is a list of points `xy`; with ~ it is a curve through
 * them. Characters that look alike after rotation and crossing lines are left out.
 */
const glyphStrokes: Readonly<Record<string, string>> = {
  A: '093069 1656',
  B: '0009 ~004061634404 ~044566684909',
  C: '~6140200207294968',
  D: '0009 ~003062673909',
  E: '60000969 0444',
  H: '0009 6069 0464',
  J: '~505557391907',
  K: '0009 6005 2469',
  M: '0900356069',
  N: '09006960',
  P: '0009 ~004062634505',
  R: '0009 ~004062634505 3569',
  T: '0060 3039',
  U: '~0004072949676460',
  W: '0019335960',
  X: '0069 6009',
  Y: '003460 3439',
  2: '~0110406153 5309 0969',
  3: '~012050624424 ~245466582908',
  4: '49400666',
  6: '~5130030729496765442406',
  7: '006029',
}

export const captchaCharacters = Object.keys(glyphStrokes).join('')

const stepsPerSegment = 12
/** Interpolates between two points: straight, or curved by the points before and after (Catmull-Rom). */
const interpolate = (before: Point, from: Point, to: Point, after: Point, isCurved: boolean): Point[] =>
  Array.from({ length: stepsPerSegment }, (_, i) => {
    const t = i / stepsPerSegment
    const at = (n: 0 | 1) => {
      if (!isCurved) return from[n] + t * (to[n] - from[n])
      const [a, b] = [to[n] - before[n], after[n] - from[n]].map((slope) => slope / 2) as [number, number]
      const d = from[n] - to[n]
      return from[n] + t * a + t ** 2 * (-3 * d - 2 * a - b) + t ** 3 * (2 * d + a + b)
    }
    return [at(0), at(1)]
  })

const strokeOf = (text: string): Point[] => {
  const isCurved = text.startsWith('~')
  const points = (text.match(/\d\d/g) ?? []).map((pair): Point => [Number(pair[0]) - 3, Number(pair[1]) - 4.5])
  const point = (i: number) => points[Math.min(Math.max(i, 0), points.length - 1)] as Point
  const lines = points.slice(1).flatMap((to, i) => interpolate(point(i - 1), point(i), to, point(i + 2), isCurved))
  return [...lines, point(points.length - 1)]
}

const strokes = new Map(
  Object.entries(glyphStrokes).map(([character, text]) => [character, text.split(' ').map(strokeOf)]),
)

/** The strokes of a character, centred on 0,0, six wide and nine high, as closely spaced points. */
export const strokesOf = (character: string): readonly (readonly Point[])[] => strokes.get(character) ?? []
