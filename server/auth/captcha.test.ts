import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasLeadingZeros, proofText } from '#contract/proof-of-work.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { makeCaptcha, makeWork, verifyCaptcha } from './captcha.ts'
import { pictureOf } from './captcha-picture.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

const answerOf = async (key: string) =>
  (await db.selectFrom('captcha').select('answer').where('key', '=', key).executeTakeFirst())?.answer as string
const storedKeys = async () => (await db.selectFrom('captcha').select('key').execute()).map(({ key }) => key)

/** Names of the chunks of a PNG. */
const partsOf = (png: Buffer): string[] => {
  const names: string[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) names.push(png.toString('latin1', at + 4, at + 8))
  return names
}
const pixelsOf = (png: Buffer): Buffer => {
  const at = png.indexOf('IDAT')
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
}

/** Width of the widest connected shape. If letters can be cut apart, each letter is one shape. */
const widestPiece = (png: Buffer): number => {
  const [wide, high] = [130, 48]
  const rows = pixelsOf(png)
  const isDark = (i: number) => (rows[Math.floor(i / wide) * (wide + 1) + (i % wide) + 1] ?? 0) > 127
  const dark = Array.from({ length: wide * high }, (_, i) => isDark(i))
  let widest = 0
  for (let begin = 0; begin < dark.length; begin++) {
    const [queue, columns] = [[begin], new Set<number>()]
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (!dark[at]) continue
      dark[at] = false
      columns.add(at % wide)
      queue.push(at - wide, at + wide, at - 1, at + 1)
    }
    widest = Math.max(widest, columns.size)
  }
  return widest
}

describe('a captcha', () => {
  test('is a PNG of 130 × 48 pixels, without outlines of letters or text', async () => {
    const { image } = await makeCaptcha(ctx)
    expect(image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/)
    const bytes = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([130, 48])
    expect(partsOf(bytes)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
    expect(bytes.length).toBeLessThan(6000)
  })

  test('cannot be split into its characters along gaps', () => {
    const widths = Array.from({ length: 60 }, () => widestPiece(pictureOf('A2B3C')))
    // a character is about 20 pixels wide
    expect(widths.filter((width) => width > 60).length).toBeGreaterThan(50)
  })

  test('is never drawn the same way twice', () => {
    const pictures = Array.from({ length: 20 }, () => pixelsOf(pictureOf('KKKKK')).toString('base64'))
    expect(new Set(pictures).size).toBe(20)
  })

  test('has five characters that cannot be confused with each other', async () => {
    for (let n = 0; n < 20; n++) {
      const { key } = await makeCaptcha(ctx)
      expect(await answerOf(key)).toMatch(/^[a-z0-9]{5}$/)
      expect(await answerOf(key)).not.toMatch(/[01olisgqvz589]/)
    }
  })

  test('accepts one answer only, even of several at the same moment', async () => {
    const { key } = await makeCaptcha(ctx)
    const answer = await answerOf(key)
    const results = await Promise.all(Array.from({ length: 8 }, () => verifyCaptcha(ctx, key, answer)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await storedKeys()).not.toContain(key)
  })

  test('accepts the answer in any case, with blanks around it', async () => {
    const { key } = await makeCaptcha(ctx)
    expect(await verifyCaptcha(ctx, key, ` ${(await answerOf(key)).toUpperCase()} `)).toBe(true)
  })

  test('accepts the answer in full-width characters, as a Chinese keyboard may write it', async () => {
    const { key } = await makeCaptcha(ctx)
    const wide = [...(await answerOf(key))].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    expect(await verifyCaptcha(ctx, key, wide)).toBe(true)
  })

  test('is used up by a wrong answer, and does not accept the answer of another one', async () => {
    const [one, other] = [await makeCaptcha(ctx), await makeCaptcha(ctx)]
    const [answer, otherAnswer] = [await answerOf(one.key), await answerOf(other.key)]
    expect(await verifyCaptcha(ctx, other.key, answer)).toBe(answer === otherAnswer)
    expect(await verifyCaptcha(ctx, one.key, 'wrong')).toBe(false)
    expect(await verifyCaptcha(ctx, one.key, answer)).toBe(false)
  })

  test('does not accept an answer that is nearly right', async () => {
    const changes: ((answer: string) => string)[] = [
      (answer) => answer.slice(1),
      (answer) => answer.slice(0, -1),
      (answer) => `${answer}a`,
      (answer) => `${answer.slice(0, -1)}!`,
      () => 'work',
    ]
    for (const change of changes) {
      const { key } = await makeCaptcha(ctx)
      const wrong = change(await answerOf(key))
      expect([wrong, await verifyCaptcha(ctx, key, wrong)]).toEqual([wrong, false])
    }
  })

  test.each([
    [undefined, 'x'],
    ['', ''],
    ['x', undefined],
    ['x', ''],
    [['x'], 'x'],
    ["' or 1=1 --", 'x'],
    ['x'.repeat(5000), 'x'],
  ])('does not accept key %j with answer %j', async (key, answer) => {
    expect(await verifyCaptcha(ctx, key, answer)).toBe(false)
  })

  test('does not accept an answer after it expires, and is deleted when the next one is created', async () => {
    const { key } = await makeCaptcha(ctx)
    const answer = await answerOf(key)
    await db.updateTable('captcha').set({ endsAt: '2020-01-01 00:00:00' }).where('key', '=', key).execute()
    expect(await verifyCaptcha(ctx, key, answer)).toBe(false)
    expect(await storedKeys()).toContain(key)
    await makeCaptcha(ctx)
    expect(await storedKeys()).not.toContain(key)
  })
})

describe('a captcha without a picture', () => {
  /** Searches like a browser: one number after the other. */
  const solve = (key: string, bits: number): string => {
    for (let n = 0; ; n++) {
      const code = n.toString(36)
      if (hasLeadingZeros(createHash('sm3').update(proofText(key, code)).digest('hex'), bits)) return code
    }
  }

  test('accepts a proof of work once, and nothing else', async () => {
    const { key, bits } = await makeWork(ctx)
    const code = solve(key, bits)
    expect([await verifyCaptcha(ctx, key, code), await verifyCaptcha(ctx, key, code)]).toEqual([true, false])
    for (const wrong of ['work', '0', `${code}0`]) {
      const other = await makeWork(ctx)
      expect(await verifyCaptcha(ctx, other.key, wrong)).toBe(false)
    }
  })

  test('does not accept the proof for another one, and neither does a captcha with a picture', async () => {
    const [one, other, picture] = [await makeWork(ctx), await makeWork(ctx), await makeCaptcha(ctx)]
    const code = solve(one.key, one.bits)
    expect(await verifyCaptcha(ctx, other.key, code)).toBe(false)
    expect(await verifyCaptcha(ctx, picture.key, code)).toBe(false)
  })
})
