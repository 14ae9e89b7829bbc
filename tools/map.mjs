import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Draws the national map once, so that the page needs neither map data nor a projection:
 *   npm install --no-save d3-geo@3.1.2 echarts4@npm:echarts@4.9.0 && node tools/map.mjs && npx biome check --write web/base/map/china.ts
 * Source: map/json/china.json of echarts 4.9.0 (Apache-2.0), decoded here; the inset of the South China Sea islands with its
 * ten dashes is drawn from coordinates below. The drawing carries no map approval number: see the README.
 */
const require = createRequire(import.meta.url)
const { geoConicEqualArea, geoMercator, geoPath } = await import('d3-geo')
const source = require('echarts4/map/json/china.json')

const decodeRing = (text, [offsetX, offsetY]) => {
  const points = []
  let [x, y] = [offsetX, offsetY]
  for (let i = 0; i < text.length; i += 2) {
    const [a, b] = [text.charCodeAt(i) - 64, text.charCodeAt(i + 1) - 64]
    x += (a >> 1) ^ -(a & 1)
    y += (b >> 1) ^ -(b & 1)
    points.push([x / 1024, y / 1024])
  }
  return points
}

const polygonsOf = ({ type, coordinates, encodeOffsets }) =>
  type === 'Polygon'
    ? [coordinates.map((ring, i) => decodeRing(ring, encodeOffsets[i]))]
    : coordinates.map((polygon, i) => polygon.map((ring, j) => decodeRing(ring, encodeOffsets[i][j])))

/** SVG path of one projected ring with one decimal; leaves out points closer than `minDistance` to the previous one. */
const pathOf = (ring, project, minDistance) => {
  const points = []
  for (const point of ring) {
    const [x, y] = project(point)
    const last = points.at(-1)
    if (!last || Math.hypot(x - last[0], y - last[1]) >= minDistance) points.push([x, y])
  }
  if (points.length < 3) return ''
  let [px, py] = points[0].map((v) => Math.round(v * 10))
  let path = `M${px / 10} ${py / 10}l`
  for (const [x, y] of points.slice(1)) {
    const [nx, ny] = [Math.round(x * 10), Math.round(y * 10)]
    path += `${(nx - px) / 10} ${(ny - py) / 10} `
    ;[px, py] = [nx, ny]
  }
  return `${path.trim().replace(/ -/g, '-')}z`
}

const width = 830
const height = 600
const projection = geoConicEqualArea().rotate([-105, 0]).center([0, 36]).parallels([25, 47])
const outline = {
  type: 'MultiPoint',
  coordinates: [
    [73.4, 39],
    [135.1, 48.4],
    [123.3, 53.6],
    [108.5, 17.9],
    [122.1, 21.8],
    [97, 27],
    [87, 49.2],
  ],
}
projection.fitExtent(
  [
    [8, 8],
    [792, height - 8],
  ],
  outline,
)
geoPath(projection)

const featuresWithoutCode = source.features.filter(({ id }) => !id)
if (featuresWithoutCode.length) throw new Error('a feature without code')
const provinces = source.features.map(({ id, geometry, properties }) => {
  const polygons = polygonsOf(geometry)
  const d = polygons.map((polygon) => polygon.map((ring) => pathOf(ring, projection, 1.6)).join('')).join('')
  const [x, y] = projection(properties.cp)
  return { code: id, d, at: [Math.round(x), Math.round(y)] }
})

const inset = { x: 722, y: 424, width: 100, height: 168 }
const sea = geoMercator()
const corners = {
  type: 'MultiPoint',
  coordinates: [
    [105.6, 2.6],
    [123.6, 25.4],
  ],
}
sea.fitExtent(
  [
    [0, 0],
    [inset.width, inset.height],
  ],
  corners,
)
const coast = ['440000', '450000', '460000', '350000', '710000', '810000', '820000', '530000']
const inside = ([lon, lat]) => lon > 104 && lon < 125 && lat > 2 && lat < 26.5
/** Points outside the frame are moved to a margin around it, which the page clips: only the coast line is visible. */
const margin = 4
const clamp = (value, min, max) => Math.max(min, Math.min(value, max))
const projectIntoFrame = (point) => {
  const [x, y] = sea(point)
  return [clamp(x, -margin, inset.width + margin), clamp(y, -margin, inset.height + margin)]
}
const land = source.features
  .filter(({ id }) => coast.includes(id))
  .map(({ id, geometry }) => ({
    code: id,
    d: polygonsOf(geometry)
      .flat()
      .map((ring) => (ring.some(inside) ? pathOf(ring, projectIntoFrame, 1) : ''))
      .join(''),
  }))
  .filter(({ d }) => d !== '')
const round = (point) => sea(point).map((v) => Math.round(v * 10) / 10)
/** Groups of islands, as small marks with their names. */
const islands = [
  ['东沙群岛', 'Dongsha', [[116.72, 20.7]]],
  [
    '西沙群岛',
    'Xisha',
    [
      [111.6, 16.5],
      [112.33, 16.83],
      [112.3, 16.3],
      [111.2, 15.78],
    ],
  ],
  [
    '中沙群岛',
    'Zhongsha',
    [
      [114.4, 15.9],
      [114.8, 16.1],
      [117.76, 15.15],
    ],
  ],
  [
    '南沙群岛',
    'Nansha',
    [
      [114.36, 10.38],
      [115.54, 9.91],
      [112.87, 9.55],
      [113.92, 8.86],
      [111.92, 8.64],
      [115.8, 10.8],
      [112.28, 3.97],
    ],
  ],
].map(([zh, en, points]) => ({ name: [zh, en], points: points.map(round) }))
/** The ten dashes, each by its two ends. */
const dashes = [
  [
    [109.83, 16.22],
    [109.87, 15.15],
  ],
  [
    [110.35, 12.27],
    [110.32, 11.25],
  ],
  [
    [108.28, 7.1],
    [108.22, 6.0],
  ],
  [
    [111.8, 3.4],
    [112.8, 3.65],
  ],
  [
    [115.55, 7.05],
    [116.3, 7.95],
  ],
  [
    [118.6, 10.92],
    [119.05, 11.95],
  ],
  [
    [119.1, 15.0],
    [119.1, 16.05],
  ],
  [
    [119.45, 18.0],
    [120.0, 19.05],
  ],
  [
    [121.2, 20.8],
    [121.9, 21.7],
  ],
  [
    [122.52, 23.47],
    [122.8, 24.57],
  ],
].map((ends) => ends.map(round))
/** Diaoyu Dao and Chiwei Yu are on the main map. */
const diaoyu = [
  [123.47, 25.75],
  [124.56, 25.93],
].map((point) => projection(point).map((v) => Math.round(v * 10) / 10))

const text = `/**
 * The national map as drawn by tools/map.mjs: outlines of the 34 divisions of province level, Diaoyu Dao, and the inset of the
 * South China Sea islands with its ten dashes. Outlines: echarts 4.9.0, Apache-2.0. Replaceable by a drawing of the same shape.
 */
export const china = ${JSON.stringify({ width, height, provinces, diaoyu, inset: { ...inset, land, islands, dashes } })} as const
`
writeFileSync('web/base/map/china.ts', text)
process.stdout.write(`${text.length} characters\n`)
