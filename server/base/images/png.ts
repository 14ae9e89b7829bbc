import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (name: string, data: Buffer): Buffer => {
  const nameAndData = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(nameAndData))
  return Buffer.concat([length, nameAndData, checksum])
}

type Colour = readonly [red: number, green: number, blue: number]

/** A palette of 256 colours, from one colour at 0 to another at 255. */
const shades = (from: Colour, to: Colour): Buffer =>
  Buffer.from(
    Array.from({ length: 256 }, (_, i) =>
      from.map((part, n) => Math.round(part + (((to[n] ?? 0) - part) * i) / 255)),
    ).flat(),
  )

export interface Picture {
  readonly width: number
  readonly height: number
  /** Row by row, one byte per pixel: 0 is the background, 255 the ink. */
  readonly pixels: Uint8Array
}

/** A picture with one ink on one background, as PNG with an 8-bit palette. */
export const pngOf = ({ width, height, pixels }: Picture, ground: Colour, ink: Colour): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // bit depth 8, colour type 3 (palette)
  head.set([8, 3], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', shades(ground, ink)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
