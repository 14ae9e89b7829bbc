import { describe, expect, test } from 'vitest'
import { readLeave } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { checkXml, readXml } from './scan.ts'

const leave = readLeave()
const longer = (bytes: number) => leave.replace('</process>', `</process><!--${' '.repeat(bytes)}-->`)

describe('the text of a process file', () => {
  test('may have 256 KB and not more', () => {
    expect(() => checkXml(longer(240 * 1024))).not.toThrow()
    expect(() => checkXml(longer(256 * 1024))).toThrow('may not be larger than 256 KB')
    expect(() => readXml(Buffer.alloc(256 * 1024 + 1, 32))).toThrow('may not be larger than 256 KB')
  })

  test('is UTF-8, with or without a byte order mark', async () => {
    expect(readXml(Buffer.from(leave))).toBe(leave)
    const { name } = await compileDefinition(
      readXml(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(leave)])),
    )
    expect(name).toBe('请假流程')
  })

  test('in another encoding it is refused, whether it says so or not', () => {
    // “请假” in GBK
    expect(() => readXml(Buffer.from([0x3c, 0xc7, 0xeb, 0xbc, 0xd9, 0x3e]))).toThrow('UTF-8')
    expect(() => checkXml(leave.replace('encoding="UTF-8"', 'encoding="GBK"'))).toThrow('UTF-8')
    expect(() => checkXml(leave.replace('请假流程', '\uFFFD\uFFFD'))).toThrow('UTF-8')
    expect(() => checkXml(leave.replace('请假流程', '\uD800'))).toThrow('UTF-8')
  })

  test('has at most 8,000 elements, counted before they are built', () => {
    expect(() => checkXml(`<a>${'<b/>'.repeat(7999)}</a>`)).not.toThrow()
    expect(() => checkXml(`<a>${'<b/>'.repeat(8000)}</a>`)).toThrow('too complex')
  })

  test('is nested at most 12 deep', () => {
    const nested = (depth: number) => '<a b=">">'.repeat(depth) + '</a>'.repeat(depth)
    expect(() => checkXml(nested(12))).not.toThrow()
    expect(() => checkXml(nested(13))).toThrow('too complex')
  })

  test('has at most 100 attributes of one element and 8,000 in all, whatever they contain', () => {
    const element = (count: number) => `<b ${Array.from({ length: count }, (_, i) => `a${i}='"=>'`).join(' ')}/>`
    expect(() => checkXml(`<a>${element(100).repeat(80)}</a>`)).not.toThrow()
    expect(() => checkXml(`<a>${element(101)}</a>`)).toThrow('100 attributes of one element')
    expect(() => checkXml(`<a>${element(100).repeat(80)}${element(1)}</a>`)).toThrow('8000 in all')
  })

  test.each(['a=1 ', 'a ', '/ ', '< ', '&', '"1"', 'a = "1" '])('counts %j as an attribute', (piece) => {
    expect(() => checkXml(`<a ${piece.repeat(101)}/>`)).toThrow('100 attributes of one element')
    expect(() => checkXml(`<a ${piece.repeat(50)}/>`)).not.toThrow()
  })

  test.each(['x<b/>', '<![CDATA[x]]>'])('has text in at most 1,000 places: %j', (text) => {
    expect(() => checkXml(`<a>${text.repeat(1000)}</a>`)).not.toThrow()
    expect(() => checkXml(`<a>${text.repeat(1001)}</a>`)).toThrow('text in at most 1000 places')
  })

  test('may mention a declaration in a comment or a literal text, but not contain one', () => {
    expect(() => checkXml('<a><!-- <!DOCTYPE a> --><![CDATA[<!ENTITY b "c">]]></a>')).not.toThrow()
    expect(() => checkXml('<!doctype a><a/>')).toThrow('DOCTYPE')
    expect(() => checkXml('<a><!ENTITY b "c"></a>')).toThrow('DOCTYPE')
  })

  test('of unfinished parts is refused, not read to its end again and again', () => {
    expect(() => checkXml('<a b="'.repeat(20_000))).toThrow('not complete')
    expect(() => checkXml('<a><!-- ')).toThrow('not complete')
  })
})
