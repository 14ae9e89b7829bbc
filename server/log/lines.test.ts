import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { addLines } from './lines.ts'

test('lines are stored also with characters that PostgreSQL refuses', async () => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  onTestFinished(close)
  const texts = ['plain', '\\u0000 written out', 'NUL\0', 'half \ud83d of a pair', '😀']
  await addLines(
    db,
    'log_usual',
    texts.map((logData, i) => ({ logId: `line-${i}`, logLevel: 'INFO', serviceId: 'test', logData })),
  )
  const rows = await run<{ text: string }>(
    db,
    sql`select log_data as text from log_usual where service_id = 'test' order by log_id`,
  )
  expect(rows.map(({ text }) => text)).toEqual(['plain', '\\u0000 written out', 'NUL', 'half \ufffd of a pair', '😀'])
})
