import encodeQR from 'qr'

export interface QrPicture {
  /** Modules in a row, with the empty border that readers need. */
  readonly size: number
  /** The dark modules as an SVG path, one unit each. */
  readonly path: string
}

/** Draws the QR code of an address. */
export const qrPictureOf = (address: string): QrPicture => {
  const rows = encodeQR(address, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: path.join('') }
}

/** Units of a module in the saved picture: large enough to print. */
const moduleWidth = 16

/** The picture as an SVG file, dark on white whatever lies below it. */
export const svgOf = ({ size, path }: QrPicture): string => {
  const width = size * moduleWidth
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000" shape-rendering="crispEdges"/></svg>`
}
