import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addCoverage, emptyCoverage } from './font-coverage.ts'

const noto = readFileSync('node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const charactersOf = (...files: Uint8Array[]) => {
  const covered = emptyCoverage()
  for (const file of files) addCoverage(file, covered)
  return { has: (text: string) => [...text].map((one) => covered[one.codePointAt(0) as number]), covered }
}

test('a font has its characters and no others', () => {
  const { has, covered } = charactersOf(noto)
  expect(has('A9，中㎡①镕𪚥')).toEqual([1, 1, 1, 1, 1, 1, 1, 0])
  expect(has('𠮷\ue801\uffff')).toEqual([0, 0, 0])
  expect(covered.filter(Boolean).length).toBeGreaterThan(20_000)
})

test('several fonts have the characters of each, also in one file', () => {
  const symbols = readFileSync('node_modules/bpmn-js/dist/assets/bpmn-font/font/bpmn.ttf')
  expect(charactersOf(noto, symbols).has('中\ue801')).toEqual([1, 1])
  // a collection: its head, with the place of the font, whose own places are counted from the start of the file
  const head = Buffer.alloc(16)
  head.write('ttcf')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(16, 12)
  const moved = Buffer.from(symbols)
  for (let table = 0; table < moved.readUInt16BE(4); table++)
    moved.writeUInt32BE(moved.readUInt32BE(12 + 16 * table + 8) + 16, 12 + 16 * table + 8)
  expect(charactersOf(Buffer.concat([head, moved])).has('A\ue801')).toEqual(charactersOf(symbols).has('A\ue801'))
})

test('a file that is no font is refused', () => {
  expect(() => charactersOf(Buffer.from('font'))).toThrow(RangeError)
})
