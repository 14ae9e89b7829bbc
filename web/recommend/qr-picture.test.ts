import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { type QrPicture, qrPictureOf, svgOf } from './qr-picture.ts'

/** The picture as pixels, eight for each module. */
const pixelsOf = ({ size, path }: QrPicture) => {
  const scale = 8
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
  return { width, height: width, data }
}

test.each(['https://5g.example.gov.cn/recommend/1234567890123456789', 'http://127.0.0.1:8080/recommend/1'])(
  'a reader finds %s in the picture',
  (address) => {
    expect(decodeQR(pixelsOf(qrPictureOf(address)), { timeLimit: Number.POSITIVE_INFINITY })).toBe(address)
  },
)

test('the saved picture is the same one', () => {
  const picture = qrPictureOf('https://5g.example.gov.cn/recommend/1')
  expect(svgOf(picture)).toContain(`viewBox="0 0 ${picture.size} ${picture.size}"`)
  expect(svgOf(picture)).toContain(picture.path)
})
