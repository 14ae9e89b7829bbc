import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { fold } from '#contract/kit/fold.ts'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { type Db, openDatabase, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

let db: Db

beforeAll(async () => {
  const database = openDatabase(await cloneDatabase(), () => {})
  cleanUp(database.close)
  ;({ db } = database)
})

/** Not every database knows the capital letter that Unicode 16 has added here, and the combining marks of Unicode 17. */
const known = (code: number): string =>
  code === 0x1c89 || (code >= 0x1acf && code <= 0x1aff) ? 'Ж' : String.fromCodePoint(code)

/** Characters of the kinds that folding is about, and some of every kind. */
const character = fc.oneof(
  fc.constantFrom(...'５ＧｇＡａ１％＿＼（），：　'),
  fc.constantFrom(...'aAzZ09%_\\\'"*&|:.-– '),
  fc.constantFrom(...'苏州华兴智能制造工厂𠮷〇々'),
  fc.constantFrom(...'ÉéßẞİıΣσςÅÅKǰǅЖжﬁ℡㎏㊣①Ⅷｶﾞガ한각'),
  fc.constantFrom('e\u0301', 'E\u0301', 'J\u030c', 'カ\u3099', '각', '👨\u200d👩\u200d👧', '❤️', '🇨🇳', '1️⃣'),
  fc.constantFrom(...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u202a\u202e\u3164\u115f\u180e\u{e0041}'),
  fc.constantFrom(...'\t\n\v\f\r\u0085\u2028\u2029\u00a0\u0001\u001b\u007f\u0080'),
  fc.integer({ min: 1, max: 0x2fff }).map(known),
  fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xf900, max: 0xffef }).map((code) => String.fromCodePoint(code)),
)
const words = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''))

describe('the function `fold` of the database', () => {
  test('agrees with that of the program on texts of every kind', async () => {
    const texts = fc.sample(words, 3000)
    const rows = await run<{ text: string; folded: string }>(
      db,
      sql`select text, fold(text) as folded from unnest(${texts}::text[]) with ordinality t (text, n) order by n`,
    )
    expect(rows.map(({ text }) => text)).toEqual(texts)
    const different = rows.filter(({ text, folded }) => fold(text) !== folded)
    expect(different.map(({ text, folded }) => [text, folded, fold(text)])).toEqual([])
  })

  test('finds the texts that contain another one, whatever characters it has', async () => {
    const pairs = fc.sample(fc.tuple(words, words, words), 1000).flatMap(([before, term, after]) => [
      { text: before + term + after, term },
      { text: before, term },
    ])
    const [texts, terms] = [pairs.map(({ text }) => text), pairs.map(({ term }) => term)]
    const rows = await run<{ isFound: boolean; starts: boolean }>(
      db,
      sql`select fold(text) like fold_part(term) as "isFound", fold(text) like fold_start(term) as starts
        from unnest(${texts}::text[], ${terms}::text[]) with ordinality t (text, term, n) order by n`,
    )
    const expected = pairs.map(({ text, term }) => ({
      isFound: fold(text).includes(fold(term)),
      starts: fold(text).startsWith(fold(term)),
    }))
    expect(rows).toEqual(expected)
  })

  test('has the pairs of each text that it contains, so that their index finds it', async () => {
    const sampled = fc.sample(fc.tuple(words, words, words), 3000)
    const [texts, terms] = [sampled.map((parts) => parts.join('')), sampled.map(([, term]) => term)]
    const rows = await run<{ text: string; term: string; hasPairs: boolean | null }>(
      db,
      sql`select text, term, pairs(fold(text)) @@ pairs_query(term) as "hasPairs"
        from unnest(${texts}::text[], ${terms}::text[]) t (text, term) where fold(text) like fold_part(term)`,
    )
    // a mark at the beginning of a text can join the character before it, so that some do not contain theirs
    expect(rows.length).toBeGreaterThan(2900)
    // a text of blanks has no pairs
    const missed = rows.filter(({ term, hasPairs }) => hasPairs !== (fold(term).trim() === '' ? null : true))
    expect(missed).toEqual([])
  })
})
