import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import svgCaptcha from 'svg-captcha'
import type { Ctx } from '../engine/context.ts'

const seconds = 300
const size = {
  size: 5,
  width: 130,
  height: 48,
  noise: 2,
  ignoreChars: '0oO1iIlLsS5',
  background: '#f3f6fa',
  color: true,
}

/** A new captcha: a key of 128 bits and a picture of 130 × 48; its answer stays here for five minutes. */
export const makeCaptcha = async (ctx: Ctx): Promise<{ key: string; image: string }> => {
  const { text, data } = svgCaptcha.create(size)
  const key = randomBytes(16).toString('hex')
  await sql`delete from captcha where ends_at < now()`.execute(ctx.db)
  await sql`insert into captcha (key, answer, ends_at) values (${key}, ${text.toLowerCase()}, now() + make_interval(secs => ${seconds}))`.execute(
    ctx.db,
  )
  return { key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** One try for each captcha: it is gone before the answer is compared. */
export const isAnswered = async (ctx: Ctx, key: unknown, answer: unknown): Promise<boolean> => {
  if (typeof key !== 'string' || typeof answer !== 'string' || !key || !answer) return false
  const { rows } = await sql<{
    answer: string
  }>`delete from captcha where key = ${key.slice(0, 64)} and ends_at > now() returning answer`.execute(ctx.db)
  return rows[0]?.answer === answer.trim().toLowerCase()
}
