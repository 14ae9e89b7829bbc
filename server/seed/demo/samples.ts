import { deflateSync } from 'node:zlib'

/** A small, valid one-page PDF with one line of Latin text. */
export const pdfOf = (line: string): Buffer => {
  const text = `BT /F1 16 Tf 72 760 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (data: Buffer) => {
  let c = 0xffffffff
  for (const byte of data) c = (crcTable[(c ^ byte) & 0xff] as number) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG with the colour `colourAt` returns for each pixel. */
export const pngFrom = (width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer => {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) row.set(colourAt(x, y), 1 + x * 3)
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A plain PNG in one colour. */
export const pngOf = (colour: Colour, width = 320, height = 180): Buffer => pngFrom(width, height, () => colour)

/** Files for testing uploads by name: valid ones, and one for each reason of rejection. */
export const trials = (): Record<string, Buffer> => {
  const video = Buffer.alloc(20 * 1024 * 1024)
  video.writeUInt32BE(24)
  video.write('ftypisom', 4, 'latin1')
  video.writeUInt32BE(video.length - 24, 24)
  video.write('free', 28, 'latin1')
  return {
    'declaration-form.pdf': pdfOf('Declaration form'),
    'site-picture.png': pngOf([22, 93, 172]),
    'video-20mb.mp4': video,
    'too-large.mp4': Buffer.concat([video, Buffer.alloc(1)]),
    'infected.txt': Buffer.from(
      ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
      'latin1',
    ),
    'empty.pdf': Buffer.alloc(0),
    'locked.pdf': Buffer.concat([pdfOf('locked').subarray(0, -6), Buffer.from('\n/Encrypt 9 0 R\n%%EOF\n')]),
    'not-a-picture.png': Buffer.from('this is text, whatever its name says'),
  }
}
