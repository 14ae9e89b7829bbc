import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDisposition } from './send-file.ts'

/** The file name that a browser reads from the header (RFC 8187, 3.2.3). */
const nameIn = (header: string) => decodeURIComponent(header.split("''")[1] ?? '')

describe('the file name in content-disposition', () => {
  test.each([
    ["O'Brien.pdf", 'O%27Brien.pdf'],
    ['报告(终稿).pdf', '%E6%8A%A5%E5%91%8A%28%E7%BB%88%E7%A8%BF%29.pdf'],
    ['a*b.txt', 'a%2Ab.txt'],
    ['100%; "x"\\y.txt', '100%25%3B%20%22x%22%5Cy.txt'],
    ['line\r\nbreak.txt', 'line%0D%0Abreak.txt'],
    ['a!~-_.txt', 'a!~-_.txt'],
    ['🦊.txt', '%F0%9F%A6%8A.txt'],
    ['\uDD8A.txt', '%EF%BF%BD.txt'],
  ])('%j is escaped as %s', (name, expected) => {
    expect(contentDisposition(name)).toBe(`attachment; filename*=UTF-8''${expected}`)
  })

  test('has only characters that RFC 8187 allows, and is the name that was meant', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (name, inline) => {
        const header = contentDisposition(name, inline)
        expect(header).toMatch(/^(?:inline|attachment); filename\*=UTF-8''(?:[\w!#$&+\-.^`|~]|%[0-9A-F]{2})*$/)
        expect(nameIn(header)).toBe(String(Buffer.from(name)))
      }),
    )
  })
})
