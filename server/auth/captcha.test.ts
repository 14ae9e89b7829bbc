import { describe, expect, test } from 'vitest'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { isAnswered, makeCaptcha } from './captcha.ts'

const { app, db } = await openPlatform()
const ctx = await contextFor(app)
const answerOf = async (key: string) =>
  (await db.selectFrom('captcha').select('answer').where('key', '=', key).executeTakeFirst())?.answer as string
const kept = async () => (await db.selectFrom('captcha').select('key').execute()).map(({ key }) => key)

describe('a captcha', () => {
  test('is a picture whose answer is nowhere in it as text', async () => {
    const { key, image } = await makeCaptcha(ctx)
    const svg = Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(svg).toMatch(/^<svg[^>]+width="130" height="48"/)
    expect(svg).not.toMatch(/<text|<script|<a /)
    expect(svg.toLowerCase()).not.toContain(`>${await answerOf(key)}<`)
  })

  test('asks for five signs that cannot be taken for each other', async () => {
    for (let n = 0; n < 20; n++) {
      const { key } = await makeCaptcha(ctx)
      expect(await answerOf(key)).toMatch(/^[a-z0-9]{5}$/)
      expect(await answerOf(key)).not.toMatch(/[01]/)
    }
  })

  test('is answered once, however many answer at the same moment', async () => {
    const { key } = await makeCaptcha(ctx)
    const answer = await answerOf(key)
    const tries = await Promise.all(Array.from({ length: 8 }, () => isAnswered(ctx, key, answer)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await kept()).not.toContain(key)
  })

  test('takes the answer in any case, with blanks around it', async () => {
    const { key } = await makeCaptcha(ctx)
    expect(await isAnswered(ctx, key, ` ${(await answerOf(key)).toUpperCase()} `)).toBe(true)
  })

  test('a wrong answer uses it up; that of another one opens nothing', async () => {
    const [one, other] = [await makeCaptcha(ctx), await makeCaptcha(ctx)]
    const answer = await answerOf(one.key)
    expect(await isAnswered(ctx, other.key, answer)).toBe(answer === (await answerOf(other.key)))
    expect(await isAnswered(ctx, one.key, 'wrong')).toBe(false)
    expect(await isAnswered(ctx, one.key, answer)).toBe(false)
  })

  test.each([
    [undefined, 'x'],
    ['', ''],
    ['x', undefined],
    ['x', ''],
    [['x'], 'x'],
    ["' or 1=1 --", 'x'],
    ['x'.repeat(5000), 'x'],
  ])('key %j with answer %j is none', async (key, answer) => {
    expect(await isAnswered(ctx, key, answer)).toBe(false)
  })

  test('too old opens nothing, and goes when the next is made', async () => {
    const { key } = await makeCaptcha(ctx)
    const answer = await answerOf(key)
    await db.updateTable('captcha').set({ endsAt: '2020-01-01 00:00:00' }).where('key', '=', key).execute()
    expect(await isAnswered(ctx, key, answer)).toBe(false)
    expect(await kept()).toContain(key)
    await makeCaptcha(ctx)
    expect(await kept()).not.toContain(key)
  })
})
