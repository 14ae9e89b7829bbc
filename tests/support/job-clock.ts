import { type Db, openDatabase } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from './cleanup.ts'
import { cloneDatabase } from './databases.ts'

/** A database whose jobs live in a time of their own: a row that the test sets forward, so nothing waits. */
export const openJobClock = async () => {
  const url = await cloneDatabase()
  const { db, close } = openDatabase(url, () => {})
  cleanUp(close)
  await sql`create table test_clock as select now() as at`.execute(db)
  return {
    db: db as Db,
    databaseUrl: url,
    clock: sql`(select at from test_clock)`,
    advance: (seconds: number) => sql`update test_clock set at = at + make_interval(secs => ${seconds})`.execute(db),
    setTime: (at: Date) => sql`update test_clock set at = ${at}`.execute(db),
  }
}
