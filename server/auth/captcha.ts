import { createHash, randomBytes, randomInt } from 'node:crypto'
import { fold } from '#contract/kit/fold.ts'
import { hasLeadingZeros, proofText } from '#contract/proof-of-work.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { captchaCharacters } from './captcha-glyphs.ts'
import { pictureOf } from './captcha-picture.ts'

const captchaSeconds = 300
const captchaLength = 5

const storeAnswer = async (ctx: Ctx, answer: string): Promise<string> => {
  const key = randomBytes(16).toString('hex')
  await sql`delete from captcha where ends_at < now()`.execute(ctx.db)
  await sql`insert into captcha (key, answer, ends_at) values (${key}, ${answer}, now() + make_interval(secs => ${captchaSeconds}))`.execute(
    ctx.db,
  )
  return key
}

/** A new captcha: a key of 128 bits and a PNG of 130 × 48 pixels. The server stores the answer for five minutes. */
export const makeCaptcha = async (ctx: Ctx): Promise<{ key: string; image: string }> => {
  const text = Array.from({ length: captchaLength }, () => captchaCharacters[randomInt(captchaCharacters.length)]).join(
    '',
  )
  const key = await storeAnswer(ctx, text.toLowerCase())
  return { key, image: `data:image/png;base64,${pictureOf(text).toString('base64')}` }
}

/** Stored in place of an answer to mark a proof-of-work task; no captcha text equals it. */
const workMarker = 'work'
/** 2^18 hashes on average: one to five seconds in a browser, 0.2 seconds in a dedicated program. */
const workBits = 18

/** A proof-of-work task for people who cannot read a picture; valid as long as a captcha (docs/decisions/0047). */
export const makeWork = async (ctx: Ctx): Promise<{ key: string; bits: number }> => ({
  key: await storeAnswer(ctx, workMarker),
  bits: workBits,
})

const isWorkDone = (key: string, answer: string): boolean =>
  hasLeadingZeros(createHash('sm3').update(proofText(key, answer)).digest('hex'), workBits)

/** A captcha allows one try: the row is deleted before the answer is compared. */
export const verifyCaptcha = async (ctx: Ctx, key: unknown, answer: unknown): Promise<boolean> => {
  if (typeof key !== 'string' || typeof answer !== 'string' || !key || !answer) return false
  const { rows } = await sql<{
    answer: string
  }>`delete from captcha where key = ${key.slice(0, 64)} and ends_at > now() returning answer`.execute(ctx.db)
  const normalizedAnswer = fold(answer).trim()
  return rows[0]?.answer === workMarker ? isWorkDone(key, normalizedAnswer) : rows[0]?.answer === normalizedAnswer
}
