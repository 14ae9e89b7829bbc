import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { referenceFolder } from './references.ts'

/** Half of the size: small enough for the repository, and the edges of letters, which differ between browsers, are averaged. */
const halve = ({ width, height, data }: PNG): PNG => {
  const half = new PNG({ width: width >> 1, height: height >> 1 })
  const line = width * 4
  for (let y = 0; y < half.height; y++) {
    let from = 2 * y * line
    let to = y * half.width * 4
    for (const end = to + half.width * 4; to < end; from += 8, to += 4)
      for (let channel = 0; channel < 4; channel++) {
        const at = from + channel
        const sum = (data[at] ?? 0) + (data[at + 4] ?? 0) + (data[at + line] ?? 0) + (data[at + line + 4] ?? 0)
        half.data[to + channel] = sum >> 2
      }
  }
  return half
}

/** The content of the page, or with `isWindow` what the window shows. */
export const takePicture = async (page: Page, isWindow = false): Promise<PNG> => {
  const options = { animations: 'disabled', caret: 'hide' } as const
  const content = isWindow ? await page.screenshot(options) : await page.locator('main').screenshot(options)
  return halve(PNG.sync.read(content))
}

const pathOf = (name: string) => join(referenceFolder, `${name}.png`)

export const writePicture = (name: string, picture: PNG): void => {
  mkdirSync(dirname(pathOf(name)), { recursive: true })
  // the pictures have no transparent parts
  writeFileSync(pathOf(name), PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }))
}

/** Colour distance, from 0 to 1, from which two pixels differ; and the share of pixels that may differ. */
const [threshold, maxShare] = [0.15, 0.0005]

/** How a picture differs from its reference, or null. The differences are written to SHOTS, if it names a directory. */
export const pictureFault = (name: string, picture: PNG): string | null => {
  if (!existsSync(pathOf(name))) return `${name} has no reference`
  const reference = PNG.sync.read(readFileSync(pathOf(name)))
  const { width, height } = picture
  if (Math.abs(reference.width - width) > 1 || Math.abs(reference.height - height) > 1)
    return `${name} has ${width} × ${height} pixels; before: ${reference.width} × ${reference.height}`
  if (reference.width !== width || reference.height !== height) return null
  const differences = new PNG({ width, height })
  const count = pixelmatch(reference.data, picture.data, differences.data, width, height, { threshold })
  if (count <= width * height * maxShare) return null
  if (process.env.SHOTS) writeFileSync(join(process.env.SHOTS, `${name}.png`), PNG.sync.write(differences))
  return `${name} differs in ${count} of ${width * height} pixels`
}
