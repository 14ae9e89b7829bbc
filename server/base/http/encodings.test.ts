import { expect, test } from 'vitest'
import { acceptsEncoding } from './encodings.ts'

test.each([
  ['gzip', true],
  ['br, gzip, deflate', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0.001', true],
  ['gzip ; q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['br, gzip ;q=0 , deflate', false],
  ['br, deflate', false],
  ['x-gzip', false],
  ['gzipped', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('a client that sends %j accepts gzip: %s', (header, expected) => {
  expect(acceptsEncoding(header, 'gzip')).toBe(expected)
})
