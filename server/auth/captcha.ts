import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { hasLeadingZeros, proofText } from '#contract/work.ts'
import type { Ctx } from '../engine/context.ts'
import { pictureOf } from './captcha-picture.ts'
import { signs } from './captcha-signs.ts'

const seconds = 300
const length = 5

const keep = async (ctx: Ctx, answer: string): Promise<string> => {
  const key = randomBytes(16).toString('hex')
  await sql`delete from captcha where ends_at < now()`.execute(ctx.db)
  await sql`insert into captcha (key, answer, ends_at) values (${key}, ${answer}, now() + make_interval(secs => ${seconds}))`.execute(
    ctx.db,
  )
  return key
}

/** A new captcha: a key of 128 bits and a PNG of 130 × 48; its answer stays here for five minutes. */
export const makeCaptcha = async (ctx: Ctx): Promise<{ key: string; image: string }> => {
  const text = Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
  const key = await keep(ctx, text.toLowerCase())
  return { key, image: `data:image/png;base64,${pictureOf(text).toString('base64')}` }
}

/** Stands where the answer to a picture would; no picture has such a one. */
const work = 'work'
/** 2^18 hashes on average: one to five seconds in a browser, a fifth of one in a program made for it. */
const bits = 18

/** A task for whoever cannot read a picture, kept as long as a captcha (docs/decisions/0047). */
export const makeWork = async (ctx: Ctx): Promise<{ key: string; bits: number }> => ({
  key: await keep(ctx, work),
  bits,
})

const isDone = (key: string, answer: string): boolean =>
  hasLeadingZeros(createHash('sm3').update(proofText(key, answer)).digest('hex'), bits)

/** One try for each captcha: it is gone before the answer is compared. */
export const isAnswered = async (ctx: Ctx, key: unknown, answer: unknown): Promise<boolean> => {
  if (typeof key !== 'string' || typeof answer !== 'string' || !key || !answer) return false
  const { rows } = await sql<{
    answer: string
  }>`delete from captcha where key = ${key.slice(0, 64)} and ends_at > now() returning answer`.execute(ctx.db)
  const given = answer.trim().toLowerCase()
  return rows[0]?.answer === work ? isDone(key, given) : rows[0]?.answer === given
}
