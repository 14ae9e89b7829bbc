/** Colour arithmetic: contrast (WCAG 1.4.3) and readable shades. All colours are #rrggbb. */

type Triple = readonly [number, number, number]

export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[\da-f]{6}$/i.test(text)

const rgbOf = (hex: string): Triple => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never
const hexOf = (rgb: Triple): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex).map(linear) as never as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio from 1 (equal) to 21 (black on white); text needs 4.5, edges and icons 3. */
export const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the first colour, the rest of the second. */
export const mix = (one: string, other: string, share: number): string => {
  const [a, b] = [rgbOf(one), rgbOf(other)]
  return hexOf(a.map((part, i) => part * share + (b[i] as number) * (1 - share)) as never)
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
const hslOf = (hex: string): Triple => {
  const [r, g, b] = rgbOf(hex).map((part) => part / 255) as never as Triple
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [span, light] = [max - min, (max + min) / 2]
  if (span === 0) return [0, 0, light]
  const hue = max === r ? (g - b) / span : max === g ? (b - r) / span + 2 : (r - g) / span + 4
  return [(hue * 60 + 360) % 360, span / (1 - Math.abs(2 * light - 1)), light]
}

const fromHsl = ([hue, saturation, light]: Triple): string => {
  const amplitude = saturation * Math.min(light, 1 - light)
  const part = (n: number) => {
    const at = (n + hue / 30) % 12
    return 255 * (light - amplitude * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return hexOf([part(0), part(8), part(4)])
}

/**
 * The nearest shade of the same hue whose contrast with each of these surfaces is at least `minContrast`: darker on light
 * surfaces, lighter on dark ones. The last step is black or white.
 */
export const readable = (colour: string, surfaces: readonly string[], minContrast: number): string => {
  const [hue, saturation, light] = hslOf(colour)
  const isDark = surfaces.every((surface) => luminance(surface) < 0.18)
  const steps = Array.from({ length: 101 }, (_, i) => light + (isDark ? 1 - light : -light) * (i / 100))
  const shades = steps.map((step) => fromHsl([hue, saturation, step]))
  const isReadable = (shade: string) => surfaces.every((surface) => contrast(shade, surface) >= minContrast)
  return shades.find(isReadable) ?? (shades.at(-1) as string)
}
