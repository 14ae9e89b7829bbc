import { expect, test } from 'vitest'
import { isInNetworks, isNetwork, networksIn } from './key-networks.ts'

test.each([
  ['203.0.113.9', null, true],
  ['203.0.113.9', ' \n', true],
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.0/24', true],
  ['::ffff:203.0.113.9', '203.0.113.0/24', true],
  ['203.0.114.9', '203.0.113.0/24，198.51.100.1', false],
  ['198.51.100.1', '203.0.113.0/24；198.51.100.1', true],
  ['2001:db8::7', '2001:db8::/32', true],
  ['2001:db9::7', '2001:db8::/32', false],
  ['203.0.113.9', '2001:db8::/32', false],
])('%s is in %j: %s', (address, networks, expected) => expect(isInNetworks(address, networks)).toBe(expected))

test.each([
  ['203.0.113.8', true],
  ['203.0.113.0/24', true],
  ['203.0.113.0/0', true],
  ['2001:db8::/128', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/24/8', false],
  ['203.0.113.0/-1', false],
  ['example.com', false],
  ['203.0.113', false],
])('%s is a network: %s', (entry, expected) => expect(isNetwork(entry)).toBe(expected))

test('a text lists networks as people write lists', () => {
  expect(networksIn('203.0.113.8, 198.51.100.0/24\n2001:db8::1；')).toEqual([
    '203.0.113.8',
    '198.51.100.0/24',
    '2001:db8::1',
  ])
  expect(networksIn(null)).toEqual([])
})
