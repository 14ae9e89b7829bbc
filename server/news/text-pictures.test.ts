import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import { cleanHtml } from '../base/html/rich-text.ts'
import { excerptOf, picturesIn, withoutKeys } from './text-pictures.ts'

let db: Db

beforeAll(async () => {
  db = (await openPlatform()).db
})

const at = '/api/caict-resource/attach/download'

const inDatabase = async (html: string) => {
  const { rows } = await sql<{ ids: string[] }>`select pictures_in(${html})::text[] as ids`.execute(db)
  return rows[0]?.ids
}

describe('the pictures of a text', () => {
  test.each<[string, string[]]>([
    [`<img src="${at}?id=7">`, ['7']],
    [`<img alt="图" src="${at}?id=1800000000000000123&key=abc">`, ['1800000000000000123']],
    [`<p><img src="${at}?id=1"><img src="${at}?id=2" alt=""></p>`, ['1', '2']],
    [`<a href="${at}?id=3">链</a>`, []],
    [`<p>src="${at}?id=4" &lt;img src="${at}?id=5"&gt;</p>`, []],
    [`<img alt='<img src="${at}?id=6"' src="${at}?id=8">`, ['8']],
    [`<img src="${at}?key=1&id=9">`, []],
    [`<img src="${at}?id=9999999999999999999">`, []],
  ])('are found by the server and by the database alike: %s', async (html, ids) => {
    const clean = cleanHtml(html) ?? ''
    expect([picturesIn(clean).map(({ id }) => id), await inDatabase(clean)]).toEqual([ids, ids])
  })

  test('have no keys in a text for visitors, wherever the URL is', () => {
    const clean =
      cleanHtml(`<p><img src="${at}?id=7&key=k1"><a href="${at}?key=k2&id=8">链</a> ${at}?id=9&key=k3</p>`) ?? ''
    const result = withoutKeys(clean)
    expect(result).not.toMatch(/k1|k2|k3|key/)
    for (const id of [7, 8, 9]) expect(result).toContain(`${at}?id=${id}`)
    expect(withoutKeys(result)).toBe(result)
  })
})

test.each([
  ['<p>甲<strong>乙</strong></p><p>丙</p>', '甲乙 丙'],
  ['<p>甲。</p><p>乙（丙）</p><p>丁</p>', '甲。乙（丙）丁'],
  ['<p>1 &lt; 2 &amp; 3</p>', '1 < 2 & 3'],
  ['<p>甲</p><img src="/api/x', '甲'],
  ['<p>甲 &am', '甲'],
  [`<p>${'长'.repeat(300)}</p>`, `${'长'.repeat(159)}…`],
])('an excerpt is plain text, even if the HTML is cut off: %s', (html, expected) => {
  expect(excerptOf(html)).toBe(expected)
})
